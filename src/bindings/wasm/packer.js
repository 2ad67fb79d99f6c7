// Packing: text in, pieces of a packed file out.

import { bytesOf, checkOptions, secondsOf, wholeNumber } from './arguments.js';
import { TABLES } from './machine.js';
import { refuse } from './status.js';

const indexNumbers = { auto: 0, none: 1, always: 2 };

export function checkPackOptions(given, what = 'packer()') {
    const options = checkOptions(given, what, ['level', 'index', 'blockSize', 'verify', 'name', 'time']);
    const { level = 3, index = 'auto', blockSize = 0, verify = false, name, time } = options;
    if (!Object.hasOwn(indexNumbers, index))
        refuse(`index is 'auto', 'none' or 'always', not ${String(index)}`);
    wholeNumber(level, 'the level', 1, 9);
    wholeNumber(blockSize, 'blockSize', 0, 16777216);
    if (name === undefined && time !== undefined)
        refuse('the time is of a file with a name');
    return { level, index, blockSize, verify, name, time };
}

// The first half of a pair of surrogates, whose other one may be in the next piece.
const endsInHalf = (text) => /[\ud800-\udbff]$/.test(text);

export class Packer {
    constructor(pgnpack, options) {
        const { level, index, blockSize, verify, name, time } = checkPackOptions(options);
        const machine = pgnpack.machineFor('packer');
        const models = level === 4 ? [TABLES] : level >= 8 ? [0, 1] : level >= 5 ? [0] : [];
        for (const id of models)
            pgnpack.loadModel(id, machine);
        this.machine = machine;
        this.half = '';
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
        this.writeBytes(this.encoded(''));
        const hasTime = time !== undefined, seconds = hasTime ? secondsOf(time) : 0;
        this.machine.with(bytesOf(name), (address, size) => this.call('packer_begin_file', address, size, hasTime ? 1 : 0, seconds));
    }
    // Bytes of a piece with what was left of the one before; a half that stays alone is U+FFFD.
    encoded(text, goesOn = false) {
        const whole = this.half + text, left = goesOn && endsInHalf(whole) ? 1 : 0;
        this.half = whole.slice(whole.length - left);
        return bytesOf(whole.slice(0, whole.length - left));
    }
    write(text) {
        if (typeof text === 'string') {
            this.writeBytes(this.encoded(text, true));
        } else {
            const bytes = bytesOf(text);
            this.writeBytes(this.encoded(''));
            this.writeBytes(bytes);
        }
        return this.take();
    }
    writeBytes(bytes) {
        for (let at = 0; at < bytes.length; at += 1 << 20)
            this.machine.with(bytes.subarray(at, at + (1 << 20)), (address, size) => this.call('packer_write', address, size));
    }
    finish() {
        this.writeBytes(this.encoded(''));
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
