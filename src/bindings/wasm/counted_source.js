// Counts what is asked of a source, and keeps up to `cacheSize` bytes of it for another way of reading the same blocks.

import { RangeCache } from './range_cache.js';

export class CountedSource {
    constructor(source, cacheSize) {
        this.source = source;
        this.size = source.size;
        this.requests = 0;
        this.bytes = 0;
        this.cache = cacheSize > 0 ? new RangeCache((offset, size) => this.fetch(offset, size), cacheSize) : null;
        if (source.first !== undefined && source.first.length > 0) {
            this.count(source.first);
            this.cache?.put(0, source.first);
        }
    }
    count(bytes) {
        this.requests++;
        this.bytes += bytes.length;
        return bytes;
    }
    fetch(offset, size) {
        const bytes = this.source.readAt(offset, size);
        if (!(bytes instanceof Uint8Array))
            throw new Error('readAt gives no Uint8Array');
        if (!(bytes.length <= size) || (this.cache !== null && bytes.length < size))
            throw new Error(`readAt gives ${bytes.length} bytes in place of ${size}`);
        return this.count(bytes);
    }
    readAt(offset, size) {
        if (this.cache === null)
            return this.fetch(offset, size);
        const wanted = Math.min(size, this.size - offset);
        return wanted > 0 ? this.cache.read(offset, wanted) : new Uint8Array(0);
    }
    prefetch(offset, size) {
        this.source.prefetch?.(offset, size);
    }
    close() {
        this.cache = null;
        this.source.close?.();
    }
}
