// The package's command, as it is installed, beside the native one: bytes, names, times, messages, statuses.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, data, folder, test } from './support.mjs';

const user = join(folder, 'user'), command = join(user, 'node_modules/.bin/pgnpack');
const text = data('classics.pgn'), other = data('annotated.pgn');

function run1(program, args, place, { input = '', env = {} } = {}) {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: place, input, maxBuffer: 1 << 28, env: { ...process.env, ...env } });
    return { status, stdout, stderr: stderr.toString() };
}

// The files of a folder, with bytes, time and permissions; and what may lie about.
function filesOf(place) {
    return readdirSync(place).sort().map((name) => {
        const { mtimeMs, mode } = statSync(join(place, name)), isFolder = statSync(join(place, name)).isDirectory();
        const hash = isFolder ? '' : createHash('sha256').update(readFileSync(join(place, name))).digest('hex');
        return [name, hash, isFolder || mtimeMs > 1.5e12 ? 'now' : Math.floor(mtimeMs / 1000), mode & 0o777];
    });
}

// The same folder twice, for each command one.
function twice(make, work) {
    const places = ['ours', 'theirs'].map((name) => join(folder, 'command', name));
    for (const place of places) {
        rmSync(place, { recursive: true, force: true });
        mkdirSync(place, { recursive: true });
        make(place);
    }
    const ran = work.map((step) => places.map((place, i) => run1(i === 0 ? command : join(build, 'pgnpack'), step.args, place, step)));
    return { ran, files: places.map(filesOf), place: places[0] };
}

function someFiles(place) {
    mkdirSync(join(place, 'more'));
    for (const [name, bytes, time] of [['a.pgn', text, 1e9], ['b.txt', other, 1.1e9], ['C.PGN', other, 1.2e9], ['more/a.pgn', text.subarray(0, 9000), 1.3e9], ['empty.pgn', '', 1.4e9]]) {
        writeFileSync(join(place, name), bytes);
        utimesSync(join(place, name), time, time + 0.5);
    }
    chmodSync(join(place, 'b.txt'), 0o640);
    symlinkSync('a.pgn', join(place, 'link.pgn'));
}

// Without a hint to an option that only the native one has, and where a stream is no database.
const plainWords = (words) => words.replaceAll(', or -r\n', '\n').replaceAll('offset 0: ', '');

const sameWork = (what, steps, make = someFiles) => test(`command: ${what}`, () => {
    const { ran, files, place } = twice(make, steps.map((step) => (Array.isArray(step) ? { args: step } : step)));
    for (const [i, [ours, theirs]] of ran.entries()) {
        const step = JSON.stringify(steps[i]);
        assert.equal(ours.status, theirs.status, `${step}: ${ours.stderr}, and ${theirs.stderr}`);
        assert.equal(Buffer.compare(ours.stdout, theirs.stdout), 0, `${step}: ${ours.stdout.length} and ${theirs.stdout.length} bytes`);
        assert.equal(plainWords(ours.stderr), plainWords(theirs.stderr), step);
    }
    assert.deepEqual(files[0], files[1]);
    return place;
});

// What only the native command does.
const refused = (args, words, make = someFiles, input = '') => test(`command: ${args.join(' ')} is refused`, () => {
    const place = join(folder, 'command', 'alone');
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place, { recursive: true });
    make(place);
    const before = filesOf(place), { status, stdout, stderr } = run1(command, args, place, { input });
    assert.deepEqual([status, stdout.length, filesOf(place)], [1, 0, before], stderr);
    assert.match(stderr, words);
    assert.match(stderr, /^pgnpack: [^\n]*the native command[^\n]*\n$/);
});

export async function run() {
    await test('command: npx runs it', () => {
        const npx = join(process.env.NPM?.includes('/') ? join(process.env.NPM, '..') : '', 'npx');
        writeFileSync(join(user, 'npx.pgn'), text);
        const { status, stderr } = run1(npx, ['--no-install', 'pgnpack', 'npx.pgn'], user);
        assert.equal(status, 0, stderr);
        assert.equal(Buffer.compare(readFileSync(join(user, 'npx.bcgn')), run1(join(build, 'pgnpack'), [], user, { input: text }).stdout), 0);
    });
    await test('command: levels and options that there are not', () => {
        for (const args of [['-0', 'a.pgn'], ['--level=10', 'a.pgn'], ['--level=', 'a.pgn'], ['-o'], ['--nix'], ['--level-3', 'a.pgn'], ['--verify=yes'], ['-Z']]) {
            const { status, stdout, stderr } = run1(command, args, user);
            assert.deepEqual([status, stdout.length], [1, 0], args.join(' '));
            assert.match(stderr, /^pgnpack: [^\n]*(?:native command|is no level)[^\n]*\n$/);
        }
    });
    await test('command: help and version', () => {
        assert.deepEqual(run1(command, ['-V'], user), run1(join(build, 'pgnpack'), ['-V'], user));
        const { status, stdout } = run1(command, ['--help'], user);
        assert.equal(status, 0);
        assert.match(String(stdout), /^Usage: pgnpack /);
    });
    for (let level = 1; level <= 9; level++)
        await sameWork(`level ${level}`, [[`-${level}`, 'more/a.pgn'], { args: [`--level=${level}`, '--verify'], input: text.subarray(0, 9000) }, ['-d', '-c', 'more/a.bcgn']]);
    await sameWork('files beside themselves, and back', [
        ['a.pgn', 'b.txt', 'C.PGN', 'more/a.pgn', 'empty.pgn'], ['-k', 'a.pgn'], ['-f9q', 'a.pgn'], ['-df', 'a.bcgn', 'empty.bcgn'], ['-d', 'a.bcgn'], ['link.pgn'],
    ]);
    await sameWork('one into another file, and there and back by streams', [
        ['-o', 'one.bcgn', 'a.pgn'], ['-oone.bcgn', 'a.pgn'], ['-foone.bcgn', 'b.txt'], ['--output=more/two.bcgn', '--best', 'C.PGN'], ['-c', 'b.txt'], { args: ['-'], input: other },
        { args: ['-o', 'three.bcgn'], input: text }, { args: ['--output', '-', '-1'], input: '' }, ['-d', '-o', 'back.pgn', 'one.bcgn', 'more/two.bcgn'],
    ]);
    await sameWork('several into one', [
        ['-o', 'all.bcgn', 'a.pgn', 'b.txt', 'more/../more/a.pgn', './C.PGN'], ['-c', 'a.pgn', 'b.txt'], { args: ['-o', 'some.bcgn', '-', 'a.pgn'], input: text },
        { args: ['-o', 'early.bcgn', 'a.pgn', 'C.PGN'], env: { SOURCE_DATE_EPOCH: '1100000000' } }, ['-d', '-c', 'all.bcgn'],
    ]);
    await sameWork('mistakes', [
        ['nothing.pgn'], ['nothing.pgn', 'a.pgn', 'more'], ['-o', 'a.pgn', 'a.pgn'], ['-fo', 'link.pgn', 'a.pgn'], ['-o', 'more', 'a.pgn'], ['-o', 'no/x.bcgn', 'a.pgn'], ['-c', '-o', 'x', 'a.pgn'],
        ['-', '-'], ['-o', 'x.bcgn', 'nothing.pgn'], ['-c', 'a.pgn', 'nothing.pgn'], ['-d', '-o', 'x.pgn', 'nothing.bcgn'], ['-d', 'a.pgn'], { args: ['-d'], input: '' }, { args: ['-d'], input: 'x' }, ['-d', 'b.txt'], ['-qq', 'nothing.pgn'],
    ]);
    await sameWork('links are replaced behind them', [['-o', 'one.bcgn', 'a.pgn'], ['-fo', 'to.bcgn', 'b.txt']], (place) => {
        someFiles(place);
        symlinkSync('one.bcgn', join(place, 'to.bcgn'));
    });
    await test('command: a file that is cut off: what is whole goes to standard output, and there is no output file', () => {
        const packed = run1(join(build, 'pgnpack'), ['-B', '8K'], user, { input: text }).stdout.subarray(0, 4000);
        const { ran, files } = twice((place) => writeFileSync(join(place, 'cut.bcgn'), packed), [{ args: ['-d', 'cut.bcgn'] }, { args: ['-d', '-c', 'cut.bcgn'] }]);
        for (const [ours, theirs] of ran) {
            assert.deepEqual([ours.status, theirs.status], [2, 2], ours.stderr);
            assert.match(ours.stderr, /^pgnpack: cut\.bcgn: /);
            assert.equal(Buffer.compare(ours.stdout, theirs.stdout), 0, `${ours.stdout.length} and ${theirs.stdout.length} bytes`);
        }
        assert.deepEqual(files[0], files[1]);
        assert.ok(ran[1][0].stdout.length > 1000);
    });
    for (const [args, words] of [
        [['--rm', 'a.pgn'], /'--rm'/], [['-T2', 'a.pgn'], /'-T'/], [['-t', 'a.pgn'], /'-t'/], [['--append=x', 'a.pgn'], /'--append'/], [['-r', 'more'], /'-r'/], [['-l', 'a.pgn'], /'-l'/],
        [['-o', '/dev/null', 'a.pgn'], /no regular file/], [['-o', 'x.bcgn', 'a.pgn', './a.pgn'], /would not keep its name/],
    ])
        await refused(args, words);
    await refused(['-d', 'named.bcgn'], /holds names of files/, (place) => run1(join(build, 'pgnpack'), ['-o', join(place, 'named.bcgn'), join(user, 'first.mjs')], place));
    for (const [name, bytes] of [['gzip', gzipSync(text)], ['zip', 'PK\x03\x04.........'], ['xz', Buffer.from('fd377a585a00', 'hex')], ['zstd', Buffer.from('28b52ffd00', 'hex')], ['7z', Buffer.from('377abcaf271c', 'hex')]]) {
        await refused(['x.pgn'], new RegExp(`x\\.pgn: is wrapped \\(${name}\\)`), (place) => writeFileSync(join(place, 'x.pgn'), bytes));
        await refused([], new RegExp(`standard input: is wrapped \\(${name}\\)`), () => {}, bytes);
    }
    await refused(['-o', 'y.bcgn', 'x.bcgn'], /already packed/, (place) => run1(join(build, 'pgnpack'), ['-o', join(place, 'x.bcgn')], place, { input: text }));
    await test('command: a signal leaves nothing behind', async () => {
        const place = join(folder, 'command', 'signal');
        mkdirSync(place);
        const child = spawn(command, ['-o', 'x.bcgn'], { cwd: place, stdio: ['pipe', 'ignore', 'inherit'] });
        child.stdin.write(text);
        while (!readdirSync(place).some((name) => name.startsWith('.pgnpack-npm-')))
            await new Promise((resolve) => setTimeout(resolve, 20));
        child.kill('SIGTERM');
        const [, signal] = await new Promise((resolve) => child.on('exit', (...ended) => resolve(ended)));
        assert.deepEqual([signal, readdirSync(place)], ['SIGTERM', []]);
    });
    await test('command: whoever reads the output may go', async () => {
        const child = spawn(command, ['-1', '-c', '-'], { cwd: user, stdio: ['pipe', 'pipe', 'pipe'] }), said = [];
        child.stdout.destroy();
        child.stderr.on('data', (words) => said.push(words));
        child.stdin.on('error', () => {});
        child.stdin.end(Buffer.concat(Array(300).fill(text)));
        const [status] = await new Promise((resolve) => child.on('close', (...ended) => resolve(ended)));
        assert.equal(status, 1);
        assert.match(String(Buffer.concat(said)), /^pgnpack: standard output: [^\n]*EPIPE[^\n]*\n$/);
    });
}
