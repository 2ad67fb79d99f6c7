/* What is kept of a file at an address, without a browser. */
import { check, equal, expect } from './harness.mjs';
import { RangeCache } from '../../../src/bindings/wasm/range_cache.js';

const file = Uint8Array.from({ length: 5000 }, (_, i) => (i * 7 + (i >> 8)) & 255);

function cached(limit = 1e6) {
    const fetched = [];
    const cache = new RangeCache((offset, size) => {
        fetched.push([offset, size]);
        return file.slice(offset, offset + size);
    }, limit);
    return { cache, fetched };
}

function same(bytes, offset, size) {
    equal(bytes.length, size, 'size');
    expect(bytes.every((byte, i) => byte === file[offset + i]), `wrong bytes at ${offset}`);
}

export async function testCache() {
    await check('only what is missing is fetched', () => {
        const { cache, fetched } = cached();
        same(cache.read(100, 100), 100, 100);
        same(cache.read(120, 50), 120, 50);
        same(cache.read(150, 100), 150, 100);
        same(cache.read(50, 300), 50, 300);
        same(cache.read(10, 20), 10, 20);
        equal(fetched, [[100, 100], [200, 50], [50, 300], [10, 20]]);
    });
    await check('what is fetched ahead ends where something is kept', () => {
        const { cache, fetched } = cached();
        cache.read(1000, 100);
        same(cache.read(500, 10, 900), 500, 10);
        same(cache.read(900, 10, 4000), 900, 10);
        same(cache.read(500, 600), 500, 600);
        equal(fetched, [[1000, 100], [500, 400], [900, 100]]);
    });
    await check('any reads give the file, and no more than the limit and the last of them is kept', () => {
        const { cache } = cached(900);
        for (let i = 0, seed = 1; i < 5000; i++) {
            seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
            const offset = (seed >>> 8) % 4500, size = 1 + ((seed >>> 20) % 400);
            same(cache.read(offset, size, Math.min(5000, offset + ((seed >>> 4) % 600))), offset, size);
            expect(cache.pieces.every((piece, n) => n === 0 || cache.pieces[n - 1].end <= piece.start), 'pieces overlap');
            equal(cache.pieces.reduce((sum, { bytes }) => sum + bytes.length, 0), cache.size, 'the size');
            expect(cache.size <= 900 + 1000, `${cache.size} bytes are kept`);
        }
    });
}
