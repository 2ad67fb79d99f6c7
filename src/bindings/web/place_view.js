/* What stands around the board: players, clocks, buttons; and the place in words. */
import { by } from './messages.js';
import { make, tagOf } from './movetext.js';
import { clockText, evalWords, moveNumber, plural, sanWords } from './text.js';

/** The clocks of both as they are here: the mover's behind the move, the other's behind the move before. */
function clocksHere(walk, line) {
    const clocks = { w: null, b: null };
    for (let { node } = walk; node !== undefined && node.index > 0; node = walk.game.nodes[node.parent]) {
        clocks[node.side] ??= node.clock;
        if (clocks.w !== null && clocks.b !== null)
            break;
    }
    const [, start] = /^(\d+)(?:\+|$)/.exec(tagOf(walk.game, 'TimeControl')) ?? [];
    if (start !== undefined && line.some((node) => node.clock !== null)) {
        clocks.w ??= start * 1000;
        clocks.b ??= start * 1000;
    }
    return clocks;
}

/** Names, ratings and clocks beside the board. */
export function showPlayers(walk, line, flipped) {
    const { game } = walk, { fen } = walk.current;
    const clocks = walk.isOwn ? { w: null, b: null } : clocksHere(walk, line);
    const mover = fen.split(' ')[1] === 'b' ? 'b' : 'w';
    for (const [holder, side] of [[by('player-top'), flipped ? 'w' : 'b'], [by('player-bottom'), flipped ? 'b' : 'w']]) {
        const colour = side === 'w' ? 'White' : 'Black';
        const elo = tagOf(game, `${colour}Elo`);
        holder.classList.toggle('black', side === 'b');
        holder.classList.toggle('moves', side === mover && clocks[side] !== null);
        holder.querySelector('.name').replaceChildren(make('b', '', tagOf(game, colour) || colour), ...(elo ? [' ', make('i', '', elo)] : []));
        const clock = holder.querySelector('.clock');
        clock.textContent = clocks[side] === null ? '' : clockText(clocks[side]);
        clock.setAttribute('aria-label', `${colour}'s clock`);
        clock.hidden = clocks[side] === null;
    }
}

/** The evaluation of the main line's place, or of the last move before that has one. */
export function evalHere(walk) {
    for (let { node } = walk; node !== undefined; node = walk.game.nodes[node.parent])
        if (node.eval !== null)
            return node.eval;
    return 0;
}

/** Buttons that lead nowhere from here are dimmed. */
export function showControls(walk) {
    const atStart = walk.at === 0 && walk.ownAt === 0;
    const atEnd = walk.isOwn ? walk.ownAt === walk.own.length : walk.node.next < 0;
    const disable = (id, isOff) => {
        const button = by(id);
        if (isOff)
            button.setAttribute('aria-disabled', 'true');
        else
            button.removeAttribute('aria-disabled');
    };
    for (const id of ['go-first', 'go-back'])
        disable(id, atStart);
    for (const id of ['go-on', 'go-last', 'go-auto'])
        disable(id, atEnd);
}

/** The place in words. */
export function placeWords(walk) {
    const { current, node } = walk;
    if (!current.san) {
        return walk.game.number > 0 ? `Game ${walk.game.number}, ${tagOf(walk.game, 'White')} against ${tagOf(walk.game, 'Black')}. Start.` : '';
    }
    const choices = walk.isOwn ? 0 : Math.max(0, walk.choices().length - 1);
    return [`${moveNumber(current.number, current.side)} ${sanWords(current.san)}`,
        current.clock !== null ? `clock ${clockText(current.clock)}` : '', current.eval !== null ? evalWords(current.eval) : '',
        current.after, choices > 0 ? plural(choices, 'variation') : '', !walk.isOwn && node.depth > 0 && node.isFirst ? 'variation' : '']
        .filter(Boolean).join('. ');
}
