// Games and their items.

import { unescaped } from './texts.js';

export const outcomes = ['*', '1-0', '0-1', '1/2-1/2'];

const itemKinds = ['move', 'null', 'nag', 'nag', 'comment', 'comment', 'token', 'begin', 'end', 'token', 'drop'];
const ITEMS_END = 11;
const kindMove = (kind) => kind === 'move' || kind === 'null' || kind === 'drop';

// Where in the game an item is: plies by lines, each begun beside the move before it.
class Place {
    constructor(start) {
        const fields = start.split(' ');
        this.blackBegins = fields[1] === 'b' ? 1 : 0;
        this.firstNumber = Number(fields[5]) || 1;
        this.lines = [];
        this.ply = 0;
    }
    begin() {
        this.lines.push(this.ply);
        this.ply = Math.max(0, this.ply - 1);
    }
    end() {
        this.ply = this.lines.pop() ?? this.ply;
    }
    get depth() {
        return this.lines.length;
    }
    get number() {
        return this.firstNumber + Math.floor((this.ply + this.blackBegins) / 2);
    }
    get side() {
        return (this.ply + this.blackBegins) % 2 === 0 ? 'w' : 'b';
    }
}

function readItem(answer, code, place, fens) {
    const kind = itemKinds[code], flags = answer.byte(), value = answer.number16();
    if (kindMove(kind)) {
        const item = { kind, san: answer.text(), uci: answer.text(), move: value, ply: place.ply, depth: place.depth, number: place.number, side: place.side };
        if (fens)
            item.fen = answer.text();
        place.ply++;
        return item;
    }
    if (kind === 'begin')
        place.begin();
    const at = { ply: place.ply, depth: place.depth };
    if (kind === 'end')
        place.end();
    if (kind === 'begin' || kind === 'end')
        return { kind, ...at };
    const text = answer.text();
    if (kind === 'nag')
        return { kind, nag: value, ...at };
    if (kind === 'comment')
        return { kind, text, ...at, place: flags & 1 ? 'header' : flags & 2 ? 'end' : 'moves' };
    return { kind, text, ...at };
}

export function readGame(answer, number, fens) {
    const game = { number, tags: [] };
    for (let count = answer.number32(); count > 0; count--)
        game.tags.push([answer.text(), unescaped(answer.text())]);
    game.outcome = outcomes[answer.byte()];
    game.plies = answer.number32();
    game.start = answer.text();
    game.trouble = answer.text() || null;
    game.items = [];
    const place = new Place(game.start);
    for (let code = answer.byte(); code !== ITEMS_END; code = answer.byte())
        game.items.push(readItem(answer, code, place, fens));
    return game;
}

export function plainComment(text) {
    return text.replace(/\[%[^\]]*\]/g, '').replace(/\s+/g, ' ').trim();
}

const nagTexts = {
    1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 7: '□', 10: '=', 13: '∞', 14: '⩲', 15: '⩱', 16: '±', 17: '∓', 18: '+−', 19: '−+', 22: '⨀',
    23: '⨀', 32: '⟳', 33: '⟳', 36: '→', 37: '→', 40: '↑', 41: '↑', 44: '=∞', 132: '⇆', 133: '⇆', 138: '⊕', 139: '⊕', 140: '∆', 146: 'N',
};

export const nagText = (nag) => nagTexts[nag] ?? `$${nag}`;
