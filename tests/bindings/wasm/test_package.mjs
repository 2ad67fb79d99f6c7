// The npm package: what it says of itself; installed into a folder of its own, and used there; its types.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, data, folder, join2, nodeScripts, root, scriptFolder, scripts, test, wasm } from './support.mjs';

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

const npm = process.env.NPM ?? 'npm';
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

// The JavaScript of a document, block by block.
const blocksOf = (path) => Array.from(readFileSync(path, 'utf8').matchAll(/^```js\n(.*?)^```/gms), ([, block]) => block);

// What a union of texts in the types has.
function unionOf(types, name) {
    const [, union] = new RegExp(`^export type ${name} =\n(.*?);`, 'ms').exec(types);
    return Array.from(union.matchAll(/'([^']+)'/g), ([, word]) => word).sort();
}

function refusedBy(args, place) {
    try {
        run1(npm, args, place);
    } catch (error) {
        return error.stderr + error.stdout;
    }
    return assert.fail(`npm ${args.join(' ')} goes`);
}

async function testSources() {
    await test('what the package says of itself', () => {
        const made = join(folder, 'made'), home = 'https://example.org/pgnpack';
        run1('src/bindings/wasm/make_package.sh', ['1.2.3', wasm, made, npm, home, ...[...scripts, ...nodeScripts].map((name) => join(scriptFolder, name))], root);
        const { name, version, author, license, homepage, repository, bugs, engines, exports, ...rest } = readJson(join(made, 'package/package.json'));
        assert.deepEqual([name, version, author, license], ['pgnpack', '1.2.3', 'the pgnpack authors', 'MIT']);
        assert.deepEqual([homepage, repository, bugs], [home, { type: 'git', url: `git+${home}.git` }, { url: `${home}/issues` }]);
        assert.deepEqual([engines.node, Object.keys(exports['.'])], ['>=18.17', ['types', 'default']]);
        assert.deepEqual([rest.private, rest.scripts, rest.sideEffects, rest.bin], [undefined, undefined, false, { pgnpack: 'command.mjs' }]);
        assert.ok(existsSync(join(made, 'pgnpack-1.2.3.tgz')));
    });
    await test('the folder of the sources is neither packed nor published', () => {
        const copy = join(folder, 'sources');
        cpSync(scriptFolder, copy, { recursive: true });
        const before = readdirSync(copy);
        assert.match(refusedBy(['pack'], copy), /The package is made by: make npm/);
        assert.equal(readJson(join(copy, 'package.json')).private, true);
        assert.deepEqual(readdirSync(copy), before);
    });
}

export async function run(pgnpack) {
    await testSources();
    const tarball = process.argv[2] === undefined ? undefined : resolve(process.argv[2]);
    const place = join(folder, 'user');
    await test('the package installs, and works', () => {
        assert.ok(tarball !== undefined && existsSync(tarball), 'run.mjs TARBALL');
        mkdirSync(place);
        writeFileSync(join(place, 'package.json'), '{ "name": "user", "private": true, "type": "module" }');
        run1(npm, ['install', '--no-audit', '--no-fund', '--offline', '--silent', tarball], place);
        assert.deepEqual(readdirSync(join(place, 'node_modules/pgnpack')).sort(), [
            'LICENSE', 'LICENSE.zstd', 'README.md', 'model-0.bin', 'model-1.bin', 'package.json', 'packer.wasm', 'pgnpack.d.ts', 'reader.wasm', 'search.wasm',
            'tables-0.bin', ...scripts, ...nodeScripts,
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
        const { version, homepage } = readJson(join(place, 'node_modules/pgnpack/package.json'));
        assert.equal(version, pgnpack.version);
        assert.ok(!homepage?.includes('@'), homepage);
    });
    await test('the examples of its README', () => {
        const [first, streams, ...more] = blocksOf(join(place, 'node_modules/pgnpack/README.md'));
        writeFileSync(join(place, 'games.pgn'), data('classics.pgn'));
        writeFileSync(join(place, 'games.bcgn'), join2(pgnpack.pack([data('classics.pgn')])));
        writeFileSync(join(place, 'first.mjs'), first);
        const lines = run1(process.execPath, ['first.mjs'], place).trim().split('\n');
        assert.deepEqual([lines[0], first.trim().split('\n').length], ['65 games', 10]);
        assert.ok(lines.length === 8 && lines.some((line) => /^e4 \d+ \d+ \d+ \d+$/.test(line)), lines.join('\n'));
        writeFileSync(join(place, 'streams.mjs'), streams);
        run1(process.execPath, ['streams.mjs'], place);
        assert.deepEqual(readFileSync(join(place, 'packed.bcgn')), join2(pgnpack.pack([data('classics.pgn')], { level: 6 })));
        assert.deepEqual(more.map((block) => /^const db = pgnpack\.open\('https:.*'\);\n$/.test(block)), [true]);
    });
    await test('the types have the words of conditions, and nothing of any type', () => {
        const types = readFileSync(join(scriptFolder, 'pgnpack.d.ts'), 'utf8'), words = pgnpack.queryWords();
        assert.deepEqual(unionOf(types, 'Condition'), words.map(({ name }) => name).sort());
        assert.deepEqual(unionOf(types, 'BareCondition'), words.filter(({ value }) => value === null).map(({ name }) => name).sort());
        assert.deepEqual(types.match(/(?:[:<|&(]\s*|=> )any\b|\bany\[\]/g), null);
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
