/* The games: what is searched for, what was found, its order, and how it is shown, as a list or as boards. */
import { Cards } from './cards.js';
import { Filter } from './filter.js';
import { GameList } from './game_list.js';
import { chosenColumns, ListDialog } from './list_dialog.js';
import { busy, by, hideProblem, showProblem } from './messages.js';
import { ReportDialog } from './report_dialog.js';
import { countText, plural } from './text.js';

const fileOrder = { by: '', descending: false };

export class GamesView {
    /** `onOpen(row)`: a game is to be shown. `onReads(answer)`: the worker answered. `onFound()`: other games are found. */
    constructor(client, { onOpen, onReads, onFound }) {
        Object.assign(this, { client, onOpen, onReads, onFound, file: null, order: fileOrder });
        this.#forget();
        this.#makeList();
        this.cards = new Cards(by('cards'), {
            fetchCards: async (list, first, count, signal) => (await this.#ask('cards', { list, first, count }, { signal })).cards,
            onOpen: (index, card) => {
                this.list.select(index);
                this.list.onOpen(index, card);
            },
            onError: showProblem,
        });
        this.filter = new Filter(by('filter'), by('chips'), () => this.search());
        const dialog = new ListDialog(by('list-dialog'), { onColumns: (keys) => this.list.setColumns(keys), onOrder: (order) => this.sortBy(order) });
        by('list-button').addEventListener('click', () => dialog.open(this.order));
        by('boards-button').addEventListener('click', ({ currentTarget }) => {
            currentTarget.setAttribute('aria-pressed', currentTarget.getAttribute('aria-pressed') !== 'true');
            this.#showCards();
        });
        by('stop-find').addEventListener('click', () => {
            this.isStopped = true;
            this.finding?.abort();
        });
        this.#suggestNames();
        this.#makeReports();
    }

    #makeReports() {
        const report = new ReportDialog(by('report-dialog'), {
            ask: (options) => this.#ask('report', { white: this.filter.text(true, 'white'), black: this.filter.text(true, 'black') }, options),
            onField: (name, value) => this.filter.setField(name, value),
        });
        const input = this.filter.form.elements.player;
        input.addEventListener('input', () => input.setCustomValidity(''));
        by('report-button').addEventListener('click', () => {
            const player = input.value.trim();
            if (player !== '') {
                report.open(player);
                return;
            }
            input.setCustomValidity('A report is about a player: give a name here.');
            input.reportValidity();
        });
    }

    /* `found`: the worker's number of the list of what is found, 0 for all games; `shown`: of the same in its order. */
    #forget() {
        Object.assign(this, { found: 0, shown: 0, where: '', index: -1 });
    }

    #makeList() {
        this.list = new GameList(by('list'), by('none'), {
            keys: chosenColumns(),
            fetchRows: async (names, first, count, signal) => (await this.#ask('rows', { list: this.shown, names, first, count }, { signal })).rows,
            onOpen: (index, row) => {
                this.index = index;
                this.onOpen(row);
            },
            onSelect: (count) => (by('selected').textContent = count > 0 ? `${countText(count)} selected` : ''),
            onSort: (column) => this.#sortByHeading(column),
            onError: showProblem,
        });
    }

    async #ask(kind, question, options) {
        const answer = await this.client.ask(kind, question, options);
        this.onReads(answer);
        return answer;
    }

    /** Another file is open: all its games, in its order. */
    setFile(file) {
        this.file = file;
        this.filter.clear();
        this.#showOrder(fileOrder);
        this.#showAll();
    }

    /** A game is shown; `isElsewhere`: it was not chosen here. */
    showOpened(number, isElsewhere) {
        if (isElsewhere && this.shown === 0)
            this.list.select(number - 1);
        this.list.showOpened(number);
    }

    /** The next game of the list (1), or the one before (-1). */
    step(way) {
        const index = Math.max(this.index, -1) + way;
        if (index >= 0 && index < this.list.count)
            this.list.select(index, { open: true });
    }

    /* The list has changed: so do the boards, where these are seen. */
    #showCards() {
        const isSeen = by('boards-button').getAttribute('aria-pressed') === 'true';
        by('cards').hidden = !isSeen || this.list.count === 0;
        by('games').classList.toggle('as-boards', isSeen);
        if (isSeen)
            this.cards.show(this.shown, this.list.count);
    }

    #show(shown, count, isWhole) {
        this.shown = shown;
        this.index = -1;
        this.list.reset(count, isWhole);
        this.#showCards();
    }

    /* ---- Search ---- */

    #showAll() {
        this.finding?.abort();
        this.#forget();
        this.#show(0, this.file.games, true);
        by('count').textContent = plural(this.file.games, 'game');
        by('stop-find').hidden = true;
        if (this.order.by !== '')
            this.#sort();
    }

    /** Looks for what the filter says. */
    async search() {
        if (this.file === null)
            return;
        this.finding?.abort();
        hideProblem();
        const where = this.filter.text();
        if (where === '')
            this.#showAll();
        else
            await this.#find(where);
        this.onFound();
    }

    async #find(where) {
        const abort = new AbortController(), counts = { list: -1, count: 0, games: 0, gameCount: this.file.games };
        Object.assign(this, { finding: abort, where });
        by('stop-find').hidden = false;
        try {
            const onProgress = (progress) => this.#showFound(Object.assign(counts, progress), false);
            this.#showFound(Object.assign(counts, await this.#ask('find', { where }, { signal: abort.signal, onProgress })), true);
        } catch (error) {
            if (this.finding === abort && error.name === 'AbortError' && this.isStopped)
                by('count').textContent = `${plural(counts.count, 'game')} found before it was stopped`;
            else
                showProblem(error);
        } finally {
            if (this.finding === abort) {
                by('stop-find').hidden = true;
                if (this.order.by !== '' && counts.list > 0)
                    this.#sort();
            }
            this.isStopped = false;
        }
    }

    #showFound({ list, count, games, gameCount }, done) {
        if (this.found !== list) {
            this.found = list;
            this.#show(list, count, done);
        } else if (count !== this.list.count || done) {
            this.list.setCount(count, done);
            this.#showCards();
        }
        by('count').textContent = done ? `${countText(count)} of ${plural(gameCount, 'game')}`
            : `${plural(count, 'game')} so far, ${Math.floor((100 * games) / Math.max(1, gameCount))} % searched`;
    }

    /* Names to choose from, while one is typed. */
    #suggestNames() {
        let asked = null, timer = 0;
        this.filter.form.elements.player.addEventListener('input', (event) => {
            clearTimeout(timer);
            asked?.abort();
            const pattern = event.target.value.trim();
            if (pattern.length < 3 || !this.#hasNames())
                return;
            timer = setTimeout(async () => {
                asked = new AbortController();
                /* Without them what is typed is enough. */
                const { names } = await this.client.ask('suggest', { pattern }, { signal: asked.signal }).catch(() => ({ names: [] }));
                by('player-names').replaceChildren(...names.map(({ name }) => Object.assign(document.createElement('option'), { value: name })));
            }, 250);
        });
    }

    /* Names are read of all blocks: not of a large file at an address. */
    #hasNames() {
        return this.file !== null && this.file.games <= 2000000 && (!location.search.includes('url=') || !this.file.isPacked);
    }

    /* ---- Order ---- */

    #sortByHeading({ key, falls = false }) {
        const isPresent = this.order.by === key, { descending } = this.order;
        if (key === 'game' || (isPresent && descending !== falls))
            this.sortBy(fileOrder);
        else
            this.sortBy({ by: key, descending: isPresent ? !descending : falls });
    }

    #showOrder(order) {
        this.order = order;
        this.list.head.showOrder(order);
    }

    /** Another order, of what is found when all of that is there; and of what will be found. */
    sortBy(order) {
        this.#showOrder(order);
        if (this.file !== null && by('stop-find').hidden)
            this.#sort();
    }

    async #sort() {
        const { found, order } = this;
        try {
            const answer = order.by === '' ? { list: found, count: this.list.count } : await busy('Sorting:', (signal, onProgress) =>
                this.#ask('sort', { list: found, ...order }, { signal, onProgress }));
            if (this.found === found && this.order === order)
                this.#show(answer.list, answer.count, true);
        } catch (error) {
            if (this.order === order)
                this.#showOrder(fileOrder);
            showProblem(error);
        }
    }
}
