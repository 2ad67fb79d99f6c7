"""Where the bytes of a database come from, and the library's reader over them."""

from __future__ import annotations

import contextlib
import ctypes
import datetime
import errno
import io
import os
import sys
import threading
from typing import Any, Callable, Iterable, Iterator, List, NamedTuple, Optional, Tuple

from . import _batch, _memory, _native, _paths
from ._errors import (ArgumentError, ArgumentTypeError, ClosedError, PgnpackError, ReadError, TruncatedError,
                      text_argument, whole_number)
from ._native import lib

_KEPT_BATCHES = 4
_SIZE_MAX = 2 * sys.maxsize + 1
# The last second of the year 9999.
_TIME_MAX = 253402300799


class Block(NamedTuple):
    """A block of a database: games that are packed together, and are best read together."""

    #: Index of its first game, from 0, and one behind its last: db[start:stop].
    start: int
    stop: int
    #: Bytes in the file, and of PGN text.
    size: int
    text_size: int
    #: Year * 10,000 + month * 100 + day of its games; 0: none is known.
    date_min: int
    date_max: int
    #: Ratings of its games; 0: none is known.
    elo_min: int
    elo_max: int


class ReadAt:
    """A database behind a function: read_at(offset, size) returns bytes, less than `size` only at the end.

    The function is called from every thread that reads, without a lock.
    """

    def __init__(self, read_at: Callable[[int, int], bytes], size: int, name: Optional[str] = None) -> None:
        self.read_at, self.size, self.name = read_at, size, name


class _FileObject:
    """read_at() over an object with seek() and read(), a thread at a time."""

    def __init__(self, file: Any) -> None:
        self.file, self.lock = file, threading.Lock()
        self.size = int(file.seek(0, os.SEEK_END))
        name = getattr(file, 'name', None)
        self.name = name if isinstance(name, str) else None

    def read_at(self, offset: int, size: int) -> bytes:
        with self.lock:
            self.file.seek(offset)
            return self.file.read(size)  # type: ignore[no-any-return]


class _SystemFile(_FileObject):
    """The same of a file of the system, of which a forked process has the same place where it reads: that is left as it is."""

    def read_at(self, offset: int, size: int) -> bytes:
        return os.pread(self.file.fileno(), size, offset)


def _is_system_file(file: Any) -> bool:
    return hasattr(os, 'pread') and isinstance(file, (io.FileIO, io.BufferedReader)) and isinstance(getattr(file, 'raw', file), io.FileIO)


def _read_at_of(source: Any) -> Any:
    """What reads a source that is neither a path nor memory."""
    if hasattr(source, 'read_at') and hasattr(source, 'size'):
        return source
    if not hasattr(source, 'seek') or not hasattr(source, 'read'):
        raise ArgumentTypeError(f'a database is a path, bytes, a file object that can seek, or a ReadAt, not {type(source).__name__}')
    return _SystemFile(source) if _is_system_file(source) else _FileObject(source)


def _address_of_bytes(source: Any) -> Tuple[Any, Optional[int], int]:
    """What has to be kept, the address and the size; a copy is made where the address cannot be had."""
    view = memoryview(source)
    if not view.contiguous:
        view = memoryview(bytes(view))
    view = view.cast('B')
    size = view.nbytes
    if size == 0:
        return view, None, 0
    if not view.readonly:
        return view, ctypes.addressof(ctypes.c_char.from_buffer(view)), size
    if isinstance(source, bytes):
        return source, ctypes.cast(ctypes.c_char_p(source), ctypes.c_void_p).value, size
    np = _memory.numpy()
    if np is not None:
        array = np.frombuffer(view, 'uint8')
        return array, int(array.ctypes.data), size
    return _address_of_bytes(bytes(view))


class Segment(NamedTuple):
    """What was packed, or changed, at once: a part of the file. The games of the database stand one segment behind the other."""

    #: With this begin ids of games that came with it; None: games of older versions have no ids.
    name: Optional[str]
    offset: int
    #: Bytes in the file, and of PGN text.
    size: int
    text_size: int
    #: Numbers of games, from 1: range(first_game, first_game + game_count).
    first_game: int
    #: Deleted ones too.
    game_count: int
    deleted_count: int
    #: Of the change that made it; None: unknown.
    time: Optional[datetime.datetime]
    #: It was added by a change of the database.
    is_change: bool
    #: What it deleted cannot be read: these games are there again.
    is_damaged: bool
    #: What the change was, in the words of whoever made it.
    message: str
    #: The number of the last change up to its end: Changes.truncate_to() goes back to it.
    state: int


def time_of(seconds: int) -> Optional[datetime.datetime]:
    if not seconds:
        return None
    return datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc) + datetime.timedelta(seconds=min(seconds, _TIME_MAX))


def segments_of(reader: int) -> List[Segment]:
    """Of an opened reader, in the order of the file."""
    result, info = [], _native.SegmentInfo()
    for n in range(lib.reader_info(reader).contents.segment_count):
        lib.reader_segment(reader, n, ctypes.byref(info))
        result.append(Segment(info.name.decode() or None, info.offset, info.size, info.text_size, info.first_game, info.game_count, info.deleted_count,
                              time_of(info.time), bool(info.is_change), bool(info.is_damaged),
                              _native.bytes_of(info.command).decode('utf-8', 'surrogateescape'), info.state))
    return result


def _id_of(reader: int, number: int, path: Optional[str]) -> Optional[str]:
    text, error = ctypes.create_string_buffer(_native.ID_SIZE), _native.Error()
    status = lib.reader_load_ids(reader, ctypes.byref(error))
    if lib.reader_game_id(reader, number, text):
        return text.value.decode()
    if status != _native.OK:  # where ids are damaged, others are known
        raise _native.failure(ctypes.pointer(error), path)
    return None


def _path_source(path: bytes) -> Any:
    return ctypes.byref(_native.Source(size=ctypes.sizeof(_native.Source), path=path))


class Damage(NamedTuple):
    """A stretch of a file that cannot be unpacked. What is not known is None."""

    offset: int
    size: int
    #: Number of the first game that is lost, from 1, and how many they are.
    first_game: int
    game_count: Optional[int]
    text_size: Optional[int]
    text: str
    #: Path of the file as it was given; None: one without a path, or that of unpack().
    path: Optional[str] = None


def damage_of(one: Any, path: Optional[str] = None) -> Damage:
    """Of a struct pgnpack_damage."""
    unknown = (1 << 64) - 1
    return Damage(one.offset, one.size, one.first_game, None if one.game_count == unknown else one.game_count,
                  None if one.text_size == unknown else one.text_size, _native.text_of(one.text), path)


class File:
    """One opened database. What others do with its reader stands in `with file.using() as reader`."""

    def __init__(self, source: Any, index: Any = None, saved_index: Optional[bytes] = None, salvage: bool = False, memory_limit: int = 0,
                 work_limit: int = 0, gap: Optional[int] = None, with_deleted: bool = False, damaged: str = 'error',
                 damaged_within: Optional[Tuple[int, int]] = None) -> None:
        self.path: Optional[str] = None
        self.truncated: Optional[TruncatedError] = None
        #: What is damaged, and skipped.
        self.damaged: List[Damage] = []
        self._kept: List[Any] = []
        self._users = 0
        self._closing = False
        self._lock = threading.Lock()
        self._finding = threading.Lock()
        self._batches: List[Tuple[Any, _batch.Batch]] = []
        self._callback_error = threading.local()
        self._skips = damaged == 'skip'
        self._tag_names: Optional[List[bytes]] = None
        for name, limit, most in (('memory_limit', memory_limit, _SIZE_MAX), ('work_limit', work_limit, (1 << 64) - 1), ('gap', gap, _SIZE_MAX)):
            if limit is not None:
                whole_number(name, limit, 0, most)
        if saved_index is not None and not isinstance(saved_index, bytes):
            raise ArgumentTypeError(f'saved_index: bytes, not {type(saved_index).__name__}')
        if damaged not in ('error', 'skip'):
            raise ArgumentError(f"damaged={damaged!r}: there are 'error' and 'skip'")
        source = _paths.opened(source)
        options = _native.Options(size=ctypes.sizeof(_native.Options), memory_limit=memory_limit, work_limit=work_limit)
        self._reader: Optional[int] = _native.handle(lib.reader_new(ctypes.byref(options)))
        try:
            lib.reader_set_deleted(self._reader, 1 if with_deleted else 0)
            self._open(source, saved_index, salvage or self._skips, gap)
            if self._skips:
                self._skip_damaged(damaged_within)
            self._use_index(source, index)
        except BaseException:
            self.close()
            raise
        self.game_count: int = lib.reader_info(self._reader).contents.game_count
        self.deleted_count: int = lib.reader_info(self._reader).contents.deleted_count
        self.text_size: int = lib.reader_info(self._reader).contents.text_size
        #: What files have in common that are the same one.
        self.identity: Any = self._identity_of(source)

    def _identity_of(self, source: Any) -> Any:
        if isinstance(source, (str, os.PathLike)):
            return os.path.realpath(os.fsencode(source))
        return (self.path, *source.identity()) if self.path is not None and hasattr(source, 'identity') else id(self)

    # ---- Deleted games, and ids ----

    def there(self) -> Iterator[range]:
        """Indexes of the games that are not left out, from 0."""
        first, count, at = ctypes.c_uint64(), ctypes.c_uint64(), 0
        while lib.reader_left_out_range(self._reader, at + 1, ctypes.byref(first), ctypes.byref(count)):
            yield range(at, first.value - 1)
            at = first.value - 1 + count.value
        yield range(at, self.game_count)

    def game_id(self, number: int) -> Optional[str]:
        with self.using() as reader:
            return _id_of(reader, number, self.path)

    def find_id(self, name: str) -> Optional[int]:
        """The number of its game; None: there is none here."""
        number = ctypes.c_uint64()
        with self.using() as reader, self._finding:
            status = lib.reader_find_id(reader, text_argument('name', name).encode('utf-8', 'surrogateescape').replace(b'\0', b'?'),
                                        _native.ID_NOW, ctypes.byref(number))
            if status not in (_native.OK, _native.END, _native.ERROR_ARGUMENT):
                raise self.failure(lib.error(reader))
        return number.value if status == _native.OK else None

    def ids(self, numbers: Iterable[int]) -> List[Optional[bytes]]:
        """Ids of games; None: they have none."""
        result: List[Optional[bytes]] = []
        first, stop, name, before = 0, 0, b'', 0
        with self.using() as reader:
            for number in numbers:
                if not first <= number < stop:
                    text, _, its = (_id_of(reader, number, self.path) or '').partition(':')
                    first, stop = number, number + lib.reader_ids_from(reader, number)
                    name, before = text.encode(), int(its or 0) - number
                result.append(b'%s:%d' % (name, number + before) if name else None)
        return result

    def segments(self) -> List[Segment]:
        with self.using() as reader:
            return segments_of(reader)

    # ---- Opening ----

    def _open(self, source: Any, saved: Optional[bytes], salvage: bool, gap: Optional[int]) -> None:
        reader = self._reader
        gap = getattr(source, 'gap', None) if gap is None else gap
        opened = _native.Source(size=ctypes.sizeof(_native.Source), layout=saved, layout_size=len(saved or b''),
                                gap=0 if gap is None else gap or _SIZE_MAX)
        if isinstance(source, (str, os.PathLike)):
            self.path = os.fsdecode(source)
            path = os.fsencode(source)
            if b'\0' in path:
                raise ValueError('a path cannot have a zero byte')
            opened.path = path
        elif isinstance(source, (bytes, bytearray, memoryview)) or _is_buffer(source):
            kept, address, size = _address_of_bytes(source)
            self._kept.append(kept)
            opened.bytes, opened.byte_count = address or ctypes.addressof(opened), size  # not NULL, even for no bytes
            opened.layout = None
        else:
            read_at = _read_at_of(source)
            self.path = getattr(read_at, 'name', None)
            opened.read_at = ctypes.cast(self._callback(read_at.read_at), ctypes.c_void_p)
            opened.file_size = read_at.size
        status = lib.reader_open(reader, ctypes.byref(opened))
        if status == _native.ERROR_TRUNCATED:
            self.truncated = self.failure(lib.error(reader))
            if salvage:
                return
        if status != _native.OK:
            raise self.failure(lib.error(reader))

    def _skip_damaged(self, within: Optional[Tuple[int, int]]) -> None:
        """Looks at all blocks, or at those of these offsets, as a whole; games of damaged ones are left out from now on."""
        blocks = range(lib.reader_info(self._reader).contents.block_count)
        if within is not None:
            infos = [(n, _native.BlockInfo()) for n in blocks]
            inside = [n for n, info in infos if lib.reader_block(self._reader, n, ctypes.byref(info)) and within[0] <= info.offset < within[1]]
            blocks = range(inside[0], inside[-1] + 1) if inside else range(0)
        told = _native.DAMAGE(lambda _opaque, one: self.damaged.append(damage_of(one.contents, self.path)) or 0)  # type: ignore[func-returns-value]
        if lib.reader_skip_damaged(self._reader, blocks.start, len(blocks), told, None) != _native.OK:
            raise self.failure(lib.error(self._reader))

    def _use_index(self, source: Any, index: Any) -> None:
        if index is False or (index is None and not isinstance(source, (str, os.PathLike))):
            return
        path = os.fsencode(index) if index is not None else os.fsencode(source) + b'.idx'
        if index is None and not os.path.isfile(path):
            return
        if lib.reader_use_index(self._reader, _path_source(path)) != _native.OK and index is not None:
            raise self.failure(lib.error(self._reader))

    def _callback(self, read_at: Callable[[int, int], bytes]) -> Any:
        def call(_opaque: int, offset: int, memory: int, size: int, size_ret: Any) -> int:
            try:
                piece = bytes(memoryview(read_at(offset, size)))
                count = len(piece)
                if count > size:
                    raise ValueError(f'read_at({offset}, {size}) returned {count} bytes')
                ctypes.memmove(memory, piece, count)
                size_ret[0] = count
                return 0
            except BaseException as error:  # pylint: disable=broad-except
                self._callback_error.value = error
                return getattr(error, 'errno', None) or errno.EIO
        function = _native.READ_AT(call)
        self._kept.append(function)
        return function

    def failure(self, error: Any) -> Any:
        """The exception of a handle's failure; its cause is what a read_at() of Python raised in this thread: an interrupt is told as it is."""
        told = _native.failure(error, self.path)
        cause = getattr(self._callback_error, 'value', None)
        self._callback_error.value = None
        if cause is not None and isinstance(told, ReadError):
            if not isinstance(cause, Exception):
                return cause
            told.__cause__ = cause
        return told

    # ---- Using and closing ----

    @contextlib.contextmanager
    def using(self) -> Iterator[int]:
        """The reader, which is not freed meanwhile, whatever other threads do."""
        with self._lock:
            if self._reader is None or self._closing:
                raise ClosedError('the database is closed', path=self.path)
            self._users += 1
            reader = self._reader
        try:
            yield reader
        finally:
            with self._lock:
                self._users -= 1
            self._free_if_done()

    def close(self) -> None:
        with self._lock:
            self._closing = True
        self._free_if_done()

    def _free_if_done(self) -> None:
        with self._lock:
            if not self._closing or self._users > 0 or self._reader is None:
                return
            reader, self._reader = self._reader, None
            batches, self._batches = self._batches, []
        for _, batch in batches:
            batch.free()
        lib.free(reader)
        self._kept.clear()

    def __del__(self) -> None:
        if getattr(self, '_reader', None) is not None:
            self._closing, self._users = True, 0
            self._free_if_done()

    @property
    def address(self) -> int:
        """The reader, inside of using()."""
        assert self._reader is not None
        return self._reader

    @property
    def closed(self) -> bool:
        return self._closing

    # ---- What it has ----

    @contextlib.contextmanager
    def batch(self, wanted: _batch.Wanted) -> Iterator[_batch.Batch]:
        """A batch handle, perhaps one that has a block in memory already."""
        with self.using() as reader:
            found = None
            with self._lock:
                for i, (key, batch) in enumerate(self._batches):
                    if key == wanted.key():
                        found = self._batches.pop(i)[1]
                        break
            if found is None:
                found = _batch.Batch(reader, wanted)
            try:
                yield found
            except BaseException:
                found.free()
                raise
            with self._lock:
                self._batches.append((wanted.key(), found))
                old = self._batches.pop(0)[1] if len(self._batches) > _KEPT_BATCHES else None
            if old is not None:
                old.free()

    def blocks(self, base: int = 0) -> List[Block]:
        """Its blocks with games; `base` is added to games."""
        result = []
        with self.using() as reader:
            info = _native.BlockInfo()
            for n in range(lib.reader_info(reader).contents.block_count):
                if lib.reader_block(reader, n, ctypes.byref(info)) and info.game_count:
                    start = base + info.first_game - 1
                    result.append(Block(start, start + info.game_count, info.size, info.text_size, info.date_min,
                                        info.date_max, info.elo_min, info.elo_max))
        return result

    def tag_names(self) -> List[bytes]:
        """Names of all its tags, in the order of its blocks."""
        if self._tag_names is None:
            with self.using() as reader:
                address = _native.handle(lib.block_reader_new(reader, _native.DELETED_KEPT))
                try:
                    self._tag_names = self._read_tag_names(address)
                finally:
                    lib.free(address)
        return self._tag_names

    def _read_tag_names(self, address: int) -> List[bytes]:
        count, text = ctypes.c_size_t(), _native.Text()
        status = lib.block_reader_tag_names(address, ctypes.byref(count))
        if status != _native.OK and not (self._skips and status in (_native.ERROR_CORRUPT, _native.ERROR_TRUNCATED)):
            raise self.failure(lib.error(address))
        names = []
        for i in range(count.value):
            lib.block_reader_tag_name(address, i, ctypes.byref(text))
            names.append(_native.bytes_of(text))
        return names

    def write_index(self, path: Any) -> str:
        """Makes the index for searches, and uses it."""
        if path is None and self.path is None:
            raise ArgumentError('a database without a path: say where its index is to be')
        target = os.fspath(path) if path is not None else f'{self.path}.idx'
        with self.using() as reader:
            sink = _native.Sink(size=ctypes.sizeof(_native.Sink), path=os.fsencode(target))
            status = lib.reader_write_index(reader, None, ctypes.byref(sink))
            if status == _native.OK:
                status = lib.reader_use_index(reader, _path_source(os.fsencode(target)))
            if status != _native.OK:
                raise self.failure(lib.error(reader))
        return os.fsdecode(target)

    def saved_index(self) -> bytes:
        """What pgnpack.open(saved_index=...) takes."""
        parts: List[bytes] = []

        def write(_opaque: int, memory: int, size: int) -> int:
            parts.append(ctypes.string_at(memory, size))
            return 0
        function = _native.WRITE(write)
        sink = _native.Sink(size=ctypes.sizeof(_native.Sink), write=ctypes.cast(function, ctypes.c_void_p))
        with self.using() as reader:
            if lib.reader_save_layout(reader, ctypes.byref(sink)) != _native.OK:
                raise self.failure(lib.error(reader))
        return b''.join(parts)


def _is_buffer(source: Any) -> bool:
    try:
        memoryview(source)
    except TypeError:
        return False
    return True


