// Node: requests that are answered before the call returns. A thread fetches (fetch_thread.mjs), and is waited for. It is
// started with the first request, serves all instances, and does not keep the program from ending.

let thread = null;

const WAITING = 0, READY = 1, STARTED_WITHIN = 30000;

// A thread whose script is missing would never wake anybody. Options of the program (--input-type) are not for it.
const first = `const { script, turn } = require('node:worker_threads').workerData;
    import(script).catch(() => { Atomics.store(turn, 0, 2); Atomics.notify(turn, 0); });`;

function start({ Worker, MessageChannel }) {
    const { port1: port, port2: its } = new MessageChannel(), turn = new Int32Array(new SharedArrayBuffer(4));
    const script = new URL('fetch_thread.mjs', import.meta.url).href;
    const worker = new Worker(first, { eval: true, execArgv: [], workerData: { script, port: its, turn }, transferList: [its] });
    worker.unref();
    port.unref();
    if (Atomics.wait(turn, 0, WAITING, STARTED_WITHIN) === 'timed-out' || turn[0] !== READY)
        throw new Error('the thread that fetches does not start: fetch_thread.mjs has to be beside pgnpack.js');
    return { port, turn };
}

// `threads` is node:worker_threads. The question: url, method, range and its size; `most`: so many bytes of a whole file are taken.
// The answer: status, header(name), bytes (null: there were more), or a failure in words.
export function fetchInNode(threads, question) {
    thread ??= start(threads);
    Atomics.store(thread.turn, 0, WAITING);
    thread.port.postMessage(question);
    Atomics.wait(thread.turn, 0, WAITING);
    const answer = threads.receiveMessageOnPort(thread.port).message;
    return { ...answer, header: (name) => answer.headers.get(name.toLowerCase()) ?? null };
}
