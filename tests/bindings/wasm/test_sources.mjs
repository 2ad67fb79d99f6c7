// Where bytes come from, how many are asked for, and what goes wrong there; damaged files; memory.
import assert from 'node:assert/strict';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execFileSync } from 'node:child_process';
import { clip, data, fails, folder, join2, native, options, root, test } from './support.mjs';
import { load } from '../../../src/bindings/wasm/pgnpack.js';

// What a page's worker has, over files by their paths: with Range, or without.
class Request {
    static ranges = true;
    static tag = '"1"';
    static log = [];
    static lie = null; // changes what was answered
    open(method, url, isAsynchronous) {
        assert.match(method, /^(GET|HEAD)$/);
        assert.equal(isAsynchronous, false);
        this.url = url;
        this.headers = {};
    }
    setRequestHeader(name, value) {
        this.headers[name] = value;
    }
    getResponseHeader(name) {
        return this.answer[name] ?? null;
    }
    send() {
        const path = this.url.replace('http://host/', ''), range = /^bytes=(\d+)-(\d+)$/.exec(this.headers.Range ?? '');
        this.answer = { ETag: Request.tag };
        this.status = 404;
        this.statusText = 'Not Found';
        this.response = new ArrayBuffer(0);
        let bytes;
        try {
            bytes = readFileSync(join(folder, path));
        } catch {
            return;
        }
        this.status = 200;
        if (Request.ranges && range !== null) {
            this.status = Number(range[1]) < bytes.length ? 206 : 416;
            this.answer['Content-Range'] = `bytes ${range[1]}-${range[2]}/${bytes.length}`;
            bytes = bytes.subarray(Number(range[1]), Number(range[2]) + 1);
        }
        this.answer['Content-Length'] = String(bytes.length);
        Request.log.push(bytes.length);
        this.response = new Uint8Array(bytes).buffer;
        Request.lie?.(this);
    }
}

// Many games, each of its own names, in many blocks.
function manyGames(count) {
    const games = clip(data('engine-games.pgn'), 300000).toString('latin1').split(/\n(?=\[Event )/), pieces = [];
    for (let i = 0; i < count; i++)
        pieces.push(games[i % games.length].replace(/\[White "[^"]*"\]/, `[White "Player ${i % 997}"]`).replace(/\n*$/, '\n\n'));
    return Buffer.from(pieces.join(''), 'latin1');
}

function checkNames(db) {
    assert.deepEqual(db.columns({ names: ['White'], first: 1, count: 3 }).White, ['Player 0', 'Player 1', 'Player 2']);
    assert.equal(db.columns({ names: ['White'], first: db.gameCount }).White[0], `Player ${(db.gameCount - 1) % 997}`);
}

export async function run(pgnpack) {
    const text = manyGames(4000), packed = join2(pgnpack.pack([text], { blockSize: 1 << 18 })), path = join(folder, 'many.bcgn');
    writeFileSync(path, packed);
    const opened = pgnpack.open(packed);
    assert.equal(opened.gameCount, 4000);
    assert.ok(opened.blockCount >= 6, `${opened.blockCount} blocks`);

    await test('kinds of sources', () => {
        const file = openSync(path, 'r'), calls = [];
        const random = {
            size: packed.length, readAt: (offset, size) => packed.subarray(offset, offset + size), prefetch: (...call) => calls.push(call),
            close: () => calls.push('closed'),
        };
        const copy = new Uint8Array(packed).buffer;
        for (const source of [packed, new Uint8Array(copy), copy, path, pathToFileURL(path), pathToFileURL(path).href, file, random]) {
            const db = pgnpack.open(source);
            checkNames(db);
            assert.ok(db.reads.requests > 0 && db.reads.bytes < packed.length);
            assert.equal(db.fileSize, packed.length);
            db.close();
        }
        closeSync(file);
        assert.equal(calls.at(-1), 'closed');
        assert.ok(calls.some((call) => call.length === 2 && call[1] > 0), 'hints come');
        assert.equal(pgnpack.open(path).name, path);
        assert.equal(pgnpack.open(path, { name: 'n' }).columns({ names: ['file'], count: 1 }).file[0], 'n');
    });
    await test('sources that are none', () => {
        fails(() => pgnpack.open(join(folder, 'nothing')), 'read', /ENOENT.*nothing/);
        fails(() => pgnpack.open({}), 'argument', /a source is/);
        fails(() => pgnpack.open(new Blob([packed])), 'argument', /worker/);
    });

    globalThis.XMLHttpRequest = Request;
    await test('by address: few bytes, few requests', () => {
        Request.log.length = 0;
        const db = pgnpack.open('http://host/many.bcgn');
        db.columns({ names: ['White', 'Black', 'outcome', 'day', 'WhiteElo', 'ECO'], first: 1, count: 40 });
        assert.ok(db.reads.bytes < 40000, `${db.reads.bytes} bytes for a list`);
        assert.deepEqual(db.reads, { requests: Request.log.length, bytes: Request.log.reduce((sum, size) => sum + size, 0) });
        assert.ok(db.reads.requests <= 8, `${db.reads.requests} requests`);
        db.columns({ names: ['White'], first: 3000, count: 2 });
        const before = db.reads.requests;
        db.game(3000);
        assert.ok(db.reads.bytes < 300000, `${db.reads.bytes} bytes with a game`);
        assert.ok(db.reads.requests - before <= 4, `${db.reads.requests - before} requests for a game`);
        const then = db.reads.requests;
        db.game(3001);
        db.text(3000);
        assert.ok(db.reads.requests - then <= 2, 'what was read stays');
        const { bytes } = db.reads;
        assert.deepEqual(db.text(3000), opened.text(3000));
        db.columns({ names: ['comments'], first: 3000, count: 5 });
        assert.equal(db.reads.bytes, bytes);
        for (let number = 1; number < db.gameCount; number += 97)
            assert.deepEqual(db.text(number), opened.text(number));
        assert.ok(db.reads.bytes < 1.2 * packed.length, `${db.reads.bytes} bytes for all of ${packed.length}`);
        checkNames(db);
        db.close();
    });
    await test('by address: servers that know no ranges', () => {
        Request.ranges = false;
        const db = pgnpack.open('http://host/many.bcgn');
        checkNames(db);
        Request.ranges = true;
    });
    await test('by address: failures', () => {
        fails(() => pgnpack.open('http://host/nothing.bcgn'), 'read', /404 Not Found/);
        const db = pgnpack.open('http://host/many.bcgn');
        Request.tag = '"2"';
        fails(() => db.game(2000), 'read', /many\.bcgn: it has changed/);
        Request.tag = '"1"';
        assert.equal(db.game(2000).number, 2000);
    });
    await test('by address: servers that lie', () => {
        const lies = (lie, words) => {
            const db = pgnpack.open('http://host/many.bcgn');
            Request.lie = lie;
            fails(() => db.game(2000), 'read', words);
            Request.lie = null;
            assert.equal(db.game(2000).number, 2000);
        };
        const range = (change) => (request) => (request.answer['Content-Range'] = change(request.answer['Content-Range']));
        lies(range((text) => text.replace(/\d+$/, '999')), /many\.bcgn: it has changed/);
        lies(range((text) => text.replace(/\d+-/, '7-')), /bytes from 7 on came in place of/);
        lies((request) => (request.status = 200), /many\.bcgn: it has changed/);
        lies((request) => (request.response = request.response.slice(1)), /bytes came in place of/);
        lies((request) => (request.status = 500), /many\.bcgn: 500/);
        // A server of another origin, which does not say that it may be seen: the size is asked for.
        Request.lie = (request) => delete request.answer['Content-Range'];
        const hidden = pgnpack.open('http://host/many.bcgn');
        assert.equal(hidden.fileSize, packed.length);
        checkNames(hidden);
        Request.lie = (request) => (delete request.answer['Content-Range'], delete request.answer['Content-Length']);
        fails(() => pgnpack.open('http://host/many.bcgn'), 'read', /Access-Control-Expose-Headers/);
        const dated = (date) => (request) => (request.answer = { 'Content-Range': request.answer['Content-Range'], 'Last-Modified': date });
        Request.lie = dated('Mon, 01 Jan 2024 00:00:00 GMT');
        const db = pgnpack.open('http://host/many.bcgn');
        Request.lie = dated('Tue, 02 Jan 2024 00:00:00 GMT');
        fails(() => db.game(2000), 'read', /many\.bcgn: it has changed/);
        Request.lie = null;
    });
    await test('a Blob, in a worker', () => {
        globalThis.FileReaderSync = class {
            readAsArrayBuffer(part) {
                return new Uint8Array(packed.subarray(part.from, part.to)).buffer;
            }
        };
        const blob = new Blob([packed]);
        blob.slice = (from, to) => ({ from, to });
        checkNames(pgnpack.open(blob));
        delete globalThis.FileReaderSync;
    });
    delete globalThis.XMLHttpRequest;

    await test('sources that fail', () => {
        let mood = 'fine';
        const source = {
            size: packed.length,
            readAt(offset, size) {
                if (mood === 'fails')
                    throw new Error('the cable is out');
                return packed.subarray(offset, offset + (mood === 'short' ? Math.min(size, 5000) : mood === 'empty' ? 0 : size + (mood === 'long' ? 9 : 0)));
            },
        };
        const db = pgnpack.open(source);
        mood = 'fails';
        const error = fails(() => db.game(1), 'read', /the cable is out/);
        assert.equal(error.cause.message, 'the cable is out');
        mood = 'long';
        fails(() => db.game(1), 'read', /in place of/);
        mood = 'empty';
        fails(() => db.game(1), 'truncated', /./);
        mood = 'short';
        assert.equal(db.game(1).number, 1);
    });

    await test('a saved index', () => {
        const saved = opened.saveIndex(), db = pgnpack.open(packed, { savedIndex: saved });
        checkNames(db);
        checkNames(pgnpack.open(packed, { savedIndex: saved.subarray(0, 20) }));
        assert.ok(db.blockCount === opened.blockCount);
    });

    // The answers are those of the same file, whole, whose games of these blocks were deleted.
    await test('damaged blocks are skipped', () => {
        const path = join(folder, 'skipped.bcgn');
        for (const level of ['-3', '-6']) {
            native('pgnpack', ['-q', '-f', level, '-B', '32K', '-o', path, join(root, 'data/engine-games.pgn')]);
            const bytes = Buffer.from(readFileSync(path)), first = pgnpack.open(bytes), lost = [];
            const broken = [0, 2, 3, 5].map((n) => first.block(n));
            broken.forEach((block, way) => {
                bytes[block.offset + [17, 70, 48, 20][way]] ^= 33;
                lost.push(`${block.firstGame}-${block.firstGame + block.gameCount - 1}`);
            });
            native('pgndb', ['delete', '-q', path, '-g', lost.join(',')]);
            const whole = pgnpack.open(path), db = pgnpack.open(new Uint8Array(bytes), { damaged: 'skip' });
            assert.deepEqual(db.damaged.map((one) => [one.firstGame, one.gameCount, one.offset, one.size]),
                broken.map((block) => [block.firstGame, block.gameCount, block.offset, block.size]));
            assert(db.damaged.every((one) => /block/.test(one.text)));
            assert.deepEqual(db.gameNumbers(0, 5000), whole.gameNumbers(0, 5000));
            assert.deepEqual(db.gameNumbers(77, 9), whole.gameNumbers(77, 9));
            assert.deepEqual(db.tagNames(), whole.tagNames());
            assert.deepEqual(db.columns({ names: ['White', 'san', 'plies'] }), whole.columns({ names: ['White', 'san', 'plies'] }));
            assert.deepEqual(db.columns({ names: ['Black'], where: 'result=1-0' }), whole.columns({ names: ['Black'], where: 'result=1-0' }));
            assert.deepEqual(db.columns({ names: ['text'] }), whole.columns({ names: ['text'] }));
            const answers = (of) => {
                const tree = of.tree('');
                while (!tree.step(1000));
                return [of.search('moves="e4 c5"').all(), tree.rows(), [...of.names()]];
            };
            assert.deepEqual(answers(db), answers(whole));
            assert.deepEqual([db.gameCount, db.deletedCount, db.trouble], [whole.gameCount, 0, null]);
            assert.deepEqual(whole.damaged, []);
            fails(() => pgnpack.open(new Uint8Array(bytes)).columns({ names: ['White'] }), 'corrupt', /block/);
            fails(() => pgnpack.open(new Uint8Array(bytes), { damaged: 'Skip' }), 'argument', /'error' or 'skip', not Skip/);
            const cut = pgnpack.open(new Uint8Array(bytes.subarray(0, bytes.length >> 1)), { damaged: 'skip' });
            assert.equal(cut.damaged.at(-1).gameCount, null);
            assert.equal(cut.damaged.at(-1).firstGame, cut.gameCount + 1);
            for (const opened of [whole, db, cut])
                opened.close();
        }
    });

    await test('damage', () => {
        const damaged = Buffer.from(packed), block = opened.block(2);
        damaged.fill(0x55, block.offset + 300, block.offset + block.size - 20);
        const db = pgnpack.open(damaged);
        checkNames(db);
        const error = fails(() => db.text(block.firstGame, 1), 'corrupt', /./);
        assert.ok(error.offset >= block.offset && error.offset < block.offset + block.size, `offset ${error.offset}`);
        assert.ok(error.status === 42);
        assert.equal(db.text(block.firstGame + block.gameCount).length > 100, true);
    });
    await test('cut off', () => {
        const db = pgnpack.open(packed.subarray(0, packed.length * 0.6));
        assert.equal(db.trouble.statusName, 'truncated');
        assert.ok(db.gameCount > 1000 && db.gameCount < 4000);
        assert.equal(db.columns({ names: ['White'], count: 1 }).White[0], 'Player 0');
    });
    await test('no database', () => {
        fails(() => pgnpack.open(text), 'not-bcgn', /./);
        fails(() => pgnpack.open(new Uint8Array(0)), 'not-bcgn', /./);
    });
    await test('closed', () => {
        const db = pgnpack.open(packed), search = db.search('result=1-0');
        db.close();
        for (const use of [() => db.game(1), () => db.columns({ names: ['White'] }), () => db.text(1), () => db.search(''), () => search.next(), () => db.tagNames()])
            fails(use, 'argument', /closed/);
    });

    await test('weights that are missing, or others', async () => {
        const high = join2(pgnpack.pack([clip(text, 20000)], { level: 6 }));
        const table = join2(pgnpack.pack([clip(text, 20000)], { level: 4 }));
        const without = await load({ ...options, models: [] });
        const db = without.open(high);
        assert.equal(db.columns({ names: ['White'], count: 1 }).White[0], 'Player 0');
        fails(() => db.game(1), 'read', /model-0\.bin is needed/);
        fails(() => without.open(table).game(1), 'read', /tables-0\.bin is needed/);
        fails(() => join2(without.pack(['x'], { level: 9 })), 'read', /model-0\.bin/);
        const asked = [];
        const wrong = await load({ ...options, models: (id) => (asked.push(id), new Uint8Array(10)) });
        fails(() => wrong.open(high).game(1), 'argument', /not its weights/);
        fails(() => wrong.open(table).game(1), 'argument', /not the tables/);
        assert.deepEqual(asked, [0, 2]);
        const given = await load({ ...options, models: [new Uint8Array(readFileSync(join(root, 'data/model-0.bin'))), undefined, undefined] });
        assert.equal(given.open(high).game(1).number, 1);
        // A search that meets games for which a net is needed.
        const mixed = Buffer.concat([join2(pgnpack.pack([clip(text, 20000)], { level: 3 })), high, table]);
        const [fresh, other] = [await load(options), pgnpack.open(join2(pgnpack.pack([clip(text, 20000)], { level: 3 })))];
        const wanted = [...other.search('moves="e4 e5"').all()], count = other.gameCount;
        assert.ok(wanted.length > 0);
        assert.deepEqual([...fresh.open(mixed).search('moves="e4 e5"').all()], [0, 1, 2].flatMap((i) => wanted.map((game) => game + i * count)));
        assert.deepEqual((await load(options)).open(mixed).tree('').finish().map((row) => row.games), other.tree('').finish().map((row) => 3 * row.games));
        assert.equal((await load(options)).open(mixed).columns({ names: ['san'] }).san[count], other.columns({ names: ['san'] }).san[0]);
    });
    await test('modules that are missing', async () => {
        const alone = await load({ ...options, search: join(folder, 'none'), packer: undefined });
        const db = alone.open(packed);
        checkNames(db);
        fails(() => db.search('result=1-0'), 'read', /search\.wasm is needed/);
        fails(() => alone.packer(), 'read', /packer\.wasm is needed/);
        const whole = await load({ ...options, wasm: options.packer, search: join(folder, 'none') });
        assert.ok(whole.open(packed).search('result=1-0').all().length > 0);
    });

    await test('memory does not grow', async () => {
        const small = await load(options), bytes = join2(pgnpack.pack([clip(text, 100000)]));
        let size = 0;
        for (let i = 0; i < 150; i++) {
            const db = small.open(bytes);
            db.columns({ names: ['White', 'san', 'comments'] });
            db.game(5);
            db.text(1, 20);
            db.search('result=1-0').all();
            db.tree('').finish();
            db.names('Player').first(3);
            fails(() => db.search('fen=x'), 'argument', /./);
            small.board().make('e4');
            db.close();
            join2(small.pack([text.subarray(0, 20000)]));
            if (i === 20)
                size = small.memorySize;
        }
        assert.ok(small.memorySize <= size + (1 << 20), `${size} bytes became ${small.memorySize}`);
    });
    await test('memory grows for what is large', async () => {
        const small = await load(options), size = small.memorySize, db = small.open(packed);
        assert.equal(Buffer.compare(Buffer.from(db.text(1, 4000)), Buffer.from(opened.text(1, 4000))), 0);
        assert.ok(small.memorySize > size);
    });

    await test('packing', () => {
        const packer = pgnpack.packer({ level: 1, name: 'a.pgn', verify: true }), pieces = [];
        pieces.push(...packer.write('[White "A"]\n\n1. e4 *\n\n'));
        packer.beginFile('b.pgn');
        pieces.push(...packer.write(Buffer.from('[White "B"]\n\n1. d4 d5 *\n')), ...packer.finish());
        assert.deepEqual([packer.totals.games, packer.totals.plies], [2, 3]);
        packer.close();
        const db = pgnpack.open(join2(pieces));
        assert.deepEqual(db.columns({ names: ['White'] }).White, ['A', 'B']);
        assert.deepEqual([db.block(0).beginsFile, db.block(0).hasFiles], [true, true]);
        fails(() => pgnpack.packer({ level: 12 }).finish(), 'argument', /level/);
        fails(() => pgnpack.packer({ index: 'x' }), 'argument', /auto/);
        fails(() => packer.write('x'), 'argument', /closed/);
        const anything = Buffer.from([0, 255, 1, 10, 200]);
        assert.deepEqual(Buffer.from(pgnpack.open(join2(pgnpack.pack([anything]))).blockText(0)), anything);
        const large = pgnpack.packer({ level: 1 }), games = Buffer.concat(Array(3).fill(text)); // files that have blocks of their own
        const out = ['a', 'b', 'c'].flatMap((name) => (large.beginFile(name), large.write(games))).concat(large.finish());
        assert.equal(join2(out).length, large.totals.packedSize);
        assert.equal(Buffer.compare(native('pgnunpack', [], join2(out)), Buffer.concat(Array(3).fill(games))), 0);
        large.close();
        const timed = pgnpack.packer({ level: 1, name: 'a', time: new Date(-1) });
        timed.beginFile('b');
        timed.beginFile('c', new Date(1600000000999));
        fails(() => timed.beginFile('d', new Date(NaN)), 'argument', /Invalid Date/);
        fails(() => timed.beginFile('d', 5), 'argument', /a Date, not 5/);
        const timedPath = join(folder, 'timed.bcgn');
        writeFileSync(timedPath, join2(timed.finish()));
        assert.deepEqual(JSON.parse(native('pgnunpack', ['-l', '--json', timedPath]))[0].file_list.map(({ file, time }) => [file, time]),
            [['a', '1969-12-31T23:59:59Z'], ['b', undefined], ['c', '2020-09-13T12:26:40Z']]);
        timed.close();
        const generator = pgnpack.pack([text]);
        for (let step = generator.next(); ; step = generator.next()) {
            if (!step.done)
                continue;
            assert.equal(step.value.games, 4000);
            break;
        }
    });
    await test('zstd', () => {
        const squeezed = execFileSync('zstd', ['-q', '-c'], { input: text, maxBuffer: 1 << 28 });
        const twice = Buffer.concat([squeezed, squeezed]);
        assert.equal(Buffer.compare(join2(pgnpack.unzstd([twice.subarray(0, 999), twice.subarray(999)])), Buffer.concat([text, text])), 0);
        fails(() => join2(pgnpack.unzstd([squeezed.subarray(0, squeezed.length - 9)])), 'truncated', /cut off/);
        fails(() => join2(pgnpack.unzstd([text])), 'corrupt', /./);
        assert.equal(join2(pgnpack.unzstd([])).length, 0);
    });
    opened.close();
}
