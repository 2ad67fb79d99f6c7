// pgnpack for JavaScript. pgnpack.d.ts says what it does; docs/bindings/wasm.md how it is built. No part of it waits but
// load(): everything else is done when it returns. The modules beside this one are its parts, and for nobody else.

import { UrlSource, wholeAt } from './addresses.js';
import { bytesOf, checkOptions, wholeNumber } from './arguments.js';
import { Board } from './boards.js';
import { makeQuery } from './conditions.js';
import { CountedSource } from './counted_source.js';
import { Database } from './database.js';
import { Machine, modelNames, TABLES } from './machine.js';
import { checkPackOptions, Packer } from './packer.js';
import { BlobSource, FileSource, isAddress, isNode, MemorySource } from './sources.js';
import { OK, PgnpackError, READ, refuse } from './status.js';
import { checkStream, packStream, unpackStream } from './streams.js';

export { nagText, plainComment } from './games.js';
export { PgnpackError };

export const NO_CLOCK = -1;
export const NO_EVAL = -2147483648;
export const EVAL_MATE = 2000000;

const OTHERS_KEPT = 32 << 20;
const marks = { reader: 'database_open', search: 'search_new', packer: 'packer_new' };

class Pgnpack {
    constructor(machine, models, options) {
        this.machine = machine;
        this.models = models;
        this.options = options;
        this.machines = [machine];
        this.version = machine.wordsAt(machine.exports.version());
    }

    get memorySize() {
        return this.machines.reduce((sum, machine) => sum + machine.exports.memory.buffer.byteLength, 0);
    }

    // A machine that can do this: one that is there, or the module made for it.
    machineFor(what) {
        const found = this.machines.find((machine) => machine.exports[marks[what]] !== undefined);
        if (found !== undefined)
            return found;
        const machine = new Machine(this.models);
        try {
            const from = this.options[what];
            const module = from instanceof WebAssembly.Module ? from : new WebAssembly.Module(this.bytesFrom(from));
            machine.start(new WebAssembly.Instance(module, machine.imports()));
        } catch (error) {
            throw new PgnpackError(READ, `${what}.wasm is needed, and cannot be had: ${error.message}`, { cause: error });
        }
        this.machines.push(machine);
        return machine;
    }

    // As an address, where it is one.
    addressOf(from) {
        const text = from instanceof URL ? from.href : from;
        return typeof text === 'string' && (this.options.fs === null || (isAddress(text) && !text.startsWith('file:'))) ? text : null;
    }

    source(from) {
        const { fs, threads } = this.options;
        if (from instanceof ArrayBuffer)
            return new MemorySource(new Uint8Array(from));
        if (from instanceof Uint8Array)
            return new MemorySource(from);
        if (typeof from?.readAt === 'function')
            return from;
        if (typeof Blob !== 'undefined' && from instanceof Blob)
            return new BlobSource(from);
        if (fs !== null && typeof from === 'number')
            return new FileSource(fs, from);
        const address = this.addressOf(from);
        if (address !== null)
            return new UrlSource(address, threads);
        const path = from instanceof URL ? from.href : from;
        if (typeof path !== 'string')
            refuse('a source is bytes, a Blob, a path or address, an open file of Node, or has readAt() and size');
        return new FileSource(fs, path.startsWith('file:') ? new URL(path) : path);
    }

    // With its failures as ours.
    sourceOf(from) {
        try {
            return this.source(from);
        } catch (error) {
            throw error instanceof PgnpackError ? error : new PgnpackError(READ, error.message, { cause: error });
        }
    }

    bytesFrom(from) {
        const address = this.addressOf(from);
        if (address !== null)
            return wholeAt(this.options.threads, address);
        const source = this.source(from);
        try {
            return source.readAt(0, source.size);
        } finally {
            source.close?.();
        }
    }

    open(source, given) {
        const options = checkOptions(given, 'open()', ['name', 'index', 'savedIndex', 'gap', 'keep', 'damaged']);
        const { gap: wishedGap = 0, keep = 0, savedIndex, damaged = 'error' } = options;
        wholeNumber(wishedGap, 'gap');
        wholeNumber(keep, 'keep');
        if (savedIndex !== undefined && !(savedIndex instanceof Uint8Array))
            refuse('savedIndex is what saveIndex() gave: a Uint8Array');
        if (damaged !== 'error' && damaged !== 'skip')
            refuse(`damaged is 'error' or 'skip', not ${String(damaged)}`);
        const sources = [];
        const counted = (from) => {
            const opened = this.sourceOf(from);
            sources.push(opened);
            return [new CountedSource(opened, opened instanceof UrlSource ? OTHERS_KEPT : 0), opened.gap ?? 16384];
        };
        try {
            const [first, gap] = counted(source);
            const index = options.index === undefined ? null : counted(options.index)[0];
            const name = options.name ?? (typeof source === 'string' || source instanceof URL ? source : (source.name ?? ''));
            return new Database(this, first, index, { ...options, gap: options.gap ?? gap, name: String(name) });
        } catch (error) {
            for (const opened of sources)
                if (opened instanceof FileSource)
                    opened.close();
            throw error;
        }
    }

    // Gets the weights or tables, unless they are there, and gives them to the machine.
    loadModel(id, machine) {
        const { models } = this.options;
        try {
            if (this.models[id] === undefined) {
                const model = typeof models === 'function' ? models(id) : models[id];
                if (model === undefined || model === null)
                    throw new Error('there is none');
                this.models[id] = this.bytesFrom(model);
            }
        } catch (error) {
            throw new PgnpackError(READ, `${modelNames[id]} is needed, and cannot be had: ${error.message}`, { cause: error });
        }
        if (id === TABLES && machine.with(this.models[id], (address, size) => machine.exports.give_tables(address, size)) !== OK) {
            delete this.models[id];
            throw machine.error();
        }
    }

    queryWords() {
        const machine = this.machineFor('search'), words = [];
        machine.check(machine.exports.query_words());
        for (const answer = machine.answer(); !answer.isAtEnd; )
            words.push({ name: answer.text(), value: answer.text() || null, text: answer.text() });
        return words;
    }

    checkWhere(where) {
        const machine = this.machineFor('search');
        machine.exports.query_close(makeQuery(machine, where));
    }

    board(fen) {
        return new Board(this.machine, fen);
    }

    packer(options) {
        return new Packer(this, options);
    }

    *pack(text, options) {
        if (typeof text?.[Symbol.iterator] !== 'function')
            refuse('pack() takes pieces of text, a list of them or whatever gives one after the other');
        const packer = this.packer(options);
        try {
            for (const piece of text)
                yield* packer.write(piece);
            yield* packer.finish();
            return packer.totals;
        } finally {
            packer.close();
        }
    }

    // The same of what comes by and by, with a signal that ends it.
    packStream(pieces, given = {}) {
        const { signal, ...options } = checkOptions(given, 'packStream()', ['level', 'index', 'blockSize', 'verify', 'name', 'time', 'signal']);
        checkStream(pieces, signal, 'packStream()');
        return packStream(this, pieces, checkPackOptions(options), signal);
    }

    // The text as it was packed, block by block, but for deleted games.
    *unpack(source) {
        const db = this.open(source);
        try {
            for (let n = 0; n < db.blockCount; n++) {
                const text = db.blockText(n, true);
                if (text.length > 0)
                    yield text;
            }
            if (db.trouble !== null)
                throw db.trouble;
        } finally {
            db.close();
        }
    }

    unpackStream(pieces, given) {
        const { signal } = checkOptions(given, 'unpackStream()', ['signal']);
        checkStream(pieces, signal, 'unpackStream()');
        return unpackStream(this, pieces, signal);
    }

    *unzstd(pieces) {
        const machine = this.machineFor('packer');
        const stream = machine.checkHandle(machine.exports.unzstd_new());
        const endedAt = machine.exports.allocate(4);
        let hasEnded = true;
        try {
            for (const given of pieces) {
                const piece = bytesOf(given);
                for (let at = 0; at < piece.length; at += 1 << 18) {
                    machine.with(piece.subarray(at, at + (1 << 18)), (address, size) =>
                        machine.check(machine.exports.unzstd(stream, address, size, endedAt)));
                    hasEnded = machine.bytes()[endedAt] !== 0;
                    yield machine.answer().copy();
                }
            }
        } finally {
            machine.exports.unzstd_close(stream);
            machine.exports.release(endedAt);
        }
        if (!hasEnded)
            throw new PgnpackError(43, 'the zstd file is cut off');
    }
}

async function compiled(from, fs) {
    if (from instanceof WebAssembly.Module)
        return from;
    if (from instanceof ArrayBuffer || from instanceof Uint8Array)
        return WebAssembly.compile(from);
    const address = from instanceof URL ? from.href : from;
    if (fs !== null && (address.startsWith('file:') || !isAddress(address)))
        return WebAssembly.compile(fs.readFileSync(address.startsWith('file:') ? new URL(address) : address));
    const response = await fetch(address);
    if (!response.ok)
        throw new PgnpackError(READ, `${address}: ${response.status} ${response.statusText}`.trim());
    return WebAssembly.compile(await response.arrayBuffer());
}

const beside = (name) => new URL(name, import.meta.url);

export async function load(given) {
    const options = checkOptions(given, 'load()', ['wasm', 'search', 'packer', 'models']);
    const fs = isNode ? await import('node:fs') : null, threads = isNode ? await import('node:worker_threads') : null;
    const all = {
        wasm: beside('reader.wasm'), search: beside('search.wasm'), packer: beside('packer.wasm'),
        models: modelNames.map(beside), ...options, fs, threads,
    };
    const models = [], machine = new Machine(models);
    machine.start(await WebAssembly.instantiate(await compiled(all.wasm, fs), machine.imports()));
    return new Pgnpack(machine, models, all);
}
