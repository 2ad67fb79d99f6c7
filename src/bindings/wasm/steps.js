// What goes in steps: ranges of games, one after the other.

import { gameCountOf, gameNumber, milliseconds } from './arguments.js';
import { refuse } from './status.js';

// Ranges of games to do one after the other: a block or less, so that one takes no more than the budget of milliseconds, about.
class Ranges {
    constructor(database, first, count) {
        this.database = database;
        this.next = first;
        this.end = Math.min(database.gameCount, first + count - 1);
        this.first = first;
        this.mostGames = Infinity;
    }
    get isDone() {
        return this.next > this.end;
    }
    get games() {
        return Math.max(0, Math.min(this.next, this.end + 1) - this.first);
    }
    // The rest of the block, or a part of it.
    take() {
        const block = this.database.block(this.database.blockOfGame(this.next));
        const last = Math.min(this.end, block.firstGame + block.gameCount - 1, this.next + this.mostGames - 1);
        return { first: this.next, count: Math.max(1, last - this.next + 1) };
    }
    // It took so long.
    done(range, milliseconds, budget) {
        this.next = range.first + range.count;
        if (milliseconds > budget)
            this.mostGames = Math.max(64, Math.floor((range.count * budget) / milliseconds));
        else if (milliseconds < budget / 4)
            this.mostGames *= 4;
    }
}

const now = () => performance.now();

export class Steps {
    constructor(database, range) {
        this.database = database;
        this.ranges = new Ranges(database, gameNumber(range.first ?? 1), gameCountOf(range.count ?? Infinity));
        this.isClosed = false;
    }
    // Once it is made: it is closed with its database.
    begin() {
        this.database.steps.add(this);
    }
    get done() {
        return this.ranges.isDone;
    }
    get games() {
        return this.ranges.games;
    }
    get gameCount() {
        return Math.max(0, this.ranges.end - this.ranges.first + 1);
    }
    checkOpen() {
        if (this.isClosed)
            refuse('the search, tree or names are closed, as their database may be');
    }
    close() {
        if (!this.isClosed)
            this.release();
        this.isClosed = true;
        this.database.steps.delete(this);
    }
    // A step that does ranges with work(range) until the budget is used or work() says that it is enough.
    stepBy(budgetMs, work) {
        this.checkOpen();
        milliseconds(budgetMs);
        const start = now();
        let goesOn = true;
        while (goesOn && !this.done && (now() - start < budgetMs || budgetMs === 0)) {
            const range = this.ranges.take(), began = now();
            goesOn = work(range) !== false && budgetMs !== 0;
            if (this.ranges.next === range.first)
                this.ranges.done(range, now() - began, Math.max(budgetMs, 1));
        }
        return this.done;
    }
}
