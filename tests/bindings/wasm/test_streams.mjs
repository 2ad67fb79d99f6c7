// Packing and unpacking of what comes by and by: the bytes of the commands for any pieces, no more taken than is needed, failures and
// ends in the midst.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { clip, data, fails, folder, join2, native, options, root, samples, test } from './support.mjs';
import { load } from '../../../src/bindings/wasm/pgnpack.js';

// Numbers that are the same each time.
let seed = 7;
function below(limit) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % limit;
}

// Pieces of a text of 1 to `most` elements, none of them, now and then, as bytes, as an ArrayBuffer or as a text.
function cut(bytes, most, kinds) {
    const pieces = [];
    for (let at = 0; at < bytes.length; ) {
        const piece = bytes.subarray(at, at + (below(9) === 0 ? 0 : 1 + below(most)));
        at += piece.length;
        const kind = kinds[below(kinds.length)];
        pieces.push(kind === 'buffer' ? new Uint8Array(piece).buffer : kind === 'bytes' ? new Uint8Array(piece) : piece);
    }
    return pieces;
}
function cutText(text, most) {
    const pieces = [];
    for (let at = 0; at < text.length; ) {
        const size = 1 + below(most);
        pieces.push(text.slice(at, at + size));
        at += size;
    }
    return pieces;
}

async function* oneByOne(pieces, seen = { taken: 0, returned: 0 }) {
    try {
        for (const piece of pieces) {
            seen.taken++;
            await null;
            yield piece;
        }
    } finally {
        seen.returned++;
    }
}

const webStream = (pieces, seen = {}) => {
    const left = pieces[Symbol.iterator]();
    return new ReadableStream({
        pull(controller) {
            const { done, value } = left.next();
            if (done)
                controller.close();
            else
                controller.enqueue(value);
        },
        cancel(reason) {
            seen.cancelled = reason ?? 'without a reason';
        },
    }, { highWaterMark: 0 });
};

async function all(pieces) {
    const list = [];
    for await (const piece of pieces) {
        assert.ok(piece instanceof Uint8Array && piece.length > 0);
        list.push(piece);
    }
    return join2(list);
}

const same = (a, b, what) => assert.equal(Buffer.compare(Buffer.from(a), Buffer.from(b)), 0, `${what}: ${a.length} and ${b.length} bytes`);

async function failsLater(work, check) {
    let found = null;
    try {
        await work();
    } catch (error) {
        found = error;
    }
    assert.ok(found !== null, 'nothing failed');
    check(found);
    return found;
}

const sources = {
    list: (pieces) => pieces,
    generator: function* (pieces) {
        yield* pieces;
    },
    asynchronous: (pieces) => oneByOne(pieces),
    promises: (pieces) => pieces.map((piece) => Promise.resolve(piece)),
    'stream of pages': (pieces) => webStream(pieces),
    'stream of Node': (pieces) => Readable.from(pieces),
};

export async function run(pgnpack) {
    for (const name of samples)
        for (const level of [1, 3, 4, 6]) {
            const text = clip(data(name), level >= 4 ? 60000 : 400000), wanted = native('pgnpack', [`-${level}`, '-B', '64K'], text);
            for (const [kind, source] of Object.entries(sources))
                await test(`streams: ${name} at level ${level}, ${kind}`, async () => {
                    const kinds = kind === 'stream of Node' ? ['node'] : ['buffer', 'bytes', 'node'], pieces = cut(text, 1 << (2 + below(14)), kinds);
                    same(await all(pgnpack.packStream(source(pieces), { level, blockSize: 1 << 16 })), wanted, 'packed');
                    same(await all(pgnpack.unpackStream(source(cut(wanted, 1 << (2 + below(12)), kinds)))), text, 'unpacked');
                });
        }
    await test('streams: texts cut anywhere, also within a character', async () => {
        const text = `[White "Čapek 𝕏𝕐"]\n[Black "😀😀"]\n\n1. e4 {😀 ✓ 𝕏} e5 *\n\n`.repeat(40), bytes = Buffer.from(text);
        const wanted = native('pgnpack', [], bytes);
        for (let i = 0; i < 20; i++) {
            const pieces = cutText(text, 1 + i);
            same(await all(pgnpack.packStream(oneByOne(pieces))), wanted, `pieces up to ${i + 1}`);
            same(join2(pgnpack.pack(pieces)), wanted, 'all at once');
        }
        const packer = pgnpack.packer({ level: 1 }), out = ['a\ud83d', Buffer.from('x'), '\ud83d'].flatMap((piece) => packer.write(piece));
        packer.beginFile('b');
        out.push(...packer.write('\udc00\ud83d'), ...packer.finish());
        assert.equal(join2(pgnpack.unpack(join2(out))).toString(), 'a\ufffdx\ufffd\ufffd\ufffd');
        packer.close();
    });
    await test('streams: totals, names, pipelines', async () => {
        const text = data('classics.pgn'), work = pgnpack.packStream([text], { name: 'a.txt', time: new Date(1e12), level: 2 });
        const pieces = [];
        let step;
        for (step = await work.next(); !step.done; step = await work.next())
            pieces.push(step.value);
        assert.deepEqual([step.value.games, step.value.textSize, step.value.packedSize], [65, text.length, join2(pieces).length]);
        const path = join(folder, 'named.bcgn');
        writeFileSync(path, join2(pieces));
        assert.deepEqual(JSON.parse(native('pgnunpack', ['-l', '--json', path]))[0].file_list.map(({ file, time }) => [file, time]), [['a.txt', '2001-09-09T01:46:40Z']]);
        const through = new PassThrough(), packed = all(through);
        await pipeline(createReadStream(join(root, 'data/classics.pgn'), { highWaterMark: 999 }), (source) => pgnpack.packStream(source), through);
        same(await packed, native('pgnpack', [], text), 'by a pipeline');
        assert.equal((await all(pgnpack.packStream([]))).length > 0, true);
        same(await all(pgnpack.packStream([])), native('pgnpack', [], ''), 'nothing');
    });
    await test('unpack: what pgnunpack gives, of changed databases too, and of sources of all kinds', async () => {
        const path = join(folder, 'changed.bcgn'), more = join(root, 'data/annotated.pgn');
        native('pgnpack', ['-q', '-f', '-B', '16K', '-o', path, join(root, 'data/classics.pgn'), more]);
        native('pgnpack', ['-q', `--append=${path}`, join(root, 'data/clocked.pgn')]);
        native('pgndb', ['delete', '-q', path, '-g', '2-9,50,66']);
        const wanted = native('pgnunpack', ['-c', path]), packed = readFileSync(path);
        assert.ok(wanted.length > 0 && pgnpack.open(path).deletedCount === 10);
        for (const source of [path, packed, new URL(`file://${path}`)])
            same(join2(pgnpack.unpack(source)), wanted, 'unpacked');
        same(await all(pgnpack.unpackStream(cut(packed, 500, ['node']))), wanted, 'streamed');
    });
    await test('streams: a source may use its pieces again', async () => {
        const text = data('classics.pgn'), packed = native('pgnpack', [], text);
        async function* again(bytes) {
            const piece = new Uint8Array(500);
            for (let at = 0; at < bytes.length; at += 500) {
                piece.set(bytes.subarray(at, at + 500));
                yield piece.subarray(0, Math.min(500, bytes.length - at));
            }
        }
        same(await all(pgnpack.packStream(again(text))), packed, 'packed');
        same(await all(pgnpack.unpackStream(again(packed))), text, 'unpacked');
    });
    await test('unpack: what is cut off or damaged comes as far as it is whole', async () => {
        const text = clip(data('engine-games.pgn'), 300000), packed = join2(pgnpack.pack([text], { blockSize: 1 << 15 })), whole = pgnpack.open(packed);
        for (const [bytes, blocks, status] of [[packed.subarray(0, whole.block(4).offset + 9), 4, 'truncated'], [Buffer.from(packed), 3, 'corrupt']]) {
            if (status === 'corrupt')
                bytes.fill(0x55, whole.block(3).offset + 300, whole.block(3).offset + 600);
            const wanted = join2(Array.from({ length: blocks }, (_, n) => whole.blockText(n))), got = [];
            await failsLater(async () => {
                for await (const piece of pgnpack.unpackStream([bytes]))
                    got.push(piece);
            }, (error) => assert.equal(error.statusName, status));
            same(join2(got), wanted, status);
        }
        await failsLater(() => all(pgnpack.unpackStream([])), (error) => assert.match(error.message, /empty/));
        await failsLater(() => all(pgnpack.unpackStream([Buffer.from('[White "x"]')])), (error) => assert.equal(error.statusName, 'not-bcgn'));
    });

    const text = clip(data('engine-games.pgn'), 600000), pieces = cut(text, 20000, ['node']);
    await test('streams: no more is taken than is needed', async () => {
        for (const make of [(seen) => oneByOne(pieces, seen), (seen) => webStream(oneByOneSync(pieces, seen))]) {
            const seen = { taken: 0, returned: 0 }, work = pgnpack.packStream(make(seen), { blockSize: 1 << 16, level: 1 });
            await null;
            assert.equal(seen.taken, 0, 'before the first is asked for');
            await work.next();
            const first = seen.taken;
            await new Promise((resolve) => setTimeout(resolve));
            assert.ok(first > 0 && seen.taken === first && first < pieces.length / 2, `${first}, then ${seen.taken} of ${pieces.length}`);
            await work.return();
        }
        function* oneByOneSync(list, seen) {
            for (const piece of list) {
                seen.taken++;
                yield piece;
            }
        }
    });
    await test('streams: a loop that is left stops the source', async () => {
        for (const [work, of] of [[(source) => pgnpack.packStream(source, { blockSize: 1 << 15 }), pieces], [(source) => pgnpack.unpackStream(source), [join2(pgnpack.pack([text], { blockSize: 1 << 15 }))]]]) {
            const seen = { taken: 0, returned: 0 }, cancelled = {}, file = Readable.from(of);
            for (const source of [oneByOne(of, seen), webStream(of, cancelled), file])
                for await (const piece of work(source)) {
                    assert.ok(piece.length > 0);
                    break;
                }
            assert.equal(seen.returned, 1);
            assert.ok(of.length === 1 || (cancelled.cancelled === 'without a reason' && file.destroyed));
        }
    });
    await test('streams: what the source throws is thrown', async () => {
        const trouble = new Error('the cable is out');
        async function* failing() {
            yield* pieces.slice(0, 5);
            throw trouble;
        }
        const broken = () => new ReadableStream({ pull: (controller) => controller.error(trouble) });
        const file = () => Readable.from(failing());
        for (const source of [failing(), broken(), file()])
            await failsLater(() => all(pgnpack.packStream(source)), (error) => assert.equal(error, trouble));
        for (const source of [failing(), broken(), file()])
            await failsLater(() => all(pgnpack.unpackStream(source)), (error) => assert.equal(error, trouble));
        const seen = { taken: 0, returned: 0 };
        for (const wrong of [5, null, undefined, {}, [1]]) {
            await failsLater(() => all(pgnpack.packStream(oneByOne(['x', wrong], seen))), (error) => assert.match(error.message, /a text to be, or a Uint8Array/));
            await failsLater(() => all(pgnpack.unpackStream(oneByOne([wrong], seen))), (error) => assert.match(error.message, /is a Uint8Array, not/));
        }
        assert.equal(seen.returned, 10, 'sources are stopped where we fail');
        await failsLater(() => all(pgnpack.unpackStream(['x'])), (error) => assert.match(error.message, /a Uint8Array, not a text/));
    });
    await test('streams: a signal ends it, also while it waits', async () => {
        for (const work of ['packStream', 'unpackStream']) {
            const cancelled = {}, never = { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}), return: () => (never.returned = true, new Promise(() => {})) }) };
            const waiting = new PassThrough(), idle = new ReadableStream({ cancel: (reason) => (cancelled.reason = reason) });
            for (const source of [never, waiting, idle]) {
                const stop = new AbortController(), ended = all(pgnpack[work](source, { signal: stop.signal }));
                setTimeout(() => stop.abort(new Error('enough')));
                await failsLater(() => ended, (error) => assert.equal(error.message, 'enough'));
            }
            assert.deepEqual([never.returned, waiting.destroyed, idle.locked, cancelled.reason.message], [true, true, false, 'enough']);
        }
        const gone = AbortSignal.abort(new Error('before')), seen = { taken: 0, returned: 0 };
        await failsLater(() => all(pgnpack.packStream(oneByOne(pieces, seen), { signal: gone })), (error) => assert.equal(error.message, 'before'));
        assert.equal(seen.taken, 0);
        // While its pieces lie with whoever takes them; and it is a turn of others that aborts, though all of the source is there.
        const stop = new AbortController(), work = pgnpack.packStream(oneByOne(pieces, seen), { blockSize: 1 << 15, signal: stop.signal });
        await work.next();
        stop.abort();
        await new Promise((resolve) => setTimeout(resolve));
        assert.equal(seen.returned, 1, 'the source is stopped at once');
        await failsLater(async () => {
            for (;;)
                assert.ok(!(await work.next()).done);
        }, (error) => assert.equal(error.name, 'AbortError'));
        const long = new AbortController(), much = Array(40).fill(text);
        setTimeout(() => long.abort());
        await failsLater(() => all(pgnpack.packStream(much, { level: 1, signal: long.signal })), (error) => assert.equal(error.name, 'AbortError'));
    });
    await test('streams: what they take is refused before anything is done', () => {
        for (const wrong of [undefined, null, 5, 'text', Buffer.from('x'), new Uint16Array(2), {}]) {
            fails(() => pgnpack.packStream(wrong), 'argument', /packStream\(\) takes a stream or a list/);
            fails(() => pgnpack.unpackStream(wrong), 'argument', /unpackStream\(\) takes a stream or a list/);
        }
        fails(() => pgnpack.packStream([], { level: 0 }), 'argument', /level/);
        fails(() => pgnpack.packStream([], { signal: true }), 'argument', /AbortSignal, not true/);
        fails(() => pgnpack.unpackStream([], { level: 1 }), 'argument', /unpackStream\(\): .*"level"/);
    });
    await test('streams: memory is that of a block, however long they are, and all is released', async () => {
        const small = await load(options), sizes = [];
        const repeated = async function* (count) {
            for (let i = 0; i < count; i++)
                yield text;
        };
        for (const count of [4, 40]) {
            for await (const piece of small.packStream(repeated(count), { level: 1, blockSize: 1 << 18 }))
                assert.ok(piece.length < 1 << 20);
            sizes.push(small.memorySize);
        }
        assert.ok(sizes[1] <= sizes[0] + (1 << 20), `${sizes}`);
        for (let i = 0; i < 30; i++) {
            const stop = new AbortController();
            for await (const piece of small.packStream(repeated(9), { level: 1, blockSize: 1 << 18 }))
                if (piece.length > 0)
                    break;
            const work = small.packStream(repeated(9), { level: 1, blockSize: 1 << 18, signal: stop.signal });
            await work.next();
            stop.abort(); // and nobody asks again
        }
        assert.ok(small.memorySize <= sizes[1] + (1 << 20), `${sizes}, then ${small.memorySize}`);
        await once(Readable.from(['x']).resume(), 'end');
    });
}
