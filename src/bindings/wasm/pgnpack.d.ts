/**
 * pgnpack for JavaScript: chess databases (.bcgn) in Node (18 and later) and in browsers.
 *
 * `load()` is asynchronous, everything else is not: a database is read while the call lasts. In a page it therefore belongs
 * into a worker, where files and addresses can be read so.
 *
 *     import { load } from 'pgnpack';
 *     const pgnpack = await load();
 *     const db = pgnpack.open('games.bcgn');
 *     for (const hit of db.search('player=Kasparov eco=B90-B99'))
 *         console.log(db.text(hit.game, 1));
 *
 * Games are counted from 1. Texts of a file that are not UTF-8 are read as Latin-1, value by value. What was opened stays
 * until its `close()`.
 */

/** Where bytes of a file come from. */
export type Source =
    | ArrayBuffer
    | Uint8Array
    /** A file of the page; in a worker only, or in Node with `size` and bytes in memory. */
    | Blob
    /** An http(s) address: in a worker, by Range requests. In Node a path, or a file: address. */
    | string
    | URL
    /** A file that is open in Node. */
    | number
    | RandomAccess;

/** Any other place: `readAt` returns the bytes from `offset` on, `size` of them, fewer only at the end. */
export interface RandomAccess {
    readonly size: number;
    readAt(offset: number, size: number): Uint8Array;
    /** Bytes that will soon be asked for: a hint. */
    prefetch?(offset: number, size: number): void;
    close?(): void;
}

export interface LoadOptions {
    /** The module: its address or path, its bytes, or compiled. Left out: reader.wasm beside pgnpack.js. */
    wasm?: ModuleSource;
    /**
     * Larger modules, which are fetched when they are first needed, unless `wasm` is such already: search.wasm for searches, trees and
     * names; packer.wasm, which has everything, for packing, indexes and zstd. Left out: beside pgnpack.js.
     */
    search?: ModuleSource;
    packer?: ModuleSource;
    /**
     * What files of level 4 and up need besides: model-0.bin and model-1.bin, the nets' weights, and tables-0.bin, as numbers 0, 1 and
     * 2 of a list: their address or path or bytes; or a function that gives the bytes. They are fetched when a game's moves are first
     * needed: level 4 needs number 2, levels 5 to 7 number 0, levels 8 and 9 numbers 0 and 1. Left out: beside pgnpack.js.
     */
    models?: readonly (string | URL | ArrayBuffer | Uint8Array)[] | ((id: number) => Uint8Array);
}

export type ModuleSource = string | URL | ArrayBuffer | Uint8Array | WebAssembly.Module;

/** Loads the module. Each call makes one with memory of its own. */
export function load(options?: LoadOptions): Promise<Pgnpack>;

/** The numbers of enum pgnpack_status. */
export type StatusName =
    | 'argument' | 'memory' | 'memory-limit' | 'read' | 'write' | 'not-bcgn' | 'unsupported' | 'corrupt' | 'truncated'
    | 'limit' | 'lossy' | 'cancelled' | 'internal';

/** What every function throws that fails. */
export class PgnpackError extends Error {
    readonly name: 'PgnpackError';
    readonly status: number;
    readonly statusName: StatusName;
    /** From 1; 0: it is not about one game. */
    readonly game: number;
    /** Byte of the file; -1: unknown. */
    readonly offset: number;
}

/** Conditions, docs/QUERIES.md: pgnfind's words in one text, 'player=Kasparov then fen="..."'; pairs; or names and values. */
export type Where = string | readonly (readonly [string, (string | number)?])[] | { readonly [word: string]: string | number | true };

export type Outcome = '1-0' | '0-1' | '1/2-1/2' | '*';

/** A move: to-square in bits 0-5 (a1 0, h8 63), from-square in 6-11, flag in 12-15; 0 is a null move. */
export type Move = number;

export interface OpenOptions {
    /** A file's name, for column `file` and for error texts. */
    name?: string;
    /** The index beside it, NAME.bcgn.idx, which makes searches fast where the database was packed without. */
    index?: Source;
    /** What saveIndex() gave for the same file. */
    savedIndex?: Uint8Array;
    /** Bytes that are rather read than that there is a request more. Left out: 16 KiB, of addresses 4 KiB. */
    gap?: number;
    /** Bytes of unpacked blocks that are kept for each way of reading. Left out: 64 MiB. */
    keep?: number;
    /**
     * What becomes of damaged blocks: an error where one is met, or the games of all of them are left out, as deleted ones are; then
     * opening reads the whole file, once for each module that is used. Left out: 'error'.
     */
    damaged?: 'error' | 'skip';
}

/** What is damaged in a file. */
export interface Damage {
    /** The games that are lost; their number is null for the end of a file that is cut. */
    firstGame: number;
    gameCount: number | null;
    /** Where in the file, and how many bytes. */
    offset: number;
    size: number;
    text: string;
}

export interface Pgnpack {
    readonly version: string;
    /** Opens a database. One that was not closed properly is opened all the same: see `trouble`. */
    open(source: Source, options?: OpenOptions): Database;

    /** The conditions that there are. */
    queryWords(): { name: string; value: string | null; text: string }[];
    /** Throws a PgnpackError that says what is wrong with it. */
    checkWhere(where: Where): void;

    /** A board with a position; left out: the start position. */
    board(fen?: string): Board;

    /** Packs pieces of PGN text (or of whatever else: it comes back byte by byte), and gives the packed file in pieces. */
    pack(text: Iterable<Uint8Array | ArrayBuffer | string>, options?: PackOptions): Generator<Uint8Array, PackTotals, void>;
    /** The same, driven by the caller. */
    packer(options?: PackOptions): Packer;

    /** Unpacks frames of zstd, as of .pgn.zst. */
    unzstd(pieces: Iterable<Uint8Array>): Generator<Uint8Array, void, void>;

    /** Bytes of memory that the module has. */
    readonly memorySize: number;
}

export interface ReadCounts {
    /** Calls of the source, and bytes that it gave: so many requests where it is an address. */
    requests: number;
    bytes: number;
}

export interface Block {
    offset: number;
    size: number;
    textSize: number;
    firstGame: number;
    gameCount: number;
    /** year * 10,000 + month * 100 + day; 0: unknown. */
    dateMin: number;
    dateMax: number;
    eloMin: number;
    eloMax: number;
    isAnnex: boolean;
    /** A file of several begins with it ... */
    beginsFile: boolean;
    /** ... or, further ones, inside it. */
    hasFiles: boolean;
}

export interface Database {
    /** The highest number of a game. */
    readonly gameCount: number;
    /** How many of these are deleted: they keep their numbers, and are left out of everything. */
    readonly deletedCount: number;
    /** What is damaged, and left out: with `damaged: 'skip'`. */
    readonly damaged: readonly Damage[];
    /** Numbers of games that are not left out: at most `count`, from the one at `place` (from 0) on. */
    gameNumbers(place: number, count: number): number[];
    /** Bytes of the PGN text. */
    readonly textSize: number;
    /** Bytes of the file. */
    readonly fileSize: number;
    readonly blockCount: number;
    readonly name: string;
    /** What is wrong with the file, where it could be opened all the same. */
    readonly trouble: PgnpackError | null;
    readonly reads: ReadCounts;

    block(n: number): Block;
    /** Which block, from 0, a game is in. */
    blockOfGame(number: number): number;

    /** The id of a game, '8f2k1qz:1042', which stays when the database is changed; null: its file is older than ids. */
    gameId(number: number): string | null;
    /** The number of the game that an id leads to, also one that it had before changes; it may be deleted. null: there is none. */
    findId(id: string): number | null;

    /** Names of all tags: the seven of the roster first, then in the order of the file. Reads the head of each block. */
    tagNames(): string[];

    /**
     * Columns of games, in the order they are asked for. Names are those of SQL and Python: game, file, id, day, year, outcome,
     * plies, any tag, moves, san, uci, clocks, evals, comments, text. Blocks that are not needed are not read.
     */
    columns(options: ColumnsOptions): Columns;

    game(number: number, options?: { fen?: boolean }): Game;

    /** The bytes of `count` games (left out: 1), as they were packed. */
    text(first: number, count?: number): Uint8Array;
    /** The text of block `n`, from 0: all of them in a row are the whole text. */
    blockText(n: number): Uint8Array;

    /** Games that fulfil the conditions. */
    search(where: Where, range?: Range): Search;
    /** What was played in a position (a FEN, '' for the start), and what became of it. */
    tree(fen: string | Board, where?: Where): Tree;
    /** Players that fit a pattern, with their games; or values of another tag. */
    names(pattern?: string, options?: { tag?: string } & Range): Names;

    /** What opening found, for `savedIndex`: opens the same file with one short read. */
    saveIndex(): Uint8Array;
    /** Makes an index beside the database. Decodes all moves. `progress` returns false to stop. */
    makeIndex(progress?: (games: number, gameCount: number) => boolean | void): Uint8Array;
    close(): void;
}

export interface Range {
    /** From 1. Left out: 1. */
    first?: number;
    /** Left out: all. */
    count?: number;
}

export interface ColumnsOptions extends Range {
    /** The tag "count" is asked for as count_tag, those of other columns' names likewise (moves_tag). */
    names: readonly string[];
    /** These games, in this order, in place of a range. */
    numbers?: Iterable<number>;
    /** Those of them that fulfil this. */
    where?: Where;
}

export interface Columns {
    /** How many games there are. */
    readonly count: number;
    /** From 1; always there. */
    readonly game: Float64Array;
    /** '' where there is no name. */
    readonly file?: string[];
    /** '8f2k1qz:1042'; null: the file is older than ids. */
    readonly id?: (string | null)[];
    /** 'YYYY-MM-DD' */
    readonly day?: (string | null)[];
    readonly year?: (number | null)[];
    readonly outcome?: Outcome[];
    readonly plies?: Uint32Array;
    readonly WhiteElo?: (number | null)[];
    readonly BlackElo?: (number | null)[];
    readonly PlyCount?: (number | null)[];
    readonly moves?: Uint16Array[];
    /** 'e4 e5 Nf3' */
    readonly san?: string[];
    readonly uci?: string[];
    /** Milliseconds left behind each ply; NO_CLOCK: unknown. */
    readonly clocks?: Int32Array[];
    /** Centipawns from white's side behind each ply; NO_EVAL; or EVAL_MATE - n, where white mates in n, n - EVAL_MATE, where black. */
    readonly evals?: Int32Array[];
    /** plies + 1 texts a game: before the first ply, behind each. */
    readonly comments?: string[][];
    readonly text?: Uint8Array[];
    /** Tags: null where a game has not the tag. */
    readonly [name: string]: any;
}

export const NO_CLOCK: -1;
export const NO_EVAL: -2147483648;
export const EVAL_MATE: 2000000;

export interface Game {
    number: number;
    /** Without escapes, in the order of the game. */
    tags: [string, string][];
    outcome: Outcome;
    /** FEN of the position before the first move. */
    start: string;
    /** Half-moves of the main line. */
    plies: number;
    /** The movetext, in its order. */
    items: Item[];
    /** Of the main line, one a ply. */
    clocks: Int32Array;
    evals: Int32Array;
    /** Where the movetext stops to make sense, in words; null: nowhere. */
    trouble: string | null;
}

export type Item =
    | {
          kind: 'move' | 'null' | 'drop';
          san: string;
          uci: string;
          move: Move;
          /** Half-moves before it, from 0, in its line. */
          ply: number;
          /** 0: the main line; 1: a variation of it; ... */
          depth: number;
          /** Number of the move in the game, and who makes it, as printed. */
          number: number;
          side: 'w' | 'b';
          /** The position behind it, where it was asked for. */
          fen?: string;
      }
    /** A numeric annotation glyph ($1), or the number that !, ?, !!, ??, !?, ?! stand for. */
    | { kind: 'nag'; nag: number; ply: number; depth: number }
    /** What is inside of a comment; `place`: before or among the tags, with the moves, behind the result. */
    | { kind: 'comment'; text: string; ply: number; depth: number; place: 'header' | 'moves' | 'end' }
    /** Brackets of variations; the items between are an alternative to the move before. */
    | { kind: 'begin' | 'end'; ply: number; depth: number }
    /** A sign that is none of PGN's but common ("+-", "e.p."), or a line of escape (%). */
    | { kind: 'token'; text: string; ply: number; depth: number };

/** A comment without the commands in it ([%clk ...], [%eval ...], [%cal ...]), with blanks at the ends removed. */
export function plainComment(text: string): string;
/** '!' for 1, '±' for 16, ...: what a glyph's number is printed as, '$n' for others. */
export function nagText(nag: number): string;

export interface Hit {
    game: number;
    /** Half-moves before the position that was found; 0 where nothing was asked of the board. */
    ply: number;
    /** The same of the last step ("then"). */
    lastPly: number;
    /** Number of the item in `Game.items` that it stands before, if it was found in a variation; else 0. */
    item: number;
    /** What the game plays there; 0: it ends. */
    move: Move;
}

/** Something that takes long, done in pieces, so that whoever does it can answer in between. */
export interface Steps {
    readonly done: boolean;
    /** Games that were looked at or passed over, and how many there are. */
    readonly games: number;
    readonly gameCount: number;
    close(): void;
}

export interface Search extends Steps, Iterable<Hit> {
    /** Goes on for about so many milliseconds (a block at least), or up to `maxHits`, at least 1, and gives what it found. */
    step(budgetMs: number, maxHits?: number): Hit[];
    /** The next hit, however long it takes; null: there is none. */
    next(): Hit | null;
    /** All that are left: their games. */
    all(): Float64Array;
    readonly counts: { games: number; hits: number; gamesReplayed: number; blocksRead: number; blocksSkipped: number };
}

export interface TreeCounts {
    games: number;
    whiteWins: number;
    draws: number;
    blackWins: number;
    unknown: number;
    /** Means, of the side to move and of its opponents; 0: unknown. */
    rating: number;
    opponent: number;
    /** From three rated opponents on. */
    performance: number;
    lastYear: number;
}

export interface TreeRow extends TreeCounts {
    /** 0: the game ends there. */
    move: Move;
    san: string;
    uci: string;
}

export interface Tree extends Steps {
    /** Goes on for about so many milliseconds (a block at least). Returns `done`. */
    step(budgetMs: number): boolean;
    /** All of it, or what was counted so far: most games first. */
    rows(): TreeRow[];
    totals(): TreeCounts;
    /** Does all that is left. */
    finish(): TreeRow[];
}

export interface Name {
    name: string;
    games: number;
    asWhite: number;
    won: number;
    drawn: number;
    lost: number;
    /** null: unknown. */
    firstYear: number | null;
    lastYear: number | null;
}

export interface Names extends Steps, Iterable<Name> {
    /** Goes on counting for about so many milliseconds. Returns `done`. */
    step(budgetMs: number): boolean;
    /** Counts all that is left; then those of most games. */
    first(count: number): Name[];
    /** The next of them. */
    take(count: number): Name[];
}

export interface Board {
    set(fen?: string): void;
    readonly fen: string;
    readonly side: 'w' | 'b';
    /** The man on a square, 0 (a1) to 63 (h8), as in a FEN; '': none. */
    man(square: number): string;
    /** Legal moves, always in the same order. */
    moves(): Uint16Array;
    /** '' where it is not legal. */
    san(move: Move): string;
    uci(move: Move): string;
    /** The legal move of a text in SAN or UCI. Throws where there is none, or more than one. */
    parse(text: string): Move;
    /** Makes a legal move, given as number or text; returns it. */
    make(move: Move | string): Move;
    undo(): void;
    readonly inCheck: boolean;
    readonly isCheckmate: boolean;
    readonly isStalemate: boolean;
    readonly lacksMaterial: boolean;
    /** The format's key of the position (docs/FORMAT.md). */
    readonly key: bigint;
    close(): void;
}

export interface PackOptions {
    /** 1 (fast) to 9 (small); left out: 3. Levels 5 and up need the nets' weights. */
    level?: number;
    /** Position columns and an opening tree for searches. Left out: 'auto', where they take little of the file. */
    index?: 'auto' | 'none' | 'always';
    /** Bytes of text in a block; at most 16 MiB. */
    blockSize?: number;
    /** Unpack each block and compare. */
    verify?: boolean;
    /** The name of the file that the text is of. */
    name?: string;
    /** When it was changed last, in whole seconds: with a name. */
    time?: Date;
}

export interface PackTotals {
    textSize: number;
    packedSize: number;
    games: number;
    plies: number;
    blocks: number;
}

export interface Packer {
    /** What follows is a file of its own. What is packed by now comes with its text. */
    beginFile(name: string, time?: Date): void;
    /** Takes a piece of text and gives what is packed by now: often nothing. */
    write(text: Uint8Array | ArrayBuffer | string): Uint8Array[];
    /** Packs what is left. */
    finish(): Uint8Array[];
    readonly totals: PackTotals;
    close(): void;
}
