// The module: an instance with its memory, what C asks for and what it answers.

import { CANCELLED, END, INTERNAL, OK, PgnpackError, READ, refuse, UNSUPPORTED } from './status.js';
import { textOf } from './texts.js';

// Weights and tables by number: 0 and 1 are nets, 2 the tables of level 4.
export const TABLES = 2;
export const modelNames = ['model-0.bin', 'model-1.bin', 'tables-0.bin'];

// Which of them a failure is for want of.
export function missingModel(error) {
    if (!(error instanceof PgnpackError) || error.status !== UNSUPPORTED)
        return undefined;
    if (error.message.includes('needs the tables of level 4'))
        return TABLES;
    const net = /needs net (\d)/.exec(error.message);
    return net === null ? undefined : Number(net[1]);
}

// What C asks for, and what belongs to one instance of the module.
export class Machine {
    constructor(models) {
        this.sources = [];
        this.cause = undefined;
        this.progress = null;
        this.models = models;
        this.isAsking = false;
        this.trap = null;
    }

    imports() {
        // No exception goes through C, which would not know of it; and what is asked must not call C in turn.
        const failing = (work) => {
            this.isAsking = true;
            try {
                return work();
            } catch (error) {
                this.cause = error;
                return -1;
            } finally {
                this.isAsking = false;
            }
        };
        return {
            pgnpack: {
                source_size: (number) => this.sources[number]?.size ?? -1,
                source_read: (number, offset, address, size) => failing(() => this.read(number, offset, address, size)),
                source_prefetch: (number, offset, size) => void failing(() => this.sources[number]?.prefetch?.(offset, size)),
                net_size: (id) => this.models[id]?.length ?? 0,
                net_copy: (id, address) => this.bytes().set(this.models[id], address),
                progress: (done, all) => failing(() => (this.progress?.(done, all) === false ? 1 : 0)),
            },
            // C's library brings these along; nothing is ever printed.
            wasi_snapshot_preview1: { fd_close: () => 8, fd_seek: () => 8, fd_write: () => 8 },
        };
    }

    start(instance) {
        this.exports = {};
        for (const [name, value] of Object.entries(instance.exports))
            this.exports[name] = typeof value === 'function' ? (...values) => this.call(value, values) : value;
        this.exports.__wasm_call_ctors();
        this.view = new Uint8Array(this.exports.memory.buffer);
    }

    call(work, values) {
        if (this.isAsking)
            refuse('readAt(), prefetch() and progress() are called in the midst of other work: they must not use what called them');
        if (this.trap === null) {
            try {
                return work(...values);
            } catch (error) {
                this.trap = error;
            }
        }
        throw new PgnpackError(INTERNAL, `the module failed, and is of no use any more: load() it anew (${this.trap.message})`, { cause: this.trap });
    }

    bytes() {
        if (this.view.buffer !== this.exports.memory.buffer)
            this.view = new Uint8Array(this.exports.memory.buffer);
        return this.view;
    }

    read(number, offset, address, size) {
        const bytes = this.sources[number].readAt(offset, size);
        this.bytes().set(bytes, address);
        return bytes.length;
    }

    addSource(source) {
        let number = this.sources.indexOf(undefined);
        if (number < 0)
            number = this.sources.length;
        this.sources[number] = source;
        return number;
    }

    removeSource(number) {
        this.sources[number] = undefined;
    }

    wordsAt(address) {
        const bytes = this.bytes();
        return textOf(bytes.subarray(address, bytes.indexOf(0, address)));
    }

    error() {
        const { failure_status, failure_game, failure_offset, failure_words } = this.exports;
        const status = failure_status(), cause = status === READ || status === CANCELLED ? this.cause : undefined;
        let message = this.wordsAt(failure_words());
        if (cause !== undefined)
            message = status === READ ? `reading failed: ${cause.message ?? cause}` : `${message}: ${cause.message ?? cause}`;
        this.cause = undefined;
        // Weights that are others are not kept.
        const refused = /bytes for net (\d) that are not its weights/.exec(message);
        if (refused !== null)
            delete this.models[refused[1]];
        return new PgnpackError(status, message, { game: failure_game(), offset: failure_offset(), cause });
    }

    // Throws what a call that returns a status failed with.
    check(status) {
        if (status !== OK && status !== END)
            throw this.error();
        return status;
    }

    checkHandle(handle) {
        if (handle === 0)
            throw this.error();
        return handle;
    }

    // Puts bytes where C finds them while work(address, size) lasts; a zero byte is behind them.
    with(bytes, work) {
        const address = this.exports.allocate(bytes.length + 1);
        if (address === 0)
            throw new PgnpackError(20, 'there is no memory');
        const memory = this.bytes();
        memory.set(bytes, address);
        memory[address + bytes.length] = 0;
        try {
            return work(address, bytes.length);
        } finally {
            this.exports.release(address);
        }
    }

    answer() {
        const address = this.exports.answer_address();
        return new Answer(this.bytes().subarray(address, address + this.exports.answer_size()));
    }
}

// What C answers, from its beginning to its end.
export class Answer {
    constructor(bytes) {
        this.bytes = bytes;
        this.numbers = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        this.at = 0;
    }
    get isAtEnd() {
        return this.at >= this.bytes.length;
    }
    byte() {
        return this.bytes[this.at++];
    }
    number16() {
        this.at += 2;
        return this.numbers.getUint16(this.at - 2, true);
    }
    number32() {
        this.at += 4;
        return this.numbers.getUint32(this.at - 4, true);
    }
    // Exact up to 2^53.
    number64() {
        const low = this.number32();
        return this.number32() * 4294967296 + low;
    }
    key() {
        this.at += 8;
        return this.numbers.getBigUint64(this.at - 8, true);
    }
    text() {
        const size = this.number32();
        this.at += size;
        return textOf(this.bytes.subarray(this.at - size, this.at));
    }
    copy() {
        return this.bytes.slice();
    }
}
