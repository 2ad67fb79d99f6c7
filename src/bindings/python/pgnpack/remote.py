"""Databases that are not on a disk of this machine: ranges of HTTP servers and of object stores.

    >>> import pgnpack, pgnpack.remote                                                      # doctest: +SKIP
    >>> source = pgnpack.remote.HttpFile('https://example.org/games.bcgn')                  # doctest: +SKIP
    >>> with pgnpack.open(source, gap=source.gap) as db:                                    # doctest: +SKIP
    ...     print(len(db), source.requests, source.bytes_read)

What stands here is a read_at() for pgnpack.open(): it reads ahead where reading goes on behind what was read last, tries again
what may pass, and notices when the file is another one by now. pgnpack.dask opens addresses (http://, https://, and whatever
fsspec knows: s3://, gs://, ...) by it.
"""

from __future__ import annotations

import email.utils
import http.client
import os
import re
import ssl
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Dict, List, Mapping, Optional, Tuple

from ._errors import FileMissingError, ReadError

#: Bytes that are rather read than asked for again: what pgnpack.open(gap=...) is to be where a read takes milliseconds.
GAP = 1 << 20
#: How many bytes at a time are read where reading goes on.
READ_AHEAD = 4 << 20
#: How many bytes of a file's end come with its size: most files' whole index.
_TAIL = 1 << 16
_BUFFERS = 3
#: Answers after which the same question may do better.
_PASSING = frozenset([408, 425, 429, 500, 502, 503, 504])
#: Headers that another server is sent, where the first one says that the file is there.
_FOR_ALL = frozenset(['accept-encoding', 'user-agent', 'range'])
_STATUS_READ = 30


class ChangedError(ReadError):
    """The file is another one than it was when it was opened first: open it again."""


def _failure(name: Optional[str], text: str, kind: type = ReadError) -> ReadError:
    return kind(text, _STATUS_READ, path=name)  # type: ignore[no-any-return]


class RangeFile:
    """A file that is read by ranges; what pgnpack.open() takes. Subclasses say how: _fetch(). Threads take turns."""

    def __init__(self, name: Optional[str], size: int, read_ahead: int, gap: int = GAP) -> None:
        self.name, self.size, self.read_ahead = name, size, read_ahead
        #: What pgnpack.open(gap=...) is to be.
        self.gap = gap
        #: How many ranges were asked for, and bytes that came.
        self.requests, self.bytes_read = 0, 0
        self._buffers: List[Tuple[int, bytes]] = []
        self._lock = threading.Lock()
        self._next: Optional[int] = None
        self._stop = size

    def expect(self, start: int, stop: int) -> None:
        """Bytes `start` to `stop` will be read, most of them in order: no more is read ahead than that."""
        with self._lock:
            self._next, self._stop = start, min(stop, self.size)

    def read_at(self, offset: int, size: int) -> bytes:
        """Bytes from `offset` on, less than `size` only at the file's end."""
        size = max(0, min(size, self.size - offset))
        with self._lock:
            head = self._kept(offset, size)
            if len(head) == size:
                return head
            start = offset + len(head)
            count = offset + size - start
            if self._next is not None and self._next <= start <= self._next + self.gap and start < self._stop:
                count = max(count, min(self.read_ahead, self._stop - start))
            piece = self._fetch(start, count)
            self.bytes_read += len(piece)
            if len(piece) != count:
                raise _failure(self.name, f'the file ends at offset {start + len(piece)}, not {self.size}: it has changed',
                               ChangedError)
            self._next = start + count
            self._keep(start, piece)
            return head + piece[:offset + size - start]

    def _kept(self, offset: int, size: int) -> bytes:
        """As many of these bytes as are there, from the first one on."""
        found = b''
        while len(found) < size:
            at = offset + len(found)
            best = max((piece[at - start:at - start + size - len(found)] for start, piece in self._buffers
                        if start <= at < start + len(piece)), key=len, default=b'')
            if not best:
                break
            found = found + best if found else best
        return found

    def _keep(self, start: int, piece: bytes) -> None:
        self._buffers = self._buffers[1 - _BUFFERS:] + [(start, piece)]

    def _fetch(self, offset: int, size: int) -> bytes:
        raise NotImplementedError

    def identity(self) -> Tuple[Any, ...]:
        """What is the same as long as the file is: for another process to open the same one."""
        return (self.size,)


class HttpFile(RangeFile):
    """A file of a server that answers Range requests, as nearly all do: static ones, S3, Google Cloud Storage, ...

    `headers` go with each request (Authorization, say). Each is tried `retries` times more if the server is busy or the
    connection breaks, after `pause` seconds, then twice as long, and so on, or as long as the server says; what came is kept.
    `known` is an identity() of the same file: no request is needed to open it, and another file is noticed. With read_ahead=0 and
    gap=16384 fewer bytes are read of files of which few columns are wanted, by many more requests.
    """

    def __init__(self, url: str, *, headers: Optional[Mapping[str, str]] = None, timeout: float = 60, retries: int = 5,
                 pause: float = 0.5, read_ahead: int = READ_AHEAD, gap: int = GAP,
                 known: Optional[Tuple[Any, ...]] = None) -> None:
        RangeFile.__init__(self, url, 0, read_ahead, gap)
        self._headers = {'Accept-Encoding': 'identity', 'User-Agent': 'pgnpack', **(headers or {})}
        self._timeout, self._retries, self._pause = timeout, retries, pause
        self._tag: Optional[str] = None
        if known is not None:
            self.size, self._tag = known
        else:
            self._look()
        self._stop = self.size

    def identity(self) -> Tuple[Any, ...]:
        return self.size, self._tag

    def _look(self) -> None:
        """Size and what tells the file from others; the end comes with it, or, where a server knows no such range, a byte."""
        try:
            offset, piece = self._ask(f'bytes=-{_TAIL}', _TAIL)
        except _NoRange:
            try:
                offset, piece = self._ask('bytes=0-0', 1)
            except _NoRange as refusal:
                raise _failure(self.name, f'the server gives no ranges of it ({refusal}): download the whole file')
        self.bytes_read += len(piece)
        self._keep(offset, piece)

    def _fetch(self, offset: int, size: int) -> bytes:
        pieces: List[bytes] = []
        got = 0
        while got < size:
            if len(pieces) > self._retries + (size >> 12):
                raise _failure(self.name, f'the connection breaks off again and again, {len(pieces)} times in {got} bytes')
            try:
                start, piece = self._ask(f'bytes={offset + got}-{offset + size - 1}', size - got)
            except _NoRange as refusal:
                raise _failure(self.name, f'the server gives no range of it ({refusal}), which it did before: it has changed',
                               ChangedError)
            if start != offset + got:
                raise _failure(self.name, f'the server gave bytes from {start} on where {offset + got} was asked for')
            pieces.append(piece)
            got += len(piece)
        return b''.join(pieces)

    def _ask(self, asked: str, most: int) -> Tuple[int, bytes]:
        """Where the range begins, and its bytes; fewer where the connection broke, but not none."""
        for trial in range(self._retries + 1):
            self.requests += 1
            try:
                return self._answer(asked, most)
            except urllib.error.HTTPError as error:
                if error.code not in _PASSING or trial == self._retries:
                    raise self._refused(error) from None
                wait = _retry_after(error.headers)
            except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
                reason = getattr(error, 'reason', error)
                if isinstance(error, ReadError):
                    raise
                if isinstance(reason, ssl.SSLCertVerificationError) or trial == self._retries:
                    raise _failure(self.name, f'cannot be read, tried {trial + 1} times: {_words(reason)}') from None
                wait = None
            time.sleep(min(60, self._pause * 2 ** trial if wait is None else wait))
        raise AssertionError

    def _answer(self, asked: str, most: int) -> Tuple[int, bytes]:
        request = urllib.request.Request(self.name or '', headers={**self._headers, 'Range': asked})
        with _OPENER.open(request, timeout=self._timeout) as answer:
            if answer.status != 206:
                raise _NoRange(f'status {answer.status}')
            start = self._range_of(answer.headers)
            try:
                piece = answer.read(most + 1)
            except http.client.IncompleteRead as error:
                piece = error.partial
            if not piece:
                raise http.client.IncompleteRead(piece)
        if len(piece) > most:
            raise _failure(self.name, f'the server gave bytes from {start} on, more than the {most} that were asked for')
        return start, piece

    def _range_of(self, headers: Any) -> int:
        """Where the answer begins; its file has to be the one that it was."""
        told = re.match(r'bytes (\d+)-\d+/(\d+)$', headers.get('Content-Range', ''))
        if told is None:
            raise _NoRange(f"Content-Range: {headers.get('Content-Range')}")
        size, tag = int(told[2]), headers.get('ETag') or headers.get('Last-Modified')
        if self.size == 0 and self._tag is None:
            self.size, self._tag = size, tag
        elif (size, tag) != (self.size, self._tag):
            raise _failure(self.name, 'has changed while it was read: open it again', ChangedError)
        return int(told[1])

    def _refused(self, error: urllib.error.HTTPError) -> Exception:
        if error.code in (412, 416) and self.size != 0:
            return _failure(self.name, f'has changed while it was read ({error.code} {error.reason}): open it again', ChangedError)
        if error.code in (400, 416, 501) and self.size == 0:
            return _NoRange(f'status {error.code}')
        kind = FileMissingError if error.code in (404, 410) else ReadError
        return _failure(self.name, f'the server says {error.code} {error.reason}', kind)


class _Redirected(urllib.request.HTTPRedirectHandler):
    """What tells who asks is not for another server."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        request = super().redirect_request(req, fp, code, msg, headers, newurl)
        if request is not None and urllib.parse.urlsplit(newurl)[:2] != urllib.parse.urlsplit(req.full_url)[:2]:
            request.headers = {name: value for name, value in request.headers.items() if name.lower() in _FOR_ALL}
        return request


_OPENER = urllib.request.build_opener(_Redirected)


class _NoRange(Exception):
    """The server answered with something else than a range."""


def _retry_after(headers: Any) -> Optional[float]:
    told = headers.get('Retry-After', '')
    if told.isdecimal():
        return float(told)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(told).timestamp() - time.time())
    except (TypeError, ValueError, IndexError):
        return None


def _words(reason: Any) -> str:
    return str(reason) or type(reason).__name__


class ObjectFile(RangeFile):
    """A file object with seek() and read(), as fsspec, boto or zipfile have them."""

    # Several may stand on one object, which has one place where it reads.
    _turn = threading.Lock()

    def __init__(self, file: Any, *, name: Optional[str] = None, read_ahead: int = 0, gap: int = GAP) -> None:
        found = name or getattr(file, 'name', None) or getattr(file, 'path', None)
        with self._turn:
            size = int(file.seek(0, os.SEEK_END))
        RangeFile.__init__(self, found if isinstance(found, str) else None, size, read_ahead, gap)
        self._file = file

    def _fetch(self, offset: int, size: int) -> bytes:
        self.requests += 1
        pieces, left = [], size
        with self._turn:
            self._file.seek(offset)
            while left > 0:
                piece = self._file.read(left)
                if not piece:
                    break
                pieces.append(bytes(piece))
                left -= len(piece)
        return b''.join(pieces)


class FsspecFile(RangeFile):
    """A file of any store that fsspec knows (s3://, gs://, abfs://, hdfs://, ...), read by ranges without fsspec's cache."""

    def __init__(self, url: str, *, options: Optional[Dict[str, Any]] = None, read_ahead: int = READ_AHEAD,
                 known: Optional[Tuple[Any, ...]] = None) -> None:
        try:
            import fsspec.core
        except ImportError:
            raise _failure(url, f"{url.split(':')[0]}:// needs the package fsspec (Debian: python3-fsspec), and its part "
                                'for this store') from None
        self._system, self._path = fsspec.core.url_to_fs(url, **(options or {}))
        try:
            self._mark = str(self._system.ukey(self._path))
            size = int(self._system.size(self._path))
        except FileNotFoundError:
            raise _failure(url, 'there is no such file', FileMissingError) from None
        RangeFile.__init__(self, url, size, read_ahead)
        if known is not None and known != self.identity():
            raise _failure(url, 'has changed since it was opened first: open it again', ChangedError)

    def identity(self) -> Tuple[Any, ...]:
        return self.size, self._mark

    def _fetch(self, offset: int, size: int) -> bytes:
        self.requests += 1
        return bytes(self._system.cat_file(self._path, start=offset, end=offset + size))
