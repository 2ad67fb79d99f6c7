// Counts what is asked of a source, and keeps the newest `cacheSize` bytes of it for another way of reading the same blocks.
export class CountedSource {
    constructor(source, cacheSize) {
        this.source = source;
        this.size = source.size;
        this.cacheSize = cacheSize;
        this.kept = [];
        this.keptSize = 0;
        this.requests = 0;
        this.bytes = 0;
        if (source.first !== undefined)
            this.count(0, source.first);
    }
    count(offset, bytes) {
        this.requests++;
        this.bytes += bytes.length;
        this.keep(offset, bytes);
        return bytes;
    }
    find(offset, size) {
        const i = this.kept.findLastIndex((piece) => piece.offset <= offset && piece.offset + piece.bytes.length >= offset + size);
        if (i < 0)
            return undefined;
        const [piece] = this.kept.splice(i, 1);
        this.kept.push(piece);
        return piece.bytes.subarray(offset - piece.offset, offset - piece.offset + size);
    }
    // What of these bytes is not kept: [offset, size] of each gap.
    gapsIn(offset, size) {
        const gaps = [], end = offset + size;
        const pieces = this.kept.filter((piece) => piece.offset < end && piece.offset + piece.bytes.length > offset);
        pieces.sort((a, b) => a.offset - b.offset);
        let at = offset;
        for (const piece of pieces) {
            if (piece.offset > at)
                gaps.push([at, piece.offset - at]);
            at = Math.max(at, piece.offset + piece.bytes.length);
        }
        if (at < end)
            gaps.push([at, end - at]);
        return gaps;
    }
    // Most of it is kept: only what is missing is read.
    fillGaps(offset, size, gaps) {
        const all = new Uint8Array(size), put = (from, bytes) => {
            const start = Math.max(from, offset), end = Math.min(from + bytes.length, offset + size);
            if (end > start)
                all.set(bytes.subarray(start - from, end - from), start - offset);
        };
        for (const { offset: from, bytes } of this.kept)
            put(from, bytes);
        for (const [from, length] of gaps) {
            const bytes = this.source.readAt(from, length);
            if (!(bytes instanceof Uint8Array) || bytes.length !== length)
                throw new Error(`readAt gives ${bytes?.length} bytes in place of ${length}`);
            put(from, this.count(from, bytes));
        }
        return all;
    }
    keep(offset, bytes) {
        if (bytes.length === 0 || bytes.length > this.cacheSize)
            return;
        this.kept.push({ offset, bytes });
        this.keptSize += bytes.length;
        while (this.keptSize > this.cacheSize)
            this.keptSize -= this.kept.shift().bytes.length;
    }
    readAt(offset, size) {
        const found = this.find(offset, Math.min(size, this.size - offset));
        if (found !== undefined)
            return found;
        const gaps = this.kept.length > 0 && offset + size <= this.size ? this.gapsIn(offset, size) : null;
        if (gaps !== null && gaps.length <= 4 && 2 * gaps.reduce((sum, gap) => sum + gap[1], 0) < size)
            return this.fillGaps(offset, size, gaps);
        const bytes = this.source.readAt(offset, size);
        if (!(bytes instanceof Uint8Array))
            throw new Error('readAt gives no Uint8Array');
        if (!(bytes.length <= size))
            throw new Error(`readAt gives ${bytes.length} bytes in place of ${size}`);
        return this.count(offset, bytes);
    }
    prefetch(offset, size) {
        this.source.prefetch?.(offset, size);
    }
    close() {
        this.kept = [];
        this.source.close?.();
    }
}
