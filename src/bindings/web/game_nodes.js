/*
 * A game's items as nodes, one for each position: node 0 is before the first move. Each node knows what led to it (`san`, `uci`, `fen`,
 * number, side, glyphs), the node before (`parent`), the next one of its line (`next`, -1: none) and the first nodes of the variations
 * that replace it (`variations`). For the worker.
 */
import { nagText, plainComment } from './pgnpack.js';

const noClock = -1, noEval = -2147483648;

function newNode(nodes, parent, depth, fields) {
    const node = {
        index: nodes.length, parent, next: -1, variations: [], depth, nags: [], before: '', after: '', shapes: [], clock: null, eval: null,
        ply: 0, san: '', uci: '', fen: '', number: 0, side: 'w', isFirst: false, replaces: -1, ...fields,
    };
    nodes.push(node);
    return node;
}

/* Two signs that many fonts lack are written in plain ones. */
const plainSigns = { '\u2a72': '+=', '\u2a71': '=+' };

function signOf(nag) {
    const text = nagText(nag);
    return plainSigns[text] ?? text;
}

const colours = { G: 'green', R: 'red', Y: 'yellow', B: 'blue' };

/** Arrows and coloured squares of a comment: [%cal Gc2c3,...], [%csl Ra4,...]. */
function shapesOf(text) {
    const shapes = [];
    const square = (name) => 'abcdefgh'.indexOf(name[0]) + 8 * (Number(name[1]) - 1);
    for (const [, list] of text.matchAll(/\[%c[as]l\s+([^\]]*)\]/g))
        for (const [, colour, from, to] of list.matchAll(/([GRYB])([a-h][1-8])([a-h][1-8])?/g))
            shapes.push({ colour: colours[colour], from: square(from), ...(to ? { to: square(to) } : {}) });
    return shapes;
}

function joinTexts(...texts) {
    return texts.filter(Boolean).join(' ');
}

/** Clock and eval of a comment in a variation, where the game's columns have none. */
function addCommands(node, text) {
    const clock = /\[%clk\s+(\d+):(\d+):(\d+(?:\.\d+)?)\]/.exec(text);
    if (clock !== null && node.clock === null)
        node.clock = Math.round(1000 * (3600 * clock[1] + 60 * clock[2] + 1 * clock[3]));
    const value = /\[%eval\s+(?:(#)(-?\d+)|(-?\d+(?:\.\d+)?))/.exec(text);
    if (value !== null && node.eval === null)
        node.eval = value[1] ? Math.sign(value[2]) * 2000000 - Number(value[2]) : Math.round(100 * value[3]);
}

class NodeMaker {
    constructor(game) {
        this.nodes = [];
        this.root = newNode(this.nodes, -1, 0, { fen: game.start, side: game.start.split(' ')[1] ?? 'w' });
        this.at = this.root;
        this.stack = [];
        this.starts = false;
        this.pending = '';
        this.end = '';
    }

    add(item) {
        if (item.kind === 'move' || item.kind === 'null' || item.kind === 'drop')
            this.#move(item);
        else if (item.kind === 'begin')
            this.#begin();
        else if (item.kind === 'end')
            this.#end();
        else if (item.kind === 'nag')
            this.at.nags.push(signOf(item.nag));
        else if (item.kind === 'comment')
            this.#comment(item);
        else
            this.at.nags.push(item.text);
    }

    #move(item) {
        const node = newNode(this.nodes, this.at.index, item.depth, {
            san: item.san, uci: item.uci, fen: item.fen, ply: this.at.ply + 1, number: item.number, side: item.side,
            isFirst: this.starts, replaces: this.starts ? this.replaced : -1, before: this.pending,
        });
        if (this.starts)
            this.nodes[this.replaced].variations.push(node.index);
        else
            this.at.next = node.index;
        this.at = node;
        this.starts = false;
        this.pending = '';
    }

    #begin() {
        this.stack.push({ at: this.at, starts: this.starts, replaced: this.replaced });
        this.replaced = this.at.index;
        this.at = this.nodes[Math.max(0, this.at.parent)];
        this.starts = true;
    }

    #end() {
        const state = this.stack.pop();
        if (state === undefined)
            return;
        this.at = state.at;
        this.starts = state.starts;
        this.replaced = state.replaced;
        this.pending = '';
    }

    #comment(item) {
        const text = plainComment(item.text);
        if (item.place === 'end') {
            this.end = joinTexts(this.end, text);
        } else if (this.starts) {
            this.pending = joinTexts(this.pending, text);
        } else {
            this.at.after = joinTexts(this.at.after, text);
            this.at.shapes.push(...shapesOf(item.text));
            if (this.at.depth > 0)
                addCommands(this.at, item.text);
        }
    }
}

function addNumbers(nodes, game) {
    for (let i = nodes[0].next, ply = 0; i >= 0; i = nodes[i].next, ply++) {
        if (game.clocks[ply] !== undefined && game.clocks[ply] !== noClock)
            nodes[i].clock = game.clocks[ply];
        if (game.evals[ply] !== undefined && game.evals[ply] !== noEval)
            nodes[i].eval = game.evals[ply];
    }
}

/** The node of the main line behind so many half-moves, or the last one. */
export function mainNode(nodes, ply) {
    let node = nodes[0];
    while (node.ply < ply && node.next >= 0)
        node = nodes[node.next];
    return node;
}

/**
 * What the page shows of a game that the library gave with its FENs. `place`: the node of a hit, of which half-moves of the main line are
 * told, or the item of a variation that it stands before.
 */
export function gameNodes(game, { ply = 0, item: wanted = 0 } = {}) {
    const maker = new NodeMaker(game);
    let place = 0;
    game.items.forEach((item, i) => {
        if (i === wanted)
            place = maker.at.index;
        maker.add(item);
    });
    addNumbers(maker.nodes, game);
    if (wanted === 0)
        place = mainNode(maker.nodes, ply).index;
    return {
        place,
        number: game.number, tags: game.tags, outcome: game.outcome, plies: game.plies, trouble: game.trouble, nodes: maker.nodes,
        end: maker.end,
    };
}
