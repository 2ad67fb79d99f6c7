// The modules themselves: sizes, what they ask of their host, the kernel with vectors; what scripts import.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { scriptFolder, scripts, test, wasm } from './support.mjs';

// Bytes that a visitor of a page fetches first, and with searches, and with packing.
const limits = { reader: 164000, search: 231000, packer: 369500 };

// Which scripts import which: [names] by name.
function importsOf() {
    const imported = (name) => {
        const text = readFileSync(join(scriptFolder, name), 'utf8');
        return [...text.matchAll(/^(?:import|export) .*from '\.\/([^']+)';$/gm)].map(([, other]) => other);
    };
    return new Map(scripts.map((name) => [name, imported(name)]));
}

// All that are reached from one; a circle throws.
function reached(imports, name, way = []) {
    assert.ok(!way.includes(name), `a circle: ${[...way, name].join(' ')}`);
    assert.ok(imports.has(name), `${way.at(-1)} imports ${name}, which is not there`);
    return new Set([name, ...imports.get(name).flatMap((other) => [...reached(imports, other, [...way, name])])]);
}

export async function run() {
    await test('scripts are parts of pgnpack.js, without a circle', () => {
        assert.deepEqual([...reached(importsOf(), 'pgnpack.js')].sort(), [...scripts].sort());
    });
    await test('pgnpack.js exports what its types say', async () => {
        const types = readFileSync(join(scriptFolder, 'pgnpack.d.ts'), 'utf8');
        const declared = [...types.matchAll(/^export (?:declare )?(?:const|function|class) (\w+)/gm)].map(([, name]) => name);
        assert.deepEqual(Object.keys(await import(pathToFileURL(join(scriptFolder, 'pgnpack.js')))).sort(), declared.sort());
    });
    for (const [name, limit] of Object.entries(limits))
        await test(`${name}.wasm is small`, () => {
            const size = gzipSync(readFileSync(join(wasm, `${name}.wasm`)), { level: 9 }).length;
            console.log(`${name}.wasm: ${size} bytes with gzip -9, of ${limit}`);
            assert.ok(size <= limit, `${size} bytes`);
            assert.match(readFileSync(join(scriptFolder, 'README.md'), 'utf8'), new RegExp(`^\\| \`${name}\\.wasm\` \\|.*\\| ${limit.toLocaleString('en-US')} at most \\|$`, 'm'));
        });
    for (const name of Object.keys(limits))
        await test(`${name}.wasm asks for little`, () => {
            const imports = WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(join(wasm, `${name}.wasm`))));
            const asked = imports.map((one) => `${one.module}.${one.name}`).sort();
            const allowed = ['source_read', 'source_prefetch', 'source_size', 'net_size', 'net_copy', 'progress'].map((one) => `pgnpack.${one}`)
                .concat(['fd_close', 'fd_seek', 'fd_write'].map((one) => `wasi_snapshot_preview1.${one}`));
            assert.deepEqual(asked.filter((one) => !allowed.includes(one)), []);
        });
    const none = () => 0;
    const { instance } = await WebAssembly.instantiate(readFileSync(join(wasm, 'kernels.wasm')), {
        pgnpack: { source_read: none, source_prefetch: none, source_size: none, net_size: none, net_copy: none, progress: none },
        wasi_snapshot_preview1: { fd_close: none, fd_seek: none, fd_write: none, proc_exit: none },
    });
    instance.exports.__wasm_call_ctors();
    await test('the kernel with vectors is there', () => assert.equal(instance.exports.has_vectors(), 1));
    for (const id of [0, 1])
        for (const largest of [0, 1])
            await test(`kernels agree on net ${id}, ${largest ? 'largest' : 'usual'} weights`, () => {
                const count = instance.exports.compare(id, largest);
                assert.ok(count > 400, `position ${-1 - count} differs`);
            });
}
