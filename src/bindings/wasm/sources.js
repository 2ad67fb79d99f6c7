// Sources of bytes: memory, files, Blobs, addresses. Whatever has size and readAt(offset, size) is one.

import { refuse } from './status.js';

export const isNode = typeof process !== 'undefined' && !!process.versions?.node;

export function isAddress(text) {
    return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || (!isNode && typeof text === 'string');
}

export class MemorySource {
    constructor(bytes) {
        this.bytes = bytes;
        this.size = bytes.length;
        this.gap = 0;
    }
    readAt(offset, size) {
        return this.bytes.subarray(offset, offset + size);
    }
}

export class FileSource {
    constructor(fs, file) {
        this.fs = fs;
        this.own = typeof file !== 'number';
        this.file = this.own ? fs.openSync(file, 'r') : file;
        this.size = fs.fstatSync(this.file).size;
        this.gap = 16384;
    }
    readAt(offset, size) {
        const bytes = new Uint8Array(size);
        let done = 0;
        while (done < size) {
            const count = this.fs.readSync(this.file, bytes, done, size - done, offset + done);
            if (count === 0)
                break;
            done += count;
        }
        return bytes.subarray(0, done);
    }
    close() {
        if (this.own)
            this.fs.closeSync(this.file);
        this.own = false;
    }
}

// A file that the page's user chose; FileReaderSync is there in workers only.
export class BlobSource {
    constructor(blob) {
        if (typeof FileReaderSync === 'undefined')
            refuse('a Blob can be read in a worker only (there is no FileReaderSync here)');
        this.blob = blob;
        this.size = blob.size;
        this.gap = 16384;
    }
    readAt(offset, size) {
        return new Uint8Array(new FileReaderSync().readAsArrayBuffer(this.blob.slice(offset, offset + size)));
    }
}

function request(method, url, range) {
    const request = new XMLHttpRequest();
    request.open(method, url, false);
    request.responseType = 'arraybuffer';
    if (range !== undefined)
        request.setRequestHeader('Range', range);
    request.send();
    return request;
}

// 'bytes 0-9/100': where it begins, and how large the file is.
function rangeOf(answer) {
    const found = /^bytes (\d+)-\d+\/(\d+)\s*$/.exec(answer.getResponseHeader('Content-Range') ?? '');
    return found === null ? null : { start: Number(found[1]), size: Number(found[2]) };
}

// What is another for another file.
const markOf = (answer) => answer.getResponseHeader('ETag') ?? answer.getResponseHeader('Last-Modified');

const fileOfOtherSize = (url) => new Error(`${url} has changed since it was opened`);

// What the request that asks for the size reads: a file's header, which opening needs.
const FIRST_SIZE = 32;

// An address, by Range requests, one a read. A server that does not know ranges sends the whole file with the first.
export class UrlSource {
    constructor(url) {
        if (typeof XMLHttpRequest === 'undefined')
            refuse(`${url}: addresses can be read in a worker of a page only (there is no XMLHttpRequest here)`);
        this.url = String(url);
        this.gap = 4096;
        const first = this.ask(0, FIRST_SIZE);
        if (first.status === 206) {
            this.size = rangeOf(first)?.size;
            if (this.size === undefined)
                throw new Error(`${this.url}: the server does not say how large the file is (Content-Range, which a server of another ` +
                    'origin has to name in Access-Control-Expose-Headers)');
            this.first = new Uint8Array(first.response);
        } else if (first.status === 416) {
            this.size = 0;
        } else {
            this.whole = new Uint8Array(first.response);
            this.size = this.whole.length;
        }
        this.tag = markOf(first);
    }
    ask(offset, size) {
        const answer = request('GET', this.url, `bytes=${offset}-${offset + size - 1}`);
        if (answer.status !== 206 && answer.status !== 200 && answer.status !== 416)
            throw new Error(`${this.url}: ${answer.status} ${answer.statusText}`.trim());
        return answer;
    }
    readAt(offset, size) {
        if (this.whole !== undefined)
            return this.whole.subarray(offset, offset + size);
        size = Math.min(size, this.size - offset);
        if (size <= 0)
            return new Uint8Array(0);
        const answer = this.ask(offset, size);
        const bytes = new Uint8Array(answer.response);
        const tag = markOf(answer), range = rangeOf(answer);
        if (answer.status !== 206 || tag !== this.tag || range?.size !== this.size)
            throw fileOfOtherSize(this.url);
        if (range.start !== offset)
            throw new Error(`${this.url}: bytes from ${range.start} on came in place of ${offset}`);
        if (bytes.length !== size)
            throw new Error(`${this.url}: ${bytes.length} bytes came in place of ${size}`);
        return bytes;
    }
}
