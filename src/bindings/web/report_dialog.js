/* A player's report: tables of results, whose rows lead to their games. */
import { busy, showProblem } from './messages.js';
import { make } from './movetext.js';
import { countText, plural } from './text.js';

const heads = ['Games', 'Won', 'Drawn', 'Lost', 'Score', 'Their Elo'];

function scoreText({ won, drawn, lost }) {
    const known = won + drawn + lost;
    return known === 0 ? '–' : `${((100 * (won + drawn / 2)) / known).toFixed(1)} %`;
}

function headCell(scope, ...content) {
    return Object.assign(make('th', '', ...content), { scope });
}

export class ReportDialog {
    /** `ask(options)`: a promise of the tables. `onField(name, value)`: the games of a row are wanted. */
    constructor(dialog, { ask, onField }) {
        Object.assign(this, { dialog, ask, onField });
        dialog.addEventListener('click', (event) => {
            const { field, value } = event.target.closest('button')?.dataset ?? {};
            if (field === undefined)
                return;
            dialog.close();
            onField(field, value);
        });
    }

    async open(player) {
        try {
            const tables = await busy(`Games of ${player}:`, (signal, onProgress) => this.ask({ signal, onProgress }));
            this.#show(player, tables);
        } catch (error) {
            showProblem(error);
        }
    }

    #show(player, { colours, years, white, black, opponents }) {
        const games = colours.reduce((sum, row) => sum + row.games, 0);
        this.dialog.querySelector('h2').textContent = `${player}: ${plural(games, 'game')}`;
        this.dialog.querySelector('.tables').replaceChildren(...games === 0 ? [make('p', '', 'No game of such a player, with the other conditions above the list.')] : [
            this.#table('Colours', colours), this.#table('Years', years, 'date'), this.#table('Openings as White, the most frequent', white, 'eco'),
            this.#table('Openings as Black, the most frequent', black, 'eco'), this.#table('Opponents, the most frequent', opponents)]);
        this.dialog.showModal();
    }

    /* `field`: of the filter, in which a row's key can be looked for. */
    #table(caption, rows, field) {
        const key = (text) => (field === undefined ? text : Object.assign(make('button', '', text), { type: 'button' }));
        const body = rows.map((row) => {
            const name = key(String(row.key));
            if (field !== undefined)
                Object.assign(name.dataset, { field, value: row.key });
            const cells = [...[row.games, row.won, row.drawn, row.lost].map(countText), scoreText(row), row.elos === 0 ? '–' : Math.round(row.eloSum / row.elos)];
            return make('tr', '', headCell('row', name), ...cells.map((text) => make('td', '', String(text))));
        });
        return make('table', 'tree-table', make('caption', '', caption),
            make('thead', '', make('tr', '', make('td'), ...heads.map((text) => headCell('col', text)))), make('tbody', '', ...body));
    }
}
