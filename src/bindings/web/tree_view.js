/* The opening tree of a position as a table. */
import { svgElement } from './pieces.js';
import { countText, plural } from './text.js';
import { make } from './movetext.js';

function share(part, whole) {
    return whole === 0 ? 0 : (100 * part) / whole;
}

function bar(counts) {
    const white = share(counts.whiteWins, counts.games), draws = share(counts.draws, counts.games);
    const black = share(counts.blackWins, counts.games);
    const words = `white ${white.toFixed(0)} %, draws ${draws.toFixed(0)} %, black ${black.toFixed(0)} %`;
    const svg = svgElement('svg', { viewBox: '0 0 100 10', preserveAspectRatio: 'none', role: 'img', 'aria-label': words }, [
        svgElement('rect', { width: 100, height: 10, fill: '#c9ccd1' }),
        svgElement('rect', { width: white, height: 10, fill: '#ffffff' }),
        svgElement('rect', { x: white, width: draws, height: 10, fill: '#9a9fa6' }),
        svgElement('rect', { x: white + draws, width: black, height: 10, fill: '#2b2e33' }),
    ]);
    const cell = make('td', 'bar', svg);
    cell.title = words;
    return cell;
}

function scoreText(counts, side) {
    const known = counts.games - counts.unknown;
    const points = (side === 'b' ? counts.blackWins : counts.whiteWins) + counts.draws / 2;
    return known === 0 ? '–' : `${share(points, known).toFixed(1)} %`;
}

function cells(counts, total, side) {
    return [make('td', '', countText(counts.games)), make('td', 'share', `${share(counts.games, total).toFixed(1)} %`), bar(counts),
        make('td', '', scoreText(counts, side)), make('td', '', counts.rating ? String(counts.rating) : '–'),
        make('td', '', counts.lastYear ? String(counts.lastYear) : '–')];
}

function headCell(text, label) {
    const cell = make('th', '', text);
    cell.scope = 'col';
    if (label)
        cell.title = label;
    return cell;
}

export class TreeView {
    constructor(holder, status, onMove) {
        Object.assign(this, { holder, status, onMove });
        holder.addEventListener('click', (event) => {
            const move = event.target.closest('button')?.dataset.uci;
            if (move)
                this.onMove(move);
        });
    }

    wait() {
        this.status.textContent = 'Counting…';
    }

    fail(text) {
        this.status.textContent = text;
        this.holder.replaceChildren();
    }

    /** `played`: what the game plays here. */
    show({ rows, totals, done, games, gameCount }, { side, played }) {
        this.status.textContent = done ? `${plural(totals.games, 'game')} with this position`
            : `${plural(totals.games, 'game')} so far, ${Math.floor(share(games, gameCount))} % searched`;
        if (rows.length === 0) {
            this.holder.replaceChildren();
            return;
        }
        const focused = this.holder.contains(document.activeElement) ? document.activeElement.dataset.uci : undefined;
        const body = rows.map((row) => this.#row(row, totals, side, played));
        const all = make('th', '', 'all');
        all.scope = 'row';
        const mover = side === 'b' ? 'Black' : 'White';
        const head = make('tr', '', headCell('Move'), headCell('Games'), Object.assign(headCell('Share'), { className: 'share' }), headCell('White, draws, black'),
            headCell('Score', `of ${mover}`), headCell('Elo', `mean of ${mover}`), headCell('Last'));
        const table = make('table', 'tree-table', make('thead', '', head), make('tbody', '', ...body),
            make('tfoot', '', make('tr', '', all, ...cells(totals, totals.games, side))));
        this.holder.replaceChildren(table);
        if (focused)
            this.holder.querySelector(`[data-uci="${focused}"]`)?.focus();
    }

    #row(row, totals, side, played) {
        const name = make('th', '');
        name.scope = 'row';
        if (row.uci) {
            const button = make('button', '', row.san);
            button.type = 'button';
            button.dataset.uci = row.uci;
            name.append(button);
        } else {
            name.append(make('span', 'note', ' ends'));
        }
        return make('tr', row.uci && row.uci === played ? 'played' : '', name, ...cells(row, totals.games, side));
    }
}
