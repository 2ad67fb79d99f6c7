// Packing and unpacking of what comes by and by: lists, generators, asynchronous ones, streams of pages and of Node. Nothing is taken from
// the source before it is needed; what was taken from it and from the module is released at the end, however it comes.

import { bytesOf } from './arguments.js';
import { RangeCache } from './range_cache.js';
import { refuse } from './status.js';

const PART = 1 << 20, END = Symbol('the end');

// Lets others have a turn.
const turn = () => new Promise((resolve) => (typeof setImmediate === 'function' ? setImmediate(resolve) : setTimeout(resolve)));

export function checkStream(pieces, signal, what) {
    const isStream = typeof pieces?.getReader === 'function' || typeof pieces?.[Symbol.asyncIterator] === 'function';
    const isList = typeof pieces === 'object' && typeof pieces?.[Symbol.iterator] === 'function' && !ArrayBuffer.isView(pieces);
    if (!isStream && !isList)
        refuse(`${what} takes a stream or a list of pieces, or whatever gives one after the other`);
    if (signal !== undefined && typeof signal?.addEventListener !== 'function')
        refuse(`${what}: the signal is an AbortSignal, not ${String(signal)}`);
}

// Pieces of a source that were asked for, one at a time.
class Pieces {
    constructor(from, signal) {
        this.from = from;
        this.signal = signal;
        this.isWaiting = this.hasEnded = false;
        if (typeof from.getReader === 'function')
            this.reader = from.getReader();
        else
            this.iterator = (from[Symbol.asyncIterator] ?? from[Symbol.iterator]).call(from);
    }
    async take() {
        const { done, value } = await (this.reader?.read() ?? this.iterator.next());
        return done ? END : await value;
    }
    // END: there are no more.
    async next() {
        this.signal?.throwIfAborted();
        this.isWaiting = true;
        let abort;
        try {
            const piece = await new Promise((resolve, reject) => {
                abort = () => reject(this.signal.reason);
                this.signal?.addEventListener('abort', abort);
                this.take().then(resolve, reject);
            });
            this.hasEnded = piece === END;
            return piece;
        } catch (error) {
            this.hasEnded ||= !this.signal?.aborted;
            throw error;
        } finally {
            this.signal?.removeEventListener('abort', abort);
            this.isWaiting = false;
        }
    }
    async end() {
        await (this.reader !== undefined ? this.reader.cancel(this.signal?.reason) : this.iterator.return?.());
    }
    // An iterator that waits would not return before it has what it waits for; streams of Node can be told.
    async stop() {
        if (!this.hasEnded) {
            this.hasEnded = true;
            const ended = this.end().catch(() => {});
            if (this.isWaiting)
                this.from.destroy?.();
            else
                await ended;
        }
        if (this.reader !== undefined && !this.isWaiting)
            this.reader.releaseLock();
    }
}

// What work(source, owned) gives. At its end, or when it is aborted, the source is stopped, and what was added to `owned` closed.
async function* worked(pieces, signal, work) {
    signal?.throwIfAborted();
    const source = new Pieces(pieces, signal), owned = [];
    const release = async () => {
        try {
            while (owned.length > 0)
                owned.pop()();
        } finally {
            await source.stop();
        }
    };
    const releaseNow = () => void release().catch(() => {});
    signal?.addEventListener('abort', releaseNow);
    try {
        return yield* work(source, owned);
    } finally {
        signal?.removeEventListener('abort', releaseNow);
        await release();
    }
}

function* partsOf(piece) {
    const size = typeof piece === 'string' ? piece.length : (piece?.byteLength ?? 0);
    if (size <= PART)
        yield piece;
    for (let at = 0; size > PART && at < size; at += PART)
        yield typeof piece === 'object' && ArrayBuffer.isView(piece) ? piece.subarray(at, at + PART) : piece.slice(at, at + PART);
}

export function packStream(pgnpack, pieces, options, signal) {
    return worked(pieces, signal, async function* (source, owned) {
        const packer = pgnpack.packer(options);
        owned.push(() => packer.close());
        let sinceTurn = 0;
        for (let piece = await source.next(); piece !== END; piece = await source.next())
            for (const part of partsOf(piece)) {
                yield* packer.write(part);
                sinceTurn += part.length ?? part.byteLength;
                if (sinceTurn >= PART) {
                    sinceTurn = 0;
                    await turn();
                }
                signal?.throwIfAborted();
            }
        const last = packer.finish(), totals = packer.totals;
        yield* last;
        return totals;
    });
}

// The end of a database says what is in it: all of it is kept, packed, until it is there.
export function unpackStream(pgnpack, pieces, signal) {
    return worked(pieces, signal, async function* (source, owned) {
        const kept = new RangeCache(null, Infinity);
        let size = 0;
        for (let piece = await source.next(); piece !== END; piece = await source.next()) {
            if (!(piece instanceof Uint8Array || piece instanceof ArrayBuffer))
                refuse(`a piece of a packed file is a Uint8Array, not ${typeof piece === 'string' ? 'a text' : String(piece)}`);
            const bytes = bytesOf(piece).slice();
            if (bytes.length > 0)
                kept.put(size, bytes);
            size += bytes.length;
        }
        const readAt = (offset, count) => (offset >= size ? new Uint8Array(0) : kept.read(offset, Math.min(count, size - offset)));
        const texts = pgnpack.unpack({ size, readAt });
        owned.push(() => texts.return());
        for (const text of texts) {
            yield text;
            await turn();
            signal?.throwIfAborted();
        }
    });
}
