/* A game's head and moves as elements; the user's own moves above them. */
import { clockText, dateText, evalText, knownText, moveNumber, outcomeTexts } from './text.js';

/** An element with a class and children, or texts. */
export function make(name, className = '', ...children) {
    const element = document.createElement(name);
    if (className)
        element.className = className;
    element.append(...children);
    return element;
}

/** A tag's value; '' where it is not known. */
export function tagOf(game, name) {
    return knownText(game.tags.find(([tag]) => tag === name)?.[1]);
}

function playerTitle(game, colour) {
    const elo = tagOf(game, `${colour}Elo`), title = tagOf(game, `${colour}Title`);
    const name = `${title ? `${title} ` : ''}${tagOf(game, colour) || '?'}`;
    return [name, ...(elo ? [' ', make('span', 'elo', elo)] : [])];
}

/** Players, event and all tags. */
export function showHead(holder, game) {
    if (game.number === 0) {
        holder.replaceChildren(make('h2', '', 'No game'), make('p', '', 'Choose one of the list, or make moves on the board.'));
        return;
    }
    const where = [tagOf(game, 'Event'), tagOf(game, 'Site'), dateText(null, tagOf(game, 'Date') || tagOf(game, 'UTCDate')),
        tagOf(game, 'Round') ? `round ${tagOf(game, 'Round')}` : ''].filter(Boolean).join(', ');
    const found = game.opening;
    const opening = [tagOf(game, 'ECO') || found?.eco, tagOf(game, 'Opening') || found?.name, tagOf(game, 'Variation')].filter(Boolean).join(' · ');
    const rows = game.tags.map(([name, value]) => {
        const head = make('th', '', name);
        head.scope = 'row';
        return make('tr', '', head, make('td', '', value));
    });
    holder.replaceChildren(
        make('h2', '', ...playerTitle(game, 'White'), ' – ', ...playerTitle(game, 'Black'), `  ${outcomeTexts[game.outcome]}`),
        make('p', '', where), ...(opening ? [make('p', '', opening)] : []),
        make('details', '', make('summary', '', `Game ${game.number.toLocaleString('en-US')}: all tags`), make('table', '', make('tbody', '', ...rows))));
}

/** "Nf3!?" */
export function moveText(node) {
    return node.san + node.nags.filter((nag) => /^[!?]+$/.test(nag)).join('') +
        node.nags.filter((nag) => !/^[!?]+$/.test(nag)).map((nag) => ` ${nag}`).join('');
}

function moveButton(text, data) {
    const button = make('button', 'move', text);
    button.type = 'button';
    button.tabIndex = -1;
    Object.assign(button.dataset, data);
    return button;
}

/* A move with its number, which stay on one line. */
function numbered(node, button) {
    return make('span', 'pair', make('span', 'number', moveNumber(node.number, node.side)), '\u00a0', button);
}

/* A half-move of a row, with what is known of it; the whole of it can be clicked. */
function halfMove(node, button) {
    return make('span', 'half', button, ...(node.eval === null ? [] : [make('span', 'eval', evalText(node.eval))]),
        ...(node.clock === null ? [] : [make('span', 'time-left', clockText(node.clock))]));
}

export class MoveText {
    /** `onNode(index)`: a move was chosen; `onOwn(count)`: one of the user's own. */
    constructor(holder, { onNode, onOwn, onLeave }) {
        Object.assign(this, { holder, onNode, onOwn, onLeave });
        this.buttons = new Map();
        this.inColumns = true;
        holder.addEventListener('click', (event) => {
            const button = event.target.closest('button.move') ?? event.target.closest('.half')?.querySelector('button.move');
            const { node, own } = button?.dataset ?? {};
            if (node !== undefined)
                this.onNode(Number(node));
            else if (own !== undefined)
                this.onOwn(Number(own));
        });
    }

    /** Rows of White's and Black's moves, or running text; setGame() is to follow. */
    setColumns(inColumns) {
        this.inColumns = inColumns;
    }

    setGame(game) {
        this.buttons.clear();
        this.game = game;
        this.ownPlace = make('div', 'own-line');
        this.ownPlace.hidden = true;
        const text = make('div', this.inColumns ? 'line-text columns' : 'line-text');
        const root = game.nodes[0];
        if (root.after)
            text.append(make('span', 'comment', root.after), ' ');
        if (root.next >= 0 && this.inColumns)
            this.#rows(text, root.next);
        else if (root.next >= 0)
            this.#line(text, root.next);
        if (game.trouble !== null)
            text.append(make('span', 'trouble', `Here the text is no game any more: ${game.trouble}`));
        if (game.number > 0)
            text.append(make('span', 'result', outcomeTexts[game.outcome]));
        if (game.end)
            text.append(' ', make('span', 'comment', game.end));
        this.holder.replaceChildren(this.ownPlace, text);
    }

    /* The main line: a row a move, and what is said of it between rows; there a Black move has a row of its own. */
    #rows(holder, first) {
        let row = null;
        for (let i = first; i >= 0; i = this.game.nodes[i].next) {
            const node = this.game.nodes[i];
            if (node.before) {
                holder.append(make('span', 'comment', node.before));
                row = null;
            }
            if (row === null || node.side === 'w') {
                row = make('div', 'turn', make('span', 'number', moveNumber(node.number, 'w')));
                if (node.side === 'b')
                    row.append(make('span', 'half', '…'));
                holder.append(row);
            }
            row.append(halfMove(node, this.#button(node)));
            if (node.after || node.variations.length > 0)
                row = null;
            this.#remarks(holder, node);
        }
    }

    /* What stands behind a move. */
    #remarks(holder, node) {
        if (node.after)
            holder.append(make('span', 'comment', node.after), ' ');
        for (const variation of node.variations) {
            const block = make('span', 'variation');
            this.#line(block, variation);
            holder.append(block);
        }
    }

    /* Without recursion along a line, with it into variations: as deep as these are nested. */
    #line(holder, first) {
        let needsNumber = true;
        for (let i = first; i >= 0; i = this.game.nodes[i].next) {
            const node = this.game.nodes[i];
            if (node.before)
                holder.append(make('span', 'comment', node.before), ' ');
            this.#move(holder, node, needsNumber || node.before !== '');
            needsNumber = node.after !== '' || node.variations.length > 0;
            this.#remarks(holder, node);
        }
    }

    #button(node) {
        const button = moveButton(moveText(node), { node: node.index });
        this.buttons.set(node.index, button);
        return button;
    }

    #move(holder, node, needsNumber) {
        const button = this.#button(node);
        holder.append(needsNumber || node.side === 'w' ? numbered(node, button) : button, ' ');
    }

    /** Marks where the walk is. */
    show(walk) {
        this.now?.classList.remove('now');
        this.now?.removeAttribute('aria-current');
        if (this.now)
            this.now.tabIndex = -1;
        this.#showOwn(walk);
        this.now = walk.ownAt > 0 ? this.ownPlace.querySelector(`[data-own="${walk.ownAt}"]`) : this.buttons.get(walk.at) ?? null;
        if (this.now === null) {
            const first = this.buttons.values().next().value;
            if (first)
                first.tabIndex = 0;
            this.scroller().scrollTop = 0;
            return;
        }
        this.now.classList.add('now');
        this.now.setAttribute('aria-current', 'true');
        this.now.tabIndex = 0;
        this.#bringIntoView(this.now);
    }

    #showOwn(walk) {
        this.ownPlace.hidden = !walk.isOwn;
        if (!walk.isOwn)
            return;
        const leave = make('button', 'quiet', 'Back to the game (Esc)');
        leave.type = 'button';
        leave.addEventListener('click', () => this.onLeave());
        const line = make('div');
        walk.own.forEach((move, i) => {
            const button = moveButton(move.san, { own: i + 1 });
            line.append(i === 0 || move.side === 'w' ? numbered(move, button) : button, ' ');
        });
        const from = walk.node.san ? `Your moves after ${moveNumber(walk.node.number, walk.node.side)} ${walk.node.san}` : 'Your moves';
        this.ownPlace.replaceChildren(make('p', '', make('span', '', from), ...(walk.game.number > 0 ? [leave] : [])), line);
    }

    scroller() {
        return this.holder.closest('.side');
    }

    #bringIntoView(element) {
        const scroller = this.scroller();
        if (scroller.scrollHeight <= scroller.clientHeight)
            return;
        const box = element.getBoundingClientRect(), view = scroller.getBoundingClientRect();
        if (box.top < view.top + 20 || box.bottom > view.bottom - 20)
            scroller.scrollTop += box.top - view.top - view.height / 2;
    }
}
