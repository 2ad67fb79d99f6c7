// The server of the web tests in a thread of its own, so that it answers while a test waits for it. It tells its address; asked for
// anything, what it was asked for since the last time.
import { parentPort, workerData } from 'node:worker_threads';
import { serve } from '../web/server.mjs';

const { url, counts } = await serve(workerData);
parentPort.on('message', () => {
    parentPort.postMessage({ requests: counts.requests, bytes: counts.bytes, paths: counts.paths });
    counts.reset();
});
parentPort.postMessage(url);
