// What the tests share: counting, native commands, files.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
export const build = resolve(process.env.BUILD ?? join(root, 'build'));
export const wasm = join(build, 'wasm');
export const folder = mkdtempSync(join(tmpdir(), 'pgnpack-wasm-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

// The ES module: pgnpack.js and its parts.
export const scriptFolder = join(root, 'src/bindings/wasm');
export const scripts = readdirSync(scriptFolder).filter((name) => name.endsWith('.js'));
// What only Node has.
export const nodeScripts = readdirSync(scriptFolder).filter((name) => name.endsWith('.mjs'));

export const data = (name) => readFileSync(join(root, 'data', name));
export const samples = ['annotated.pgn', 'classics.pgn', 'clocked.pgn', 'engine-games.pgn'];

export const options = {
    wasm: join(wasm, 'reader.wasm'), search: join(wasm, 'search.wasm'), packer: join(wasm, 'packer.wasm'),
    models: ['model-0.bin', 'model-1.bin', 'tables-0.bin'].map((name) => join(root, 'data', name)),
};

export const native = (program, args, input) => execFileSync(join(build, program), args, { input, maxBuffer: 1 << 30, stdio: ['pipe', 'pipe', 'pipe'] });
export const lines = (bytes) => bytes.toString('utf8').split('\n').filter((line) => line !== '');

let passed = 0, failed = 0;
export async function test(name, work) {
    try {
        await work();
        passed++;
    } catch (error) {
        failed++;
        console.log(`FAILED ${name}: ${error.stack ?? error}`);
    }
}

export function finish(what) {
    console.log(`${what}: ${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

// The PgnpackError that the work throws, of that status and with that text.
export function fails(work, statusName, text) {
    let found = null;
    try {
        work();
    } catch (error) {
        found = error;
    }
    assert.equal(found?.name, 'PgnpackError', `no PgnpackError, but ${found?.stack}`);
    assert.equal(found.statusName, statusName, found.message);
    assert.match(found.message, text);
    return found;
}

export const join2 = (pieces) => Buffer.concat([...pieces]);
export const clip = (bytes, size) => {
    const end = bytes.indexOf('\n\n[Event ', Math.min(size, bytes.length));
    return end < 0 ? bytes : bytes.subarray(0, end + 2);
};
