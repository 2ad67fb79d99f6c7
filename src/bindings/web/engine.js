/*
 * An engine of the user's own that speaks UCI in a worker. Nothing of it belongs to the page: its script is whatever the user put beside
 * it. One position is looked at until another one is wanted; scores are from White's side, in the page's numbers (text.js).
 */
const lineCount = 3, depthMost = 40, answersWithinMs = 20000, mate = 2000000;

/** What "info ... pv ..." says: { line (from 0), depth, value, moves }; null: it says something else, or only bounds. */
export function readInfo(text, side) {
    const found = /^info\b.*? depth (\d+)\b.*? score (cp|mate) (-?\d+)\b(.*?) pv (.+)$/.exec(text);
    if (found === null || /\b(lower|upper)bound\b/.test(text))
        return null;
    const [, depth, kind, score, , moves] = found, number = Number(score) * (side === 'b' ? -1 : 1);
    const line = Number(/ multipv (\d+)\b/.exec(text)?.[1] ?? 1) - 1;
    const value = kind === 'cp' ? number : Math.sign(number) * mate - number;
    return { line, depth: Number(depth), value, moves: moves.trim().split(/\s+/) };
}

export class Engine {
    /** `onLines({ fen, depth, lines })`: what it thinks now. `onName(name)`: how it is called. `onFail(text)`: it does not work. */
    constructor(url, { onLines, onName, onFail }) {
        Object.assign(this, { onLines, onName, onFail, isReady: false, isBusy: false, wanted: null, present: null, lines: [] });
        this.worker = new Worker(url);
        this.worker.onmessage = ({ data }) => String(data).split('\n').forEach((text) => this.#hear(text.trim()));
        this.worker.onerror = (event) => {
            event.preventDefault();
            this.#fail(event.message ? `it stopped: ${event.message}` : 'there is no such file, or it is no script that a worker can run');
        };
        this.timer = setTimeout(() => this.#fail('it does not answer as engines that speak UCI do'), answersWithinMs);
        this.#say('uci');
    }

    /** Looks at this position from now on. */
    look(fen) {
        this.wanted = fen === this.present ? null : fen;
        if (this.wanted !== null && this.isBusy)
            this.#say('stop');
        else
            this.#next();
    }

    close() {
        clearTimeout(this.timer);
        this.worker.terminate();
    }

    #fail(text) {
        this.close();
        this.onFail(text);
    }

    #say(text) {
        this.worker.postMessage(text);
    }

    #hear(text) {
        if (text.startsWith('id name ')) {
            this.onName(text.slice(8));
        } else if (text === 'uciok') {
            this.#say(`setoption name MultiPV value ${lineCount}`);
            this.#say('isready');
        } else if (text === 'readyok') {
            clearTimeout(this.timer);
            this.isReady = true;
            this.#next();
        } else if (text.startsWith('bestmove')) {
            this.isBusy = false;
            this.#next();
        } else if (this.isBusy && this.wanted === null) {
            this.#info(text);
        }
    }

    #info(text) {
        const info = readInfo(text, this.present.split(' ')[1]);
        if (info === null || info.line >= lineCount)
            return;
        this.lines[info.line] = info;
        this.onLines({ fen: this.present, depth: info.depth, lines: this.lines.filter(Boolean) });
    }

    #next() {
        if (!this.isReady || this.isBusy || this.wanted === null)
            return;
        this.present = this.wanted;
        this.wanted = null;
        this.lines = [];
        this.isBusy = true;
        this.#say(`position fen ${this.present}`);
        this.#say(`go depth ${depthMost}`);
    }
}
