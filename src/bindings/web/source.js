/* What is behind a file or an address: its kind, its bytes. For the worker. */
import { UrlSource } from './addresses.js';
import { addressError, asPageError, kindError, networkError, rangeError, statusError } from './errors.js';
import { RangeCache } from './range_cache.js';
import { sizeText } from './text.js';

const sniffed = 64;

/** "games.bcgn" of an address. */
export function nameOfUrl(url) {
    if (!URL.canParse(url))
        throw addressError(url);
    const path = new URL(url).pathname, name = path.slice(path.lastIndexOf('/') + 1);
    try {
        return decodeURIComponent(name) || url;
    } catch {
        return name;
    }
}

/** 'bcgn', 'pgn', 'zst', 'gz'; throws for what else a file begins with. */
function kindOf(head, name) {
    const begins = (...bytes) => bytes.every((byte, i) => head[i] === byte);
    if (begins(0x28, 0xb5, 0x2f, 0xfd))
        return 'zst';
    if (begins(0x1f, 0x8b))
        return 'gz';
    const text = new TextDecoder('latin1').decode(head);
    if (text.startsWith('BCGN') || text.slice(1, 5) === 'BCGN' || /\.bcgn$/i.test(name) && !/^\s*\[/.test(text))
        return 'bcgn';
    if (/^(?:\u00ef\u00bb\u00bf)?\s*(?:[[{;%]|1\s*\.)/.test(text) && !text.includes('\0'))
        return 'pgn';
    if (/\.pgn$/i.test(name) && head.length > 0 && !/[\0-\x08]/.test(text) && !/^\s*</.test(text))
        return 'pgn';
    throw kindError(name, describe(head, text));
}

function describe(head, text) {
    if (head.length === 0)
        return 'empty';
    if (/^\s*<(?:!doctype|html|head|\?xml)/i.test(text))
        return 'a web page';
    if (text.startsWith('PK'))
        return 'a ZIP archive (unpack it first)';
    if (/^(?:BZh|\ufffd7zXZ|\u00fd7zXZ)/.test(text))
        return 'packed by bzip2 or xz (unpack it first)';
    if (text.startsWith('%PDF'))
        return 'a PDF document';
    return /[\0-\x08]/.test(text) ? 'something else, in binary' : 'some other text';
}

/** Looks at a file of the page. */
export async function lookAtFile(file) {
    const head = new Uint8Array(await file.slice(0, sniffed).arrayBuffer());
    return { name: file.name, size: file.size, kind: kindOf(head, file.name) };
}

/** Asks for the beginning of what is at an address, and so whether it can be asked for parts. */
export async function lookAtUrl(url) {
    const response = await request(url, { headers: { Range: `bytes=0-${sniffed - 1}` } });
    const name = nameOfUrl(url);
    const hasRanges = response.status === 206;
    const reader = response.body.getReader();
    const { value = new Uint8Array(0) } = await reader.read();
    reader.cancel().catch(() => {});
    const kind = kindOf(value.subarray(0, sniffed), name);
    const mark = response.headers.get('ETag') ?? response.headers.get('Last-Modified');
    return { name, kind, hasRanges, mark, size: hasRanges ? await sizeOf(url, response) : Number(response.headers.get('Content-Length') ?? 0) };
}

/* Of a file of which a part came. Servers of other origins may not show Content-Range, but they show Content-Length. */
async function sizeOf(url, response) {
    const [, size] = /\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '') ?? [];
    if (size !== undefined)
        return Number(size);
    const whole = await request(url, { method: 'HEAD' });
    return Number(whole.headers.get('Content-Length') ?? 0);
}

export function requireRanges(url, { hasRanges, size }) {
    if (!hasRanges)
        throw rangeError(url, size, sizeText(size));
}

const keptBytes = 64 << 20;

/**
 * A database at an address, for the library: it reads while the call lasts, which only workers can. What was fetched is kept, so that the
 * list, a game and a search share it.
 */
export class AddressSource {
    constructor(url, size, mark = null) {
        Object.assign(this, { url, size, requests: 0, bytes: 0 });
        this.source = new UrlSource(url, null, { size, mark });
        this.cache = new RangeCache((offset, count) => this.#fetch(offset, count), keptBytes);
    }

    /** `ahead`: so much is fetched at least, where anything is. */
    readAt(offset, size, ahead = 0) {
        const wanted = Math.min(size, this.size - offset);
        return wanted <= 0 ? new Uint8Array(0) : this.cache.read(offset, wanted, Math.min(offset + Math.max(wanted, ahead), this.size));
    }

    /** The same for searches, which go through the file: fewer and larger requests. */
    aheadBy(ahead) {
        return { size: this.size, readAt: (offset, size) => this.readAt(offset, size, ahead) };
    }

    #fetch(offset, size) {
        let bytes;
        try {
            bytes = this.source.readAt(offset, size);
        } catch (error) {
            throw asPageError(error, this.url);
        }
        this.requests++;
        this.bytes += size;
        return bytes;
    }
}

async function request(url, options) {
    let response;
    try {
        response = await fetch(url, options);
    } catch {
        throw networkError(url);
    }
    if (!response.ok)
        throw statusError(url, response.status, response.statusText);
    return response;
}

/** Everything at an address, in pieces; `onBytes(done, all)`; gives up where that throws. */
export async function fetchAll(url, onBytes) {
    const response = await request(url);
    const all = Number(response.headers.get('Content-Length') ?? 0);
    const reader = response.body.getReader();
    const pieces = [];
    let done = 0;
    try {
        for (;;) {
            const { value, done: ended } = await reader.read();
            if (ended)
                return pieces;
            pieces.push(value);
            done += value.length;
            onBytes(done, all);
        }
    } catch (error) {
        reader.cancel().catch(() => {});
        throw error instanceof TypeError ? networkError(url) : error;
    }
}

/** Pieces of a file, one after the other as they are asked for. */
export function* piecesOfFile(file, size = 1 << 20) {
    const reader = new FileReaderSync();
    for (let at = 0; at < file.size; at += size)
        yield new Uint8Array(reader.readAsArrayBuffer(file.slice(at, at + size)));
}

/** All pieces of a stream that gzip packed. */
export async function ungzip(blob) {
    const pieces = [];
    const reader = blob.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
    for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read())
        pieces.push(value);
    return pieces;
}

/** One array of several. */
export function joined(pieces) {
    const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
        all.set(piece, at);
        at += piece.length;
    }
    return all;
}
