/*
 * Where the user is: in a game (a node of it), and perhaps some moves of the user's own behind that. Without a game there is only a start
 * position. No elements here; `onChange` is told of every step.
 */

/** A game without moves, from this position. */
export function positionAlone(fen) {
    const root = {
        index: 0, parent: -1, next: -1, variations: [], replaces: -1, depth: 0, nags: [], before: '', after: '', shapes: [], clock: null,
        eval: null, ply: 0, san: '', uci: '', fen, number: 0, side: fen.split(' ')[1] === 'b' ? 'w' : 'b', isFirst: false,
    };
    return { number: 0, tags: [], outcome: '*', plies: 0, trouble: null, nodes: [root], end: '' };
}

export const startFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

export class Walk {
    constructor(onChange) {
        this.onChange = onChange;
        this.game = positionAlone(startFen);
        this.at = 0;
        this.own = [];
        this.ownAt = 0;
    }

    setGame(game, at = 0) {
        this.game = game;
        this.at = Math.min(at, game.nodes.length - 1);
        this.#leaveOwn();
        this.onChange('game');
    }

    /** The node of the game. */
    get node() {
        return this.game.nodes[this.at];
    }

    /** What is on the board: a node, or a move of the user's. */
    get current() {
        return this.ownAt > 0 ? this.own[this.ownAt - 1] : this.node;
    }

    get isOwn() {
        return this.own.length > 0;
    }

    /** The nodes of the main line, the first one before the first move. */
    mainLine() {
        const line = [];
        for (let i = 0; i >= 0; i = this.game.nodes[i].next)
            line.push(this.game.nodes[i]);
        return line;
    }

    #leaveOwn() {
        this.own = [];
        this.ownAt = 0;
    }

    goTo(index) {
        if (index < 0 || index >= this.game.nodes.length)
            return false;
        this.at = index;
        this.#leaveOwn();
        this.onChange('step');
        return true;
    }

    goToPly(ply) {
        const line = this.mainLine();
        return this.goTo(line[Math.min(Math.max(ply, 0), line.length - 1)].index);
    }

    on() {
        if (this.ownAt < this.own.length) {
            this.ownAt++;
            this.onChange('step');
            return true;
        }
        return !this.isOwn && this.goTo(this.node.next);
    }

    back() {
        if (this.ownAt > 0) {
            this.ownAt--;
            this.onChange('step');
            return true;
        }
        return this.goTo(this.node.parent);
    }

    first() {
        return this.goTo(0);
    }

    /** The end of the present line. */
    last() {
        if (this.isOwn) {
            this.ownAt = this.own.length;
            this.onChange('step');
            return true;
        }
        let { node } = this;
        while (node.next >= 0)
            node = this.game.nodes[node.next];
        return this.goTo(node.index);
    }

    /** Into the first variation of the move to come; from the first move of one to the next one. */
    down() {
        const { nodes } = this.game, { node } = this;
        if (this.isOwn)
            return false;
        if (node.isFirst) {
            const others = nodes[node.replaces].variations;
            return this.goTo(others[others.indexOf(node.index) + 1] ?? -1);
        }
        return node.next >= 0 && this.goTo(nodes[node.next].variations[0] ?? -1);
    }

    /** From a variation to the move that it replaces; from moves of one's own to the game. */
    up() {
        if (this.isOwn)
            return this.goTo(this.at);
        let { node } = this;
        while (node.depth > 0 && !node.isFirst)
            node = this.game.nodes[node.parent];
        return node.isFirst && this.goTo(node.replaces);
    }

    /** Moves that go on from here in the game: the next one, then its variations. */
    choices() {
        const next = this.game.nodes[this.node.next];
        return next === undefined ? [] : [next, ...next.variations.map((index) => this.game.nodes[index])];
    }

    /** The user plays a move: along the game where that has it, else as one of the user's own. */
    play(move) {
        const known = this.ownAt === 0 ? this.choices().find(({ uci }) => uci === move.uci) : undefined;
        if (known !== undefined) {
            this.goTo(known.index);
            return;
        }
        if (this.own[this.ownAt]?.uci !== move.uci)
            this.own = [...this.own.slice(0, this.ownAt), { ...move, nags: [], shapes: [], after: '', before: '', clock: null, eval: null }];
        this.ownAt++;
        this.onChange('step');
    }
}
