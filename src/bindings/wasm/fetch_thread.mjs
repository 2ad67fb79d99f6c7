// The thread of fetching.js: takes a question, fetches, answers, and wakes the one who waits.

import { workerData } from 'node:worker_threads';

const { port, turn } = workerData;

function wake() {
    Atomics.store(turn, 0, 1);
    Atomics.notify(turn, 0);
}

// null: there are more than `most` bytes, or that is no file.
async function bytesOf(response, { size: rangeSize, most = Infinity }) {
    if (response.status !== 200 && response.status !== 206)
        return null;
    const pieces = [], limit = response.status === 206 ? rangeSize : most;
    let size = 0;
    if (Number(response.headers.get('Content-Length') ?? 0) > limit)
        return null;
    for await (const piece of response.body ?? []) {
        size += piece.length;
        if (size > limit)
            return null;
        pieces.push(piece);
    }
    return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

async function answerTo(question) {
    const { url, method, range } = question, stop = new AbortController();
    try {
        const response = await fetch(url, { method, headers: range === undefined ? {} : { Range: range }, signal: stop.signal });
        const bytes = method === 'HEAD' ? null : await bytesOf(response, question);
        return { status: response.status, statusText: response.statusText, headers: new Map(response.headers), bytes };
    } catch (error) {
        return { failure: `nothing could be fetched (${error.cause?.message || error.cause?.code || error.message})` };
    } finally {
        stop.abort();
    }
}

port.on('message', async (question) => {
    const answer = await answerTo(question);
    port.postMessage(answer, answer.bytes ? [answer.bytes.buffer] : []);
    wake();
});
wake();
