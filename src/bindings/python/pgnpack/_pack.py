"""Packing and unpacking."""

from __future__ import annotations

import ctypes
import errno
import os
from typing import Any, Callable, List, NamedTuple, Optional, Union

from . import _native
from ._errors import ArgumentError, ArgumentTypeError, ClosedError, text_argument, whole_number
from ._native import lib
from ._source import Damage, damage_of

Path = Union[str, 'os.PathLike[str]']
#: Is told of bytes of text and packed bytes that are done; False cancels.
Progress = Callable[[int, int], Optional[bool]]

_PIECE = 1 << 20
_LATEST = (1 << 63) - 1
_DAMAGES = (_native.ERROR_CORRUPT, _native.ERROR_TRUNCATED, _native.ERROR_UNSUPPORTED)
_INDEX = {'by size': 0, 'none': 1, 'always': 2}


class Packed(NamedTuple):
    """What was packed."""

    text_size: int
    packed_size: int
    games: int
    #: Of main lines.
    plies: int
    blocks: int
    #: Begun by begin_file().
    files: int


class Unpacked(NamedTuple):
    """What was unpacked."""

    text_size: int
    packed_size: int
    games: int
    blocks: int
    #: With salvage=True: what could not be unpacked.
    damage: List['Damage']


class _Callbacks:
    """Functions of Python behind those that the library calls; what they raise is kept, and is the cause of the library's error."""

    def __init__(self) -> None:
        self.raised: Optional[BaseException] = None

    def _guard(self, work: Callable[[], Any]) -> int:
        try:
            work()
            return 0
        except BaseException as error:  # it must not pass through the library
            self.raised = error
            return getattr(error, 'errno', None) or errno.EIO

    def write(self, file: Any) -> Any:
        def call(_opaque: int, memory: int, size: int) -> int:
            return self._guard(lambda: _write_all(file, ctypes.string_at(memory, size)))
        return _native.WRITE(call)

    def read(self, file: Any) -> Any:
        def call(_opaque: int, memory: int, size: int, size_ret: Any) -> int:
            def work() -> None:
                piece = bytes(memoryview(file.read(size)))
                if len(piece) > size:
                    raise ValueError(f'read({size}) returned {len(piece)} bytes')
                ctypes.memmove(memory, piece, len(piece))
                size_ret[0] = len(piece)
            return self._guard(work)
        return _native.READ(call)

    def progress(self, function: Optional[Progress]) -> Any:
        def call(_opaque: int, told: Any) -> int:
            goes_on: List[Any] = []
            made = told.contents
            status = self._guard(lambda: goes_on.append(function(made.done, made.packed_size)))  # type: ignore[misc]
            return status or (1 if goes_on[0] is False else 0)
        if function is not None and not callable(function):
            raise ArgumentTypeError(f'progress={function!r}: a function of two numbers')
        return None if function is None else _native.PROGRESS(call)

    def failure(self, error: Any, path: Optional[str]) -> BaseException:
        told = _native.failure(error, path)
        cause, self.raised = self.raised, None
        if cause is not None and not isinstance(cause, Exception):
            return cause
        if cause is not None:
            told.__cause__ = cause
        return told


def _write_all(file: Any, data: bytes) -> None:
    view = memoryview(data)
    while view:
        count = file.write(view)
        view = view[len(view) if count is None else count:]


def _address(function: Any) -> Optional[int]:
    return None if function is None else ctypes.cast(function, ctypes.c_void_p).value


def _is_path(source: Any) -> bool:
    return isinstance(source, (str, os.PathLike))


def _path_bytes(path: Any) -> bytes:
    encoded = os.fsencode(path)
    if b'\0' in encoded:
        raise ArgumentError('a path cannot have a zero byte')
    return encoded


class Writer(_native.Owned):
    """Packs what is written to it: PGN text in pieces of any size.

    `target`: a path, under which the database appears when all is done, in place of a file that has it; or a file object.
    `level`: 1 (fast) to 9 (small). `threads`: None: one a processor. `verify`: unpack each block before it is written. `index`: what
    searches for positions use: 'by size' (where it takes little of the file), 'none', 'always'. `block_size`: bytes of text in
    a block; 0: by level. `progress`: is called with bytes of text and packed bytes; False cancels.

    As a context manager it is finished at the end, or given up where there was an exception:

    >>> import io
    >>> target = io.BytesIO()
    >>> with Writer(target, level=1) as writer:
    ...     writer.write('[White "A"]\\n\\n1. e4 e5 *\\n')
    >>> writer.totals.games, writer.totals.plies
    (1, 2)
    """

    def __init__(self, target: Any, level: int = 3, *, threads: Optional[int] = None, verify: bool = False, index: str = 'by size',
                 block_size: int = 0, progress: Optional[Progress] = None, memory_limit: int = 0) -> None:
        super().__init__()
        self._address = 0
        self._callbacks = _Callbacks()
        self._path = os.fsdecode(target) if _is_path(target) else None
        self.totals: Packed = Packed(0, 0, 0, 0, 0, 0)
        if index not in _INDEX:
            raise ArgumentError(f'index={index!r}: there are {", ".join(map(repr, _INDEX))}')
        self._progress = self._callbacks.progress(progress)
        options = _native.WriterOptions(size=ctypes.sizeof(_native.WriterOptions), level=_level(level), threads=_threads(threads),
                                        block_size=_number('block_size', block_size), verify=bool(verify), progress=_address(self._progress),
                                        index=_INDEX[index])
        general = _native.Options(size=ctypes.sizeof(_native.Options), memory_limit=_number('memory_limit', memory_limit))
        if self._path is not None:
            sink = _native.Sink(size=ctypes.sizeof(_native.Sink), path=_path_bytes(target))
        else:
            if not hasattr(target, 'write'):
                raise ArgumentTypeError(f'a target is a path or a file object, not {type(target).__name__}')
            self._write = self._callbacks.write(target)
            sink = _native.Sink(size=ctypes.sizeof(_native.Sink), write=ctypes.cast(self._write, ctypes.c_void_p))
        self._address = _native.handle(lib.writer_new(ctypes.byref(general), ctypes.byref(options), ctypes.byref(sink)))

    def _checked(self, status: int) -> None:
        if status != _native.OK:
            raise self._callbacks.failure(lib.error(self._address), self._path)

    def _open(self) -> int:
        self._check_ours(self._path)
        if not self._address:
            raise ClosedError('the writer is closed', path=self._path)
        return self._address

    def write(self, text: Union[str, bytes, bytearray, memoryview]) -> None:
        """The next bytes of the text; a str as UTF-8, its surrogateescapes as the bytes that they are."""
        address = self._open()
        data = text.encode('utf-8', 'surrogateescape') if isinstance(text, str) else bytes(memoryview(text))
        self._checked(lib.writer_write(address, data, len(data)))

    def begin_file(self, name: str, time: Optional[int] = None) -> None:
        """What follows is a file of its own of that name. `time`: of its modification, in seconds since 1970 (UTC); those beyond 34,000 years
        are not kept."""
        data = text_argument('name', name).encode('utf-8', 'surrogateescape')
        seconds = None if time is None else whole_number('time', time, -_LATEST, _LATEST, ', or None where it is not known')
        told = None if seconds is None else ctypes.byref(ctypes.c_int64(seconds))
        self._checked(lib.writer_begin_file(self._open(), data, len(data), told))

    def finish(self) -> Packed:
        """Packs what is left and closes the database: only now it is under its path."""
        self._checked(lib.writer_finish(self._open()))
        totals = lib.writer_totals(self._address).contents
        self.totals = Packed(totals.text_size, totals.packed_size, totals.games, totals.plies, totals.blocks, totals.files)
        self.close()
        return self.totals

    def close(self) -> None:
        """Gives up what is not finished: then there is no file."""
        if self._address and self._is_ours():
            lib.free(self._address)
        self._address = 0

    def __enter__(self) -> 'Writer':
        return self

    def __exit__(self, kind: Any, _value: Any, _traceback: Any) -> None:
        try:
            if kind is None and self._address and self._is_ours():
                self.finish()
        finally:
            self.close()

    def __del__(self) -> None:
        if getattr(self, '_address', 0):
            self.close()


def _threads(threads: Optional[int]) -> int:
    if threads is None:
        from ._games import processors
        return min(processors(), 256)
    return whole_number('threads', threads, 1, 256, ', or None for one a processor')


def _level(level: Any) -> int:
    return whole_number('level', level, 1, 9)


def _number(name: str, value: Any) -> int:
    return whole_number(name, value, 0, (1 << 63) - 1)


def pack(source: Any, target: Any, level: int = 3, *, times: bool = True, **options: Any) -> Packed:
    """Packs PGN text into a database; the options are Writer's.

    `source`: a path; a file object; or a list of paths, each of which is kept as a file of its own, with its name and, unless
    `times` is False, the time of its modification. Bytes of text have pack_bytes().
    """
    with Writer(target, level, **options) as writer:
        if isinstance(source, (list, tuple)):
            for path in source:
                writer.begin_file(os.path.basename(os.fsdecode(path)), modified(path) if times else None)
                _pack_path(writer, path)
        elif _is_path(source):
            _pack_path(writer, source)
        elif hasattr(source, 'read'):
            _pack_file(writer, source)
        else:
            raise ArgumentTypeError(f'a source is a path, a file object or a list of paths, not {type(source).__name__}')
        return writer.finish()


def modified(path: Any) -> int:
    """A file's time, in seconds since 1970: none after SOURCE_DATE_EPOCH, as the commands have it."""
    seconds, latest = os.stat(path).st_mtime_ns // 1000000000, os.environ.get('SOURCE_DATE_EPOCH', '')
    return min(seconds, int(latest)) if latest.isdecimal() else seconds


def _pack_path(writer: Writer, path: Any) -> None:
    with open(path, 'rb', buffering=0) as file:
        _pack_file(writer, file)


def _pack_file(writer: Writer, file: Any) -> None:
    while True:
        piece = file.read(_PIECE)
        if not piece:
            return
        writer.write(piece)


def pack_bytes(text: Union[str, bytes, bytearray, memoryview], level: int = 3, **options: Any) -> bytes:
    """The database of this text, as bytes.

    >>> unpack_bytes(pack_bytes(b'1. e4 e5 *')) == b'1. e4 e5 *'
    True
    """
    import io
    target = io.BytesIO()
    with Writer(target, level, **options) as writer:
        writer.write(text)
    return target.getvalue()


def unpack(source: Any, target: Any = None, *, threads: Optional[int] = None, salvage: bool = False,
           progress: Optional[Progress] = None, memory_limit: int = 0, work_limit: int = 0) -> Unpacked:
    """Unpacks a database, every byte as it was.

    `source`: a path, or a file object. `target`: a path, under which the text appears when it is complete; a file object; None only
    tests. With `salvage` every block that is whole comes out, and what cannot be is told in the result; else damage is an error.
    """
    if not _is_path(source) and not hasattr(source, 'read'):
        raise ArgumentTypeError(f'a source is a path or a file object, not {type(source).__name__}')
    if target is not None and not _is_path(target) and not hasattr(target, 'write'):
        raise ArgumentTypeError(f'a target is a path, a file object or None, not {type(target).__name__}')
    callbacks, damage = _Callbacks(), []
    told = _native.DAMAGE(lambda _opaque, one: damage.append(damage_of(one.contents)) or 0)  # type: ignore[func-returns-value]
    progressed = callbacks.progress(progress)
    options = _native.UnpackerOptions(size=ctypes.sizeof(_native.UnpackerOptions), threads=_threads(threads), salvage=bool(salvage),
                                      damage=_address(told), progress=_address(progressed))
    general = _native.Options(size=ctypes.sizeof(_native.Options), memory_limit=_number('memory_limit', memory_limit),
                              work_limit=_number('work_limit', work_limit))
    address = _native.handle(lib.unpacker_new(ctypes.byref(general), ctypes.byref(options)))
    path = os.fsdecode(source) if _is_path(source) else None
    try:
        if _is_path(source) and (target is None or _is_path(target)):
            status = _run_between(address, _native.Source(path=_path_bytes(source)),
                                  None if target is None else _native.Sink(path=_path_bytes(target)))
        else:
            status = _run(address, callbacks, source, target)
        if status != _native.OK and not (salvage and damage and callbacks.raised is None and status in _DAMAGES):
            raise callbacks.failure(lib.error(address), path)
        totals = lib.unpacker_totals(address).contents
        return Unpacked(totals.text_size, totals.packed_size, totals.games, totals.blocks, damage)
    finally:
        lib.free(address)


def _run(address: int, callbacks: _Callbacks, source: Any, target: Any) -> int:
    if _is_path(target):
        raise ArgumentError('a text goes to a path only from a path: open the target with open(..., "wb")')
    write = None if target is None else callbacks.write(target)
    sink = None if write is None else _native.Sink(write=ctypes.cast(write, ctypes.c_void_p))
    if not _is_path(source):
        return _run_stream(address, callbacks.read(source), sink)
    with open(source, 'rb', buffering=0) as file:
        return _run_stream(address, callbacks.read(file), sink)


def _run_stream(address: int, read: Any, sink: Any) -> int:
    return _run_between(address, _native.Source(read=ctypes.cast(read, ctypes.c_void_p)), sink)


def _run_between(address: int, source: Any, sink: Any) -> int:
    source.size = ctypes.sizeof(source)
    if sink is not None:
        sink.size = ctypes.sizeof(sink)
    return lib.unpacker_run(address, ctypes.byref(source), None if sink is None else ctypes.byref(sink))  # type: ignore[no-any-return]


def unpack_bytes(data: Union[bytes, bytearray, memoryview], **options: Any) -> bytes:
    """The text of a database that is in memory."""
    import io
    target = io.BytesIO()
    unpack(io.BytesIO(memoryview(data)), target, **options)
    return target.getvalue()
