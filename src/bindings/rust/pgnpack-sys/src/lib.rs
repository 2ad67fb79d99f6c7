//! Declarations of `pgnpack.h` and `pgnpack_extra.h`, which document them: what the crate `pgnpack` stands on. `tests/header.rs` holds each constant, type and
//! function against the header with a C compiler. What is not here is declared like what is.
#![allow(non_camel_case_types)]

use std::os::raw::{c_char, c_int, c_uint, c_void};

pub type pgnpack_status = c_uint;
pub const PGNPACK_OK: pgnpack_status = 0;
pub const PGNPACK_END: pgnpack_status = 1;
pub const PGNPACK_ERROR_ARGUMENT: pgnpack_status = 10;
pub const PGNPACK_ERROR_MEMORY: pgnpack_status = 20;
pub const PGNPACK_ERROR_MEMORY_LIMIT: pgnpack_status = 21;
pub const PGNPACK_ERROR_READ: pgnpack_status = 30;
pub const PGNPACK_ERROR_WRITE: pgnpack_status = 31;
pub const PGNPACK_ERROR_NO_FILE: pgnpack_status = 32;
pub const PGNPACK_ERROR_NOT_BCGN: pgnpack_status = 40;
pub const PGNPACK_ERROR_UNSUPPORTED: pgnpack_status = 41;
pub const PGNPACK_ERROR_CORRUPT: pgnpack_status = 42;
pub const PGNPACK_ERROR_TRUNCATED: pgnpack_status = 43;
pub const PGNPACK_ERROR_LIMIT: pgnpack_status = 50;
pub const PGNPACK_ERROR_LOSSY: pgnpack_status = 51;
pub const PGNPACK_ERROR_BUSY: pgnpack_status = 52;
pub const PGNPACK_ERROR_CANCELLED: pgnpack_status = 60;
pub const PGNPACK_ERROR_INTERNAL: pgnpack_status = 70;

pub type pgnpack_result = c_uint;
pub const PGNPACK_RESULT_UNKNOWN: pgnpack_result = 0;
pub const PGNPACK_RESULT_WHITE: pgnpack_result = 1;
pub const PGNPACK_RESULT_BLACK: pgnpack_result = 2;
pub const PGNPACK_RESULT_DRAW: pgnpack_result = 3;

pub type pgnpack_item_kind = c_uint;
pub const PGNPACK_ITEM_MOVE: pgnpack_item_kind = 0;
pub const PGNPACK_ITEM_NULL_MOVE: pgnpack_item_kind = 1;
pub const PGNPACK_ITEM_NAG: pgnpack_item_kind = 2;
pub const PGNPACK_ITEM_SUFFIX: pgnpack_item_kind = 3;
pub const PGNPACK_ITEM_COMMENT: pgnpack_item_kind = 4;
pub const PGNPACK_ITEM_LINE_COMMENT: pgnpack_item_kind = 5;
pub const PGNPACK_ITEM_ESCAPE: pgnpack_item_kind = 6;
pub const PGNPACK_ITEM_VARIATION_BEGIN: pgnpack_item_kind = 7;
pub const PGNPACK_ITEM_VARIATION_END: pgnpack_item_kind = 8;
pub const PGNPACK_ITEM_TOKEN: pgnpack_item_kind = 9;
pub const PGNPACK_ITEM_DROP: pgnpack_item_kind = 10;

pub type pgnpack_parts = c_uint;
pub const PGNPACK_PART_TAGS: pgnpack_parts = 1;
pub const PGNPACK_PART_SHAPE: pgnpack_parts = 2;
pub const PGNPACK_PART_MOVES: pgnpack_parts = 4;
pub const PGNPACK_PART_TEXT: pgnpack_parts = 8;

pub type pgnpack_batch_parts = c_uint;
pub const PGNPACK_BATCH_MOVES: pgnpack_batch_parts = 4;
pub const PGNPACK_BATCH_SAN: pgnpack_batch_parts = 8;
pub const PGNPACK_BATCH_CLOCKS: pgnpack_batch_parts = 32;
pub const PGNPACK_BATCH_EVALS: pgnpack_batch_parts = 64;
pub const PGNPACK_NO_CLOCK: i32 = -1;
pub const PGNPACK_NO_EVAL: i32 = -2147483648;
pub const PGNPACK_EVAL_MAX: i32 = 1000000;
pub const PGNPACK_EVAL_MATE: i32 = 2000000;

pub type pgnpack_notation = c_uint;
pub const PGNPACK_NOTATION_SAN: pgnpack_notation = 0;
pub const PGNPACK_NOTATION_UCI: pgnpack_notation = 1;

pub type pgnpack_key_kind = c_uint;
pub const PGNPACK_KEY_BCGN: pgnpack_key_kind = 0;
pub const PGNPACK_KEY_POLYGLOT: pgnpack_key_kind = 1;

pub type pgnpack_moves = c_uint;
pub type pgnpack_index = c_uint;
pub type pgnpack_torn = c_uint;

pub type pgnpack_reason = c_uint;
pub const PGNPACK_REASON_NONE: pgnpack_reason = 0;
pub const PGNPACK_REASON_HAND: pgnpack_reason = 1;
pub const PGNPACK_REASON_DUPLICATE: pgnpack_reason = 2;
pub const PGNPACK_REASON_REPLACED: pgnpack_reason = 3;
pub const PGNPACK_REASON_TAKEN_BACK: pgnpack_reason = 4;

pub const PGNPACK_BOARD_MOVES_MAX: usize = 1088;
pub const PGNPACK_SAN_SIZE: usize = 12;
pub const PGNPACK_FEN_SIZE: usize = 132;
pub const PGNPACK_ID_SIZE: usize = 32;
pub const PGNPACK_LEVEL_DEFAULT: c_int = 3;

pub type pgnpack_id_game = c_uint;
pub const PGNPACK_ID_NOW: pgnpack_id_game = 0;

pub type pgnpack_read_function =
    Option<unsafe extern "C" fn(opaque: *mut c_void, bytes: *mut c_void, size: usize, size_ret: *mut usize) -> c_int>;
pub type pgnpack_read_at_function = Option<
    unsafe extern "C" fn(
        opaque: *mut c_void,
        offset: u64,
        bytes: *mut c_void,
        size: usize,
        size_ret: *mut usize,
    ) -> c_int,
>;
pub type pgnpack_prefetch_function = Option<unsafe extern "C" fn(opaque: *mut c_void, offset: u64, size: u64)>;
pub type pgnpack_write_function =
    Option<unsafe extern "C" fn(opaque: *mut c_void, bytes: *const c_void, size: usize) -> c_int>;
pub type pgnpack_progress_function =
    Option<unsafe extern "C" fn(opaque: *mut c_void, progress: *const pgnpack_progress) -> c_int>;
pub type pgnpack_net_function = Option<
    unsafe extern "C" fn(opaque: *mut c_void, id: c_uint, bytes_ret: *mut *const c_void, size_ret: *mut usize) -> c_int,
>;

/// Things that are only pointed to.
macro_rules! opaque {
    ($($name:ident)*) => {$(
        #[repr(C)]
        pub struct $name {
            _nothing: [u8; 0],
        }
    )*};
}
opaque!(pgnpack_reader pgnpack_cursor pgnpack_game pgnpack_board pgnpack_query pgnpack_search pgnpack_tree pgnpack_writer
    pgnpack_database pgnpack_history pgnpack_builder pgnpack_batch pgnpack_unpacker pgnpack_allocator pgnpack_unpacker_options pgnpack_unpacker_totals);

/// Structs, and a list of their names and sizes, for the test.
macro_rules! structs {
    ($(struct $name:ident { $($member:ident: $type:ty,)* })*) => {
        $(
            #[repr(C)]
            #[derive(Clone, Copy)]
            pub struct $name {
                $(pub $member: $type,)*
            }
        )*
        #[doc(hidden)]
        pub const STRUCT_SIZES: &[(&str, usize)] = &[$((stringify!($name), std::mem::size_of::<$name>()),)*];
    };
}
structs! {
    struct pgnpack_error {
        status: pgnpack_status,
        game: u64,
        line: u64,
        offset: u64,
        text: *const c_char,
        reserved: [u64; 4],
    }
    struct pgnpack_options {
        size: usize,
        allocator: *const pgnpack_allocator,
        memory_limit: usize,
        work_limit: u64,
        net: pgnpack_net_function,
        net_opaque: *mut c_void,
    }
    struct pgnpack_source {
        size: usize,
        path: *const c_char,
        bytes: *const c_void,
        byte_count: usize,
        read: pgnpack_read_function,
        read_at: pgnpack_read_at_function,
        file_size: u64,
        opaque: *mut c_void,
        prefetch: pgnpack_prefetch_function,
        gap: usize,
        layout: *const c_void,
        layout_size: usize,
        is_memory: c_int,
        cache_size: usize,
    }
    struct pgnpack_sink {
        size: usize,
        path: *const c_char,
        write: pgnpack_write_function,
        opaque: *mut c_void,
    }
    struct pgnpack_text {
        data: *const c_char,
        size: usize,
    }
    struct pgnpack_item {
        kind: pgnpack_item_kind,
        in_header: c_int,
        after_result: c_int,
        value: u16,
        text: pgnpack_text,
        reserved: [u64; 2],
    }
    struct pgnpack_writer_options {
        size: usize,
        level: c_int,
        moves: pgnpack_moves,
        threads: c_uint,
        block_size: u64,
        verify: c_int,
        progress: pgnpack_progress_function,
        progress_opaque: *mut c_void,
        index: pgnpack_index,
        reserved: c_int,
    }
    struct pgnpack_writer_totals {
        text_size: u64,
        packed_size: u64,
        games: u64,
        plies: u64,
        blocks: u64,
        files: u64,
        exact_games: u64,
        gap_games: u64,
        broken_games: u64,
        exceptions: u64,
    }
    struct pgnpack_database_options {
        size: usize,
        create: c_int,
        torn_path: *const c_char,
    }
    struct pgnpack_undo_totals {
        deleted: u64,
        brought_back: u64,
        left: u64,
        gone: u64,
        reserved: [u64; 2],
    }
    struct pgnpack_change_info {
        number: u64,
        time: i64,
        segment: u64,
        is_state: c_int,
        is_damaged: c_int,
        added: u64,
        deleted: u64,
        brought_back: u64,
        takes_back: u64,
        command: pgnpack_text,
        reserved: [u64; 4],
    }
    struct pgnpack_change_games {
        first: u64,
        count: u64,
        is_added: c_int,
        reason: pgnpack_reason,
        other: u64,
        can_undo: c_int,
        reserved: [u64; 2],
    }
    struct pgnpack_reader_info {
        game_count: u64,
        text_size: u64,
        block_count: u64,
        segment_count: u64,
        deleted_count: u64,
        torn_size: u64,
        torn: pgnpack_torn,
    }
    struct pgnpack_shard {
        first_game: u64,
        game_count: u64,
        first_block: u64,
        block_count: u64,
        reserved: [u64; 2],
    }
    struct pgnpack_hit {
        game: u64,
        ply: u32,
        last_ply: u32,
        item: u32,
        r#move: u16,
        as_black: u8,
        reserved: [u8; 9],
    }
    struct pgnpack_batch_options {
        size: usize,
        tags: *const *const c_char,
        tag_count: usize,
        parts: c_uint,
        keep_escapes: c_int,
    }
    struct pgnpack_bytes_column {
        data: *mut c_char,
        capacity: usize,
        offsets: *mut u32,
        is_set: *mut u8,
    }
    struct pgnpack_moves_column {
        data: *mut u16,
        capacity: usize,
        offsets: *mut u32,
    }
    struct pgnpack_numbers_column {
        data: *mut i32,
        capacity: usize,
        offsets: *mut u32,
    }
    struct pgnpack_keys_column {
        data: *mut u64,
        capacity: usize,
        offsets: *mut u32,
    }
    struct pgnpack_texts_column {
        data: *mut c_char,
        capacity: usize,
        text_offsets: *mut u32,
        text_capacity: usize,
        offsets: *mut u32,
    }
    struct pgnpack_columns {
        size: usize,
        capacity: usize,
        numbers: *mut u64,
        plies: *mut u32,
        results: *mut u8,
        tags: *mut pgnpack_bytes_column,
        views: *const *mut pgnpack_text,
        moves: pgnpack_moves_column,
        san: pgnpack_bytes_column,
        uci: pgnpack_bytes_column,
        clocks: pgnpack_numbers_column,
        evals: pgnpack_numbers_column,
        comments: pgnpack_texts_column,
        keys: pgnpack_keys_column,
        text: pgnpack_bytes_column,
        fens: pgnpack_texts_column,
    }
    struct pgnpack_tree_counts {
        games: u64,
        white_wins: u64,
        draws: u64,
        black_wins: u64,
        unknown: u64,
        rated: u64,
        rating_sum: u64,
        opponents: u64,
        opponent_sum: u64,
        half_points: u64,
        rating: u32,
        opponent_mean: u32,
        performance: u32,
        last_year: u32,
        reserved: [u64; 4],
    }
    struct pgnpack_tree_move {
        r#move: u16,
        counts: pgnpack_tree_counts,
    }
    struct pgnpack_progress {
        done: u64,
        all: u64,
        packed_size: u64,
    }
    struct pgnpack_tree_options {
        size: usize,
        progress: pgnpack_progress_function,
        progress_opaque: *mut c_void,
    }
}

extern "C" {
    pub fn pgnpack_version() -> *const c_char;
    pub fn pgnpack_error(handle: *const c_void) -> *const pgnpack_error;
    pub fn pgnpack_free(handle: *mut c_void);

    pub fn pgnpack_reader_new(options: *const pgnpack_options) -> *mut pgnpack_reader;
    pub fn pgnpack_reader_open(reader: *mut pgnpack_reader, source: *const pgnpack_source) -> pgnpack_status;
    pub fn pgnpack_reader_info(reader: *const pgnpack_reader) -> *const pgnpack_reader_info;
    pub fn pgnpack_reader_shard(reader: *const pgnpack_reader, i: u64, n: u64, shard_ret: *mut pgnpack_shard) -> c_int;
    pub fn pgnpack_reader_is_deleted(reader: *const pgnpack_reader, number: u64) -> c_int;
    pub fn pgnpack_reader_game_id(reader: *const pgnpack_reader, number: u64, id_ret: *mut c_char) -> c_int;
    pub fn pgnpack_reader_find_id(
        reader: *mut pgnpack_reader,
        id: *const c_char,
        game: pgnpack_id_game,
        number_ret: *mut u64,
    ) -> pgnpack_status;

    pub fn pgnpack_cursor_new(reader: *const pgnpack_reader, parts: c_uint) -> *mut pgnpack_cursor;
    pub fn pgnpack_cursor_tags(
        cursor: *mut pgnpack_cursor,
        names: *const *const c_char,
        count: usize,
    ) -> pgnpack_status;
    pub fn pgnpack_cursor_range(cursor: *mut pgnpack_cursor, first: u64, count: u64) -> pgnpack_status;
    pub fn pgnpack_cursor_next(cursor: *mut pgnpack_cursor, game_ret: *mut *const pgnpack_game) -> pgnpack_status;
    pub fn pgnpack_cursor_game_number(cursor: *const pgnpack_cursor) -> u64;
    pub fn pgnpack_cursor_text(cursor: *mut pgnpack_cursor, text_ret: *mut pgnpack_text) -> pgnpack_status;

    pub fn pgnpack_game_ply_count(game: *const pgnpack_game) -> u32;
    pub fn pgnpack_game_result(game: *const pgnpack_game) -> pgnpack_result;
    pub fn pgnpack_game_tag(
        game: *const pgnpack_game,
        n: usize,
        name_ret: *mut pgnpack_text,
        value_ret: *mut pgnpack_text,
    ) -> c_int;
    pub fn pgnpack_game_find_tag(game: *const pgnpack_game, name: *const c_char, value_ret: *mut pgnpack_text)
        -> c_int;
    pub fn pgnpack_tag_unescape(value: pgnpack_text, out: *mut c_char) -> usize;
    pub fn pgnpack_game_item(game: *const pgnpack_game, n: usize, item_ret: *mut pgnpack_item) -> c_int;

    pub fn pgnpack_board_new(options: *const pgnpack_options) -> *mut pgnpack_board;
    pub fn pgnpack_board_set(
        board: *mut pgnpack_board,
        fen: *const c_char,
        fen_size: usize,
        oddities_ret: *mut c_uint,
    ) -> pgnpack_status;
    pub fn pgnpack_board_start(board: *mut pgnpack_board, game: *const pgnpack_game) -> pgnpack_status;
    pub fn pgnpack_board_step(board: *mut pgnpack_board, item: *const pgnpack_item) -> pgnpack_status;
    pub fn pgnpack_board_make(board: *mut pgnpack_board, r#move: u16) -> pgnpack_status;
    pub fn pgnpack_board_undo(board: *mut pgnpack_board) -> pgnpack_status;
    pub fn pgnpack_board_moves(board: *const pgnpack_board, moves: *mut u16, capacity: usize) -> usize;
    pub fn pgnpack_board_text(
        board: *const pgnpack_board,
        r#move: u16,
        notation: pgnpack_notation,
        out: *mut c_char,
    ) -> usize;
    pub fn pgnpack_board_parse(
        board: *mut pgnpack_board,
        notation: pgnpack_notation,
        text: *const c_char,
        text_size: usize,
        move_ret: *mut u16,
    ) -> pgnpack_status;
    pub fn pgnpack_board_fen(board: *const pgnpack_board, out: *mut c_char) -> usize;
    pub fn pgnpack_board_key(board: *const pgnpack_board, kind: pgnpack_key_kind) -> u64;

    pub fn pgnpack_query_new(options: *const pgnpack_options) -> *mut pgnpack_query;
    pub fn pgnpack_query_add(query: *mut pgnpack_query, name: *const c_char, value: *const c_char) -> pgnpack_status;
    pub fn pgnpack_search_new(reader: *const pgnpack_reader, query: *mut pgnpack_query) -> *mut pgnpack_search;
    pub fn pgnpack_search_range(search: *mut pgnpack_search, first: u64, count: u64) -> pgnpack_status;
    pub fn pgnpack_search_next(
        search: *mut pgnpack_search,
        hits: *mut pgnpack_hit,
        capacity: usize,
        count_ret: *mut usize,
    ) -> pgnpack_status;

    pub fn pgnpack_batch_new(
        reader: *const pgnpack_reader,
        options: *const pgnpack_batch_options,
    ) -> *mut pgnpack_batch;
    pub fn pgnpack_batch_range(batch: *mut pgnpack_batch, first: u64, count: u64) -> pgnpack_status;
    pub fn pgnpack_batch_next(
        batch: *mut pgnpack_batch,
        columns: *const pgnpack_columns,
        count_ret: *mut usize,
    ) -> pgnpack_status;

    pub fn pgnpack_tree_new(
        reader: *const pgnpack_reader,
        query: *mut pgnpack_query,
        options: *const pgnpack_tree_options,
    ) -> *mut pgnpack_tree;
    pub fn pgnpack_tree_position(tree: *mut pgnpack_tree, board: *const pgnpack_board) -> pgnpack_status;
    pub fn pgnpack_tree_move(tree: *const pgnpack_tree, i: usize, move_ret: *mut pgnpack_tree_move) -> c_int;
    pub fn pgnpack_tree_totals(tree: *const pgnpack_tree, totals_ret: *mut pgnpack_tree_counts);

    pub fn pgnpack_writer_new(
        options: *const pgnpack_options,
        writer_options: *const pgnpack_writer_options,
        sink: *const pgnpack_sink,
    ) -> *mut pgnpack_writer;
    pub fn pgnpack_writer_write(writer: *mut pgnpack_writer, text: *const c_void, text_size: usize) -> pgnpack_status;
    pub fn pgnpack_writer_add_game(writer: *mut pgnpack_writer, game: *const pgnpack_game) -> pgnpack_status;
    pub fn pgnpack_writer_finish(writer: *mut pgnpack_writer) -> pgnpack_status;
    pub fn pgnpack_writer_totals(writer: *const pgnpack_writer) -> *const pgnpack_writer_totals;

    pub fn pgnpack_database_new(options: *const pgnpack_options) -> *mut pgnpack_database;
    pub fn pgnpack_database_open(
        database: *mut pgnpack_database,
        path: *const c_char,
        options: *const pgnpack_database_options,
    ) -> pgnpack_status;
    pub fn pgnpack_database_reader(database: *mut pgnpack_database) -> *mut pgnpack_reader;
    pub fn pgnpack_database_append(
        database: *mut pgnpack_database,
        options: *const pgnpack_writer_options,
    ) -> *mut pgnpack_writer;
    pub fn pgnpack_database_delete(
        database: *mut pgnpack_database,
        first: u64,
        count: u64,
        reason: pgnpack_reason,
        other: u64,
    ) -> pgnpack_status;
    pub fn pgnpack_database_undelete(
        database: *mut pgnpack_database,
        first: u64,
        count: u64,
        reason: pgnpack_reason,
    ) -> pgnpack_status;
    pub fn pgnpack_database_commit(
        database: *mut pgnpack_database,
        command: *const c_char,
        time: i64,
    ) -> pgnpack_status;
    pub fn pgnpack_database_undo(
        database: *mut pgnpack_database,
        change: u64,
        totals_ret: *mut pgnpack_undo_totals,
    ) -> pgnpack_status;
    pub fn pgnpack_database_truncate(database: *mut pgnpack_database, state: u64) -> pgnpack_status;
    pub fn pgnpack_database_abort(database: *mut pgnpack_database) -> pgnpack_status;

    pub fn pgnpack_history_new(reader: *const pgnpack_reader) -> *mut pgnpack_history;
    pub fn pgnpack_history_change(
        history: *mut pgnpack_history,
        n: u64,
        info_ret: *mut pgnpack_change_info,
    ) -> pgnpack_status;
    pub fn pgnpack_history_games(
        history: *mut pgnpack_history,
        change: u64,
        n: u64,
        games_ret: *mut pgnpack_change_games,
    ) -> pgnpack_status;

    pub fn pgnpack_builder_new(options: *const pgnpack_options) -> *mut pgnpack_builder;
    pub fn pgnpack_builder_begin(builder: *mut pgnpack_builder, game: *const pgnpack_game) -> pgnpack_status;
    pub fn pgnpack_builder_tag(
        builder: *mut pgnpack_builder,
        name: *const c_char,
        value: *const c_char,
        value_size: usize,
    ) -> pgnpack_status;
    pub fn pgnpack_builder_item(
        builder: *mut pgnpack_builder,
        kind: pgnpack_item_kind,
        value: c_uint,
    ) -> pgnpack_status;
    pub fn pgnpack_builder_san(builder: *mut pgnpack_builder, text: *const c_char, text_size: usize) -> pgnpack_status;
    pub fn pgnpack_builder_comment(
        builder: *mut pgnpack_builder,
        text: *const c_char,
        text_size: usize,
    ) -> pgnpack_status;
    pub fn pgnpack_builder_result(builder: *mut pgnpack_builder, result: pgnpack_result) -> pgnpack_status;
    pub fn pgnpack_builder_finish(builder: *mut pgnpack_builder, game_ret: *mut *const pgnpack_game) -> pgnpack_status;

    pub fn pgnpack_unpacker_new(
        options: *const pgnpack_options,
        unpacker_options: *const pgnpack_unpacker_options,
    ) -> *mut pgnpack_unpacker;
    pub fn pgnpack_unpacker_run(
        unpacker: *mut pgnpack_unpacker,
        source: *const pgnpack_source,
        sink: *const pgnpack_sink,
    ) -> pgnpack_status;
}
