// Columns of games by their names, and the batches that they are read from.

import { gameNumber } from './arguments.js';
import { outcomes } from './games.js';
import { encoder, textsOf } from './texts.js';

const PLIES = 1, RESULTS = 2, MOVES = 4, SAN = 8, UCI = 16, CLOCKS = 32, EVALS = 64, COMMENTS = 128, TEXT = 512;

export const columnsAtOnce = (parts) => (parts & (MOVES | SAN | UCI | CLOCKS | EVALS | COMMENTS | TEXT) ? 512 : 8192);

export const roster = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result'];
const rating = /^[\t-\r ]*(\d{1,4})(?!\d|\?[\d?])/; // as pgnpack_rating() reads it
const numberTags = new Map([['WhiteElo', rating], ['BlackElo', rating], ['PlyCount', /^(\d{1,9})$/]]);
export const partOf = {
    outcome: RESULTS, plies: PLIES, moves: MOVES, san: SAN, uci: UCI, clocks: CLOCKS, evals: EVALS, comments: COMMENTS, text: TEXT,
};
const derived = new Set(['game', 'file', 'id', 'day', 'year', ...Object.keys(partOf)]);
const reserved = new Set([...derived, 'count']);

const daysOfMonth = (year, month) => new Date(Date.UTC(year, month, 0)).getUTCDate();
const isDate = (value) => value !== null && value.length === 10 && value[4] === '.' && value[7] === '.' && /[1-9]/.test(value.slice(0, 4)) &&
    !/[\\"]/.test(value);

// 'YYYY-MM-DD' of a whole date that there is.
function dayOf(value) {
    const found = value !== null && /^(\d{4})\.(\d\d)\.(\d\d)$/.exec(value);
    if (!found || !isDate(value))
        return null;
    const [year, month, day] = found.slice(1).map(Number);
    const isReal = month >= 1 && month <= 12 && day >= 1 && day <= daysOfMonth(year < 100 ? year + 2000 : year, month);
    return isReal ? found.slice(1).join('-') : null;
}

const yearOf = (value) => (isDate(value) && /^\d{4}/.test(value) ? Number(value.slice(0, 4)) : null);

function numberOf(value, pattern) {
    const found = value === null ? null : pattern.exec(value);
    return found && (pattern !== rating || Number(found[1]) !== 0) ? Number(found[1]) : null;
}

// The tag that a column is of: one whose name is a derived column's is asked for with _tag behind it.
function tagOf(name) {
    const plain = /^(.*)_tag$/.exec(name)?.[1];
    return plain !== undefined && reserved.has(plain.toLowerCase()) ? plain : name;
}

export function tagsFor(names) {
    const tags = new Set();
    for (const name of names) {
        if (name === 'day' || name === 'year')
            tags.add('Date').add('UTCDate');
        else if (!derived.has(name))
            tags.add(tagOf(name));
    }
    return [...tags];
}

// Which arrays columns.c gives, in its order.
const arrayNames = [
    'numbers', 'plies', 'results', 'moves', 'movesOffsets', 'san', 'sanOffsets', 'uci', 'uciOffsets', 'clocks', 'clocksOffsets', 'evals',
    'evalsOffsets', 'comments', 'commentsTextOffsets', 'commentsOffsets', 'text', 'textOffsets',
];

// What is read for some columns: a batch. It stays, so that what it has unpacked is there for the next question.
export class Batch {
    constructor(machine, database, tags, parts) {
        this.machine = machine;
        this.tags = tags;
        this.parts = parts;
        const list = encoder.encode(tags.map((name) => `${name}\0`).join(''));
        this.handle = machine.with(list, (address) =>
            machine.checkHandle(machine.exports.columns_new(database, address, tags.length, parts)));
    }
    close() {
        this.machine.exports.columns_close(this.handle);
    }
    limit(first, count) {
        this.machine.check(this.machine.exports.columns_limit(this.handle, first, count));
    }
    // Numbers that ascend.
    pick(numbers) {
        const bytes = new Uint8Array(Float64Array.from(numbers).buffer);
        this.machine.with(bytes, (address) => this.machine.check(this.machine.exports.columns_pick(this.handle, address, numbers.length)));
    }
    // The next games: views of memory, good until the next call; null behind the last one.
    next(capacity) {
        const { machine } = this;
        const count = machine.exports.columns_next(this.handle, capacity);
        if (count < 0)
            throw machine.error();
        if (count === 0)
            return null;
        machine.exports.columns_addresses(this.handle);
        const answer = machine.answer(), arrays = { count, buffer: machine.bytes().buffer };
        for (const name of arrayNames)
            arrays[name] = answer.number32();
        arrays.tags = this.tags.map(() => [answer.number32(), answer.number32(), answer.number32()]);
        return arrays;
    }
}

const wordsAt = (arrays, address, count) => new Uint32Array(arrays.buffer, address, count);

function textColumn(arrays, address, offsetsAt) {
    const offsets = wordsAt(arrays, offsetsAt, arrays.count + 1);
    return textsOf(new Uint8Array(arrays.buffer, address, offsets[arrays.count]), offsets, arrays.count);
}

function tagColumn(arrays, [address, offsetsAt, isSetAt]) {
    const texts = textColumn(arrays, address, offsetsAt), isSet = new Uint8Array(arrays.buffer, isSetAt, arrays.count);
    for (let i = 0; i < texts.length; i++)
        if (isSet[i] === 0)
            texts[i] = null;
    return texts;
}

function listColumn(arrays, Kind, address, offsetsAt) {
    const offsets = wordsAt(arrays, offsetsAt, arrays.count + 1);
    const all = new Kind(arrays.buffer, address, offsets[arrays.count]).slice();
    return Array.from({ length: arrays.count }, (_, i) => all.subarray(offsets[i], offsets[i + 1]));
}

function commentColumn(arrays) {
    const offsets = wordsAt(arrays, arrays.commentsOffsets, arrays.count + 1), count = offsets[arrays.count];
    const textOffsets = wordsAt(arrays, arrays.commentsTextOffsets, count + 1);
    const texts = textsOf(new Uint8Array(arrays.buffer, arrays.comments, textOffsets[count]), textOffsets, count);
    return Array.from({ length: arrays.count }, (_, i) => texts.slice(offsets[i], offsets[i + 1]));
}

const derivedColumns = {
    outcome: (arrays) => Array.from(new Uint8Array(arrays.buffer, arrays.results, arrays.count), (result) => outcomes[result]),
    plies: (arrays) => wordsAt(arrays, arrays.plies, arrays.count).slice(),
    moves: (arrays) => listColumn(arrays, Uint16Array, arrays.moves, arrays.movesOffsets),
    san: (arrays) => textColumn(arrays, arrays.san, arrays.sanOffsets),
    uci: (arrays) => textColumn(arrays, arrays.uci, arrays.uciOffsets),
    clocks: (arrays) => listColumn(arrays, Int32Array, arrays.clocks, arrays.clocksOffsets),
    evals: (arrays) => listColumn(arrays, Int32Array, arrays.evals, arrays.evalsOffsets),
    comments: commentColumn,
    text: (arrays) => listColumn(arrays, Uint8Array, arrays.text, arrays.textOffsets),
};

// One of them, of the games of one call.
export function columnOf(name, arrays, tagNumbers, database) {
    const tag = (wanted) => tagColumn(arrays, arrays.tags[tagNumbers.get(wanted)]);
    if (name === 'file')
        return new Array(arrays.count).fill(database.name);
    if (name === 'id')
        return Array.from(numbersColumn(arrays), (number) => database.gameId(number));
    if (name === 'day' || name === 'year') {
        const dates = tag('Date'), others = tag('UTCDate');
        return dates.map((date, i) => (name === 'day' ? dayOf : yearOf)(isDate(date) ? date : others[i]));
    }
    if (derived.has(name))
        return derivedColumns[name](arrays);
    const values = tag(tagOf(name));
    return numberTags.has(name) ? values.map((value) => numberOf(value, numberTags.get(name))) : values;
}

export function numbersColumn(arrays) {
    const words = wordsAt(arrays, arrays.numbers, 2 * arrays.count), numbers = new Float64Array(arrays.count);
    for (let i = 0; i < arrays.count; i++)
        numbers[i] = words[2 * i + 1] * 4294967296 + words[2 * i];
    return numbers;
}

function joined(pieces) {
    if (pieces.length === 1)
        return pieces[0];
    if (pieces.length === 0 || Array.isArray(pieces[0]))
        return pieces.flat();
    const all = new pieces[0].constructor(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
        all.set(piece, at);
        at += piece.length;
    }
    return all;
}

export function joinColumns(pieces, picked) {
    const values = (name, list) => {
        const column = list.length === 0 && name === 'game' ? new Float64Array(0) : joined(list);
        return picked === null ? column : inOrder(column, picked.order);
    };
    const columns = Object.fromEntries(Array.from(pieces, ([name, list]) => [name, values(name, list)]));
    columns.count = columns.game.length;
    return columns;
}

// Games in an order of the caller's: where each is among those in ascending order.
export function ascending(given) {
    const numbers = Array.from(given, gameNumber);
    const sorted = Float64Array.from(new Set(numbers)).sort();
    const places = new Map();
    sorted.forEach((number, i) => places.set(number, i));
    return { sorted, order: numbers.map((number) => places.get(number)) };
}

function inOrder(column, order) {
    const isSame = order.length === column.length && order.every((place, i) => place === i);
    if (isSame)
        return column;
    const values = order.map((place) => column[place]);
    return Array.isArray(column) ? values : column.constructor.from(values);
}
