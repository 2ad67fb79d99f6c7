#!/usr/bin/env node
// `npx pgnpack games.pgn`: the usual of pgnpack(1), for where the native command is not. What it does it does as that one: names,
// bytes, messages, statuses. The rest it refuses.
import * as fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { load, PgnpackError } from './pgnpack.js';

const NATIVE = 'use the native command';
const usage = `Usage: pgnpack [-1 ... -9] [-cdfkqhV] [--verify] [-o FILE] [FILE]...
Packs chess games in PGN, each file into one .bcgn beside it; -d unpacks. Without a FILE, or where it is -, standard input.

  -1 ... -9, --level=N, --best   from fast to small; the default is -3
  -d, --decompress               unpack
  -o, --output=FILE              all inputs into this file; -: standard output
  -c, --stdout                   to standard output
  -f, --force                    replace an existing output, write binary data to a terminal
      --verify                   unpack each block before it is written, and compare
  -k, --keep                     keep the inputs, which is always so
  -q, --quiet                    nothing; twice: no errors either
  -h, --help, -V, --version      this; the version
The native command has more: searching, archives, compressed inputs, changes.`;

// With an exit status as the native command's.
class Failure extends Error {
    constructor(message, status = 1, name = '') {
        super(name === '' ? message : `${name}: ${message}`);
        this.status = status;
    }
}

// Exit statuses of failures; 1 for those that are not here.
const statuses = { 'not-bcgn': 2, corrupt: 2, truncated: 2, 'memory-limit': 4, limit: 4, lossy: 4, argument: 3, internal: 3 };
const codes = { ENOENT: 'No such file or directory', EACCES: 'Permission denied', EISDIR: 'Is a directory; give the files in it' };
const wordsOf = (error) => codes[error.code] ?? error.message;

// What failed, of which file.
function failureOf(error, name) {
    if (error instanceof Failure)
        return error;
    const place = error.offset >= 0 ? `offset ${error.offset}: ` : '';
    const status = error instanceof PgnpackError || error.code !== undefined ? (statuses[error.statusName] ?? 1) : 3;
    return new Failure(place + wordsOf(error.cause ?? error), status, name);
}

const flags = { stdout: 'c', decompress: 'd', force: 'f', keep: 'k', quiet: 'q', help: 'h', version: 'V', best: undefined, verify: undefined };

// The same pieces; what fails in them is of that input.
async function* named(input, pieces) {
    try {
        yield* pieces;
    } catch (error) {
        throw failureOf(error, shown(input));
    }
}

function optionsOf(args) {
    const options = { output: { type: 'string', short: 'o' }, level: { type: 'string' } };
    for (const [name, short] of Object.entries(flags))
        options[name] = { type: 'boolean', multiple: name === 'quiet', ...(short === undefined ? {} : { short }) };
    for (let level = 1; level <= 9; level++)
        options[`level-${level}`] = { type: 'boolean', short: String(level) };
    let parsed;
    try {
        parsed = parseArgs({ args, options, allowPositionals: true, tokens: true });
    } catch (error) {
        throw new Failure(`${error.message.split('. ')[0]}; for more than pgnpack --help tells, ${NATIVE}`);
    }
    const { values, positionals, tokens } = parsed;
    const levels = tokens.map(({ name, value }) => (name === 'level' ? value : name === 'best' ? '9' : /^level-/.test(name) ? name.slice(6) : undefined));
    const level = levels.findLast((one) => one !== undefined) ?? '3';
    if (!/^[1-9]$/.test(level))
        throw new Failure(`'${level}' is no level: they go from -1 (fast) to -9 (small); see pgnpack --help`);
    if (values.stdout && values.output !== undefined)
        throw new Failure("the options '--stdout' and '--output' exclude each other; see pgnpack --help");
    if (positionals.length === 0 && process.stdin.isTTY && !values.help && !values.version)
        throw new Failure("no input: give a FILE, or '-' for standard input; see pgnpack --help");
    const inputs = positionals.length > 0 ? positionals : ['-'];
    if (inputs.filter((one) => one === '-').length > 1)
        throw new Failure("standard input '-' can be read only once");
    return { ...values, output: values.stdout ? '-' : values.output, level: Number(level), inputs };
}

/* ---- Inputs ---- */

const isStandard = (name) => name === '-';
const shown = (name) => (isStandard(name) ? 'standard input' : name);
const factsOf = (name) => (isStandard(name) ? fs.fstatSync(0) : fs.statSync(name));

const wrappers = [
    [/^\x1f\x8b\x08/, 'gzip'], [/^BZh/, 'bzip2'], [/^\xfd7zXZ\0/, 'xz'], [/^(?:\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18)/, 'zstd'], [/^PK(?:\x03\x04|\x05\x06)/, 'zip'],
    [/^7z\xbc\xaf\x27\x1c/, '7z'],
];

function checkHead(head, name, unpacks) {
    const text = head.latin1Slice(0, 512), isTar = text.slice(257, 262) === 'ustar' && !isStandard(name);
    const wrapper = wrappers.find(([begins]) => begins.test(text))?.[1] ?? (isTar ? 'tar' : undefined);
    if (wrapper !== undefined)
        throw new Failure(`is wrapped (${wrapper}): unwrap it, or ${NATIVE}`, 1, shown(name));
    if (!unpacks && /^.?BCGN/s.test(text))
        throw new Failure(`already packed; to repack it, ${NATIVE}`, 1, shown(name));
}

// The pieces of an input, once its beginning was looked at.
async function* piecesOf(name, unpacks) {
    let head = Buffer.alloc(0), isChecked = false;
    for await (const piece of isStandard(name) ? process.stdin : fs.createReadStream(name, { highWaterMark: 1 << 18 })) {
        head = isChecked ? piece : Buffer.concat([head, piece]);
        if (!isChecked && head.length >= 512) {
            checkHead(head, name, unpacks);
            isChecked = true;
        }
        if (isChecked)
            yield head;
    }
    if (!isChecked) {
        checkHead(head, name, unpacks);
        yield head;
    }
}

/* ---- Names ---- */

function withoutWrappers(name) {
    const found = /^(.*[^/])\.(?:gz|bz2|xz|zst|zip|7z|tar|tgz|tbz2|txz|tzst)$/is.exec(name);
    return found === null ? name : withoutWrappers(found[1]);
}

const packedName = (input) => `${withoutWrappers(input).replace(/([^/])\.pgn$/i, '$1')}.bcgn`;

// Of one of several: what leads out of a folder is left out.
function storedName(input, taken) {
    const parts = [];
    for (const part of isStandard(input) ? ['stdin.pgn'] : input.split('/'))
        if (part === '..')
            parts.length = 0;
        else if (part !== '' && part !== '.')
            parts.push(part);
    const name = parts.join('/');
    if (name === '' || Buffer.byteLength(name) > 255 || [...taken].some((other) => `${other}/`.startsWith(`${name}/`) || name.startsWith(`${other}/`)))
        throw new Failure(`would not keep its name in the output: ${NATIVE}`, 1, input);
    taken.add(name);
    return name;
}

// Not after SOURCE_DATE_EPOCH, where that is set.
function timeOf(facts) {
    const seconds = Math.floor(facts.mtimeMs / 1000), latest = Number(process.env.SOURCE_DATE_EPOCH ?? 0);
    return new Date(1000 * (latest > 0 ? Math.min(seconds, latest) : seconds));
}

/* ---- Outputs ---- */

function checkOutput(name, inputs, force) {
    const facts = fs.statSync(name, { throwIfNoEntry: false });
    if (facts === undefined)
        return name;
    if (!facts.isFile())
        throw new Failure(facts.isDirectory() ? 'is a directory; give the name of a file' : `is no regular file: ${NATIVE}, or -c`, 1, name);
    if (inputs.map(factsOf).some(({ dev, ino }) => dev === facts.dev && ino === facts.ino))
        throw new Failure('is an input too; give another name', 1, name);
    if (!force)
        throw new Failure('exists; give another name, or -f to replace it', 1, name);
    return fs.realpathSync(name);
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

// The file gets its name when it is whole and on the disk.
async function writeFile(given, inputs, force, pieces) {
    const name = checkOutput(given, inputs, force), facts = inputs.map(factsOf).filter((one) => one.isFile());
    const temporary = join(dirname(name), `.pgnpack-npm-${process.pid}-${Math.random().toString(36).slice(2)}`);
    const file = fs.openSync(temporary, 'wx', 0o600);
    const end = (signal) => {
        fs.rmSync(temporary, { force: true });
        process.kill(process.pid, signal);
    };
    for (const signal of signals)
        process.once(signal, end);
    try {
        try {
            for await (const piece of pieces)
                for (let at = 0; at < piece.length; )
                    at += fs.writeSync(file, piece, at);
            fs.fchmodSync(file, facts.reduce((bits, one) => bits & one.mode, 0o666 & ~process.umask()) | 0o600);
            if (inputs.length === 1 && facts.length === 1)
                fs.futimesSync(file, facts[0].mtimeMs / 1000, facts[0].mtimeMs / 1000);
            fs.fsyncSync(file);
        } finally {
            fs.closeSync(file);
        }
        if (force)
            fs.renameSync(temporary, name);
        else
            fs.linkSync(temporary, name);
    } catch (error) {
        throw error.code === 'EEXIST' ? new Failure('exists; give another name, or -f to replace it', 1, name) : error;
    } finally {
        fs.rmSync(temporary, { force: true });
        for (const signal of signals)
            process.off(signal, end);
    }
}

async function writeStandard(isBinary, force, pieces) {
    if (isBinary && !force && process.stdout.isTTY)
        throw new Failure('binary data is not written to a terminal; give -o FILE, or -f to do it anyway', 1, 'standard output');
    for await (const piece of pieces)
        await new Promise((resolve, reject) => process.stdout.write(piece, (error) => (error ? reject(failureOf(error, 'standard output')) : resolve())));
}

/* ---- The work ---- */

async function* packed(pgnpack, inputs, { level, verify }) {
    const [first] = inputs, isAlone = inputs.length === 1, taken = new Set();
    const hasName = isAlone && !isStandard(first) && factsOf(first).isFile() && !/.\.pgn$/s.test(basename(first));
    const packer = pgnpack.packer({ level, verify, name: hasName ? basename(first) : undefined });
    try {
        for (const input of inputs) {
            const facts = factsOf(input);
            if (!isAlone)
                packer.beginFile(storedName(input, taken), facts.isFile() ? timeOf(facts) : undefined);
            for await (const piece of named(input, piecesOf(input, false)))
                yield* packer.write(piece);
        }
        yield* packer.finish();
    } finally {
        packer.close();
    }
}

async function* unpacked(pgnpack, inputs) {
    for (const input of inputs)
        yield* named(input, pgnpack.unpackStream(piecesOf(input, true)));
}

// Without the name of what was packed, which is where it knows it and we do not.
function unpackedName(pgnpack, input) {
    if (!/[^/]\.bcgn$/i.test(input))
        throw new Failure('the name does not end in .bcgn; name the output with -o FILE', 1, input);
    const db = pgnpack.open(input);
    try {
        if (Array.from({ length: db.blockCount }, (_, n) => db.block(n)).some((block) => block.beginsFile || block.hasFiles))
            throw new Failure(`holds names of files: name the output with -o FILE, or ${NATIVE}`, 1, input);
        return input.replace(/\.bcgn$/i, '.pgn');
    } finally {
        db.close();
    }
}

async function write(pgnpack, name, inputs, options) {
    const pieces = options.decompress ? unpacked(pgnpack, inputs) : packed(pgnpack, inputs, options);
    if (name === '-')
        await writeStandard(!options.decompress, options.force, pieces);
    else
        await writeFile(name, inputs, options.force, pieces);
}

async function run(pgnpack, options, tell) {
    const { inputs, output } = options;
    if (output !== undefined)
        return write(pgnpack, output, inputs, options);
    const written = new Set();
    for (const input of inputs)
        try {
            const name = isStandard(input) ? '-' : options.decompress ? unpackedName(pgnpack, input) : packedName(input);
            if (written.has(name))
                throw new Failure('is the output of an input before; name this one with -o FILE', 1, name);
            await write(pgnpack, name, [input], options);
            written.add(name);
        } catch (error) {
            tell(failureOf(error, shown(input)));
        }
}

let quiet = 0;
const tell = (failure) => {
    if (quiet < 2)
        process.stderr.write(`pgnpack: ${failure.message}\n`);
    process.exitCode ||= failure.status;
};
try {
    const options = optionsOf(process.argv.slice(2)), pgnpack = await load();
    quiet = options.quiet?.length ?? 0;
    if (options.help || options.version)
        console.log(options.help ? usage : `pgnpack ${pgnpack.version}`);
    else
        await run(pgnpack, options, tell);
} catch (error) {
    tell(failureOf(error, ''));
}
