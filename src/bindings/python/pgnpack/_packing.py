"""Packing on many machines: texts in pieces that are packed by themselves, and joined by concatenation."""

from __future__ import annotations

import bz2
import contextlib
import glob
import gzip
import io
import lzma
import os
import shutil
import subprocess
import tempfile
from typing import Any, Iterator, List, NamedTuple, Optional, Sequence, Union

from ._errors import ArgumentError, FileMissingError, ReadError
from ._native import ERROR_NO_FILE, ERROR_READ
from ._pack import Packed, Writer, modified
from .parts import _bytes_of

_CHUNK = 1 << 20
_BEGIN = b'[Event '
#: No game is larger; where none begins in so many bytes a text is not cut.
_LONGEST_GAME = 16 << 20
_WRAPPED = ((b'\x1f\x8b', gzip.open), (b'BZh', bz2.open), (b'\xfd7zXZ\0', lzma.open))
_ZSTD, _BCGN = b'\x28\xb5\x2f\xfd', b'BCGN\x01'


class PackedParts(NamedTuple):
    """What was packed by many."""

    path: str
    games: int
    text_size: int
    packed_size: int
    #: Parts that were packed by themselves.
    segments: int


class Piece(NamedTuple):
    """Bytes `start` to `stop` of a file, or a text; a name, if its boundary is to be kept; where its database goes."""

    path: Optional[str]
    text: Optional[bytes]
    start: int
    stop: int
    name: Optional[str]
    target: str


# ---- Cutting ----


def pieces_of(sources: Any, folder: str, piece_size: Union[int, str], names: bool) -> List[Piece]:
    """Sources in pieces, in their order, whose databases go to a folder."""
    size = _bytes_of(piece_size)
    if size < 1:
        raise ArgumentError('a piece has at least one byte')
    result: List[Piece] = []

    def add(path: Optional[str], text: Optional[bytes], start: int, stop: int) -> None:
        name = os.path.basename(path) if names and path is not None else None
        result.append(Piece(path, text, start, stop, name, os.path.join(folder, f'{len(result):08}.bcgn')))

    for source in sources if isinstance(sources, (list, tuple)) else [sources]:
        if isinstance(source, (bytes, bytearray, memoryview)):
            add(None, bytes(source), 0, len(source))
            continue
        for path in _paths(source):
            cuts = [0, os.path.getsize(path)] if _is_wrapped(path) or names else _cuts(path, size)
            for start, stop in zip(cuts, cuts[1:]):
                add(path, None, start, stop)
    if not result:
        raise ArgumentError('there is nothing to pack')
    return result


def _paths(source: Any) -> List[str]:
    path = os.path.abspath(os.fsdecode(source))
    if os.path.exists(path):
        return [path]
    found = sorted(glob.glob(path, recursive=True))
    if not found:
        raise FileMissingError('there is no such file', ERROR_NO_FILE, path=path)
    return found


def _head(path: str) -> bytes:
    with open(path, 'rb') as file:
        return file.read(8)


def _is_wrapped(path: str) -> bool:
    head = _head(path)
    if head.startswith(_BCGN):
        raise ArgumentError(f'{path} is packed already: databases are joined by concatenation (cat)')
    return head.startswith(_ZSTD) or any(head.startswith(magic) for magic, _ in _WRAPPED)


def _cuts(path: str, piece_size: int) -> List[int]:
    """Where games begin, about so many bytes apart; first 0, last the file's size."""
    size = os.path.getsize(path)
    cuts = [0]
    with open(path, 'rb') as file:
        at = piece_size
        while at < size:
            found = _next_game(file, at)
            if found is not None and cuts[-1] < found < size:
                cuts.append(found)
            at = max(at, cuts[-1]) + piece_size
    return cuts + [size]


def _next_game(file: Any, offset: int) -> Optional[int]:
    """Where the first game from `offset` on begins: an Event tag behind an empty line."""
    file.seek(offset)
    window, base = b'', offset
    while base + len(window) < offset + _LONGEST_GAME:
        more = file.read(_CHUNK)
        if not more:
            return None
        window += more
        found = [window.find(mark) + len(mark) for mark in (b'\n\n' + _BEGIN, b'\n\r\n' + _BEGIN) if mark in window]
        if found:
            return base + min(found) - len(_BEGIN)
        base, window = base + max(0, len(window) - 16), window[-16:]
    return None


# ---- Packing a piece ----


@contextlib.contextmanager
def _opened(piece: Piece) -> Iterator[Any]:
    if piece.path is None:
        yield io.BytesIO(piece.text or b'')
        return
    head = _head(piece.path)
    if head.startswith(_ZSTD):
        with _zstd(piece.path) as process:
            yield process.stdout
            told = process.stderr.read().decode('utf-8', 'replace').strip()  # type: ignore[union-attr]
        if process.returncode != 0:
            raise ReadError(f'zstd cannot unpack it: {told}', ERROR_READ, path=piece.path)
        return
    unwrap = next((function for magic, function in _WRAPPED if head.startswith(magic)), open)
    with unwrap(piece.path, 'rb') as file:  # type: ignore[operator]
        yield file


def _zstd(path: str) -> 'subprocess.Popen[bytes]':
    try:
        return subprocess.Popen(['zstd', '-dcq', '--long=31', '--', path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except FileNotFoundError:
        raise ReadError('needs the program zstd to be unwrapped (Debian: zstd)', ERROR_READ, path=path) from None


def _chunks(piece: Piece) -> Iterator[bytes]:
    with _opened(piece) as file:
        left = -1
        if piece.path is not None and not _is_wrapped(piece.path):
            file.seek(piece.start)
            left = piece.stop - piece.start
        while left != 0:
            chunk = file.read(min(_CHUNK, left) if left > 0 else _CHUNK)
            if not chunk and left > 0:
                raise ReadError('has become shorter while it was packed', ERROR_READ, path=piece.path)
            if not chunk:
                return
            left -= len(chunk) if left > 0 else 0
            yield chunk


def pack_piece(piece: Piece, level: int, index: str, block_size: int) -> Packed:
    """Packs it to its target."""
    with Writer(piece.target, level, threads=1, index=index, block_size=block_size) as writer:
        if piece.name is not None:
            writer.begin_file(piece.name, None if piece.path is None else modified(piece.path))
        for chunk in _chunks(piece):
            writer.write(chunk)
        return writer.finish()


# ---- Joining ----


@contextlib.contextmanager
def own_folder(beside: str) -> Iterator[str]:
    """A folder that goes when it is left, but not by a process that is forked off meanwhile."""
    folder, process = tempfile.mkdtemp(prefix='.pgnpack-parts-', dir=os.path.dirname(beside)), os.getpid()
    try:
        yield folder
    finally:
        if os.getpid() == process:
            shutil.rmtree(folder, ignore_errors=True)


def join(parts: Sequence[str], out: str) -> None:
    """Files one behind the other; `out` appears when it is complete and on the disk."""
    handle, unfinished = tempfile.mkstemp(prefix='.pgnpack-', dir=os.path.dirname(out))
    try:
        with open(handle, 'wb') as joined:
            for part in parts:
                with open(part, 'rb') as file:
                    shutil.copyfileobj(file, joined, _CHUNK)
            joined.flush()
            os.fsync(joined.fileno())
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(unfinished, 0o666 & ~umask)
        os.replace(unfinished, out)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.remove(unfinished)
        raise
