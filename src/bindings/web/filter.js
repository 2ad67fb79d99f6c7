/* The form above the list, as a query's conditions in one text (docs/QUERIES.md); and the position that is searched for. */
import { Board } from './board.js';
import { make } from './movetext.js';

const fields = ['player', 'event', 'eco', 'elo', 'date', 'result'];

/** A value as a query's text has it. */
function quoted(value) {
    return /^[^\s"]+$/.test(value) ? value : `"${value.replaceAll('"', '""')}"`;
}

export class Filter {
    /** `onChange()`: another query is wanted. */
    constructor(form, chips, onChange) {
        Object.assign(this, { form, chips, onChange, position: null });
        form.addEventListener('submit', (event) => {
            event.preventDefault();
            onChange();
        });
        form.addEventListener('reset', () => {
            this.position = null;
            this.#showChips();
            setTimeout(onChange);
        });
        form.elements.result.addEventListener('change', onChange);
        const more = form.querySelector('#more-button');
        more.addEventListener('click', () => {
            const isOpen = form.classList.toggle('open');
            more.setAttribute('aria-expanded', isOpen);
            more.textContent = isOpen ? 'Less' : 'More';
        });
    }

    setPosition(fen) {
        this.position = fen;
        this.#showChips();
        this.onChange();
    }

    clear() {
        for (const name of [...fields, 'words'])
            this.form.elements[name].value = '';
        this.position = null;
        this.#showChips();
    }

    /** Looks for another value in a field. */
    setField(name, value) {
        this.form.elements[name].value = value;
        this.onChange();
    }

    /** The conditions on games; with `withPosition` on the board, too. '' for none. `playerAs`: "white" or "black", where that is to be the player. */
    text(withPosition = true, playerAs = 'player') {
        const parts = fields.map((name) => [name, this.form.elements[name].value.trim()])
            .filter(([, value]) => value !== '').map(([name, value]) => `${name === 'player' ? playerAs : name}=${quoted(value)}`);
        const words = this.form.elements.words.value.trim();
        if (words)
            parts.push(words);
        if (withPosition && this.position)
            parts.push(`fen=${quoted(this.position)}`);
        return parts.join(' ');
    }

    #showChips() {
        this.chips.hidden = this.position === null;
        if (this.position === null) {
            this.chips.replaceChildren();
            return;
        }
        const item = make('li', '', make('span', 'mini'), make('span', '', 'with this position'));
        new Board(item.querySelector('.mini'), { label: 'Position searched for' }).show(this.position);
        const remove = make('button', '', '✕');
        remove.type = 'button';
        remove.setAttribute('aria-label', 'Do not search for this position');
        remove.addEventListener('click', () => this.setPosition(null));
        item.append(remove);
        this.chips.replaceChildren(item);
    }
}
