/*
 * The page's side of the worker: each question has an id, which its answer and what is told of its progress carry. A question that is
 * aborted is told to the worker, and whatever still comes of it is passed over.
 */

/** What the worker could not do: its text says what, of which file, why, and what to do about it. */
export class WorkerError extends Error {
    constructor({ text, remedy = '', kind = 'other', action = null }) {
        super(text);
        this.name = 'WorkerError';
        Object.assign(this, { remedy, kind, action });
    }
}

export class Client {
    constructor(worker) {
        this.worker = worker;
        this.next = 1;
        this.waiting = new Map();
        worker.addEventListener('message', ({ data }) => this.#onMessage(data));
        worker.addEventListener('error', (event) => this.#onBroken(event));
    }

    /** Asks; `signal` aborts, `onProgress` is told what comes before the answer. Returns a promise of the answer. */
    ask(kind, question = {}, { signal, onProgress, transfer = [] } = {}) {
        if (signal?.aborted)
            return Promise.reject(new DOMException('given up', 'AbortError'));
        const id = this.next++;
        return new Promise((resolve, reject) => {
            this.waiting.set(id, { resolve, reject, onProgress });
            signal?.addEventListener('abort', () => {
                if (!this.waiting.delete(id))
                    return;
                this.worker.postMessage({ cancel: id });
                reject(new DOMException('given up', 'AbortError'));
            }, { once: true });
            this.worker.postMessage({ id, kind, question }, transfer);
        });
    }

    #onMessage({ id, progress, answer, error }) {
        const one = this.waiting.get(id);
        if (one === undefined)
            return;
        if (progress !== undefined) {
            one.onProgress?.(progress);
            return;
        }
        this.waiting.delete(id);
        if (error !== undefined)
            one.reject(new WorkerError(error));
        else
            one.resolve(answer);
    }

    #onBroken(event) {
        const error = new WorkerError({
            text: `The page's worker has stopped: ${event.message ?? 'it could not be loaded'}.`,
            remedy: 'Load the page again. If that does not help, see that all files of the page are on the server, and that it ' +
                'gives .js files as text/javascript and .wasm files as application/wasm.',
        });
        for (const { reject } of this.waiting.values())
            reject(error);
        this.waiting.clear();
    }
}
