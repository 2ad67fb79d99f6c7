// The npm package: installed into a folder of its own, and used there; its types.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, data, folder, join2, root, scripts, test } from './support.mjs';

const script = `
import { load } from 'pgnpack';
const pgnpack = await load();
for (const level of [3, 4, 6, 9]) {
    const db = pgnpack.open('level-' + level + '.bcgn');
    console.log(level, db.gameCount, db.search('result=1-0').all().length, db.game(1).items.length, [...pgnpack.pack(['x'], { level })].length > 0);
}
`;

function run1(program, args, place) {
    return execFileSync(program, args, { cwd: place, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

export async function run(pgnpack) {
    const tarball = process.argv[2] === undefined ? undefined : resolve(process.argv[2]);
    const place = join(folder, 'user');
    await test('the package installs, and works', () => {
        assert.ok(tarball !== undefined && existsSync(tarball), 'run.mjs TARBALL');
        mkdirSync(place);
        writeFileSync(join(place, 'package.json'), '{ "name": "user", "private": true, "type": "module" }');
        run1(process.env.NPM ?? 'npm', ['install', '--no-audit', '--no-fund', '--offline', '--silent', tarball], place);
        assert.deepEqual(readdirSync(join(place, 'node_modules/pgnpack')).sort(), [
            'LICENSE', 'README.md', 'model-0.bin', 'model-1.bin', 'package.json', 'packer.wasm', 'pgnpack.d.ts', 'reader.wasm', 'search.wasm',
            'tables-0.bin', ...scripts,
        ].sort());
        for (const level of [3, 4, 6, 9])
            writeFileSync(join(place, `level-${level}.bcgn`), join2(pgnpack.pack([data('classics.pgn')], { level })));
        writeFileSync(join(place, 'use.mjs'), script);
        const printed = run1(process.execPath, ['use.mjs'], place).trim().split('\n');
        assert.equal(printed.length, 4);
        for (const line of printed)
            assert.match(line, /^\d 65 39 \d+ true$/);
    });
    await test('the package has the version of the library', () => {
        const { version } = JSON.parse(readFileSync(join(place, 'node_modules/pgnpack/package.json'), 'utf8'));
        assert.equal(version, pgnpack.version);
    });
    await test('types', () => {
        cpSync(join(root, 'tests/bindings/wasm/types.ts'), join(place, 'types.ts'));
        const compiler = join(build, 'npm/wasm/node_modules/typescript/bin/tsc');
        const args = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2023,dom', 'types.ts'];
        try {
            run1(process.execPath, [compiler, ...args], place);
        } catch (error) {
            assert.fail(error.stdout || error.stderr);
        }
    });
}
