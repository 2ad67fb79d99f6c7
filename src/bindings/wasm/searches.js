// Searches, in steps: hits, block by block.

import { wholeNumber } from './arguments.js';
import { makeQuery } from './conditions.js';
import { END, OK } from './status.js';
import { Steps } from './steps.js';

export class Search extends Steps {
    constructor(database, where, range) {
        super(database, range);
        this.side = database.side('search');
        this.query = makeQuery(this.side.machine, where);
        this.handle = 0;
        this.found = [];
        this.totals = { games: 0, hits: 0, gamesReplayed: 0, blocksRead: 0, blocksSkipped: 0 };
        this.begin();
    }

    // Made anew when a net was missing.
    get search() {
        if (this.handle === 0)
            this.handle = this.side.machine.checkHandle(this.side.machine.exports.search_new(this.side.handle, this.query));
        return this.handle;
    }
    forget() {
        const { exports } = this.side.machine;
        if (this.handle !== 0)
            this.totals = this.counts;
        exports.search_close(this.handle);
        this.handle = 0;
    }
    release() {
        this.forget();
        this.side.machine.exports.query_close(this.query);
    }

    get counts() {
        if (this.handle === 0 || this.isClosed)
            return this.totals;
        const { machine } = this.side;
        machine.check(machine.exports.search_counts(this.handle));
        const answer = machine.answer(), counts = { ...this.totals };
        for (const name of Object.keys(counts))
            counts[name] += answer.number64();
        return counts;
    }

    // Hits of a range, up to `most`; what is left of the range is left to the next call.
    find(range, most) {
        const { machine } = this.side, hits = [];
        this.side.whole(
            () => {
                machine.check(machine.exports.search_limit(this.search, range.first, range.count));
                let status = OK;
                while (status !== END && hits.length < most) {
                    status = machine.exports.search_fill(this.search, Math.min(1024, most - hits.length));
                    const answer = machine.answer();
                    for (const count = answer.bytes.length / 24; answer.at < count * 24; )
                        hits.push({ game: answer.number64(), ply: answer.number32(), lastPly: answer.number32(), item: answer.number32(), move: answer.number32() });
                    if (status !== OK && status !== END) {
                        const error = machine.error();
                        range = this.rest(range, hits);
                        throw error;
                    }
                }
                if (status !== END)
                    range = this.rest(range, hits);
            },
            () => this.forget(),
        );
        if (hits.length >= most)
            this.ranges.next = range.first;
        return hits;
    }
    rest(range, hits) {
        const end = range.first + range.count, first = hits.length > 0 ? hits.at(-1).game + 1 : range.first;
        return { first, count: end - first };
    }

    step(budgetMs, maxHits = Infinity) {
        wholeNumber(maxHits, 'the number of hits', 1);
        const hits = [];
        this.stepBy(budgetMs, (range) => {
            const before = this.ranges.next;
            for (const hit of this.find(range, maxHits - hits.length))
                hits.push(hit);
            return hits.length < maxHits || this.ranges.next === before;
        });
        return hits;
    }

    next() {
        while (this.found.length === 0 && !this.done)
            this.found = this.step(0).reverse();
        return this.found.pop() ?? null;
    }
    all() {
        const games = this.found.reverse().map((hit) => hit.game);
        this.found = [];
        while (!this.done)
            for (const hit of this.step(1000))
                games.push(hit.game);
        return Float64Array.from(games);
    }
    *[Symbol.iterator]() {
        for (let hit = this.next(); hit !== null; hit = this.next())
            yield hit;
    }
}
