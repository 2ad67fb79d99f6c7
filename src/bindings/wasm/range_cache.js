/*
 * Parts of a file that were fetched: disjoint, in the order of the file, the least recently used go first. Only what is missing of a read
 * is fetched, in one piece from its first missing byte to its last one.
 */
export class RangeCache {
    /** `fetch(offset, size)` gives the bytes; `limit`: bytes that are kept. */
    constructor(fetch, limit) {
        Object.assign(this, { fetch, limit, pieces: [], size: 0, uses: 0 });
    }

    /** The bytes from `offset` on, `size` of them; where something is missing, up to `end` at least is fetched. */
    read(offset, size, end = offset + size) {
        if (this.size > this.limit)
            this.#shrink();
        const missing = this.#missing(offset, offset + size);
        if (missing !== null)
            this.#fetch(missing.first, Math.max(missing.last, this.#freeUpTo(missing.last, end)));
        return this.#gather(offset, size);
    }

    /* Number of the first piece that ends behind this place. */
    #at(place) {
        let low = 0, high = this.pieces.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.pieces[middle].end > place)
                high = middle;
            else
                low = middle + 1;
        }
        return low;
    }

    #missing(start, end) {
        let first = -1, last = -1, at = start;
        for (let i = this.#at(start); at < end; i++) {
            const piece = this.pieces[i];
            const free = Math.min(end, piece?.start ?? end);
            if (free > at) {
                first = first < 0 ? at : first;
                last = free;
            }
            at = Math.max(at, piece?.end ?? end);
        }
        return first < 0 ? null : { first, last };
    }

    /* How far from `from` on nothing is kept, up to `end`. */
    #freeUpTo(from, end) {
        return Math.min(end, this.pieces[this.#at(from)]?.start ?? end);
    }

    #fetch(start, end) {
        this.put(start, this.fetch(start, end - start));
    }

    /** Keeps bytes that came by themselves, too. */
    put(start, bytes) {
        const end = start + bytes.length, from = this.#at(start);
        let to = from;
        while (to < this.pieces.length && this.pieces[to].start < end)
            this.size -= this.pieces[to++].bytes.length;
        this.pieces.splice(from, to - from, { start, end, bytes, used: ++this.uses });
        this.size += bytes.length;
    }

    /* Down to half, before a read: what that needs stays as it is fetched. */
    #shrink() {
        const gone = new Set();
        for (const piece of [...this.pieces].sort((a, b) => a.used - b.used)) {
            if (this.size <= this.limit / 2)
                break;
            gone.add(piece);
            this.size -= piece.bytes.length;
        }
        this.pieces = this.pieces.filter((piece) => !gone.has(piece));
    }

    #gather(offset, size) {
        const end = offset + size;
        let i = this.#at(offset);
        const piece = this.pieces[i];
        if (piece.end >= end) {
            piece.used = ++this.uses;
            return piece.bytes.subarray(offset - piece.start, end - piece.start);
        }
        const bytes = new Uint8Array(size);
        for (let at = offset; at < end; i++) {
            const { start, end: stop, bytes: part } = this.pieces[i];
            this.pieces[i].used = ++this.uses;
            bytes.set(part.subarray(at - start, Math.min(end, stop) - start), at - offset);
            at = stop;
        }
        return bytes;
    }
}
