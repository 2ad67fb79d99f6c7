"""What stands for files, as callers give it: patterns of names, addresses, and what can go to another process."""

from __future__ import annotations

import glob
import io
import os
from typing import Any, List

from . import _native
from ._errors import ArgumentTypeError, FileMissingError


def is_http(source: Any) -> bool:
    """Is it an address that a server of HTTP answers?"""
    return isinstance(source, str) and source.lower().startswith(('http://', 'https://'))


def fitting(source: Any) -> List[Any]:
    """The files of a pattern (*, ?, [...], ** for folders within), in the order of their names; what is no pattern, or a file of just that name, by itself.

    FileMissingError: no file has such a name.
    """
    if not isinstance(source, (str, os.PathLike)) or '://' in os.fsdecode(source):
        return [source]
    path = os.fsdecode(source)
    if not glob.has_magic(path) or os.path.exists(path):
        return [source]
    found = sorted(glob.glob(path, recursive=True))
    if not found:
        raise FileMissingError('no file has such a name', _native.ERROR_NO_FILE, path=path)
    return found


def opened(source: Any) -> Any:
    """What File opens: of an address what reads its ranges."""
    if not is_http(source):
        return source
    from .remote import HttpFile  # takes long to import
    return HttpFile(source)


def portable(source: Any) -> Any:
    """The same for a copy, or for another process. ArgumentTypeError: a file object, whose place where it reads is one."""
    if isinstance(source, (str, bytes, bytearray, os.PathLike, io.BytesIO)):
        return source
    try:
        return bytes(memoryview(source))
    except TypeError:
        pass
    if hasattr(source, 'seek') or not hasattr(source, 'read_at') or hasattr(source, 'read_ahead'):
        raise ArgumentTypeError(f'a database over an object ({type(source).__name__}) cannot be copied or pickled: open it by its path or address')
    return source
