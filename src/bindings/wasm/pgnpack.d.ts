/**
 * pgnpack for JavaScript: chess databases (.bcgn) in Node (18 and later) and in browsers.
 *
 * `load()` and streams are asynchronous, everything else is not: a database is read while the call lasts. In a page it therefore
 * belongs into a worker, where files and addresses can be read so. Options that are not named here are refused.
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
    /** An http(s) address, by Range requests: in a worker, and in Node. In Node also a path, or a file: address. */
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
    readonly wasm?: ModuleSource;
    /**
     * Larger modules, which are fetched when they are first needed, unless `wasm` is such already: search.wasm for searches, trees and
     * names; packer.wasm, which has everything, for packing, indexes and zstd. Left out: beside pgnpack.js.
     */
    readonly search?: ModuleSource;
    readonly packer?: ModuleSource;
    /**
     * What files of level 4 and up need besides: model-0.bin and model-1.bin, the nets' weights, and tables-0.bin, as numbers 0, 1 and
     * 2 of a list: their address or path or bytes; or a function that gives the bytes. They are fetched when a game's moves are first
     * needed: level 4 needs number 2, levels 5 to 7 number 0, levels 8 and 9 numbers 0 and 1. Left out: beside pgnpack.js.
     */
    readonly models?: readonly (string | URL | ArrayBuffer | Uint8Array | undefined)[] | ((id: 0 | 1 | 2) => Uint8Array);
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
    /** What a source threw. */
    readonly cause?: unknown;
}

/** Words of conditions: docs/QUERIES.md, and what queryWords() has. */
export type Condition =
    | 'fen' | 'moves' | 'pgn' | 'pgn-final' | 'material' | 'balance' | 'pawns' | 'pattern' | 'attack' | 'hanging' | 'move'
    | 'eval' | 'swing' | 'clock' | 'spent' | 'nag' | 'comment' | 'has' | 'side' | 'ply' | 'move-number' | 'check' | 'mate'
    | 'stalemate' | 'final' | 'for' | 'times' | 'either' | 'mirrored' | 'player' | 'white' | 'black' | 'us' | 'them' | 'elo'
    | 'white-elo' | 'black-elo' | 'us-elo' | 'them-elo' | 'elo-gap' | 'date' | 'eco' | 'opening' | 'result' | 'plies' | 'event'
    | 'site' | 'round' | 'time-control' | 'tag' | 'then' | 'next' | 'after' | 'not' | 'variations';
/** Those that stand alone. */
export type BareCondition =
    | 'check' | 'mate' | 'stalemate' | 'final' | 'either' | 'mirrored' | 'then' | 'next' | 'not' | 'variations';
/**
 * Conditions, docs/QUERIES.md: pgnfind's words in one text, 'player=Kasparov then fen="..."'; pairs; or names and values, `true` for
 * words that stand alone.
 */
export type Where =
    | string
    | readonly (readonly [BareCondition] | readonly [Exclude<Condition, BareCondition>, string | number])[]
    | ({ readonly [word in BareCondition]?: true } & { readonly [word in Exclude<Condition, BareCondition>]?: string | number });

export type Outcome = '1-0' | '0-1' | '1/2-1/2' | '*';

/** A move: to-square in bits 0-5 (a1 0, h8 63), from-square in 6-11, flag in 12-15; 0 is a null move. */
export type Move = number;

export interface OpenOptions {
    /** A file's name, for column `file` and for error texts. */
    readonly name?: string;
    /** The index beside it, NAME.bcgn.idx, which makes searches fast where the database was packed without. */
    readonly index?: Source;
    /** What saveIndex() gave for the same file. */
    readonly savedIndex?: Uint8Array;
    /** Bytes that are rather read than that there is a request more. Left out: 16 KiB, of addresses 4 KiB. */
    readonly gap?: number;
    /** Bytes of unpacked blocks that are kept for each way of reading. Left out: 64 MiB. */
    readonly keep?: number;
    /**
     * What becomes of damaged blocks: an error where one is met, or the games of all of them are left out, as deleted ones are; then
     * opening reads the whole file, once for each module that is used. Left out: 'error'.
     */
    readonly damaged?: 'error' | 'skip';
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
    queryWords(): { readonly name: Condition; readonly value: string | null; readonly text: string }[];
    /** Throws a PgnpackError that says what is wrong with it. */
    checkWhere(where: Where): void;

    /** A board with a position; left out: the start position. */
    board(fen?: string): Board;

    /** Packs pieces of PGN text (or of whatever else: it comes back byte by byte), and gives the packed file in pieces. */
    pack(text: Iterable<Uint8Array | ArrayBuffer | string>, options?: PackOptions): Generator<Uint8Array, PackTotals, void>;
    /** The same, driven by the caller. */
    packer(options?: PackOptions): Packer;
    /**
     * Packs pieces that come by and by: a ReadableStream, a Readable of Node, an asynchronous generator, a list. A piece is asked for when
     * what is packed before it was taken. What the source throws is thrown; where the signal aborts, its reason. Then, and when
     * a loop is left, the source is stopped (`cancel()`, `destroy()`, `return()`), and the memory of the work released.
     *
     *     for await (const piece of pgnpack.packStream(createReadStream('games.pgn'), { level: 6 }))
     */
    packStream(pieces: Pieces<Uint8Array | ArrayBuffer | string>, options?: PackOptions & StreamOptions): AsyncGenerator<Uint8Array, PackTotals, void>;

    /** The text of a database as it was packed, in pieces, without deleted games. Throws at its end where the file is cut off or damaged. */
    unpack(source: Source): Generator<Uint8Array, void, void>;
    /** The same of a file that comes by and by: it is kept, packed, until its end is there; the text then comes block by block. */
    unpackStream(pieces: Pieces<Uint8Array | ArrayBuffer>, options?: StreamOptions): AsyncGenerator<Uint8Array, void, void>;

    /** Unpacks frames of zstd, as of .pgn.zst. */
    unzstd(pieces: Iterable<Uint8Array>): Generator<Uint8Array, void, void>;

    /** Bytes of memory that the module has. */
    readonly memorySize: number;
}

/** What gives pieces, one after the other. */
export type Pieces<Piece> = ReadableStream<Piece> | AsyncIterable<Piece> | (Iterable<Piece> & object);

export interface StreamOptions {
    /** Ends the work, also while it waits for a piece. */
    readonly signal?: AbortSignal;
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
    columns<Name extends string>(options: ColumnsOptions<Name>): Columns<Name>;

    game(number: number, options?: { readonly fen?: boolean }): Game;

    /** The bytes of `count` games (left out: 1), as they were packed. */
    text(first: number, count?: number): Uint8Array;
    /** The text of block `n`, from 0: all of them in a row are the whole text. Deleted games are in it, unless they are not to be. */
    blockText(n: number, withoutDeleted?: boolean): Uint8Array;

    /** Games that fulfil the conditions. */
    search(where: Where, range?: Range): Search;
    /** What was played in a position (a FEN, '' for the start), and what became of it. */
    tree(fen: string | Board, where?: Where): Tree;
    /** Players that fit a pattern, with their games; or values of another tag. */
    names(pattern?: string, options?: { readonly tag?: string } & Range): Names;

    /** What opening found, for `savedIndex`: opens the same file with one short read. */
    saveIndex(): Uint8Array;
    /** Makes an index beside the database. Decodes all moves. `progress` returns false to stop. */
    makeIndex(progress?: (games: number, gameCount: number) => boolean | void): Uint8Array;
    close(): void;
}

export interface Range {
    /** From 1. Left out: 1. */
    readonly first?: number;
    /** Left out: all. */
    readonly count?: number;
}

export interface ColumnsOptions<Name extends string = string> extends Range {
    /** The tag "count" is asked for as count_tag, those of other columns' names likewise (moves_tag). */
    readonly names: readonly Name[];
    /** These games, in this order, in place of a range. */
    readonly numbers?: Iterable<number>;
    /** Those of them that fulfil this. */
    readonly where?: Where;
}

/** What is in columns that are no tags, and in those of numbers. */
export interface ColumnTypes {
    /** From 1. */
    readonly game: Float64Array;
    /** '' where there is no name. */
    readonly file: string[];
    /** '8f2k1qz:1042'; null: the file is older than ids. */
    readonly id: (string | null)[];
    /** 'YYYY-MM-DD' */
    readonly day: (string | null)[];
    readonly year: (number | null)[];
    readonly outcome: Outcome[];
    readonly plies: Uint32Array;
    readonly WhiteElo: (number | null)[];
    readonly BlackElo: (number | null)[];
    readonly PlyCount: (number | null)[];
    readonly moves: Uint16Array[];
    /** 'e4 e5 Nf3' */
    readonly san: string[];
    readonly uci: string[];
    /** Milliseconds left behind each ply; NO_CLOCK: unknown. */
    readonly clocks: Int32Array[];
    /** Centipawns from white's side behind each ply; NO_EVAL; or EVAL_MATE - n, where white mates in n, n - EVAL_MATE, where black. */
    readonly evals: Int32Array[];
    /** plies + 1 texts a game: before the first ply, behind each. */
    readonly comments: string[][];
    readonly text: Uint8Array[];
}

/** Tags: null where a game has not the tag. */
export type TagColumn = (string | null)[];

/** The columns that were asked for. Of names that are known when it runs only, a column is one of all kinds. */
export type Columns<Name extends string = string> = {
    /** How many games there are. */
    readonly count: number;
    /** From 1; always there. */
    readonly game: Float64Array;
} & {
    readonly [name in Name]: name extends keyof ColumnTypes ? ColumnTypes[name] : string extends name ? ColumnTypes[keyof ColumnTypes] | TagColumn : TagColumn;
};

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

export type Level = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

export interface PackOptions {
    /** 1 (fast) to 9 (small); left out: 3. Levels 5 and up need the nets' weights. */
    readonly level?: Level;
    /** Position columns and an opening tree for searches. Left out: 'auto', where they take little of the file. */
    readonly index?: 'auto' | 'none' | 'always';
    /** Bytes of text in a block; at most 16 MiB. */
    readonly blockSize?: number;
    /** Unpack each block and compare. */
    readonly verify?: boolean;
    /** The name of the file that the text is of. */
    readonly name?: string;
    /** When it was changed last, in whole seconds: with a name. */
    readonly time?: Date;
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
