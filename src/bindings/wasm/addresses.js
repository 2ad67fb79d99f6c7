// Files at addresses, by Range requests that are answered before the call returns: workers of pages can wait so
// (XMLHttpRequest), and in Node a thread that fetches is waited for (fetching.js).

import { fetchInNode } from './fetching.js';
import { refuse } from './status.js';

// What the request that asks for the size reads: a file's header, which opening needs.
const FIRST_SIZE = 32;

// A larger file is not taken whole where it can be told before it came, which is in Node.
const WHOLE_MOST = 64 << 20;

// `kind`: 'network', 'status', 'range', 'changed'.
export class AddressError extends Error {
    constructor(kind, url, words, details = {}) {
        super(`${url}: ${words}`);
        Object.assign(this, { kind, ...details });
    }
}

function fetchInWorker({ url, method, range }) {
    const request = new XMLHttpRequest();
    request.open(method, url, false);
    request.responseType = 'arraybuffer';
    if (range !== undefined)
        request.setRequestHeader('Range', range);
    try {
        request.send();
    } catch (error) {
        return { failure: `nothing could be fetched (${error.message})` };
    }
    return { status: request.status, statusText: request.statusText, header: (name) => request.getResponseHeader(name), bytes: new Uint8Array(request.response) };
}

// The answer to one request: { status, header(name), bytes }.
function ask(threads, question) {
    const isPage = typeof XMLHttpRequest !== 'undefined';
    if (!isPage && threads === null)
        refuse(`${question.url}: addresses can be read in a worker of a page only (there is no XMLHttpRequest here)`);
    if (!isPage && !/^https?:/i.test(question.url))
        refuse(`${question.url}: addresses that can be read begin with http: or https:`);
    const answer = isPage ? fetchInWorker(question) : fetchInNode(threads, question);
    if (answer.failure !== undefined)
        throw new AddressError('network', question.url, answer.failure);
    if (answer.status !== 206 && answer.status !== 200 && !(answer.status === 416 && question.range !== undefined))
        throw new AddressError('status', question.url, `${answer.status} ${answer.statusText}`.trim(), { status: answer.status, statusText: answer.statusText });
    return answer;
}

// 'bytes 0-9/100': where it begins, and how large the file is; null where the server does not say, or a page is not let know.
function rangeOf(answer) {
    const found = /^bytes (\d+)-\d+\/(\d+)\s*$/.exec(answer.header('Content-Range') ?? '');
    return found === null ? null : { start: Number(found[1]), size: Number(found[2]) };
}

// What is another for another file.
const markOf = (answer) => answer.header('ETag') ?? answer.header('Last-Modified');

// Everything at an address, by one request.
export function wholeAt(threads, url) {
    return ask(threads, { url: String(url), method: 'GET' }).bytes;
}

// An address, by Range requests, one a read. A server that does not know ranges sends the whole file with the first.
export class UrlSource {
    // `known`: { size, mark } where they are known: then nothing is asked for yet.
    constructor(url, threads, known) {
        this.url = String(url);
        this.threads = threads;
        this.gap = 4096;
        if (known === undefined)
            this.begin();
        else
            Object.assign(this, known);
    }
    begin() {
        const first = this.ask(0, FIRST_SIZE);
        this.mark = markOf(first);
        if (first.status === 206 && first.bytes !== null) {
            this.size = rangeOf(first)?.size ?? this.sizeByHead();
            this.first = first.bytes;
        } else if (first.status === 416) {
            this.size = 0;
        } else if (first.status === 206) {
            throw new AddressError('range', this.url, 'the server sends more than it was asked for');
        } else if (first.bytes === null) {
            throw new AddressError('range', this.url, `the server gives only whole files, since it does not answer Range requests, and this one is ` +
                `larger than ${WHOLE_MOST >> 20} MiB; download it, and open the file`);
        } else {
            this.whole = first.bytes;
            this.size = this.whole.length;
        }
    }
    // Servers of other origins may not show pages Content-Range, but they show Content-Length.
    sizeByHead() {
        const size = ask(this.threads, { url: this.url, method: 'HEAD' }).header('Content-Length') ?? '';
        if (!/^\d+$/.test(size))
            throw new AddressError('range', this.url, 'the server does not say how large the file is (Content-Range, which a server of another ' +
                'origin has to name in Access-Control-Expose-Headers)');
        return Number(size);
    }
    ask(offset, size) {
        return ask(this.threads, { url: this.url, method: 'GET', range: `bytes=${offset}-${offset + size - 1}`, size, most: WHOLE_MOST });
    }
    readAt(offset, size) {
        if (this.whole !== undefined)
            return this.whole.subarray(offset, offset + size);
        size = Math.min(size, this.size - offset);
        if (size <= 0)
            return new Uint8Array(0);
        const answer = this.ask(offset, size), range = rangeOf(answer);
        if (answer.status !== 206 || markOf(answer) !== this.mark || (range !== null && range.size !== this.size))
            throw new AddressError('changed', this.url, 'it has changed since it was opened');
        if (range !== null && range.start !== offset)
            throw new AddressError('changed', this.url, `bytes from ${range.start} on came in place of ${offset}`);
        if (answer.bytes?.length !== size)
            throw new AddressError('changed', this.url, `${answer.bytes?.length ?? 'more'} bytes came in place of ${size}`);
        return answer.bytes;
    }
}
