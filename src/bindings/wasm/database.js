// Databases: their blocks, columns, games and texts; searches, trees and names of them.

import { checkOptions, gameCountOf, gameNumber, wordOf } from './arguments.js';
import { ascending, Batch, columnOf, columnsAtOnce, joinColumns, numbersColumn, partOf, roster, tagsFor } from './columns.js';
import { readGame } from './games.js';
import { Answer } from './machine.js';
import { Names } from './names.js';
import { Search } from './searches.js';
import { Side } from './side.js';
import { refuse } from './status.js';
import { Tree } from './trees.js';

// Bytes of what the module tells of all blocks, and of each.
const factsBegin = 32, factsOfBlock = 60;

export class Database {
    constructor(pgnpack, source, indexSource, options) {
        this.pgnpack = pgnpack;
        this.name = options.name ?? '';
        this.options = options;
        this.source = source;
        this.indexSource = indexSource;
        this.sides = new Map();
        this.batches = new Map();
        this.steps = new Set();
        this.main = new Side(pgnpack, pgnpack.machine, source, indexSource, options);
        this.sides.set(pgnpack.machine, this.main);
        this.trouble = this.main.trouble;
        this.fileSize = source.size;
        this.readBlocks();
        this.damaged = this.readDamage();
    }

    // Of no known number of games: the end of a file that is cut.
    readDamage() {
        const found = [];
        for (const answer = this.main.damage; !answer.isAtEnd; ) {
            const [firstGame, games, offset, size] = [answer.number64(), answer.number64(), answer.number64(), answer.number64()];
            found.push({ firstGame, gameCount: games === 0 ? null : games, offset, size, text: answer.text() });
        }
        return found;
    }

    readBlocks() {
        const answer = this.main.answer('database_blocks');
        this.gameCount = answer.number64();
        this.textSize = answer.number64();
        this.blockCount = answer.number64();
        this.deletedCount = answer.number64();
        this.blockFacts = new Answer(answer.copy());
        this.firstGames = new Float64Array(this.blockCount);
        for (let n = 0; n < this.blockCount; n++)
            this.firstGames[n] = this.block(n).firstGame;
        this.leftOut = this.readLeftOut();
    }

    readLeftOut() {
        const facts = this.blockFacts, ranges = [];
        facts.at = factsBegin + this.blockCount * factsOfBlock;
        while (!facts.isAtEnd)
            ranges.push({ first: facts.number64(), count: facts.number64() });
        return ranges;
    }

    /** Numbers of games that are not left out: at most `count`, from the one at `place` (from 0) on. */
    gameNumbers(place, count) {
        const numbers = [], ranges = this.leftOut;
        let number = 1 + place, i = 0;
        for (; i < ranges.length && ranges[i].first <= number; i++)
            number += ranges[i].count;
        for (; number <= this.gameCount && numbers.length < count; number++) {
            if (i < ranges.length && ranges[i].first === number)
                number += ranges[i++].count - 1;
            else
                numbers.push(number);
        }
        return numbers;
    }

    get reads() {
        const other = this.indexSource ?? { requests: 0, bytes: 0 };
        return { requests: this.source.requests + other.requests, bytes: this.source.bytes + other.bytes };
    }

    block(n) {
        if (!(Number.isInteger(n) && n >= 0 && n < this.blockCount))
            refuse(`there is no block ${String(n)}: they are counted from 0, and there are ${this.blockCount}`);
        const facts = this.blockFacts;
        facts.at = factsBegin + n * factsOfBlock;
        const block = {
            offset: facts.number64(), size: facts.number64(), textSize: facts.number64(), firstGame: facts.number64(),
            gameCount: facts.number64(), dateMin: facts.number32(), dateMax: facts.number32(), eloMin: facts.number32(), eloMax: facts.number32(),
        };
        const flags = facts.number32();
        return { ...block, beginsFile: (flags & 1) !== 0, hasFiles: (flags & 4) !== 0, isAnnex: (flags & 2) !== 0 };
    }

    blockOfGame(number) {
        if (!(Number.isInteger(number) && number >= 1 && number <= this.gameCount))
            refuse(`there is no game ${String(number)}: they are counted from 1, and there are ${this.gameCount}`);
        let low = 0, high = this.blockCount;
        while (high - low > 1) {
            const middle = (low + high) >> 1;
            if (this.firstGames[middle] <= number)
                low = middle;
            else
                high = middle;
        }
        while (low > 0 && this.block(low).gameCount === 0)
            low--;
        return low;
    }

    /** The id of a game, which stays when the database is changed; null: its file is older than ids. */
    gameId(number) {
        this.checkOpen();
        this.blockOfGame(number);
        this.idRuns ??= this.readIdRuns();
        let low = 0, high = this.idRuns.length;
        while (high - low > 1) {
            const middle = (low + high) >> 1;
            if (this.idRuns[middle].first <= number)
                low = middle;
            else
                high = middle;
        }
        const { first, name, its } = this.idRuns[low];
        return name === '' ? null : `${name}:${its + number - first}`;
    }

    // Games whose ids follow each other, by their first one.
    readIdRuns() {
        const runs = [];
        for (const answer = this.side('search').answer('database_ids'); !answer.isAtEnd; ) {
            const first = answer.number64(), [name, its] = answer.text().split(':');
            runs.push({ first, name, its: Number(its) });
        }
        return runs;
    }

    /** The number of the game that an id leads to, also one that it had before changes; it may be deleted. null: there is none. */
    findId(id) {
        const side = this.side('search');
        const answer = side.machine.with(wordOf(id, 'an id'), (address) => side.answer('database_find_id', address));
        return answer.isAtEnd ? null : answer.number64();
    }

    // The database in a machine that can do this.
    side(what) {
        this.checkOpen();
        const machine = this.pgnpack.machineFor(what);
        let side = this.sides.get(machine);
        if (side === undefined) {
            const savedIndex = this.main.answer('database_save_index').copy();
            side = new Side(this.pgnpack, machine, this.source, this.indexSource, { ...this.options, savedIndex });
            this.sides.set(machine, side);
        }
        return side;
    }

    checkOpen() {
        if (this.main.handle === 0)
            refuse('the database is closed');
    }

    // Tries again where a net was missing.
    whole(work) {
        return this.main.whole(work, () => this.forgetBatches());
    }

    forgetBatches() {
        for (const batch of this.batches.values())
            batch.close();
        this.batches.clear();
    }

    tagNames() {
        const names = new Set(roster);
        for (const answer = this.main.answer('database_tag_names'); !answer.isAtEnd; )
            names.add(answer.text());
        return [...names];
    }

    // The newest few are kept.
    batch(names) {
        const tags = tagsFor(names), parts = names.reduce((bits, name) => bits | (partOf[name] ?? 0), 0);
        const key = [parts, ...tags].join('\0');
        const batch = this.batches.get(key) ?? new Batch(this.main.machine, this.main.handle, tags, parts);
        this.batches.delete(key);
        this.batches.set(key, batch);
        for (const [oldKey, old] of this.batches) {
            if (this.batches.size <= 4)
                break;
            old.close();
            this.batches.delete(oldKey);
        }
        return batch;
    }

    columns(options) {
        this.checkOpen();
        let { names, first = 1, count = Infinity, numbers, where } = checkOptions(options, 'columns()', ['names', 'first', 'count', 'numbers', 'where']);
        gameNumber(first);
        gameCountOf(count);
        if (!Array.isArray(names))
            refuse('columns: `names` is a list of names');
        for (const name of names)
            if (name === 'count')
                refuse('columns: `count` is how many games there are; the tag of that name is count_tag');
            else
                wordOf(name, 'the name of a column');
        if (where !== undefined)
            numbers = this.numbersOf(where, { first, count, numbers });
        return this.whole(() => this.readColumns([...new Set(names)], { first, count, numbers }));
    }

    // The games that fulfil it, of those.
    numbersOf(where, { first, count, numbers }) {
        const search = this.search(where, { first, count });
        try {
            const found = search.all();
            if (numbers === undefined)
                return found;
            const all = new Set(found);
            return Array.from(numbers).filter((number) => all.has(number));
        } finally {
            search.close();
        }
    }

    readColumns(names, { first = 1, count = Infinity, numbers }) {
        const batch = this.batch(names), picked = numbers === undefined ? null : ascending(numbers);
        const tagNumbers = new Map(batch.tags.map((tag, i) => [tag, i]));
        const pieces = new Map(['game', ...names].map((name) => [name, []]));
        const wanted = picked !== null ? picked.sorted.length : Math.min(count, Math.max(0, this.gameCount - first + 1));
        if (picked !== null)
            batch.pick(picked.sorted);
        else if (wanted > 0)
            batch.limit(first, wanted);
        const capacity = Math.min(wanted, columnsAtOnce(batch.parts));
        for (let arrays = wanted > 0 ? batch.next(capacity) : null; arrays !== null; arrays = batch.next(capacity))
            for (const [name, list] of pieces)
                list.push(name === 'game' ? numbersColumn(arrays) : columnOf(name, arrays, tagNumbers, this));
        return joinColumns(pieces, picked);
    }

    game(number, options) {
        const { fen = false } = checkOptions(options, 'game()', ['fen']);
        gameNumber(number);
        return this.whole(() => {
            const game = readGame(this.main.answer('database_game', number, fen ? 1 : 0), number, fen);
            const line = this.readColumns(['clocks', 'evals'], { first: number, count: 1 });
            return { ...game, clocks: line.clocks[0], evals: line.evals[0] };
        });
    }

    text(first, count = 1) {
        gameNumber(first);
        gameCountOf(count);
        return this.whole(() => this.main.answer('database_text', first, Math.min(count, this.gameCount)).copy());
    }

    blockText(n, withoutDeleted = false) {
        this.block(n);
        return this.whole(() => this.main.answer('database_block_text', n, withoutDeleted ? 0 : 1).copy());
    }

    search(where, range) {
        this.checkOpen();
        return new Search(this, where, checkOptions(range, 'search()', ['first', 'count']));
    }

    tree(fen, where) {
        this.checkOpen();
        return new Tree(this, fen, where);
    }

    names(pattern, options) {
        this.checkOpen();
        return new Names(this, pattern, checkOptions(options, 'names()', ['tag', 'first', 'count']));
    }

    saveIndex() {
        return this.main.answer('database_save_index').copy();
    }

    makeIndex(progress = null) {
        const side = this.side('packer');
        side.machine.progress = progress;
        try {
            return side.whole(() => side.answer('database_make_index').copy(), () => {});
        } finally {
            side.machine.progress = null;
        }
    }

    close() {
        if (this.main.isClosed)
            return;
        for (const steps of [...this.steps])
            steps.close();
        this.forgetBatches();
        for (const side of this.sides.values())
            side.close();
        this.source.close();
        this.indexSource?.close();
    }
}
