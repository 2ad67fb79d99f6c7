"""A game's text with other tags, another result and other comments, by the library's editor."""

from __future__ import annotations

import ctypes
from typing import Any, Mapping, Optional

from . import _native
from ._errors import ArgumentError, ArgumentTypeError, text_argument, whole_number
from ._native import lib
from ._table import OUTCOMES

#: Values by tags, None: there is to be none; and words by half-moves.
Tags = Mapping[str, Optional[str]]
Comments = Mapping[int, Optional[str]]

_PLY_MAX = (1 << 32) - 1


class Editor:
    """The text of one game at a time, as bytes."""

    def __init__(self, options: _native.Options) -> None:
        self._address = _native.handle(lib.editor_new(ctypes.byref(options)))

    def free(self) -> None:
        address, self._address = self._address, 0
        lib.free(address)

    def begin(self, text: bytes) -> None:
        """With a text that must be one game."""
        self._checked(lib.editor_begin(self._address, text, len(text)), 'text')

    def set_tag(self, name: str, value: Optional[str]) -> None:
        """A tag Result of the usual values goes with what stands behind the moves."""
        if name == 'Result' and value in OUTCOMES:
            self.set_result(value)
            return
        word, words = _bytes_of('a tag', name).replace(b'\0', b'?'), None if value is None else _bytes_of(name, value)
        self._checked(lib.editor_set_tag(self._address, word, words, len(words or b'')), f'tag {name}')

    def set_result(self, result: str) -> None:
        if result not in OUTCOMES:
            raise ArgumentError(f'result={result!r}: there are {", ".join(map(repr, OUTCOMES))}')
        self._checked(lib.editor_set_result(self._address, OUTCOMES.index(result)), 'result')

    def set_comment(self, ply: int, words: Optional[str]) -> None:
        place = whole_number('ply', ply, 0, _PLY_MAX)
        text = b'' if words is None else _bytes_of('a comment', words)
        self._checked(lib.editor_set_comment(self._address, place, text, len(text)), f'comment behind half-move {place}')

    def finish(self) -> Optional[bytes]:
        """The text, unless it is what it was."""
        edited = _native.Edited()
        self._checked(lib.editor_finish(self._address, ctypes.byref(edited)), 'text')
        return _native.bytes_of(edited.text) if edited.changes else None

    def _checked(self, status: int, what: str) -> None:
        if status != _native.OK:
            error = _native.failure(lib.error(self._address))
            error.text = f'{what}: {error.text}'
            raise error


def _bytes_of(name: str, value: Any) -> bytes:
    return text_argument(name, value).encode('utf-8', 'surrogateescape')


def edit_all(editor: Editor, tags: Optional[Tags], result: Optional[str], comments: Optional[Comments]) -> None:
    """All of it, in the text with which the editor began."""
    for name, several in (('tags', tags), ('comments', comments)):
        if several is not None and not isinstance(several, Mapping):
            raise ArgumentTypeError(f'{name}: a dict, not {type(several).__name__}')
    for ply, words in (comments or {}).items():
        editor.set_comment(ply, words)
    for tag, value in (tags or {}).items():
        editor.set_tag(tag, value)
    if result is not None:
        editor.set_result(result)
