// Files of the command: inputs, names, outputs, and what goes wrong with them.
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { PgnpackError } from './pgnpack.js';

export const NATIVE = 'use the native command';

// With an exit status as the native command's.
export class Failure extends Error {
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
export function failureOf(error, name) {
    if (error instanceof Failure)
        return error;
    const place = error.offset >= 0 ? `offset ${error.offset}: ` : '';
    const status = error instanceof PgnpackError || error.code !== undefined ? (statuses[error.statusName] ?? 1) : 3;
    return new Failure(place + wordsOf(error.cause ?? error), status, name);
}

/* ---- Inputs ---- */

export const isStandard = (name) => name === '-';
export const shown = (name) => (isStandard(name) ? 'standard input' : name);

export function factsOf(name) {
    try {
        return isStandard(name) ? fs.fstatSync(0) : fs.statSync(name);
    } catch (error) {
        throw failureOf(error, shown(name));
    }
}

const wrappers = [
    [/^\x1f\x8b\x08/, 'gzip'], [/^BZh/, 'bzip2'], [/^\xfd7zXZ\0/, 'xz'], [/^(?:\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18)/, 'zstd'], [/^PK(?:\x03\x04|\x05\x06)/, 'zip'],
    [/^7z\xbc\xaf\x27\x1c/, '7z'],
];

const PACKED = /^.?BCGN/s;

export function beginsAsPacked(name) {
    const file = fs.openSync(name), head = Buffer.alloc(5);
    fs.readSync(file, head, 0, 5, 0);
    fs.closeSync(file);
    return PACKED.test(head.latin1Slice());
}

function checkHead(head, name, unpacks) {
    const text = head.toString('latin1', 0, 512), isTar = text.slice(257, 262) === 'ustar' && !isStandard(name);
    const wrapper = wrappers.find(([begins]) => begins.test(text))?.[1] ?? (isTar ? 'tar' : undefined);
    if (wrapper !== undefined)
        throw new Failure(`is wrapped (${wrapper}): unwrap it, or ${NATIVE}`, 1, shown(name));
    if (!unpacks && PACKED.test(text))
        throw new Failure(`already packed; to repack it, ${NATIVE}`, 1, shown(name));
}

// The pieces of an input, once its beginning was looked at.
export async function* piecesOf(name, unpacks) {
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

export const packedName = (input) => `${withoutWrappers(input).replace(/([^/])\.pgn$/i, '$1')}.bcgn`;

// Of one of several: what leads out of a folder is left out.
export function storedName(input, taken) {
    const parts = [];
    for (const part of isStandard(input) ? ['stdin.pgn'] : input.split('/'))
        if (part === '..')
            parts.length = 0;
        else if (part !== '' && part !== '.')
            parts.push(part);
    const name = parts.join('/'), folders = parts.map((_, n) => parts.slice(0, n).join('/')).slice(1);
    if (name === '' || Buffer.byteLength(name) > 255 || taken.has(name) || folders.some((folder) => taken.get(folder) === 'file'))
        throw new Failure(`would not keep its name in the output: ${NATIVE}`, 1, input);
    taken.set(name, 'file');
    for (const folder of folders)
        taken.set(folder, 'folder');
    return name;
}

// Not after SOURCE_DATE_EPOCH, where that is set.
export function timeOf(facts) {
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

// Not every file system has links, which never replace anything.
function giveName(temporary, name, force) {
    try {
        if (!force)
            return fs.linkSync(temporary, name);
    } catch (error) {
        if (error.code === 'EEXIST')
            throw error;
    }
    fs.renameSync(temporary, name);
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

// The file gets its name when it is whole and on the disk.
export async function writeFile(given, inputs, force, pieces) {
    const name = checkOutput(given, inputs, force), facts = inputs.map(factsOf).filter((one) => one.isFile());
    const temporary = join(dirname(name), `.pgnpack-npm-${process.pid}-${Math.random().toString(36).slice(2)}`);
    const failed = (words, error) => new Failure(`${words}: ${wordsOf(error)}`, 1, given);
    let file;
    try {
        file = fs.openSync(temporary, 'wx', 0o600);
    } catch (error) {
        throw failed('cannot be written; its folder must exist and be writable', error);
    }
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
        giveName(temporary, name, force);
    } catch (error) {
        throw error instanceof Failure ? error : failed('writing failed', error);
    } finally {
        fs.rmSync(temporary, { force: true });
        for (const signal of signals)
            process.off(signal, end);
    }
}

export async function writeStandard(isBinary, force, pieces) {
    process.stdout.on('error', () => {}); // it is told with the write
    if (isBinary && !force && process.stdout.isTTY)
        throw new Failure('binary data is not written to a terminal; give -o FILE, or -f to do it anyway', 1, 'standard output');
    for await (const piece of pieces)
        await new Promise((resolve, reject) => process.stdout.write(piece, (error) => (error ? reject(failureOf(error, 'standard output')) : resolve())));
}
