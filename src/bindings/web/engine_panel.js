/* The engine beside the moves: what it is, its lines, whose moves can be made on the board; and the dialog in which it is chosen. */
import { Engine } from './engine.js';
import { by } from './messages.js';
import { make } from './movetext.js';
import { remember, remembered } from './storage.js';
import { evalText, moveNumber } from './text.js';

const firstPath = 'engine/stockfish.js', showEveryMs = 250, movesShown = 12;

export class EnginePanel {
    /** `readLines(fen, lines)`: a promise of the lines' moves with SAN. `onPlay(moves)`: these are to be made. */
    constructor({ readLines, onPlay }) {
        Object.assign(this, { readLines, onPlay, engine: null, fen: '', thought: null, timer: 0 });
        this.part = (name) => by('engine').querySelector(`.${name}`);
        by('engine-button').addEventListener('click', () => {
            by('engine-path').value = remembered('engine') || firstPath;
            by('engine-problem').textContent = '';
            by('engine-dialog').showModal();
        });
        by('engine-form').addEventListener('submit', (event) => {
            event.preventDefault();
            this.#start(by('engine-path').value.trim());
        });
        by('engine-stop').addEventListener('click', () => this.#stop());
        by('engine').addEventListener('click', (event) => {
            const { line, move } = event.target.closest('button.move')?.dataset ?? {};
            if (line === undefined)
                return;
            by('play').focus({ preventScroll: true });
            this.onPlay(this.shown[line].slice(0, Number(move) + 1));
        });
    }

    /** The position on the board. */
    look(fen) {
        this.fen = fen;
        this.engine?.look(fen);
    }

    #start(path) {
        this.#stop();
        remember('engine', path);
        this.part('lines').replaceChildren();
        this.part('depth').textContent = 'starts…';
        this.part('name').textContent = 'Engine';
        try {
            this.engine = new Engine(new URL(path, location.href), {
                onLines: (thought) => this.#think(thought), onName: (name) => (this.part('name').textContent = name),
                onFail: (text) => this.#fail(path, text),
            });
        } catch {
            this.#fail(path, 'it has to be a file on the server that this page is from');
            return;
        }
        by('engine').hidden = false;
        by('engine-dialog').close();
        this.engine.look(this.fen);
    }

    #stop() {
        clearTimeout(this.timer);
        this.timer = 0;
        this.engine?.close();
        this.engine = null;
        by('engine').hidden = true;
    }

    #fail(path, text) {
        this.#stop();
        by('engine-problem').textContent = `${path} does not work: ${text}. Put the engine's files there, as said above, or give another path.`;
        if (!by('engine-dialog').open)
            by('engine-dialog').showModal();
    }

    /* Shown now and then, since engines tell of every step. */
    #think(thought) {
        this.thought = thought;
        if (this.timer === 0)
            this.timer = setTimeout(() => this.#show(), showEveryMs);
    }

    async #show() {
        const { thought, engine } = this;
        const lines = await this.readLines(thought.fen, thought.lines.map(({ moves }) => moves.slice(0, movesShown))).catch(() => null);
        if (this.engine !== engine || engine === null)
            return;
        this.timer = this.thought === thought ? 0 : setTimeout(() => this.#show(), showEveryMs);
        /* What is being used stands still. */
        if (lines === null || thought.fen !== this.fen || this.part('lines').querySelector(':focus, :active') !== null)
            return;
        this.shown = lines;
        this.part('depth').textContent = `depth ${thought.depth}`;
        this.part('lines').replaceChildren(...lines.map((moves, i) => this.#line(moves, thought.lines[i], i)));
    }

    #line(moves, { value }, line) {
        const item = make('li', '', make('span', 'eval', evalText(value)));
        moves.forEach(({ san, side, number }, move) => {
            const button = make('button', 'move', san);
            button.type = 'button';
            button.tabIndex = move === 0 ? 0 : -1;
            Object.assign(button.dataset, { line, move });
            item.append(' ', ...(move === 0 || side === 'w' ? [make('span', 'number', moveNumber(number, side)), '\u00a0'] : []), button);
        });
        return item;
    }
}
