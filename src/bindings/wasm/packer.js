// Packing: text in, pieces of a packed file out.

import { bytesOf, secondsOf, wholeNumber } from './arguments.js';
import { TABLES } from './machine.js';
import { refuse } from './status.js';

const indexNumbers = { auto: 0, none: 1, always: 2 };

export class Packer {
    constructor(pgnpack, { level = 3, index = 'auto', blockSize = 0, verify = false, name, time } = {}) {
        const machine = pgnpack.machineFor('packer');
        if (!Object.hasOwn(indexNumbers, index))
            refuse(`index is 'auto', 'none' or 'always', not ${String(index)}`);
        wholeNumber(level, 'the level', 1, 9);
        wholeNumber(blockSize, 'blockSize', 0, 16777216);
        const models = level === 4 ? [TABLES] : level >= 8 ? [0, 1] : level >= 5 ? [0] : [];
        for (const id of models)
            pgnpack.loadModel(id, machine);
        this.machine = machine;
        this.packed = []; // by now, and given to nobody yet
        this.handle = machine.checkHandle(machine.exports.packer_new(level, indexNumbers[index], blockSize, verify ? 1 : 0));
        if (name !== undefined)
            this.beginFile(name, time);
    }
    call(name, ...values) {
        if (this.handle === 0)
            refuse('the packer is closed');
        const { machine } = this;
        machine.check(machine.exports[name](this.handle, ...values));
        const piece = machine.answer().copy();
        if (piece.length > 0)
            this.packed.push(piece);
    }
    // A file that begins may end a block: what is packed then comes with the text that follows.
    take() {
        const pieces = this.packed;
        this.packed = [];
        return pieces;
    }
    beginFile(name, time) {
        const hasTime = time !== undefined, seconds = hasTime ? secondsOf(time) : 0;
        this.machine.with(bytesOf(name), (address, size) => this.call('packer_begin_file', address, size, hasTime ? 1 : 0, seconds));
    }
    write(text) {
        const bytes = bytesOf(text);
        for (let at = 0; at < bytes.length; at += 1 << 20)
            this.machine.with(bytes.subarray(at, at + (1 << 20)), (address, size) => this.call('packer_write', address, size));
        return this.take();
    }
    finish() {
        this.call('packer_finish');
        return this.take();
    }
    get totals() {
        if (this.handle === 0)
            refuse('the packer is closed');
        const { machine } = this;
        machine.check(machine.exports.packer_totals(this.handle));
        const answer = machine.answer(), totals = {};
        for (const name of ['textSize', 'packedSize', 'games', 'plies', 'blocks'])
            totals[name] = answer.number64();
        return totals;
    }
    close() {
        this.machine.exports.packer_close(this.handle);
        this.handle = 0;
    }
}
