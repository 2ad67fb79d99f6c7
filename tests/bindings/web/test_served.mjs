/* The package as a server of another name has it, as those of npm's packages do: modules of the browser's own, no bundler. */
import { createHash } from 'node:crypto';
import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, check, equal, newPage, run } from './harness.mjs';
import { serve } from './server.mjs';

/* In a worker: addresses are read by ranges, the larger modules and the weights when they are needed. */
const worker = (base, database) => `
    import { load } from '${base}/pgnpack.js';
    try {
        const pgnpack = await load();
        const db = pgnpack.open('${database}'), found = db.search('result=1-0').all().length;
        const packed = [...pgnpack.pack(pgnpack.unpack('${database}'), { level: 6 })];
        postMessage({
            games: db.gameCount, white: db.columns({ names: ['White'], first: 7, count: 1 }).White[0], found,
            plies: db.game(7).plies, packed: packed.reduce((sum, piece) => sum + piece.length, 0),
        });
    } catch (error) {
        postMessage({ error: error.stack });
    }`;

const inWorker = (page, script) => page.evaluate((text) => new Promise((answer) => {
    const made = new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })), { type: 'module' });
    made.onmessage = ({ data }) => answer(data);
    made.onerror = (event) => answer({ error: event.message || 'the worker does not start' });
}), script);

/* In the page itself, where only what is in memory can be read: streams from a request to bytes. */
const inPage = (page, base, text) => page.evaluate(async ([from, address]) => {
    const { load } = await import(`${from}/pgnpack.js`);
    const pgnpack = await load({ wasm: new URL('packer.wasm', `${from}/`) });
    const pieces = [], stop = new AbortController();
    for await (const piece of pgnpack.packStream((await fetch(address)).body, { signal: stop.signal }))
        pieces.push(piece);
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
    let size = 0;
    for await (const piece of pgnpack.unpackStream(new Blob(pieces).stream()))
        size += piece.length;
    setTimeout(() => stop.abort(new Error('enough')));
    const ended = await pgnpack.packStream(new ReadableStream(), { signal: stop.signal }).next().catch((error) => error.message);
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    return { hash: Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join(''), size, ended };
}, [base, text]);

export async function testServed({ browser, server, folder }) {
    const shelf = join(folder, 'shelf'), file = join(folder, 'served.bcgn'), text = 'data/classics.pgn';
    mkdirSync(shelf);
    symlinkSync(resolve(build, 'npm-package/package'), join(shelf, 'pgnpack@1.0.0'));
    run('pgnpack', '-q', '-f', '-4', '-o', file, text);
    writeFileSync(join(folder, 'plain.html'), '<!doctype html><title>A page of its own</title>');
    const other = await serve({ npm: shelf, '': folder, data: resolve('data') });
    const base = `${other.url}/npm/pgnpack@1.0.0`, page = await newPage(browser, server, { serviceWorkers: 'block' });
    await page.goto(`${server.url}/made/plain.html`);
    await check('from a server of another name a module worker opens, searches, packs', async () => {
        other.counts.reset();
        const game = JSON.parse(run('pgnunpack', '--json', file).toString().split('\n')[6]);
        equal(await inWorker(page, worker(base, `${other.url}/served.bcgn`)),
            { games: 65, white: game.tags.White, found: 39, plies: game.plies, packed: run('pgnpack', '-6', '-c', text).length });
        const names = other.counts.paths.map((path) => path.split('/').pop()).filter((name) => /\.(wasm|bin)$/.test(name));
        equal(names.sort(), ['model-0.bin', 'packer.wasm', 'reader.wasm', 'search.wasm', 'tables-0.bin'], 'each once');
    });
    await check('from a server of another name a page packs and unpacks streams, and stops', async () => {
        const hash = createHash('sha256').update(run('pgnpack', '-c', text)).digest('hex');
        equal(await inPage(page, base, `${other.url}/data/classics.pgn`), { hash, size: statSync(text).size, ended: 'enough' });
    });
    await check('served: no mistakes', () => equal(page.wrong.filter((one) => !one.startsWith('request:')), []));
    await page.context().close();
    other.close();
}
