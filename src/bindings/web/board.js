/*
 * The board: an SVG of 800 by 800. It shows a FEN, marks squares, and tells which squares the user connects; it knows no rules.
 * Beside the picture it keeps a text of the position for those who do not see it.
 */
import { manElement, pieceNames, svgElement } from './pieces.js';

const files = 'abcdefgh';

/** Square 0 (a1) to 63 (h8) as its name. */
export function squareName(square) {
    return files[square % 8] + (Math.floor(square / 8) + 1);
}

/** 0 to 63 of "e4". */
export function squareNumber(name) {
    return files.indexOf(name[0]) + 8 * (Number(name[1]) - 1);
}

/** The men of a FEN: 64 letters, '' for none; null where it has not eight ranks of eight. */
export function menOfFen(fen) {
    const ranks = fen.trim().split(/\s+/)[0].replace(/\[.*$/, '').split('/');
    const men = new Array(64).fill('');
    if (ranks.length < 8)
        return null;
    for (let rank = 0; rank < 8; rank++) {
        let file = 0;
        for (const sign of ranks[rank].replaceAll('~', '')) {
            if (/[1-8]/.test(sign))
                file += Number(sign);
            else if (/[pnbrqk]/i.test(sign) && file < 8)
                men[8 * (7 - rank) + file++] = sign;
            else
                return null;
        }
        if (file !== 8)
            return null;
    }
    return men;
}

/** The men's part of a FEN. */
export function fenOfMen(men) {
    const ranks = [];
    for (let rank = 7; rank >= 0; rank--) {
        const text = men.slice(8 * rank, 8 * rank + 8).map((man) => man || '1').join('');
        ranks.push(text.replace(/1+/g, (run) => String(run.length)));
    }
    return ranks.join('/');
}

/** "White: king e1, pawns a2 b2. Black: ... White to move." */
export function positionWords(fen) {
    const men = menOfFen(fen);
    if (men === null)
        return 'no position';
    const side = (letters) => [...letters].map((letter) => {
        const squares = men.map((man, i) => (man === letter ? squareName(i) : '')).filter(Boolean);
        const name = pieceNames[letter.toLowerCase()];
        return squares.length === 0 ? '' : `${name}${squares.length > 1 ? 's' : ''} ${squares.join(' ')}`;
    }).filter(Boolean).join(', ');
    const mover = fen.split(' ')[1] === 'b' ? 'Black' : 'White';
    return `White: ${side('KQRBNP')}. Black: ${side('kqrbnp')}. ${mover} to move.`;
}

export class Board {
    /** `onMove(from, to)`: the user connected two squares. `onSquare(square)`: with an editor's board, that one was chosen. */
    constructor(holder, { onMove, onSquare, label = 'Board' } = {}) {
        Object.assign(this, { onMove, onSquare, label });
        this.flipped = false;
        this.men = new Array(64).fill('');
        this.fen = '';
        this.from = -1;
        this.targets = [];
        this.layers = {};
        for (const name of ['squares', 'marks', 'men', 'arrows', 'over', 'names'])
            this.layers[name] = svgElement('g', { class: name });
        this.svg = svgElement('svg', { class: 'board', viewBox: '0 0 800 800', role: 'img' }, Object.values(this.layers));
        holder.append(this.svg);
        this.#drawSquares();
        this.svg.addEventListener('pointerdown', (event) => this.#onDown(event));
        this.svg.addEventListener('pointermove', (event) => this.#onDrag(event));
        this.svg.addEventListener('pointerup', (event) => this.#onUp(event));
        this.svg.addEventListener('pointercancel', () => this.#endDrag());
    }

    /** `last`: the squares of the move that led here; `legal(square)`: where the man there may go, for marks. */
    show(fen, { last = [], check = false, arrows = [], legal = null } = {}) {
        this.fen = fen;
        this.men = menOfFen(fen) ?? this.men;
        this.last = last;
        this.check = check;
        this.shapes = arrows;
        this.legal = legal;
        this.from = -1;
        this.#draw();
    }

    setLegal(legal) {
        this.legal = legal;
    }

    flip(flipped = !this.flipped) {
        this.flipped = flipped;
        this.#drawSquares();
        this.#draw();
    }

    corner(square) {
        const file = square % 8, rank = Math.floor(square / 8);
        return this.flipped ? [100 * (7 - file), 100 * rank] : [100 * file, 100 * (7 - rank)];
    }

    #drawSquares() {
        const squares = [], names = [];
        for (let square = 0; square < 64; square++) {
            const [x, y] = this.corner(square);
            const isDark = (square + Math.floor(square / 8)) % 2 === 0;
            squares.push(svgElement('rect', { x, y, width: 100, height: 100, class: isDark ? 'dark' : 'light' }));
            if (y === 700)
                names.push(this.#name(files[square % 8], x + 96, 795, 'end', isDark));
            if (x === 0)
                names.push(this.#name(String(Math.floor(square / 8) + 1), 4, y + 20, 'start', isDark));
        }
        this.layers.squares.replaceChildren(...squares);
        this.layers.names.replaceChildren(...names);
    }

    #name(text, x, y, anchor, isDark) {
        const element = svgElement('text', { x, y, 'text-anchor': anchor, class: isDark ? 'on-dark' : 'on-light' });
        element.textContent = text;
        return element;
    }

    #draw() {
        const men = [];
        this.elements = new Map();
        this.men.forEach((man, square) => {
            if (man !== '') {
                const element = manElement(man, ...this.corner(square), 100);
                this.elements.set(square, element);
                men.push(element);
            }
        });
        this.layers.men.replaceChildren(...men);
        this.layers.arrows.replaceChildren(...(this.shapes ?? []).map((shape) => this.#shape(shape)));
        this.#drawMarks();
        this.svg.setAttribute('aria-label', `${this.label}. ${positionWords(this.fen)}`);
    }

    #drawMarks() {
        const mark = (square, name) => {
            const [x, y] = this.corner(square);
            return svgElement('rect', { x, y, width: 100, height: 100, class: name });
        };
        const marks = (this.last ?? []).map((square) => mark(square, 'last'));
        const side = this.fen.split(' ')[1] === 'b' ? 'k' : 'K';
        if (this.check && this.men.includes(side))
            marks.push(mark(this.men.indexOf(side), 'check'));
        if (this.from >= 0)
            marks.push(mark(this.from, 'from'));
        this.layers.marks.replaceChildren(...marks);
        this.layers.over.replaceChildren(...this.targets.map((square) => {
            const [x, y] = this.corner(square);
            return this.men[square] === ''
                ? svgElement('circle', { cx: x + 50, cy: y + 50, r: 15, class: 'target' })
                : svgElement('circle', { cx: x + 50, cy: y + 50, r: 43, class: 'target taken' });
        }));
    }

    /* An arrow or a coloured square of a comment ([%cal Gc2c3], [%csl Ra4]). */
    #shape({ colour, from, to }) {
        const [x, y] = this.corner(from).map((value) => value + 50);
        if (to === undefined)
            return svgElement('circle', { cx: x, cy: y, r: 44, class: `drawn ring ${colour}` });
        const [u, v] = this.corner(to).map((value) => value + 50);
        const length = Math.hypot(u - x, v - y) || 1;
        const [dx, dy] = [(u - x) / length, (v - y) / length];
        const [hx, hy] = [u - 36 * dx, v - 36 * dy];
        return svgElement('path', {
            class: `drawn ${colour}`,
            d: `M${x + 20 * dx - 8 * dy} ${y + 20 * dy + 8 * dx}L${hx - 8 * dy} ${hy + 8 * dx}L${hx - 22 * dy} ${hy + 22 * dx}` +
                `L${u} ${v}L${hx + 22 * dy} ${hy - 22 * dx}L${hx + 8 * dy} ${hy - 8 * dx}L${x + 20 * dx + 8 * dy} ${y + 20 * dy - 8 * dx}z`,
        });
    }

    #squareAt(event) {
        const box = this.svg.getBoundingClientRect();
        let file = Math.floor(((event.clientX - box.left) / box.width) * 8);
        let rank = 7 - Math.floor(((event.clientY - box.top) / box.height) * 8);
        if (file < 0 || file > 7 || rank < 0 || rank > 7)
            return -1;
        if (this.flipped) {
            file = 7 - file;
            rank = 7 - rank;
        }
        return 8 * rank + file;
    }

    #onDown(event) {
        const square = this.#squareAt(event);
        if (event.button !== 0 || square < 0)
            return;
        if (this.onSquare) {
            this.onSquare(square, event);
            return;
        }
        if (!this.onMove)
            return;
        if (this.from >= 0 && this.from !== square && this.targets.includes(square)) {
            this.#finish(square);
            return;
        }
        this.#take(square);
        if (this.from >= 0) {
            this.dragging = { element: this.elements.get(square), moved: false };
            this.svg.setPointerCapture(event.pointerId);
            event.preventDefault();
        }
    }

    #take(square) {
        const targets = square === this.from || !this.legal ? [] : this.legal(square);
        this.from = targets.length > 0 ? square : -1;
        this.targets = targets;
        this.#drawMarks();
    }

    #onDrag(event) {
        if (!this.dragging)
            return;
        const box = this.svg.getBoundingClientRect();
        const x = ((event.clientX - box.left) / box.width) * 800, y = ((event.clientY - box.top) / box.height) * 800;
        const [fromX, fromY] = this.corner(this.from);
        if (Math.hypot(x - fromX - 50, y - fromY - 50) > 45)
            this.dragging.moved = true;
        if (this.dragging.moved) {
            this.dragging.element.setAttribute('x', x - 50);
            this.dragging.element.setAttribute('y', y - 50);
            this.layers.men.append(this.dragging.element);
        }
    }

    #onUp(event) {
        if (!this.dragging)
            return;
        const square = this.#squareAt(event);
        const { moved } = this.dragging;
        this.#endDrag();
        if (moved && this.targets.includes(square))
            this.#finish(square);
        else if (moved) {
            this.from = -1;
            this.targets = [];
            this.#draw();
        }
    }

    #endDrag() {
        this.dragging = null;
    }

    #finish(square) {
        const { from } = this;
        this.from = -1;
        this.targets = [];
        this.#drawMarks();
        this.onMove(from, square);
    }
}
