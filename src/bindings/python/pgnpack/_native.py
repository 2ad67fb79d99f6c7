"""The library through ctypes: where it is, its structs and its functions, as include/pgnpack.h and pgnpack_extra.h have them.

Calls release the interpreter's lock: threads read at once. Handles are plain addresses here; who owns them frees them.
"""

from __future__ import annotations

import ctypes
import os
import sys
from ctypes import POINTER, c_char_p, c_int, c_int64, c_size_t, c_uint, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p
from typing import Any, Dict, List, Optional, Tuple, Type

from ._errors import ClosedError, PgnpackError, error_of
from ._version import SERIES

OK, END = 0, 1
ERROR_ARGUMENT, ERROR_MEMORY, ERROR_READ, ERROR_NO_FILE = 10, 20, 30, 32
ERROR_UNSUPPORTED, ERROR_CORRUPT, ERROR_TRUNCATED, ERROR_LIMIT = 41, 42, 43, 50

BATCH_PLIES, BATCH_RESULTS, BATCH_MOVES, BATCH_SAN, BATCH_UCI, BATCH_CLOCKS, BATCH_EVALS = 1, 2, 4, 8, 16, 32, 64
BATCH_COMMENTS, BATCH_KEYS, BATCH_TEXT, BATCH_FENS = 128, 256, 512, 1024

PART_TAGS, PART_SHAPE, PART_MOVES, PART_TEXT = 1, 2, 4, 8

ITEM_MOVE, ITEM_NULL_MOVE, ITEM_VARIATION_BEGIN, ITEM_VARIATION_END, ITEM_DROP = 0, 1, 7, 8, 10

BOARD_MOVES_MAX, SAN_SIZE, FEN_SIZE, ID_SIZE = 1088, 12, 132, 32
ID_NOW, ID_OWN, ID_OWN_DELETED = range(3)
DELETED_LEFT_OUT, DELETED_KEPT = range(2)
REASON_HAND, REASON_DUPLICATE, REASON_REPLACED, REASON_TAKEN_BACK = range(1, 5)


class Text(ctypes.Structure):
    _fields_ = [('data', c_void_p), ('size', c_size_t)]


class Error(ctypes.Structure):
    _fields_ = [('status', c_int), ('game', c_uint64), ('line', c_uint64), ('offset', c_uint64), ('text', c_char_p), ('reserved', c_uint64 * 4)]


class Options(ctypes.Structure):
    _fields_ = [('size', c_size_t), ('allocator', c_void_p), ('memory_limit', c_size_t), ('work_limit', c_uint64),
                ('net', c_void_p), ('net_opaque', c_void_p)]


class Source(ctypes.Structure):
    _fields_ = [('size', c_size_t), ('path', c_char_p), ('bytes', c_void_p), ('byte_count', c_size_t), ('read', c_void_p),
                ('read_at', c_void_p), ('file_size', c_uint64), ('opaque', c_void_p),
                ('prefetch', c_void_p), ('gap', c_size_t), ('layout', c_char_p), ('layout_size', c_size_t),
                ('is_memory', c_int), ('cache_size', c_size_t)]


class Sink(ctypes.Structure):
    _fields_ = [('size', c_size_t), ('path', c_char_p), ('write', c_void_p), ('opaque', c_void_p)]


class Item(ctypes.Structure):
    _fields_ = [('kind', c_int), ('in_header', c_int), ('after_result', c_int), ('value', c_uint16), ('text', Text), ('reserved', c_uint64 * 2)]


class BlockInfo(ctypes.Structure):
    _fields_ = [('offset', c_uint64), ('size', c_uint64), ('text_size', c_uint64), ('first_game', c_uint64),
                ('game_count', c_uint64), ('date_min', c_uint32), ('date_max', c_uint32), ('elo_min', c_uint),
                ('elo_max', c_uint), ('begins_file', c_int), ('has_files', c_int), ('continues', c_int),
                ('is_annex', c_int), ('reserved', c_uint64 * 4)]


class SegmentInfo(ctypes.Structure):
    _fields_ = [(name, c_uint64) for name in
                ('offset', 'size', 'text_size', 'first_game', 'game_count', 'deleted_count', 'identity')] + [
                    ('time', c_int64), ('state', c_uint64), ('is_change', c_int), ('is_damaged', c_int), ('is_newer', c_int), ('command', Text),
                    ('name', ctypes.c_char * ID_SIZE), ('reserved', c_uint64 * 4)]


class ChangeInfo(ctypes.Structure):
    _fields_ = [('number', c_uint64), ('time', c_int64), ('segment', c_uint64), ('is_state', c_int), ('is_damaged', c_int)] + [
        (name, c_uint64) for name in ('added', 'deleted', 'brought_back', 'takes_back')] + [('command', Text), ('reserved', c_uint64 * 4)]


class DeletedInfo(ctypes.Structure):
    _fields_ = [('first', c_uint64), ('count', c_uint64), ('reason', c_int), ('other', c_uint64), ('change', c_uint64), ('reserved', c_uint64 * 2)]


class ChangeGames(ctypes.Structure):
    _fields_ = [('first', c_uint64), ('count', c_uint64), ('is_added', c_int), ('reason', c_int), ('other', c_uint64), ('can_undo', c_int), ('reserved', c_uint64 * 2)]


class UndoTotals(ctypes.Structure):
    _fields_ = [(name, c_uint64) for name in ('deleted', 'brought_back', 'left', 'gone')] + [('reserved', c_uint64 * 2)]


class Edited(ctypes.Structure):
    _fields_ = [('text', Text), ('game', c_void_p), ('changes', c_uint64)]


class BatchOptions(ctypes.Structure):
    _fields_ = [('size', c_size_t), ('tags', POINTER(c_char_p)), ('tag_count', c_size_t), ('parts', c_uint),
                ('keep_escapes', c_int)]


class BytesColumn(ctypes.Structure):
    _fields_ = [('data', c_void_p), ('capacity', c_size_t), ('offsets', c_void_p), ('is_set', c_void_p)]


class MovesColumn(ctypes.Structure):
    _fields_ = [('data', c_void_p), ('capacity', c_size_t), ('offsets', c_void_p)]


class NumbersColumn(ctypes.Structure):
    _fields_ = [('data', c_void_p), ('capacity', c_size_t), ('offsets', c_void_p)]


class KeysColumn(ctypes.Structure):
    _fields_ = [('data', c_void_p), ('capacity', c_size_t), ('offsets', c_void_p)]


class TextsColumn(ctypes.Structure):
    _fields_ = [('data', c_void_p), ('capacity', c_size_t), ('text_offsets', c_void_p), ('text_capacity', c_size_t),
                ('offsets', c_void_p)]


class Columns(ctypes.Structure):
    _fields_ = [('size', c_size_t), ('capacity', c_size_t), ('numbers', c_void_p), ('plies', c_void_p),
                ('results', c_void_p), ('tags', POINTER(BytesColumn)), ('views', c_void_p), ('moves', MovesColumn),
                ('san', BytesColumn), ('uci', BytesColumn), ('clocks', NumbersColumn), ('evals', NumbersColumn),
                ('comments', TextsColumn), ('keys', KeysColumn), ('text', BytesColumn), ('fens', TextsColumn)]


class QueryWord(ctypes.Structure):
    _fields_ = [('name', c_char_p), ('value', c_char_p), ('text', c_char_p), ('reads', c_char_p), ('reserved', c_uint64 * 2)]


class Hit(ctypes.Structure):
    _fields_ = [('game', c_uint64), ('ply', c_uint32), ('last_ply', c_uint32), ('item', c_uint32), ('move', c_uint16),
                ('as_black', c_uint8), ('reserved', c_uint8 * 9)]


class SearchCounts(ctypes.Structure):
    _fields_ = [(name, c_uint64) for name in
                ('games', 'hits', 'games_replayed', 'plies', 'blocks_read', 'blocks_skipped', 'games_without_clocks',
                 'games_without_evals')] + [('reserved', c_uint64 * 2)]


class TreeCounts(ctypes.Structure):
    _fields_ = ([(name, c_uint64) for name in
                 ('games', 'white_wins', 'draws', 'black_wins', 'unknown', 'rated', 'rating_sum', 'opponents',
                  'opponent_sum', 'half_points')] +
                [(name, c_uint32) for name in ('rating', 'opponent_mean', 'performance', 'last_year')]) + [('reserved', c_uint64 * 4)]


class TreeMove(ctypes.Structure):
    _fields_ = [('move', c_uint16), ('counts', TreeCounts)]


class Name(ctypes.Structure):
    _fields_ = [('name', Text), ('games', c_uint64), ('as_white', c_uint64), ('won', c_uint64), ('drawn', c_uint64),
                ('lost', c_uint64), ('first_year', c_uint), ('last_year', c_uint)]


class DuplicatesOptions(ctypes.Structure):
    _fields_ = [('size', c_size_t), ('kind', c_int), ('keep', c_int), ('threads', c_uint), ('progress', c_void_p),
                ('progress_opaque', c_void_p)]


class DuplicatePair(ctypes.Structure):
    _fields_ = [('kept_reader', c_size_t), ('kept_game', c_uint64), ('reader', c_size_t), ('game', c_uint64), ('kind', c_int),
                ('kept_weight', c_uint32), ('weight', c_uint32)]


class WriterOptions(ctypes.Structure):
    _fields_ = [('size', c_size_t), ('level', c_int), ('moves', c_int), ('threads', c_uint), ('block_size', c_uint64),
                ('verify', c_int), ('progress', c_void_p), ('progress_opaque', c_void_p), ('index', c_int), ('reserved', c_int)]


class CopyOptions(ctypes.Structure):
    _fields_ = [('size', c_size_t), ('level', c_int), ('threads', c_uint), ('index', c_int), ('ids', c_int),
                ('command', c_char_p), ('time', c_int64), ('progress', c_void_p), ('progress_opaque', c_void_p),
                ('small_only', c_int), ('keep_deleted', c_int)]


class CopyTotals(ctypes.Structure):
    _fields_ = [(name, c_uint64) for name in
                ('text_size', 'packed_size', 'games', 'segments', 'copied_segments', 'merged_segments', 'segments_there',
                 'copied_blocks', 'recoded_blocks', 'dropped_sections')] + [('reserved', c_uint64 * 4)]


class DatabaseOptions(ctypes.Structure):
    _fields_ = [('size', c_size_t), ('create', c_int), ('torn_path', c_char_p)]


class WriterTotals(ctypes.Structure):
    _fields_ = [(name, c_uint64) for name in
                ('text_size', 'packed_size', 'games', 'plies', 'blocks', 'files', 'exact_games', 'gap_games',
                 'broken_games', 'exceptions')]


class Damage(ctypes.Structure):
    _fields_ = [('offset', c_uint64), ('size', c_uint64), ('first_game', c_uint64), ('game_count', c_uint64),
                ('text_size', c_uint64), ('text', c_char_p)]


class UnpackerOptions(ctypes.Structure):
    _fields_ = [('size', c_size_t), ('threads', c_uint), ('salvage', c_int), ('damage', c_void_p),
                ('begin_file', c_void_p), ('progress', c_void_p), ('opaque', c_void_p), ('check_columns', c_int)]


class UnpackerTotals(ctypes.Structure):
    _fields_ = [(name, c_uint64) for name in
                ('text_size', 'packed_size', 'games', 'blocks', 'segments', 'damaged', 'work', 'left_out', 'changes', 'deleted')] + [
                    ('torn', c_int), ('torn_size', c_uint64), ('unknown_sections', c_uint64)]


class ReaderInfo(ctypes.Structure):
    _fields_ = [(name, c_uint64) for name in ('game_count', 'text_size', 'block_count', 'segment_count', 'deleted_count', 'torn_size')] + [
        ('torn', c_int)]


class Progress(ctypes.Structure):
    _fields_ = [(name, c_uint64) for name in ('done', 'all', 'packed_size')]


class IndexOptions(ctypes.Structure):
    _fields_ = [('size', c_size_t), ('progress', c_void_p), ('progress_opaque', c_void_p)]


#: Structs of the header, by the names that they have there: the tests compare their layouts.
STRUCTS: Dict[str, Type[ctypes.Structure]] = {
    'pgnpack_text': Text, 'pgnpack_error': Error, 'pgnpack_reader_info': ReaderInfo, 'pgnpack_options': Options, 'pgnpack_source': Source, 'pgnpack_sink': Sink, 'pgnpack_item': Item,
    'pgnpack_block_info': BlockInfo, 'pgnpack_segment_info': SegmentInfo, 'pgnpack_batch_options': BatchOptions, 'pgnpack_bytes_column': BytesColumn,
    'pgnpack_moves_column': MovesColumn, 'pgnpack_numbers_column': NumbersColumn, 'pgnpack_columns': Columns,
    'pgnpack_keys_column': KeysColumn, 'pgnpack_texts_column': TextsColumn,
    'pgnpack_query_word': QueryWord, 'pgnpack_hit': Hit, 'pgnpack_search_counts': SearchCounts,
    'pgnpack_tree_counts': TreeCounts, 'pgnpack_tree_move': TreeMove, 'pgnpack_name': Name,
    'pgnpack_writer_options': WriterOptions, 'pgnpack_copy_options': CopyOptions, 'pgnpack_copy_totals': CopyTotals,
    'pgnpack_change_info': ChangeInfo, 'pgnpack_deleted_info': DeletedInfo, 'pgnpack_change_games': ChangeGames,
    'pgnpack_undo_totals': UndoTotals, 'pgnpack_edited': Edited,
    'pgnpack_database_options': DatabaseOptions, 'pgnpack_writer_totals': WriterTotals, 'pgnpack_damage': Damage,
    'pgnpack_unpacker_options': UnpackerOptions, 'pgnpack_unpacker_totals': UnpackerTotals,
    'pgnpack_index_options': IndexOptions, 'pgnpack_progress': Progress}

READ_AT = ctypes.CFUNCTYPE(c_int, c_void_p, c_uint64, c_void_p, c_size_t, POINTER(c_size_t))
READ = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_size_t, POINTER(c_size_t))
WRITE = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_size_t)
PROGRESS = ctypes.CFUNCTYPE(c_int, c_void_p, POINTER(Progress))
PREFETCH = ctypes.CFUNCTYPE(None, c_void_p, c_uint64, c_uint64)
DAMAGE = ctypes.CFUNCTYPE(c_int, c_void_p, POINTER(Damage))
BEGIN_FILE = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_size_t, POINTER(c_int64))

_P, _S, _U, _Q, _C = c_void_p, c_size_t, c_uint, c_uint64, c_char_p
_RANGE_RET = [POINTER(c_uint64), POINTER(c_uint64)]

# What each function returns (None: nothing), and takes.
_FUNCTIONS: List[Tuple[str, Any, List[Any]]] = [
    ('version', _C, []), ('status_text', _C, [c_int]),
    ('error', POINTER(Error), [_P]), ('free', None, [_P]),
    ('game_item', c_int, [_P, _S, POINTER(Item)]),
    ('game_tag', c_int, [_P, _S, POINTER(Text), POINTER(Text)]),
    ('game_result', c_int, [_P]), ('game_ply_count', c_uint32, [_P]),
    ('board_new', _P, [_P]),
    ('board_set', c_int, [_P, _C, _S, POINTER(_U)]), ('board_start', c_int, [_P, _P]),
    ('board_step', c_int, [_P, POINTER(Item)]), ('board_make', c_int, [_P, c_uint16]), ('board_undo', c_int, [_P]),
    ('board_moves', _S, [_P, POINTER(c_uint16), _S]), ('board_text', _S, [_P, c_uint16, c_int, _C]),
    ('board_parse', c_int, [_P, c_int, _C, _S, POINTER(c_uint16)]), ('board_fen', _S, [_P, _C]),
    ('board_side', c_int, [_P]), ('board_man', ctypes.c_char, [_P, _U]), ('board_material', _U, [_P, c_int]),
    ('board_state', _U, [_P]), ('board_key', _Q, [_P, c_int]),
    ('writer_new', _P, [POINTER(Options), POINTER(WriterOptions), POINTER(Sink)]),
    ('writer_begin_file', c_int, [_P, _C, _S, POINTER(c_int64)]), ('writer_write', c_int, [_P, _P, _S]),
    ('writer_begin_game', c_int, [_P]), ('writer_finish', c_int, [_P]),
    ('writer_totals', POINTER(WriterTotals), [_P]),
    ('database_new', _P, [POINTER(Options)]), ('database_open', c_int, [_P, _C, POINTER(DatabaseOptions)]),
    ('database_reader', _P, [_P]),
    ('database_append', _P, [_P, POINTER(WriterOptions)]), ('database_delete', c_int, [_P, _Q, _Q, c_int, _Q]),
    ('database_undelete', c_int, [_P, _Q, _Q, c_int]), ('database_commit', c_int, [_P, _C, c_int64]),
    ('database_set_origin', c_int, [_P, _Q, _Q, _Q]), ('database_undo', c_int, [_P, _Q, POINTER(UndoTotals)]),
    ('database_abort', c_int, [_P]), ('database_truncate', c_int, [_P, _Q]),
    ('database_compact', c_int, [_P, POINTER(CopyOptions), POINTER(CopyTotals)]),
    ('history_new', _P, [_P]), ('history_change', c_int, [_P, _Q, POINTER(ChangeInfo)]),
    ('history_deleted', c_int, [_P, _Q, POINTER(DeletedInfo)]),
    ('history_games', c_int, [_P, _Q, _Q, POINTER(ChangeGames)]),
    ('editor_new', _P, [POINTER(Options)]), ('editor_begin', c_int, [_P, _P, _S]),
    ('editor_set_tag', c_int, [_P, _C, _C, _S]), ('editor_set_result', c_int, [_P, c_int]),
    ('editor_set_comment', c_int, [_P, c_uint32, _C, _S]), ('editor_finish', c_int, [_P, POINTER(Edited)]),
    ('unpacker_new', _P, [POINTER(Options), POINTER(UnpackerOptions)]),
    ('unpacker_run', c_int, [_P, POINTER(Source), POINTER(Sink)]),
    ('unpacker_totals', POINTER(UnpackerTotals), [_P]),
    ('reader_new', _P, [POINTER(Options)]), ('reader_open', c_int, [_P, POINTER(Source)]),
    ('reader_save_layout', c_int, [_P, POINTER(Sink)]),
    ('reader_info', POINTER(ReaderInfo), [_P]), ('reader_segment', c_int, [_P, _Q, POINTER(SegmentInfo)]),
    ('reader_block', c_int, [_P, _Q, POINTER(BlockInfo)]),
    ('reader_find_block', _Q, [_P, _Q]),
    ('reader_set_deleted', None, [_P, c_int]), ('reader_is_deleted', c_int, [_P, _Q]),
    ('reader_left_out_range', c_int, [_P, _Q] + _RANGE_RET), ('reader_skip_damaged', c_int, [_P, _Q, _Q, DAMAGE, _P]),
    ('reader_game_id', c_int, [_P, _Q, _C]),
    ('reader_find_id', c_int, [_P, _C, c_int, POINTER(_Q)]),
    ('reader_ids_from', _Q, [_P, _Q]), ('reader_load_ids', c_int, [_P, POINTER(Error)]),
    ('reader_use_index', c_int, [_P, POINTER(Source)]),
    ('reader_write_index', c_int, [_P, POINTER(IndexOptions), POINTER(Sink)]),
    ('cursor_new', _P, [_P, _U]), ('cursor_seek', c_int, [_P, _Q]), ('cursor_next', c_int, [_P, POINTER(_P)]),
    ('cursor_range', c_int, [_P, _Q, _Q]), ('cursor_text', c_int, [_P, POINTER(Text)]),
    ('block_reader_new', _P, [_P, c_int]), ('block_reader_text', c_int, [_P, _Q, POINTER(Text)]),
    ('block_reader_tag_names', c_int, [_P, POINTER(_S)]), ('block_reader_tag_name', c_int, [_P, _S, POINTER(Text)]),
    ('batch_new', _P, [_P, POINTER(BatchOptions)]), ('batch_range', c_int, [_P, _Q, _Q]),
    ('batch_pick', c_int, [_P, _P, _S]),
    ('batch_next', c_int, [_P, POINTER(Columns), POINTER(_S)]),
    ('query_new', _P, [_P]), ('query_add', c_int, [_P, _C, _C]),
    ('query_word', c_int, [_S, POINTER(QueryWord)]),
    ('search_new', _P, [_P, _P]), ('search_range', c_int, [_P, _Q, _Q]),
    ('search_next', c_int, [_P, _P, _S, POINTER(_S)]),
    ('search_counts', None, [_P, POINTER(SearchCounts)]),
    ('tree_new', _P, [_P, _P, _P]), ('tree_range', c_int, [_P, _Q, _Q]),
    ('tree_games_to_search', _Q, [_P, _P]), ('tree_position', c_int, [_P, _P]),
    ('tree_add', c_int, [_P, _P]), ('tree_add_move', c_int, [_P, POINTER(TreeMove)]),
    ('tree_move', c_int, [_P, _S, POINTER(TreeMove)]),
    ('tree_totals', None, [_P, POINTER(TreeCounts)]), ('tree_counts_finish', None, [POINTER(TreeCounts)]),
    ('names_new', _P, [_P, _C, _C]), ('names_add', c_int, [_P, _Q, _Q]), ('names_go_to', c_int, [_P, _P]),
    ('names_next', c_int, [_P, POINTER(Name)]),
    ('duplicates_new', _P, [POINTER(Options), POINTER(DuplicatesOptions)]), ('duplicates_add_reader', c_int, [_P, _P, c_int]),
    ('duplicates_run', c_int, [_P]), ('duplicates_next', c_int, [_P, POINTER(DuplicatePair)])]


def _candidates() -> List[str]:
    """Where the library may be, best first."""
    given = os.environ.get('PGNPACK_LIBRARY')
    if given:
        return [given]
    folder = os.path.dirname(os.path.abspath(__file__))
    if sys.platform == 'win32':
        names = [f'libpgnpack-{SERIES}.dll']
    elif sys.platform == 'darwin':
        names = [f'libpgnpack.{SERIES}.dylib']
    else:
        names = [f'libpgnpack.so.{SERIES}']
    return [path for path in (os.path.join(folder, name) for name in names) if os.path.exists(path)] + names


def _load() -> ctypes.CDLL:
    reasons = []
    for path in _candidates():
        try:
            return ctypes.CDLL(path)
        except OSError as error:
            reasons.append(str(error))
    raise ImportError('libpgnpack cannot be loaded (' + '; '.join(reasons) + f'): install it (Debian: libpgnpack{SERIES}), or '
                      'let the variable PGNPACK_LIBRARY name the file')


class _Library:
    """Its functions as attributes, without the pgnpack_ in front."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self.path = library._name
        for name, result, arguments in _FUNCTIONS:
            try:
                function = getattr(library, 'pgnpack_' + name)
            except AttributeError:
                raise ImportError(f'{library._name} is another version of libpgnpack: it has no pgnpack_{name}') from None
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)

    def __getattr__(self, name: str) -> Any:  # for type checkers
        raise AttributeError(name)


lib = _Library(_load())


def failure(error: Any, path: Optional[str] = None) -> PgnpackError:
    """The exception of a handle's struct pgnpack_error."""
    told = error.contents
    return error_of(told.status, text_of(told.text), told.game, told.line, told.offset, path)


def text_of(text: Optional[bytes]) -> str:
    return (text or b'').decode('utf-8', 'surrogateescape')


def bytes_of(text: Text) -> bytes:
    return ctypes.string_at(text.data, text.size) if text.size else b''


def no_memory() -> PgnpackError:
    return error_of(ERROR_MEMORY, 'there is no memory')


def handle(address: Optional[int]) -> int:
    """What a _new() returned, unless it is NULL."""
    if not address:
        raise no_memory()
    return address


class Owned:
    """A handle that makes or changes a file: neither copied nor pickled, which would be two that free one.

    Only the process that made it uses it and frees it. A forked child has its memory, but not its threads; and what the child gave up
    or finished would be its parent's file.
    """

    def __init__(self) -> None:
        self._process = os.getpid()

    def _is_ours(self) -> bool:
        return getattr(self, '_process', 0) == os.getpid()

    def _check_ours(self, path: Optional[str]) -> None:
        if not self._is_ours():
            raise ClosedError(f'this {type(self).__name__} is of process {self._process}, and of no use in another one', path=path)

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError(f'a {type(self).__name__} cannot be copied or pickled: open the file once more where it is wanted')


def library_version() -> str:
    """Of the library that is loaded: such as '1.0.2'."""
    return text_of(lib.version())
