/* The dialog in which a position is set up, by pointer, keys or as FEN. */
import { Board, fenOfMen, menOfFen, squareName } from './board.js';
import { manElement, manName, svgElement } from './pieces.js';
import { make } from './movetext.js';
import { startFen } from './walk.js';

const menOrder = 'KQRBNPkqrbnp';

export class Editor {
    /** `check(fen)`: a promise of the FEN as the library has it. `onUse(fen)`, `onFind(fen)`: what the user wants of it. */
    constructor(dialog, { check, onUse, onFind }) {
        Object.assign(this, { dialog, check });
        this.part = (id) => dialog.querySelector(`#editor-${id}`);
        this.man = 'P';
        this.square = 0;
        this.board = new Board(this.part('board'), { label: 'Position', onSquare: (square, event) => this.#choose(square, event) });
        this.part('board').addEventListener('keydown', (event) => this.#onKey(event));
        this.#makePalette();
        dialog.addEventListener('change', (event) => {
            if (event.target.matches('[name="mover"], [type="checkbox"]'))
                this.#update();
        });
        this.part('fen').addEventListener('input', () => this.#fromText());
        this.#set(startFen);
        this.part('start').addEventListener('click', () => this.#set(startFen));
        this.part('clear').addEventListener('click', () => this.#set('8/8/8/8/8/8/8/8 w - - 0 1'));
        this.part('use').addEventListener('click', () => this.#finish(onUse));
        this.part('find').addEventListener('click', () => this.#finish(onFind));
    }

    open(fen) {
        this.#set(fen);
        this.dialog.showModal();
        this.part('board').focus();
    }

    #makePalette() {
        const holder = this.dialog.querySelector('#palette');
        const choice = (man, label, ...content) => {
            const button = make('button', man === '' ? 'wide' : '', ...content);
            button.type = 'button';
            button.setAttribute('role', 'radio');
            button.setAttribute('aria-label', label);
            button.dataset.man = man;
            button.addEventListener('click', () => this.#pick(man));
            holder.append(button);
        };
        for (const man of menOrder)
            choice(man, manName(man), svgElement('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' }, [manElement(man, 0, 0, 100)]));
        choice('', 'remove men', 'Remove');
        this.#pick('P');
    }

    #pick(man) {
        this.man = man;
        for (const button of this.dialog.querySelectorAll('#palette button'))
            button.setAttribute('aria-checked', button.dataset.man === man);
    }

    #set(fen) {
        const [, mover = 'w', castling = '-'] = fen.split(' ');
        this.men = menOfFen(fen) ?? new Array(64).fill('');
        this.dialog.querySelector(`[name="mover"][value="${mover === 'b' ? 'b' : 'w'}"]`).checked = true;
        for (const box of this.dialog.querySelectorAll('#castling input'))
            box.checked = castling.includes(box.value);
        this.#update();
    }

    #fromText() {
        const fen = this.part('fen').value;
        if (menOfFen(fen) === null) {
            this.part('problem').textContent = 'This is no FEN yet: it needs eight ranks of eight squares, as in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR.';
            return;
        }
        const text = fen;
        this.#set(fen);
        this.part('fen').value = text;
        this.typed = text;
    }

    get fen() {
        if (this.typed)
            return this.typed;
        const mover = this.dialog.querySelector('[name="mover"]:checked').value;
        const rights = [...this.dialog.querySelectorAll('#castling input:checked')].map((box) => box.value).join('') || '-';
        return `${fenOfMen(this.men)} ${mover} ${rights} - 0 1`;
    }

    #update() {
        this.typed = null;
        this.part('fen').value = this.fen;
        this.part('problem').textContent = '';
        this.board.show(this.fen);
        this.#showCursor();
    }

    #showCursor() {
        const [x, y] = this.board.corner(this.square);
        this.board.layers.over.replaceChildren(svgElement('rect', { class: 'cursor', x: x + 4, y: y + 4, width: 92, height: 92 }));
        const man = this.men[this.square];
        this.part('square').textContent = `${squareName(this.square)}: ${man === '' ? 'empty' : manName(man)}`;
    }

    #put(square, man) {
        this.men[square] = man;
        this.square = square;
        this.#update();
    }

    #choose(square, event) {
        event.preventDefault();
        this.part('board').focus();
        this.#put(square, this.men[square] === this.man ? '' : this.man);
    }

    #onKey(event) {
        const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
        if (event.ctrlKey || event.metaKey || event.altKey)
            return;
        if (event.key in steps) {
            const [file, rank] = steps[event.key];
            const next = [(this.square % 8) + file, Math.floor(this.square / 8) + rank];
            if (next.every((value) => value >= 0 && value < 8))
                this.square = next[0] + 8 * next[1];
            this.#showCursor();
        } else if (/^[kqrbnp]$/i.test(event.key)) {
            this.#put(this.square, event.key);
        } else if (event.key === 'Delete' || event.key === 'Backspace') {
            this.#put(this.square, '');
        } else if (event.key === ' ' || event.key === 'Enter') {
            this.#put(this.square, this.men[this.square] === this.man ? '' : this.man);
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }

    async #finish(use) {
        try {
            const fen = await this.check(this.fen);
            this.dialog.close();
            use(fen);
        } catch (error) {
            this.part('problem').textContent = error.message;
        }
    }
}
