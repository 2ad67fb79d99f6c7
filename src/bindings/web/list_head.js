/* The headings of the list: buttons that sort it, of which one is a stop of Tab and arrow keys go to the others. */
import { make } from './movetext.js';

const gap = 0.5, edges = 2.4; // rem: between columns; margins and scroll bar

export class ListHead {
    /** `onSort(column)`: its heading was chosen. */
    constructor(row, grid, onSort) {
        Object.assign(this, { row, grid, onSort, order: { by: '', descending: false } });
        row.addEventListener('click', (event) => {
            const { key } = event.target.closest('button')?.dataset ?? {};
            if (key)
                this.onSort(this.columns.find((column) => column.key === key));
        });
        row.addEventListener('keydown', (event) => this.#onKey(event));
    }

    get height() {
        return this.row.offsetHeight;
    }

    show(columns) {
        this.columns = columns;
        this.row.replaceChildren(...columns.map(({ key, label, title }, i) => {
            const button = make('button', '', label);
            button.type = 'button';
            button.tabIndex = -1;
            button.dataset.key = key;
            if (title !== label)
                button.setAttribute('aria-label', title);
            const cell = make('span', key, button);
            cell.setAttribute('role', 'columnheader');
            cell.setAttribute('aria-colindex', i + 1);
            return cell;
        }));
        this.grid.setAttribute('aria-colcount', columns.length);
        this.grid.style.setProperty('--columns', columns.map(({ least, share }) => (share ? `minmax(${least}rem, ${share}fr)` : `${least}rem`)).join(' '));
        this.showOrder(this.order);
    }

    /** Marks what the list is sorted by; '': nothing. */
    showOrder(order) {
        this.order = order;
        this.columns.forEach(({ key }, i) => {
            const cell = this.row.children[i];
            if (key === order.by)
                cell.setAttribute('aria-sort', order.descending ? 'descending' : 'ascending');
            else
                cell.removeAttribute('aria-sort');
        });
    }

    /** Two lines a game, where the columns have no room side by side. */
    fit() {
        const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
        const wanted = this.columns.reduce((sum, { least }) => sum + least + gap, edges - gap);
        const hasTwo = this.grid.offsetWidth < wanted * rem;
        this.grid.classList.toggle('two-lines', hasTwo);
        const buttons = [...this.row.querySelectorAll('button')];
        this.columns.forEach(({ inOneLine = false }, i) => (buttons[i].disabled = inOneLine && hasTwo));
        const stop = buttons.find((button) => !button.disabled && button.tabIndex === 0) ?? buttons.find((button) => !button.disabled);
        for (const button of buttons)
            button.tabIndex = button === stop ? 0 : -1;
    }

    #onKey(event) {
        const buttons = [...this.row.querySelectorAll('button:enabled')], at = buttons.indexOf(event.target);
        const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buttons.length - 1 }[event.key];
        if (event.key === 'ArrowDown') {
            this.grid.focus();
        } else if (to !== undefined) {
            const next = buttons[Math.min(Math.max(to, 0), buttons.length - 1)];
            event.target.tabIndex = -1;
            next.tabIndex = 0;
            next.focus();
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }
}
