// Addresses in Node: ranges, asked for by a thread that is waited for; how many; what servers do wrong.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { clip, data, fails, folder, join2, options, root, scriptFolder, test, wasm } from './support.mjs';
import { load } from '../../../src/bindings/wasm/pgnpack.js';

async function started(folders) {
    const worker = new Worker(new URL('server_thread.mjs', import.meta.url), { workerData: folders });
    const [url] = await once(worker, 'message');
    const counts = async () => {
        worker.postMessage('counts');
        return (await once(worker, 'message'))[0];
    };
    return { url, counts, close: () => worker.terminate() };
}

// A port where nobody listens.
async function deadPort() {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address();
    server.close();
    await once(server, 'close');
    return port;
}

export async function run(pgnpack) {
    const place = join(folder, 'served'), path = join(place, 'games.bcgn');
    mkdirSync(place);
    const text = Buffer.concat(Array.from({ length: 8 }, () => clip(data('engine-games.pgn'), 300000)));
    const packed = join2(pgnpack.pack([text], { blockSize: 1 << 17 }));
    writeFileSync(path, packed);
    const server = await started({ '': place, wasm, data: join(root, 'data') }), address = `${server.url}/games.bcgn`;
    const local = pgnpack.open(packed);

    await test('address: text and URL, answers as those of the file', async () => {
        for (const source of [address, new URL(address)]) {
            await server.counts();
            const db = pgnpack.open(source);
            assert.deepEqual([db.gameCount, db.fileSize, db.name], [local.gameCount, packed.length, address]);
            assert.deepEqual(db.columns({ names: ['White', 'san'], first: 30, count: 9 }), local.columns({ names: ['White', 'san'], first: 30, count: 9 }));
            assert.deepEqual(db.game(local.gameCount), local.game(local.gameCount));
            assert.deepEqual(db.search('result=1-0').all(), local.search('result=1-0').all());
            const counts = await server.counts();
            assert.deepEqual([counts.requests, counts.bytes], [db.reads.requests, db.reads.bytes]);
            assert.deepEqual([...new Set(counts.paths)], ['/games.bcgn']);
            db.close();
        }
    });
    await test('address: few requests, and none for what was read', async () => {
        await server.counts();
        const db = pgnpack.open(address);
        assert.equal((await server.counts()).requests, 2, 'to open: the header, which has the size with it, and the end');
        db.columns({ names: ['White', 'Black', 'outcome'], first: 1, count: 40 });
        const list = await server.counts();
        assert.ok(list.requests <= 4 && list.bytes < 40000, `${list.requests} requests, ${list.bytes} bytes for a list`);
        const { text: first } = db.columns({ names: ['text'], first: 200, count: 1 });
        assert.ok((await server.counts()).requests > 0);
        assert.deepEqual(db.text(200), first[0]);
        db.columns({ names: ['Black'], first: 2, count: 20 });
        assert.equal((await server.counts()).requests, 0);
        db.close();
    });
    await test('address: modules and weights, each by one request', async () => {
        const at = (name) => `${server.url}/wasm/${name}.wasm`;
        const other = await load({ wasm: at('reader'), search: new URL(at('search')), packer: at('packer'),
            models: ['model-0.bin', 'model-1.bin', 'tables-0.bin'].map((name) => `${server.url}/data/${name}`) });
        await server.counts();
        assert.deepEqual(join2(other.pack([clip(text, 9000)], { level: 9 })), join2(pgnpack.pack([clip(text, 9000)], { level: 9 })));
        assert.deepEqual((await server.counts()).paths, ['/wasm/packer.wasm', '/data/model-0.bin', '/data/model-1.bin']);
        const bad = await load({ ...options, models: [`${server.url}/none.bin`] });
        fails(() => bad.packer({ level: 6 }), 'read', /model-0\.bin is needed.*none\.bin: 404/);
    });
    await test('address: servers that know no ranges', async () => {
        await server.counts();
        const db = pgnpack.open(`${server.url}/norange/games.bcgn`);
        assert.deepEqual(db.text(5), local.text(5));
        assert.equal((await server.counts()).requests, 1, 'the whole file comes once');
        const large = join(place, 'large.bcgn');
        copyFileSync(path, large);
        truncateSync(large, (64 << 20) + 1);
        fails(() => pgnpack.open(`${server.url}/norange/large.bcgn`), 'read', /large\.bcgn: the server gives only whole files.*Range.*64 MiB; download it/);
        rmSync(large);
    });
    await test('address: a server that sends more than it was asked for', () => {
        fails(() => pgnpack.open(`${server.url}/more/games.bcgn`), 'read', /games\.bcgn: the server sends more than it was asked for/);
    });
    await test('address: a file that changes, that goes', () => {
        const db = pgnpack.open(address);
        writeFileSync(path, packed.map((byte, i) => (i > 100 ? byte ^ 1 : byte)));
        const error = fails(() => db.game(200), 'read', /games\.bcgn: it has changed since it was opened/);
        assert.equal(error.cause.kind, 'changed');
        rmSync(path);
        fails(() => db.game(100), 'read', /games\.bcgn: 404/);
        fails(() => pgnpack.open(address), 'read', /games\.bcgn: 404/);
        writeFileSync(path, packed);
        assert.deepEqual(pgnpack.open(address).text(100), local.text(100));
        writeFileSync(join(place, 'empty.bcgn'), '');
        fails(() => pgnpack.open(`${server.url}/empty.bcgn`), 'not-bcgn', /empty/);
    });
    await test('address: no server, no such kind', async () => {
        const port = await deadPort();
        fails(() => pgnpack.open(`http://127.0.0.1:${port}/x.bcgn`), 'read', /x\.bcgn: nothing could be fetched \(.*ECONNREFUSED/);
        fails(() => pgnpack.open('ftp://127.0.0.1/x.bcgn'), 'argument', /begin with http: or https:/);
        fails(() => pgnpack.open('http://[x/x.bcgn'), 'read', /nothing could be fetched/);
    });
    await test('address: the thread lets the program end', () => {
        const script = `import { load } from ${JSON.stringify(pathToFileURL(join(scriptFolder, 'pgnpack.js')).href)};
            const pgnpack = await load({ wasm: ${JSON.stringify(options.wasm)} });
            console.log(pgnpack.open(${JSON.stringify(address)}).gameCount);`;
        assert.equal(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', timeout: 60000 }), `${local.gameCount}\n`);
    });
    await test('address: a thread that cannot start', () => {
        const alone = join(folder, 'alone');
        mkdirSync(alone);
        for (const name of ['addresses.js', 'fetching.js', 'status.js'])
            copyFileSync(join(scriptFolder, name), join(alone, name));
        writeFileSync(join(alone, 'package.json'), '{ "type": "module" }');
        writeFileSync(join(alone, 'use.js'), `import * as threads from 'node:worker_threads';
            import { wholeAt } from './addresses.js';
            try { wholeAt(threads, 'http://127.0.0.1/'); } catch (error) { console.log(error.message); }`);
        assert.match(execFileSync(process.execPath, [join(alone, 'use.js')], { encoding: 'utf8', timeout: 60000 }), /fetch_thread\.mjs has to be beside/);
    });
    local.close();
    await server.close();
}
