/*
 * The worker: it has the library, the opened database and the lists of games that were found in it. It answers questions, each with an
 * id (client.js). What takes long is done in slices, between which it looks at what came in the meantime: so rows are shown while a
 * search runs, and what is not wanted any more ends.
 */
import { load } from './pgnpack.js';
import { apart } from './apart.js';
import { asMessage, sortError } from './errors.js';
import { FoundList, ValueOrder } from './found_list.js';
import { gameNodes, mainNode } from './game_nodes.js';
import { columnOf } from './list_columns.js';
import { openingOf } from './openings.js';
import { PlayerReport } from './player_report.js';
import { AddressSource, fetchAll, joined, lookAtFile, lookAtUrl, nameOfUrl, piecesOfFile, requireRanges, ungzip } from './source.js';

const sliceMs = 20, toldEveryMs = 100, listsKept = 3, levelInMemory = 3, pieceSize = 1 << 20, listGap = 2048, gamesAtOnce = 100, searchGap = 16384, searchAhead = 65536;
const sortMost = 1000000, sortAtOnce = 8192;

const modules = {};
const opened = { db: null, searched: null, name: 'the file', source: null };
const lists = new Map();
let nextList = 1, board = null;

/*
 * The modules, each loaded when it is first needed: reader.wasm for lists and games, search.wasm for searches and trees, packer.wasm
 * for packing.
 */
function library(name) {
    modules[name] ??= load({ wasm: new URL(`${name}.wasm`, import.meta.url) });
    modules[name].catch(() => delete modules[name]);
    return modules[name];
}

/* ---- Jobs ---- */

const cancelled = new Set();

class Cancelled extends Error {}

/* Lets what has come in be looked at. */
const channel = new MessageChannel();
const turns = [];
channel.port1.onmessage = () => turns.shift()();
function turn() {
    return new Promise((resolve) => {
        turns.push(resolve);
        channel.port2.postMessage(0);
    });
}

class Job {
    constructor(id) {
        this.id = id;
        this.told = 0;
    }

    /** Between slices: ends the job if it is not wanted any more. */
    async breathe() {
        await turn();
        this.check();
    }

    check() {
        if (cancelled.has(this.id))
            throw new Cancelled();
    }

    tell(progress) {
        this.told = performance.now();
        postMessage({ id: this.id, progress });
    }

    /** The same, but not too often. */
    tellNow(make) {
        if (performance.now() - this.told >= toldEveryMs)
            this.tell(make());
    }
}

async function run({ id, kind, question }) {
    const job = new Job(id);
    try {
        await job.breathe();
        const answer = await tasks[kind](question, job);
        postMessage({ id, answer: { ...answer, reads: reads() } });
    } catch (error) {
        if (!(error instanceof Cancelled))
            postMessage({ id, error: asMessage(error, error.about ?? opened.name) });
    } finally {
        cancelled.delete(id);
    }
}

function reads() {
    const { source } = opened;
    return source instanceof AddressSource ? { requests: source.requests, bytes: source.bytes } : null;
}

onmessage = ({ data }) => {
    if (data.cancel !== undefined)
        cancelled.add(data.cancel);
    else
        run(data);
};

/* ---- Opening ---- */

/* Compressed or not: pieces of text, as they are asked for. */
async function* textPieces(pieces, kind, blob) {
    if (kind === 'gz')
        yield* await ungzip(blob ?? new Blob([...pieces]));
    else if (kind === 'zst')
        yield* (await library('reader')).unzstd(pieces);
    else
        yield* pieces;
}

/* Packs pieces of text; what is packed is given in pieces. */
async function packText(pieces, options, job, totalSize) {
    const packing = (await library('packer')).packer(options);
    const packed = [];
    let done = 0;
    try {
        for await (const piece of pieces) {
            for (let at = 0; at < piece.length; at += pieceSize) {
                packed.push(...packing.write(piece.subarray(at, at + pieceSize)));
                await job.breathe();
            }
            done += piece.length;
            job.tellNow(() => ({ stage: 'packing', done, all: totalSize, totals: { ...packing.totals } }));
        }
        packed.push(...packing.finish());
        return { packed, totals: { ...packing.totals } };
    } finally {
        packing.close();
    }
}

/* The source of a database, and what is known of it. */
async function sourceOf({ file, url, whole }, job) {
    const look = file !== undefined ? await lookAtFile(file) : await lookAtUrl(url);
    if (look.kind === 'bcgn' && file !== undefined)
        return { ...look, source: file, isPacked: true };
    if (look.kind === 'bcgn' && !whole) {
        requireRanges(url, look);
        return { ...look, source: new AddressSource(url, look.size, look.mark), gap: listGap, isPacked: true };
    }
    const pieces = file !== undefined ? piecesOfFile(file) : await fetchAll(url, (done, all) => {
        job.check();
        job.tellNow(() => ({ stage: 'fetching', done, all }));
    });
    if (look.kind === 'bcgn')
        return { ...look, source: joined(pieces), isPacked: true };
    const text = textPieces(pieces, look.kind, file);
    const isText = look.kind === 'pgn';
    const { packed } = await packText(text, { level: levelInMemory }, job, isText ? look.size : 0);
    return { ...look, source: joined(packed), isPacked: false };
}

async function open(question, job) {
    const name = question.file?.name ?? nameOfUrl(question.url);
    try {
        const [pgnpack, { source, isPacked, kind, gap }] = await Promise.all([library('reader'), sourceOf(question, job)]);
        const db = pgnpack.open(source, { name, gap });
        opened.searched?.close();
        opened.db?.close();
        Object.assign(opened, { db, searched: null, name, source });
        lists.clear();
        return {
            name, kind, isPacked, games: db.gameCount - db.deletedCount, textSize: db.textSize, fileSize: db.fileSize, blocks: db.blockCount,
            trouble: db.trouble === null ? null : asMessage(db.trouble, name),
        };
    } catch (error) {
        error.about = name;
        throw error;
    }
}

/*
 * The database as searches read it: by a module of their own, and of an address in few large pieces, while lists and games take only
 * the bytes that they need. What is fetched is shared.
 */
async function searched() {
    const { db, source, name } = opened;
    if (opened.searched === null) {
        const isAddress = source instanceof AddressSource;
        const options = { name, savedIndex: db.saveIndex(), ...(isAddress ? { gap: searchGap } : {}) };
        opened.searched = (await library('search')).open(isAddress ? source.aheadBy(searchAhead) : source, options);
    }
    return opened.searched;
}

/* ---- Lists ---- */

function listOf(id) {
    const list = lists.get(id);
    if (list === undefined)
        throw new Cancelled();
    lists.delete(id);
    lists.set(id, list);
    return list;
}

/* Keeps a list; those that were not used for the longest time go. */
function keepList(list) {
    const id = nextList++;
    lists.set(id, list);
    for (const old of lists.keys())
        if (lists.size > listsKept)
            lists.delete(old);
    return id;
}

/* Columns of games of a list, which is null for all games of the file. */
function columnsOf(found, names, first, count) {
    const all = opened.db.deletedCount === 0 ? { first: first + 1, count } : { numbers: opened.db.gameNumbers(first, count) };
    const range = found === null ? all : { numbers: found.games.subarray(first, Math.min(first + count, found.count)) };
    return opened.db.columns({ names, ...range });
}

/* One game of them as an object. */
function rowAt(columns, names, i) {
    const row = { game: columns.game[i] };
    for (const name of names)
        row[name] = columns[name][i];
    return row;
}

function rows({ list, names, first, count }) {
    const found = list === 0 ? null : listOf(list);
    const columns = columnsOf(found, names, first, count);
    const place = (i) => (found === null ? {} : { ply: found.plies[first + i], item: found.items[first + i] });
    return { rows: Array.from({ length: columns.count }, (_, i) => ({ ...rowAt(columns, names, i), ...place(i) })) };
}

/** Makes a list of the games of another one (0: all of the file), by a column of list_columns.js. */
async function sort({ list, by, descending }, job) {
    const { names, value } = columnOf(by), { db } = opened;
    const found = list === 0 ? new FoundList(0) : listOf(list);
    const count = list === 0 ? db.gameCount - db.deletedCount : found.count;
    if (count > sortMost)
        throw sortError(count, sortMost);
    const order = new ValueOrder(count);
    for (let first = 0; first < count; first += sortAtOnce) {
        const columns = columnsOf(list === 0 ? null : found, names, first, Math.min(sortAtOnce, count - first));
        if (list === 0)
            found.add(Array.from(columns.game, (game) => ({ game, ply: 0, item: 0 })));
        for (let i = 0; i < columns.count; i++)
            order.add(value(rowAt(columns, names, i)));
        job.tellNow(() => ({ done: first, all: count, noun: 'game' }));
        await job.breathe();
    }
    return { list: keepList(found.inOrder(order.places(descending))), count };
}

async function find({ where }, job) {
    const search = (await searched()).search(where);
    const list = new FoundList(), id = keepList(list);
    const state = () => ({ list: id, count: list.count, games: search.games, gameCount: search.gameCount });
    try {
        while (!search.done) {
            const before = list.count;
            list.add(search.step(sliceMs));
            if (before === 0 && list.count > 0)
                job.tell(state());
            job.tellNow(state);
            await job.breathe();
        }
        return state();
    } finally {
        search.close();
    }
}

/** What became of the games that `white` and `black`, conditions, find. */
async function report({ white, black }, job) {
    const made = new PlayerReport();
    for (const [colour, where] of [['White', white], ['Black', black]]) {
        const search = (await searched()).search(where), numbers = [];
        try {
            while (!search.done) {
                for (const { game } of search.step(sliceMs))
                    numbers.push(game);
                job.tellNow(() => ({ done: search.games, all: search.gameCount, noun: 'game' }));
                await job.breathe();
            }
        } finally {
            search.close();
        }
        await made.add(opened.db, numbers, colour, () => job.breathe());
    }
    return made.tables();
}

/* ---- Games and positions ---- */

function game({ number, ...place }) {
    return { game: gameNodes(opened.db.game(number, { fen: true }), place) };
}

const cardNames = ['White', 'WhiteElo', 'Black', 'BlackElo', 'outcome', 'day', 'Date', 'UTCDate', 'ECO'];

/** Games of a list with the positions found in them; where nothing was asked of the board, with the last ones of their main lines. */
async function cards({ list, first, count }, job) {
    const made = [];
    for (const row of rows({ list, names: cardNames, first, count }).rows) {
        const { nodes, place } = gameNodes(opened.db.game(row.game, { fen: true }), row);
        const isPlace = row.ply > 0 || row.item > 0;
        const { fen, uci, san, number, side, next } = isPlace ? nodes[place] : mainNode(nodes, Infinity);
        made.push({ ...row, isPlace, fen, uci, san, number, side, next: nodes[next]?.san ?? '' });
        await job.breathe();
    }
    return { cards: made };
}

async function opening(question) {
    return { opening: await openingOf(question, await boardAt('')) };
}

async function boardAt(fen) {
    board ??= (await library('reader')).board();
    board.set(fen || undefined);
    return board;
}

async function legal({ fen }) {
    const at = await boardAt(fen);
    const moves = Array.from(at.moves(), (move) => {
        const uci = at.uci(move);
        return { uci, san: at.san(move), from: uci.slice(0, 2), to: uci.slice(2, 4), promotion: uci[4] ?? '' };
    });
    return { fen: at.fen, moves, inCheck: at.inCheck };
}

/** Plays moves given as texts (SAN or UCI) from a position on. */
async function play({ fen, moves }) {
    const at = await boardAt(fen);
    const made = [];
    for (const text of moves) {
        const [, side, , , , number] = at.fen.split(' ');
        const move = at.parse(text);
        const san = at.san(move), uci = at.uci(move);
        at.make(move);
        made.push({ san, uci, fen: at.fen, side, number: Number(number) });
    }
    return { start: fen, moves: made };
}

/** The same of several lines, each as far as its moves are legal. */
async function readLines({ fen, lines }) {
    const read = [];
    for (const line of lines) {
        const at = await boardAt(fen), made = [];
        for (const text of line) {
            const [, side, , , , number] = at.fen.split(' ');
            const move = at.moves().find((one) => at.uci(one) === text);
            if (move === undefined)
                break;
            const san = at.san(move);
            at.make(move);
            made.push({ san, uci: text, fen: at.fen, side, number: Number(number) });
        }
        read.push(made);
    }
    return { lines: read };
}

async function tree({ fen, where }, job) {
    const at = (await searched()).tree(fen, where);
    const state = () => ({ rows: at.rows(), totals: at.totals(), done: at.done, games: at.games, gameCount: at.gameCount });
    try {
        while (!at.step(sliceMs)) {
            job.tellNow(state);
            await job.breathe();
        }
        return state();
    } finally {
        at.close();
    }
}

/* ---- Out of the page ---- */

/* The whole text, as it was packed. */
async function exportAll(job) {
    const pieces = [];
    for (let n = 0; n < opened.db.blockCount; n++) {
        pieces.push(opened.db.blockText(n));
        job.tellNow(() => ({ done: n + 1, all: opened.db.blockCount, noun: 'block' }));
        await job.breathe();
    }
    return pieces;
}

async function exportSome(numbers, job) {
    const pieces = [], { db } = opened;
    for (let at = 0; at < numbers.length; at += gamesAtOnce) {
        const { text } = db.columns({ names: ['text'], numbers: numbers.slice(at, at + gamesAtOnce) });
        for (const game of text)
            pieces.push(...apart(game));
        job.tellNow(() => ({ done: Math.min(at + gamesAtOnce, numbers.length), all: numbers.length, noun: 'game' }));
        await job.breathe();
    }
    return pieces;
}

/** `numbers` of games, or `indexes` of those of a list, or all of a list; of list 0 the whole text. */
async function exportGames({ list, indexes, numbers }, job) {
    const found = list === undefined || list === 0 ? null : listOf(list);
    const wanted = numbers ?? indexes?.map((index) => (found === null ? index + 1 : found.games[index])) ??
        found?.games.subarray(0, found.count);
    const pieces = wanted === undefined ? await exportAll(job) : await exportSome(wanted, job);
    return { blob: new Blob(pieces, { type: 'application/vnd.chess-pgn' }) };
}

async function pack({ file, level }, job) {
    try {
        const { kind, size } = await lookAtFile(file);
        if (kind === 'bcgn')
            throw Object.assign(new Error('it is packed already'), { about: file.name });
        const text = textPieces(piecesOfFile(file), kind, file);
        const { packed, totals } = await packText(text, { level }, job, kind === 'pgn' ? size : 0);
        return { blob: new Blob(packed, { type: 'application/octet-stream' }), totals };
    } catch (error) {
        error.about = file.name;
        throw error;
    }
}

/** The database that is open, packed: of what the page packed itself. */
function packedBytes() {
    return { blob: new Blob([opened.source], { type: 'application/octet-stream' }) };
}

async function suggest({ pattern, tag }, job) {
    const names = (await searched()).names(pattern, tag ? { tag } : {});
    try {
        while (!names.step(sliceMs))
            await job.breathe();
        return { names: names.first(12) };
    } finally {
        names.close();
    }
}

library('reader').catch(() => {});

const tasks = { open, rows, sort, find, report, cards, game, opening, legal, play, readLines, tree, exportGames, pack, packedBytes, suggest };
