/* The games of the list as boards of the places found, some dozens a page. */
import { Board, squareNumber } from './board.js';
import { make } from './movetext.js';
import { remember, remembered } from './storage.js';
import { countText, dateText, knownText, moveNumber, outcomeTexts } from './text.js';

const sizes = [24, 50];

/** The squares of a move in UCI. */
export function squaresOf(uci) {
    const squares = /^([a-h][1-8])([a-h][1-8])/.exec(uci);
    return squares === null ? [] : [squares[1], squares[2]].map(squareNumber);
}

/* "after 12. Nf3, then Nc6" */
function placeText({ isPlace, san, number, side, next }) {
    if (!isPlace)
        return 'final position';
    return [san ? `after ${moveNumber(number, side)} ${san}` : 'at the start', next ? `then ${next}` : ''].filter(Boolean).join(', ');
}

function playerText(name, elo) {
    return [knownText(name) || '?', elo ?? ''].filter(Boolean).join(' ');
}

export class Cards {
    /** `fetchCards(list, first, count, signal)`: a promise of them. `onOpen(index, card)`: a game is to be shown. */
    constructor(holder, { fetchCards, onOpen, onError }) {
        Object.assign(this, { holder, fetchCards, onOpen, onError, list: -1, count: 0, page: 0, asked: '' });
        this.cards = holder.querySelector('.cards');
        this.range = holder.querySelector('output');
        this.buttons = [...holder.querySelectorAll('.pager button')];
        this.size = holder.querySelector('select');
        this.size.append(...sizes.map((size) => make('option', '', String(size))));
        this.size.value = sizes.includes(Number(remembered('cards'))) ? remembered('cards') : String(sizes[0]);
        this.size.addEventListener('change', () => {
            remember('cards', this.size.value);
            this.#go(0);
        });
        this.buttons.forEach((button, i) => button.addEventListener('click', () => this.#go(this.page + 2 * i - 1)));
        this.cards.addEventListener('click', (event) => {
            const place = event.target.closest('button')?.dataset.place;
            if (place !== undefined)
                this.onOpen(this.page * this.size.value + Number(place), this.shown[place]);
        });
    }

    /** Shows a list, which may have got longer. */
    show(list, count) {
        if (list !== this.list)
            this.page = 0;
        Object.assign(this, { list, count });
        this.#fill();
    }

    #go(page) {
        this.page = page;
        this.holder.scrollTop = 0;
        this.#fill();
    }

    #fill() {
        const size = Number(this.size.value), first = this.page * size, count = Math.max(0, Math.min(size, this.count - first));
        this.range.textContent = count === 0 ? '' : `${countText(first + 1)} to ${countText(first + count)} of ${countText(this.count)}`;
        this.buttons[0].disabled = first === 0;
        this.buttons[1].disabled = first + size >= this.count;
        const question = `${this.list} ${first} ${count}`;
        if (question !== this.asked)
            this.#fetch(question, first, count);
    }

    async #fetch(question, first, count) {
        this.asked = question;
        this.abort?.abort();
        this.abort = new AbortController();
        try {
            const cards = count === 0 ? [] : await this.fetchCards(this.list, first, count, this.abort.signal);
            if (this.asked !== question)
                return;
            this.shown = cards;
            this.cards.replaceChildren(...cards.map((card, place) => this.#card(card, place)));
        } catch (error) {
            if (error.name !== 'AbortError')
                this.onError(error);
        }
    }

    #card(card, place) {
        const button = make('button', '', `${playerText(card.White, card.WhiteElo)} – ${playerText(card.Black, card.BlackElo)}`);
        button.type = 'button';
        button.dataset.place = place;
        const board = make('div', 'mini');
        new Board(board, { label: 'Place found' }).show(card.fen, { last: squaresOf(card.uci), check: /[+#]/.test(card.san) });
        const about = [outcomeTexts[card.outcome], dateText(card.day, card.Date ?? card.UTCDate), knownText(card.ECO)].filter(Boolean).join(' · ');
        return make('li', '', board, make('h2', '', button), make('p', 'place', placeText(card)), make('p', '', about));
    }
}
