// Opening trees, in steps.

import { Board } from './boards.js';
import { makeQuery, pairsOf } from './conditions.js';
import { Steps } from './steps.js';

function readCounts(answer) {
    return {
        games: answer.number64(), whiteWins: answer.number64(), draws: answer.number64(), blackWins: answer.number64(), unknown: answer.number64(),
        rating: answer.number32(), opponent: answer.number32(), performance: answer.number32(), lastYear: answer.number32(),
    };
}

export class Tree extends Steps {
    constructor(database, fen, where) {
        super(database, {});
        this.side = database.side('search');
        const { machine } = this.side;
        this.query = 0;
        this.part = this.sum = 0;
        this.board = new Board(machine, fen instanceof Board ? fen.fen : fen ?? '');
        try {
            if (pairsOf(where).length > 0)
                this.query = makeQuery(machine, where);
        } catch (error) {
            this.board.close();
            throw error;
        }
        this.begin();
    }
    forget() {
        const { exports } = this.side.machine;
        exports.tree_close(this.part);
        exports.tree_close(this.sum);
        this.part = this.sum = 0;
        this.ranges.next = this.ranges.first;
    }
    release() {
        this.forget();
        this.board.close();
        this.side.machine.exports.query_close(this.query);
    }
    start() {
        const { machine } = this.side, { exports } = machine;
        if (this.part !== 0)
            return;
        this.part = machine.checkHandle(exports.tree_new(this.side.handle, this.query));
        this.sum = machine.checkHandle(exports.tree_new(this.side.handle, this.query));
        // Where the database has stored most of it, the whole is as quick as a part.
        this.isStored = this.gameCount > 0 && exports.tree_games_to_search(this.part, this.board.handle) * 8 < this.gameCount;
    }
    count(range) {
        const { machine } = this.side, { exports } = machine;
        this.side.whole(() => {
            // Made anew: from the first game on again.
            if (this.ranges.next !== range.first)
                return;
            this.start();
            if (this.isStored) {
                machine.check(exports.tree_count(this.sum, this.board.handle, 1, this.gameCount, 0));
                this.ranges.next = this.ranges.end + 1;
            } else {
                machine.check(exports.tree_count(this.part, this.board.handle, range.first, range.count, this.sum));
            }
        }, () => this.forget());
        return true;
    }
    step(budgetMs) {
        return this.stepBy(budgetMs, (range) => {
            try {
                return this.count(range);
            } catch (error) {
                this.forget();
                throw error;
            }
        });
    }
    read() {
        this.checkOpen();
        const { machine } = this.side;
        this.side.whole(() => this.start(), () => this.forget());
        machine.check(machine.exports.tree_rows(this.sum, this.board.handle));
        const answer = machine.answer(), totals = readCounts(answer), rows = [];
        while (!answer.isAtEnd) {
            const counts = readCounts(answer);
            rows.push({ move: answer.number16(), san: answer.text(), uci: answer.text(), ...counts });
        }
        return { totals, rows };
    }
    rows() {
        return this.read().rows;
    }
    totals() {
        return this.read().totals;
    }
    finish() {
        while (!this.step(1000));
        return this.rows();
    }
}
