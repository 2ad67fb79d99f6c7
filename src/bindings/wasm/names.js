// Names of players and other tags, in steps.

import { wholeNumber, wordOf } from './arguments.js';
import { Steps } from './steps.js';

export class Names extends Steps {
    constructor(database, pattern, { tag, ...range }) {
        super(database, range);
        this.side = database.side('search');
        const { machine } = this.side;
        const withText = (text, work) => (text === undefined ? work(0) : machine.with(wordOf(text, 'a pattern or tag'), work));
        this.handle = withText(tag, (tagAt) =>
            withText(pattern, (patternAt) => machine.checkHandle(machine.exports.names_new(this.side.handle, tagAt, patternAt))));
        this.begin();
    }
    release() {
        this.side.machine.exports.names_close(this.handle);
    }
    step(budgetMs) {
        const { machine } = this.side;
        return this.stepBy(budgetMs, (range) => machine.check(machine.exports.names_add(this.handle, range.first, range.count)));
    }
    first(count) {
        while (!this.step(1000));
        return this.take(count);
    }
    take(count) {
        this.checkOpen();
        const { machine } = this.side, names = [];
        machine.check(machine.exports.names_fill(this.handle, Math.min(wholeNumber(count, 'the number of names'), 0xffffffff)));
        for (const answer = machine.answer(); !answer.isAtEnd; )
            names.push({
                name: answer.text(), games: answer.number64(), asWhite: answer.number64(), won: answer.number64(), drawn: answer.number64(),
                lost: answer.number64(), firstYear: answer.number32() || null, lastYear: answer.number32() || null,
            });
        return names;
    }
    *[Symbol.iterator]() {
        for (let names = this.first(256); names.length > 0; names = this.take(256))
            yield* names;
    }
}
