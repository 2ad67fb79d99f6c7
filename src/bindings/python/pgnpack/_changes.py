"""Changing databases: games added, deleted, brought back, replaced; changes taken back."""

from __future__ import annotations

import contextlib
import ctypes
import datetime
import operator
import os
import threading
from typing import Any, Iterable, Iterator, List, Optional, Set, Tuple, Union, cast

from . import _history, _native
from ._duplicates import Duplicate, duplicates_of
from ._editing import Comments, Editor, Tags, edit_all
from ._errors import (ArgumentError, ArgumentTypeError, ClosedError, PgnpackError,
                      text_argument)
from ._games import Game, Games
from ._history import Change, ChangedGames, Deleted, Undone
from ._native import lib
from ._pack import _INDEX, Path, Progress, _address, _Callbacks, _level, _number, _path_bytes, _threads
from ._source import Segment, segments_of

Text = Union[str, bytes, bytearray, memoryview]
#: Games to delete: a number, from 1; an id; or several of these.
Chosen = Union[int, str, Iterable[Union[int, str]]]

_PIECE = 1 << 20
#: How files begin that are no text: databases, this one, too; gzip, bzip2, xz, zstd, zip.
_NO_TEXT = b'BCGN\x01', b'\x1f\x8b', b'BZh', b'\xfd7zXZ\0', b'\x28\xb5\x2f\xfd', b'PK\x03\x04'
_GAMES_AT_ONCE = 1024
#: With this a game begins anywhere.
_BEGINNING = b'[Event "'
_SPACE = b' \t\v\f\r\n'
_NUMBER_MAX = (1 << 63) - 1


class Changes(_native.Owned):
    """A database that is changed. What is asked for becomes true with commit(), all of it or, whatever happens, nothing.

    `path`: of the file, which no other program can change until close(); all can read it, and see the state that they opened.
    `create`: a file that is not there is made, and goes again where nothing is committed. `level`, `threads`, `index`, `progress`: of what is appended, as in Writer.

    As a context manager it commits at the end, or gives the change up where there was an exception, and is closed:

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), 'games.bcgn')
    >>> with Changes(path, create=True) as changes:
    ...     changes.append('[White "A"]\\n\\n1. e4 e5 *')
    ...     changes.append('[White "B"]\\n\\n1. d4 d5 *')
    >>> changes = Changes(path)
    >>> changes.delete(1)
    1
    >>> changes.commit('the first one is no good')
    >>> changes.game_count, changes.deleted_count
    (2, 1)
    >>> [(segment.game_count, segment.deleted_count, segment.message) for segment in changes.log()]
    [(0, 0, ''), (2, 1, ''), (0, 0, 'the first one is no good')]
    >>> changes.close()

    For any number of threads, one call after the other; for the process that made it, not for one that is forked off.
    """

    #: Of the change that is being made: games that get new texts, and those that were deleted or brought back.
    _replaced: Set[int]
    _marked: Set[int]
    _has_appended: bool
    _has_undone: bool

    def __init__(self, path: Path, *, create: bool = False, level: int = 3, threads: Optional[int] = None, index: str = 'by size',
                 progress: Optional[Progress] = None, memory_limit: int = 0) -> None:
        super().__init__()
        self._address = 0
        self._writer = 0
        self._editor: Optional[Editor] = None
        self._cursor = 0
        self._forget()
        self._lock = threading.RLock()
        self._is_inside = False
        self._callbacks = _Callbacks()
        #: Of the file, as it was given.
        self.path: str = os.fsdecode(path)
        if index not in _INDEX:
            raise ArgumentError(f'index={index!r}: there are {", ".join(map(repr, _INDEX))}')
        self._progress = self._callbacks.progress(progress)
        self._options = _native.WriterOptions(size=ctypes.sizeof(_native.WriterOptions), level=_level(level), threads=_threads(threads),
                                              progress=_address(self._progress), index=_INDEX[index])
        self._general = general = _native.Options(size=ctypes.sizeof(_native.Options), memory_limit=_number('memory_limit', memory_limit))
        name = _path_bytes(path)
        self._address = _native.handle(lib.database_new(ctypes.byref(general)))
        try:
            opening = _native.DatabaseOptions(size=ctypes.sizeof(_native.DatabaseOptions), create=create)
            self._checked(lib.database_open(self._address, name, ctypes.byref(opening)))
        except BaseException:
            self.close()
            raise

    # ---- Calls ----

    @contextlib.contextmanager
    def _using(self) -> Iterator[int]:
        """The handle, for one call: neither another thread nor a function that is told of progress comes in between."""
        self._check_ours(self.path)
        with self._lock:
            if not self._address:
                raise ClosedError('the database is closed', path=self.path)
            if self._is_inside:
                raise ArgumentError('a function that is told of progress must not use what told it')
            self._is_inside = True
            try:
                yield self._address
            finally:
                self._is_inside = False

    def _checked(self, status: int) -> None:
        if status != _native.OK:
            raise self._callbacks.failure(lib.error(self._address), self.path)

    def _reader(self) -> int:
        reader = lib.database_reader(self._address)
        if not reader:
            raise ClosedError('the database is not open any more', path=self.path)
        return int(reader)

    # ---- The state ----

    @property
    def game_count(self) -> int:
        """The highest number of a game, as of the last commit: deleted games keep their numbers."""
        with self._using():
            return int(lib.reader_info(self._reader()).contents.game_count)

    @property
    def deleted_count(self) -> int:
        """How many of these are deleted."""
        with self._using():
            return int(lib.reader_info(self._reader()).contents.deleted_count)

    def log(self) -> List[Segment]:
        """The segments, in the order of the file. Each ends with a state, to which truncate_to() goes back."""
        with self._using():
            return segments_of(self._reader())

    def history(self) -> List[Change]:
        """The changes, the oldest first, also those whose segments were made one with others."""
        with self._using():
            return _history.changes_of(self._reader(), self.path)

    def games_of(self, change: int) -> List[ChangedGames]:
        """What a change of that number, one of history(), did to which games, as far as they are in the file: those that it added first."""
        number = _number('change', change)
        with self._using():
            return _history.games_of_change(self._reader(), number, self.path)

    def deleted(self) -> List[Deleted]:
        """The deleted games, as of the last commit, in their order: why, and by which change."""
        with self._using():
            return _history.deleted_of(self._reader(), self.path)

    def find_id(self, name: str) -> int:
        """The number of the game that an id names, from 1; it may be a deleted game's."""
        with self._using():
            return self._number_of(name)

    # ---- The change ----

    def append(self, source: Union[Text, Game, Games, Iterable[Union[Text, Game, Games]]]) -> None:
        """Adds games: PGN text of whole games (a str as UTF-8, its surrogateescapes as the bytes that they are), a game or
        games of a database that is open, or several of these. An empty line is put before where there is none."""
        if isinstance(source, (str, bytes, bytearray, memoryview, Game)):
            self._add(_text_bytes(source))
        elif isinstance(source, Games):
            for first in range(0, len(source), _GAMES_AT_ONCE):
                for text in source[first:first + _GAMES_AT_ONCE].column('text').raw_list():
                    self._add(text)
        elif isinstance(source, Iterable):
            for one in cast(Iterable[Any], source):
                self.append(one)
        else:
            raise ArgumentTypeError(f'games are text, a Game, Games, or several of these, not {type(source).__name__}')

    def append_file(self, source: Any) -> None:
        """Adds the games of a PGN file: a path, or a file object."""
        if not isinstance(source, (str, os.PathLike)) and not hasattr(source, 'read'):
            raise ArgumentTypeError(f'a PGN file is a path or a file object, not {type(source).__name__}')
        with contextlib.ExitStack() as stack:
            file = stack.enter_context(open(source, 'rb')) if isinstance(source, (str, os.PathLike)) else source
            piece = file.read(_PIECE)
            if bytes(piece[:8]).startswith(_NO_TEXT):
                raise ArgumentError(f'{getattr(source, "name", source)} is packed, and no PGN text: append() takes a database that is open; '
                                    'what is compressed is opened first, as with gzip.open()')
            self._add(bytes(piece))
            while piece:
                piece = file.read(_PIECE)
                self._write(bytes(piece))

    def delete(self, games: Chosen) -> int:
        """Deletes games, by numbers or ids, and returns how many these are. They keep their numbers, and undelete() brings them
        back. A number or id of no game is an error, and then none is deleted."""
        return self._mark(games, lambda *arguments: lib.database_delete(*arguments, 1, 0), False)

    def undelete(self, games: Chosen, *, duplicates: bool = False) -> int:
        """Brings games back that were deleted by hand, or those that were as duplicates; others stay deleted. Returns how many games were
        named. The later one of delete() and undelete() counts."""
        reason = 2 if duplicates else 1
        return self._mark(games, lambda *arguments: lib.database_undelete(*arguments, reason), True)

    def dedupe(self, kind: str = 'exact', *, keep: str = 'text') -> List[Duplicate]:
        """Deletes games that the database has twice, and keeps one of each, as `pgndb dedupe` does: it is in DATABASES.md which these are.
        `kind`: 'exact', 'loose' or 'version'. `keep`: the one with more 'text', 'comments' or 'tags', the 'first' or the 'last' one. Returns what
        is deleted, with the games that are kept; abort() forgets it, and undelete() with `duplicates` brings it back. It comes before all else in
        a change. Damaged blocks are an error.

        >>> import os, tempfile
        >>> with Changes(os.path.join(tempfile.mkdtemp(), 'games.bcgn'), create=True) as changes:
        ...     changes.append(2 * '[White "A"]\\n[Black "B"]\\n\\n1. e4 e5 *\\n\\n')
        ...     changes.commit()
        ...     changes.dedupe()
        [Duplicate(game=2, kept=1, kind='exact')]
        """
        with self._using() as address:
            if self._marked or self._replaced or self._has_appended or self._has_undone:
                raise self._refusal('dedupe() looks at the database as it was committed: commit first')
            found = duplicates_of(self._reader(), self.path, self._general, kind, keep, self._options.threads)
            for one in found:
                self._checked(lib.database_delete(address, one.game, 1, _native.REASON_DUPLICATE, one.kept))
            self._marked.update(one.game for one in found)
        return found

    def replace(self, game: Union[int, str], text: Union[Text, Game]) -> bool:
        """Gives a game, named by its number or id, a new text, which must be one game. That is a new version: a game behind all others, which
        has the id; the old one is deleted. False: the text is what it was, but for white space around it, and nothing is done.

        It comes before append() and append_file() in a change, for each game once, and not for one that is deleted, or was in this change.

        >>> import os, tempfile
        >>> with Changes(os.path.join(tempfile.mkdtemp(), 'games.bcgn'), create=True) as changes:
        ...     changes.append('[White "A"]\\n\\n1. e4 e5 *')
        ...     changes.commit()
        ...     changes.replace(1, '[White "A"]\\n\\n1. e4 c5 *')
        ...     changes.commit()
        ...     changes.game_count, changes.deleted()
        True
        (2, [Deleted(game=1, reason='replaced', other=2, change=2)])
        """
        new = _text_bytes(text).strip(_SPACE)
        with self._using() as address:
            number = self._number_to_replace(game)
            if new == self._text_of(number).strip(_SPACE):
                return False
            with self._editing(number, new):
                pass
            self._put_version(address, number, new)
        return True

    def edit(self, game: Union[int, str], *, tags: Optional[Tags] = None, result: Optional[str] = None,
             comments: Optional[Comments] = None) -> bool:
        """Gives a game a new version, as replace(), in which some things are other ones, and all other bytes what they were. False: all is
        so already, and nothing is done.

        `tags`: values by names, None: there is to be none. `result`: '1-0', '0-1', '1/2-1/2' or '*', behind the moves and in the tag; a tag
        Result of these does both, too. `comments`: words by half-moves of the main line, behind which they stand in braces, 0: before the first
        one, None: no words. A comment's clock, or what else it has in the form of [%clk 0:10:00], stays.

        >>> import os, tempfile
        >>> with Changes(os.path.join(tempfile.mkdtemp(), 'games.bcgn'), create=True) as changes:
        ...     changes.append('[White "A"]\\n[Round "1"]\\n\\n1. e4 e5 *')
        ...     changes.commit()
        ...     changes.edit(1, tags={'White': 'B', 'Round': None}, result='1-0', comments={1: 'best by test'})
        ...     changes.commit()
        ...     changes.edit(2, tags={'White': 'B'})
        True
        False
        """
        with self._using() as address:
            number = self._number_to_replace(game)
            with self._editing(number, self._text_of(number)) as editor:
                edit_all(editor, tags, result, comments)
                text = editor.finish()
            if text is not None:
                self._put_version(address, number, text)
        return text is not None

    def undo(self, change: Union[int, str]) -> Undone:
        """Takes back with the next commit what a change did, and leaves what later ones did. `change`: its number in history(), or 'last': the
        last one that takes none back and was not taken back.

        Games that came with it are deleted, those that it deleted or replaced are there again, those that it brought back are deleted as
        before. What later changes made something else of is left as it is, and so are new versions where compact(forget=True) left old
        ones out. An undoing is taken back by its number. One a commit, and none in a change in which games get new texts. A change of
        which nothing can be taken back is an error.

        >>> import os, tempfile
        >>> with Changes(os.path.join(tempfile.mkdtemp(), 'games.bcgn'), create=True) as changes:
        ...     changes.append('[White "A"]\\n\\n1. e4 e5 *')
        ...     changes.commit()
        ...     changes.edit(1, tags={'White': 'B'})
        ...     changes.commit()
        ...     changes.undo('last')
        ...     changes.commit()
        ...     changes.history()[-1].takes_back
        True
        Undone(deleted=1, brought_back=1, left=0, gone=0)
        2
        """
        wanted = None if isinstance(change, str) and change == 'last' else _number('change', change)
        totals = _native.UndoTotals()
        with self._using() as address:
            if self._replaced or self._has_undone:
                done = 'games get new texts in this change' if self._replaced else 'a change is being taken back already'
                raise self._refusal(f'{done}: commit first')
            number = self._change_to_undo(wanted)
            self._checked(lib.database_undo(address, number, ctypes.byref(totals)))
            self._has_undone = True
        return Undone(totals.deleted, totals.brought_back, totals.left, totals.gone)

    def commit(self, message: Optional[str] = None, *, time: Union[None, int, datetime.datetime] = None) -> None:
        """Makes the change: when this returns, it is on the disk. After an error the file is as before, and the change is forgotten.

        `message`: a line that log() shows. `time`: seconds since 1970, or a datetime; None: now.
        """
        words, seconds = _words(message), _seconds(time)
        with self._using() as address:
            self._forget()
            self._free_cursor()
            self._checked(lib.database_commit(address, words, seconds))

    def abort(self) -> None:
        """Forgets what was added and deleted since the last commit."""
        with self._using() as address:
            self._forget()
            self._checked(lib.database_abort(address))

    # ---- The file ----

    def truncate_to(self, state: int) -> None:
        """Goes back to the state after the change of that number, if it is the last one of its segment: one of those in log(). What
        came later is gone, for good."""
        with self._using() as address:
            self._free_cursor()
            self._checked(lib.database_truncate(address, _number('state', state)))

    def compact(self, level: Optional[int] = None, *, forget: bool = False, keep_ids: bool = True,
                message: Optional[str] = None, time: Union[None, int, datetime.datetime] = None,
                progress: Optional[Progress] = None) -> None:
        """Makes few segments of many, in a new file that takes the old one's place at once. Deleted games stay, and can be brought back;
        with `forget` they are gone for good, the others get new numbers, and ids lead to them, unless keep_ids is False. `level`: everything
        is packed anew. Not in the midst of a change."""
        if not forget and not keep_ids:
            raise ArgumentError('deleted games are kept by their ids: keep_ids=False goes with forget=True')
        told, options = self._copy_options(message, time, progress)
        options.keep_deleted = int(not forget)
        options.level, options.ids = 0 if level is None else _level(level), 0 if keep_ids else 2
        self._compact(told, options)

    def merge_small(self, *, message: Optional[str] = None, time: Union[None, int, datetime.datetime] = None,
                    progress: Optional[Progress] = None) -> int:
        """Makes one segment of many small ones at the end, where 8 or more are worth it, and returns how many these were. Numbers and
        ids stay. Worth a call now and then where games are added a few at a time."""
        told, options = self._copy_options(message, time, progress)
        options.small_only = 1
        return int(self._compact(told, options).merged_segments)

    def close(self) -> None:
        """Lets others change the file. What was not committed is forgotten."""
        if not self._is_ours():
            return
        with self._lock:
            if self._is_inside:
                raise ArgumentError('a function that is told of progress must not close what told it')
            self._free()

    @property
    def closed(self) -> bool:
        return not self._address or not self._is_ours()

    def __enter__(self) -> 'Changes':
        return self

    def __exit__(self, kind: Any, _value: Any, _traceback: Any) -> None:
        try:
            if kind is None and not self.closed:
                self.commit()
        finally:
            self.close()

    def __del__(self) -> None:
        if getattr(self, '_address', 0) and self._is_ours():
            self._free()

    def __repr__(self) -> str:
        return f'<Changes of {self.path}{", closed" if self.closed else ""}>'

    def _free(self) -> None:
        """All that there is, in this order."""
        self._forget()
        self._free_cursor()
        if self._editor is not None:
            self._editor.free()
            self._editor = None
        address, self._address = self._address, 0
        if address:
            lib.free(address)

    def _free_cursor(self) -> None:
        """It is of a state that is about to go."""
        cursor, self._cursor = self._cursor, 0
        if cursor:
            lib.free(cursor)

    # ---- The change that is being made ----

    def _forget(self) -> None:
        """There is none."""
        self._writer = 0
        self._replaced, self._marked = set(), set()
        self._has_appended = self._has_undone = False

    def _refusal(self, text: str, number: Optional[int] = None) -> ArgumentError:
        return ArgumentError(text, _native.ERROR_ARGUMENT, number, path=self.path)

    # ---- New versions ----

    def _number_to_replace(self, game: Union[int, str]) -> int:
        """Of a game that can have a new version in this change."""
        if self._has_appended or self._has_undone:
            done = 'append() and append_file()' if self._has_appended else 'undo()'
            raise self._refusal(f'new texts of games come before {done} in a change, or in the next one: commit first')
        count = lib.reader_info(self._reader()).contents.game_count
        number = self._number_of(game, False) if isinstance(game, str) else _checked_number(game, count)
        if lib.reader_is_deleted(self._reader(), number):
            version = _history.new_version_of(self._reader(), number)
            raise self._refusal(f'game {number} is deleted' if version is None else f'game {number} is the old version of game {version}', number)
        if number in self._replaced or number in self._marked:
            done = 'gets a new text' if number in self._replaced else 'was deleted or brought back'
            raise self._refusal(f'game {number} {done} in this change already: commit first', number)
        return number

    def _text_of(self, number: int) -> bytes:
        if self._is_cut(number):
            raise self._refusal(f'game {number} has more than 16 MiB of text', number)
        if not self._cursor:
            self._cursor = _native.handle(lib.cursor_new(self._reader(), _native.PART_TEXT))
        text, game = _native.Text(), ctypes.c_void_p()
        if (lib.cursor_seek(self._cursor, number) != _native.OK or lib.cursor_next(self._cursor, ctypes.byref(game)) != _native.OK
                or lib.cursor_text(self._cursor, ctypes.byref(text)) != _native.OK):
            raise _native.failure(lib.error(self._cursor), self.path)
        return _native.bytes_of(text)

    def _is_cut(self, number: int) -> bool:
        """Does the game's text go on in further blocks, of which cursors have nothing?"""
        reader, info = self._reader(), _native.BlockInfo()
        block = lib.reader_find_block(reader, number) + 1
        while lib.reader_block(reader, block, ctypes.byref(info)):
            if not info.is_annex:
                return bool(info.first_game == number + 1 and info.continues and not info.game_count)
            block += 1
        return False

    @contextlib.contextmanager
    def _editing(self, number: int, text: bytes) -> Iterator[Editor]:
        """The editor, begun with a text for the game; what it refuses is told of the game."""
        if self._editor is None:
            self._editor = Editor(self._general)
        try:
            self._editor.begin(text)
            yield self._editor
        except PgnpackError as error:
            error.text, error.game, error.path = f'game {number}: {error.text}', number, self.path
            raise

    def _put_version(self, address: int, number: int, text: bytes) -> None:
        """The checks come first: when the text is written, all is well."""
        added = len(self._replaced) + 1
        count = lib.reader_info(self._reader()).contents.game_count
        self._checked(lib.database_delete(address, number, 1, _native.REASON_REPLACED, count + added))
        self._checked(lib.database_set_origin(address, added, 1, number))
        self._begin_text(address, text)
        self._replaced.add(number)
        self._put(text.lstrip(b'\r\n'))
        self._written(lib.writer_begin_game(self._writer))

    # ---- Games ----

    def _number_of(self, name: str, wants_deleted: Optional[bool] = None) -> int:
        """wants_deleted: the game's own id, for a change; None: of the game to which it leads."""
        reader, number = self._reader(), ctypes.c_uint64()
        encoded = text_argument('name', name).encode('utf-8', 'surrogateescape').replace(b'\0', b'?')
        meant = _native.ID_NOW if wants_deleted is None else _native.ID_OWN_DELETED if wants_deleted else _native.ID_OWN
        status = lib.reader_find_id(reader, encoded, meant, ctypes.byref(number))
        if status == _native.END:
            raise ArgumentError(_native.text_of(lib.error(reader).contents.text), _native.ERROR_ARGUMENT, path=self.path)
        if status != _native.OK:
            raise _native.failure(lib.error(reader), self.path)
        return number.value

    def _mark(self, games: Chosen, function: Any, wants_deleted: bool) -> int:
        several: List[Any] = list(games) if isinstance(games, Iterable) and not isinstance(games, (str, bytes, bytearray)) else [games]
        with self._using() as address:
            count = lib.reader_info(self._reader()).contents.game_count
            numbers = sorted({self._number_of(one, wants_deleted) if isinstance(one, str) else _checked_number(one, count) for one in several})
            for number in numbers if self._replaced else ():
                if number in self._replaced:
                    raise self._refusal(f'game {number} gets a new text in this change: commit first')
            self._marked.update(numbers)
            for first, last in _runs(numbers):
                self._checked(function(address, first, last - first + 1))
        return len(numbers)

    def _change_to_undo(self, wanted: Optional[int]) -> int:
        """A change of which something can be taken back; None: the last one."""
        changes = _history.changes_of(self._reader(), self.path)
        number = _history.last_change(changes) if wanted is None else wanted
        if number is None:
            raise self._refusal('there is no change that could be taken back')
        games = _history.games_of_change(self._reader(), number, self.path)
        if any(one.can_undo for one in games):
            return number
        by = _history.taken_back_by(changes).get(number)
        if by is not None:
            raise self._refusal(f'change {number} was taken back already, by change {by}; undo({by}) would make it again')
        raise self._refusal(f'nothing of change {number} can be taken back: later changes made something else of all of its games, '
                            'or compaction left out what they were before' if games
                            else f'change {number} has no games left that could be taken back')

    def _begin(self, address: int) -> int:
        """The change's writer."""
        if not self._writer:
            writer = lib.database_append(address, ctypes.byref(self._options))
            if not writer:
                raise self._callbacks.failure(lib.error(address), self.path)
            self._writer = writer
        return self._writer

    def _add(self, text: bytes) -> None:
        """A text of whole games, or its beginning."""
        with self._using() as address:
            self._begin_text(address, text)
            self._has_appended = True
            self._put(text)

    def _begin_text(self, address: int, text: bytes) -> None:
        """What comes behind a new version must not be read as one game with it: where this might be, a file without a name begins."""
        self._written(lib.writer_begin_game(self._begin(address)))
        if self._replaced and not self._has_appended and not text.lstrip(b'\r\n').startswith(_BEGINNING):
            self._written(lib.writer_begin_file(self._writer, b'', 0, None))

    def _write(self, text: bytes) -> None:
        with self._using() as address:
            self._begin(address)
            self._put(text)

    def _put(self, text: bytes) -> None:
        self._written(lib.writer_write(self._writer, text, len(text)))

    def _written(self, status: int) -> None:
        if status != _native.OK:
            raise self._callbacks.failure(lib.error(self._writer), self.path)

    def _compact(self, told: Any, options: _native.CopyOptions) -> _native.CopyTotals:
        totals = _native.CopyTotals()
        with self._using() as address:
            self._free_cursor()
            self._checked(lib.database_compact(address, ctypes.byref(options), ctypes.byref(totals)))
        del told
        return totals

    def _copy_options(self, message: Optional[str], time: Union[None, int, datetime.datetime],
                      progress: Optional[Progress]) -> Tuple[Any, _native.CopyOptions]:
        """What has to live as long as the call, and the options."""
        told = self._callbacks.progress(progress)
        return told, _native.CopyOptions(size=ctypes.sizeof(_native.CopyOptions), threads=self._options.threads,
                                         index=self._options.index, command=_words(message), time=_seconds(time),
                                         progress=_address(told))


def _checked_number(number: Any, count: int) -> int:
    if isinstance(number, bool) or not hasattr(number, '__index__'):
        raise ArgumentTypeError(f'games are named by numbers and ids, not by {type(number).__name__}')
    value = operator.index(number)
    if not 1 <= value <= count:
        raise ArgumentError(f'there is no game {value}: they are numbered from 1 to {count}')
    return value


def _text_bytes(text: Union[Text, Game]) -> bytes:
    """Of a text as append() takes it."""
    if isinstance(text, Game):
        text = text.text
    if not isinstance(text, (str, bytes, bytearray, memoryview)):
        raise ArgumentTypeError(f'a game is a text or a Game, not {type(text).__name__}')
    return text.encode('utf-8', 'surrogateescape') if isinstance(text, str) else bytes(text)


def _runs(numbers: List[int]) -> Iterator[Tuple[int, int]]:
    """First and last of those that follow each other."""
    first = last = 0
    for number in numbers:
        if number != last + 1 and first:
            yield first, last
        if number != last + 1 or not first:
            first = number
        last = number
    if first:
        yield first, last


def _words(message: Optional[str]) -> Optional[bytes]:
    if message is None:
        return None
    words = text_argument('message', message).encode('utf-8', 'surrogateescape')
    if b'\0' in words or b'\n' in words or len(words) > 4096:
        raise ArgumentError('a message is a line of at most 4,096 bytes, without zero bytes')
    return words


def _seconds(time: Union[None, int, datetime.datetime]) -> int:
    seconds = int(time.timestamp()) if isinstance(time, datetime.datetime) else time or 0
    if not isinstance(seconds, int) or not 0 <= seconds <= _NUMBER_MAX:
        raise ArgumentError(f'time={time!r}: seconds since 1970, or a datetime')
    return seconds
