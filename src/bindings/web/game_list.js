/*
 * The list of games: a grid of which only the rows in view exist as elements. Rows come from `fetchRows(names, first, count, signal)` in
 * chunks, which are kept; chunks that went out of view before they came are given up.
 */
import { columnOf, namesFor } from './list_columns.js';
import { ListHead } from './list_head.js';
import { make } from './movetext.js';
import { ScaledScroll } from './scaled_scroll.js';

const chunkSize = 128, chunksKept = 80, rowsAround = 6;

export class GameList {
    /** `none`: what is said in place of an empty list. `onOpen(index, row)`: a game is to be shown. `onSelect(count)`: how many are selected. */
    constructor(grid, none, { keys, fetchRows, onOpen, onSelect, onSort, onError }) {
        Object.assign(this, { grid, none, fetchRows, onOpen, onSelect, onError });
        this.head = new ListHead(grid.querySelector('.head'), grid, onSort);
        this.canvas = grid.querySelector('.canvas');
        this.scroll = new ScaledScroll();
        this.pool = [];
        this.rowHeight = 30;
        this.chunks = new Map();
        this.count = 0;
        this.active = -1;
        this.anchor = -1;
        this.selected = new Set();
        this.scrollTop = 0;
        this.place = 0;
        this.setColumns(keys);
        grid.addEventListener('scroll', () => this.#onScroll(), { passive: true });
        grid.addEventListener('keydown', (event) => this.#onKey(event));
        this.canvas.addEventListener('click', (event) => this.#onClick(event));
        new ResizeObserver(() => this.#measure()).observe(grid);
    }

    /** Which columns show. */
    setColumns(keys) {
        this.columns = keys.map(columnOf);
        this.names = namesFor(keys);
        this.head.show(this.columns);
        for (const chunk of this.chunks.values())
            chunk.abort.abort();
        this.chunks.clear();
        this.canvas.replaceChildren();
        this.pool = [];
        this.#measure();
    }

    /** Another list: forgets all rows. `isWhole`: it gets no longer, so that none means none. */
    reset(count, isWhole) {
        this.isWhole = isWhole;
        for (const chunk of this.chunks.values())
            chunk.abort.abort();
        this.chunks.clear();
        this.selected.clear();
        this.active = -1;
        this.anchor = -1;
        this.place = 0;
        this.setCount(count);
        this.#putAt(0);
        this.onSelect(0);
    }

    /** The same list has got longer. */
    setCount(count, isWhole = this.isWhole) {
        this.isWhole = isWhole;
        const last = this.chunks.get(Math.floor(this.count / chunkSize));
        if (count > this.count && last !== undefined && this.count % chunkSize !== 0)
            this.#drop(Math.floor(this.count / chunkSize), last);
        this.count = count;
        this.grid.setAttribute('aria-rowcount', count + 1);
        this.none.hidden = count > 0 || !this.isWhole;
        this.grid.hidden = !this.none.hidden;
        this.#measure();
    }

    /** Makes this row the current one and shows it. */
    select(index, { open = false } = {}) {
        if (this.count === 0)
            return;
        this.active = Math.min(Math.max(index, 0), this.count - 1);
        const top = this.active * this.rowHeight, bottom = top + this.rowHeight;
        const { view } = this.scroll;
        if (bottom < this.place - view || top > this.place + 2 * view)
            this.#putAt(top - view / 2);
        else if (top < this.place)
            this.#putAt(top);
        else if (bottom > this.place + view)
            this.#putAt(bottom - view);
        this.render();
        if (open)
            this.#open(this.active);
    }

    /** Marks the row of a game that is shown, where it is known. */
    showOpened(game) {
        this.opened = game;
        this.render();
    }

    selectedIndexes() {
        return [...this.selected].sort((a, b) => a - b);
    }

    #measure() {
        if (this.grid.clientHeight === 0) {
            /* Hidden: its place is kept until it is seen again. */
            this.scroll.resize(this.count * this.rowHeight, this.scroll.view);
            return;
        }
        const first = this.place / this.rowHeight;
        this.head.fit();
        this.rowHeight = parseFloat(getComputedStyle(this.grid).getPropertyValue('--row-height'));
        const view = this.grid.clientHeight - this.head.height;
        this.scroll.resize(this.count * this.rowHeight, view);
        this.canvas.style.height = `${this.scroll.height}px`;
        const rows = Math.min(this.count, Math.ceil(view / this.rowHeight) + 2 * rowsAround);
        while (this.pool.length < rows)
            this.pool.push(this.#makeRow());
        while (this.pool.length > rows)
            this.pool.pop().element.remove();
        for (const row of this.pool)
            row.index = -1;
        this.#putAt(first * this.rowHeight);
    }

    #makeRow() {
        const cells = this.columns.map(({ key }, i) => {
            const cell = make('span', key, '');
            cell.setAttribute('role', 'gridcell');
            cell.setAttribute('aria-colindex', i + 1);
            return cell;
        });
        const element = make('div', 'row', ...cells);
        element.setAttribute('role', 'row');
        this.canvas.append(element);
        return { element, cells, index: -1, filled: null };
    }

    #putAt(place) {
        this.scrollTop = this.scroll.goTo(place);
        this.place = this.scroll.offset + this.scrollTop;
        if (Math.abs(this.grid.scrollTop - this.scrollTop) >= 1)
            this.grid.scrollTop = this.scrollTop;
        this.scrollTop = this.grid.scrollTop;
        this.render();
    }

    #onScroll() {
        const now = this.grid.scrollTop;
        if (now === this.scrollTop || this.grid.clientHeight === 0)
            return;
        const place = this.scroll.scrolled(this.scrollTop, now);
        this.scrollTop = now;
        this.#putAt(place);
    }

    /** Fills the rows in view. */
    render() {
        if (this.pool.length === 0)
            return;
        const first = Math.max(0, Math.min(Math.floor(this.place / this.rowHeight) - rowsAround, this.count - this.pool.length));
        const { offset } = this.scroll;
        for (let index = first; index < first + this.pool.length; index++)
            this.#fill(this.pool[index % this.pool.length], index, offset);
        this.#askFor(first, this.pool.length);
        if (this.active >= 0)
            this.grid.setAttribute('aria-activedescendant', `row-${this.active}`);
        else
            this.grid.removeAttribute('aria-activedescendant');
    }

    #fill(row, index, offset) {
        const { element } = row;
        const data = this.#rowData(index);
        const top = index * this.rowHeight - offset;
        if (row.top !== top) {
            row.top = top;
            element.style.transform = `translateY(${top}px)`;
        }
        if (row.index !== index) {
            row.index = index;
            row.filled = undefined;
            element.id = `row-${index}`;
            element.setAttribute('aria-rowindex', index + 2);
        }
        if (row.filled !== data) {
            row.filled = data;
            this.columns.forEach(({ of }, i) => {
                row.cells[i].firstChild.data = data === null ? (i === 0 ? '…' : '') : of(data);
            });
        }
        const state = `row${index === this.active ? ' active' : ''}${index % 2 ? ' odd' : ''}` +
            `${this.selected.has(index) ? ' selected' : ''}${data !== null && data.game === this.opened ? ' opened' : ''}`;
        if (row.state !== state) {
            row.state = state;
            element.className = state;
            element.setAttribute('aria-selected', this.selected.has(index));
        }
    }

    #rowData(index) {
        const chunk = this.chunks.get(Math.floor(index / chunkSize));
        return chunk?.rows?.[index % chunkSize] ?? null;
    }

    #askFor(first, count) {
        const from = Math.floor(first / chunkSize), to = Math.floor((first + count - 1) / chunkSize);
        for (const [number, chunk] of this.chunks)
            if (chunk.rows === null && (number < from || number > to))
                this.#drop(number, chunk);
        for (let number = from; number <= to; number++)
            if (!this.chunks.has(number))
                this.#fetch(number);
        for (const number of this.chunks.keys()) {
            if (this.chunks.size <= chunksKept)
                break;
            if (number < from || number > to)
                this.chunks.delete(number);
        }
    }

    #drop(number, chunk) {
        chunk.abort.abort();
        this.chunks.delete(number);
    }

    async #fetch(number) {
        const chunk = { rows: null, abort: new AbortController() };
        const first = number * chunkSize;
        this.chunks.set(number, chunk);
        try {
            chunk.rows = await this.fetchRows(this.names, first, Math.min(chunkSize, this.count - first), chunk.abort.signal);
        } catch (error) {
            if (error.name !== 'AbortError')
                this.onError(error);
            return;
        }
        if (this.chunks.get(number) === chunk)
            this.render();
    }

    async #open(index) {
        const chunk = Math.floor(index / chunkSize);
        if (this.#rowData(index) !== null)
            this.onOpen(index, this.#rowData(index));
        else if (!this.chunks.get(chunk)?.rows) {
            const rows = await this.fetchRows(this.names, index, 1, new AbortController().signal).catch(this.onError);
            if (rows?.length === 1)
                this.onOpen(index, rows[0]);
        }
    }

    #toggle(index, range) {
        if (range && this.anchor >= 0) {
            const [from, to] = [Math.min(this.anchor, index), Math.max(this.anchor, index)];
            for (let i = from; i <= to; i++)
                this.selected.add(i);
        } else if (!this.selected.delete(index)) {
            this.selected.add(index);
        }
        if (!range)
            this.anchor = index;
        this.onSelect(this.selected.size);
        this.render();
    }

    #onClick(event) {
        const element = event.target.closest('.row');
        const row = this.pool.find((one) => one.element === element);
        if (row === undefined)
            return;
        this.grid.focus({ preventScroll: true });
        this.active = row.index;
        if (event.ctrlKey || event.metaKey || event.shiftKey) {
            this.#toggle(row.index, event.shiftKey);
            return;
        }
        this.anchor = row.index;
        this.render();
        this.#open(row.index);
    }

    #onKey(event) {
        const rowsInView = Math.max(1, Math.floor(this.scroll.view / this.rowHeight) - 1);
        const moves = {
            ArrowDown: this.active + 1, ArrowUp: this.active - 1, PageDown: this.active + rowsInView,
            PageUp: this.active - rowsInView, Home: 0, End: this.count - 1,
        };
        if (event.altKey || event.metaKey || event.target !== this.grid)
            return;
        if (event.key in moves) {
            const from = this.active;
            if (event.shiftKey && this.anchor < 0)
                this.anchor = Math.max(0, from);
            this.select(moves[event.key]);
            if (event.shiftKey)
                this.#toggle(this.active, true);
        } else if (event.key === 'Enter' && this.active >= 0) {
            this.#open(this.active);
        } else if (event.key === ' ' && this.active >= 0) {
            this.#toggle(this.active, false);
        } else if (event.key === 'Escape' && this.selected.size > 0) {
            this.selected.clear();
            this.onSelect(0);
            this.render();
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }
}
