/*
 * A static server on 127.0.0.1 for the tests: files of a few folders, Range requests, counts of requests and bytes. What stands first
 * in a path says how it answers: /norange/... as if it knew no ranges, /cut/... the first half, /late/... after a while, /more/... with more
 * than was asked for, and without saying how much.
 */
import { createServer } from 'node:http';
import { open, readFile, stat } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';

const types = {
    '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.wasm': 'application/wasm', '.svg': 'image/svg+xml',
    '.bin': 'application/octet-stream', '.bcgn': 'application/octet-stream', '.pgn': 'application/vnd.chess-pgn',
};

async function part(path, first, size) {
    const file = await open(path);
    try {
        const bytes = Buffer.alloc(size);
        const { bytesRead } = await file.read(bytes, 0, size, first);
        return bytes.subarray(0, bytesRead);
    } finally {
        await file.close();
    }
}

function send(counts, response, status, headers, body) {
    counts.bytes += response.req.method === 'HEAD' ? 0 : body.length;
    response.writeHead(status, { 'Content-Length': body.length, 'Access-Control-Allow-Origin': '*', ...headers });
    response.end(response.req.method === 'HEAD' ? undefined : body);
}

/** `folders`: what a path's first name stands for ('' the rest). Returns { url, counts, close }. */
export async function serve(folders) {
    const counts = { requests: 0, bytes: 0, paths: [], reset: () => Object.assign(counts, { requests: 0, bytes: 0, paths: [] }) };
    const server = createServer(async (request, response) => {
        const path = unescape(new URL(request.url, 'http://x').pathname);
        const [, how] = /^\/(norange|cut|late|more)\//.exec(path) ?? [];
        const plain = how ? path.slice(how.length + 1) : path;
        const [, first] = /^\/([^/]*)\//.exec(plain) ?? [];
        const folder = folders[first] ?? folders[''];
        const name = first in folders ? plain.slice(first.length + 1) : plain;
        const file = join(folder, normalize(name.endsWith('/') ? `${name}index.html` : name));
        counts.requests++;
        counts.paths.push(path);
        try {
            const { size, mtimeMs } = await stat(file);
            const headers = { 'Content-Type': types[extname(file)] ?? 'application/octet-stream', ETag: `"${size}-${mtimeMs}"` };
            const isOther = 'if-range' in request.headers && request.headers['if-range'] !== headers.ETag;
            const range = how === 'norange' || isOther ? null : /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
            if (how === 'late')
                await new Promise((resolve) => setTimeout(resolve, 300));
            if (range === null) {
                send(counts, response, 200, headers, await readFile(file));
                return;
            }
            const end = Math.min(Number(range[2]), size - 1);
            const wanted = await part(file, Number(range[1]), end - Number(range[1]) + 1);
            const ranged = { ...headers, 'Content-Range': `bytes ${range[1]}-${end}/${size}` };
            if (how === 'more')
                response.writeHead(206, ranged).end(Buffer.concat([wanted, Buffer.alloc(1 << 20)]));
            else
                send(counts, response, 206, ranged, wanted);
        } catch {
            send(counts, response, 404, { 'Content-Type': 'text/plain' }, Buffer.from('not found\n'));
        }
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address();
    return { url: `http://127.0.0.1:${port}`, port, counts, close: () => server.close() };
}
