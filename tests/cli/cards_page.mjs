/*
 * cards_page.mjs PAGE: what the script of a page of cards (pgnfind --html) makes of its games, as JSON, a line each: the men of every position
 * of the main line as in a FEN, the position that is shown first, and the PGN that is copied. The page's document is one that only has what it needs.
 */
import { readFileSync } from 'node:fs';

const page = readFileSync(process.argv[2], 'utf8');
const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#65533': '\ufffd' };
const data = /<pre id="games" hidden>\n([^]*?)<\/pre>/.exec(page)[1].replace(/&([#\w]+);/g, (_, name) => entities[name]);
const script = /<script>\n([^]*?)<\/script>/.exec(page)[1];

class Element {
    constructor(name) {
        Object.assign(this, { name, children: [], textContent: '', attributes: {} });
    }
    append(...children) { this.children.push(...children); }
    replaceChildren(...children) { this.children = children; }
    setAttribute(name, value) { this.attributes[name] = value; }
}
const byId = { games: Object.assign(new Element('pre'), { textContent: data }), cards: new Element('main'), found: new Element('h1') };
const heading = byId.found, navs = [new Element('nav'), new Element('nav')];
const document = {
    getElementById: (id) => byId[id], querySelectorAll: () => navs,
    createElement: (name) => new Element(name), createElementNS: (_, name) => new Element(name),
};
const { games, place, pgnOf } = new Function('document', 'scrollTo', 'navigator', `${script}; return { games, place, pgnOf };`)(document, () => {}, {});

function fenOf({ men }) {
    const rows = [];
    for (let rank = 7; rank >= 0; rank--)
        rows.push(men.slice(8 * rank, 8 * rank + 8).map((man) => man || '.').join('').replace(/\.+/g, (dots) => dots.length));
    return rows.join('/');
}
console.log(JSON.stringify({ heading: heading.textContent, cards: byId.cards.children.length, pages: navs[0].children.map((one) => one.textContent) }));
games.forEach((game, i) => {
    const card = byId.cards.children[i];
    console.log(JSON.stringify({
        number: Number(game.number), file: game.file, white: game.white, black: game.black, event: game.event, result: game.result, isVariation: game.isVariation,
        fens: Array.from({ length: game.uci.length + 1 }, (_, ply) => fenOf(place(game, ply))), san: game.san, pgn: pgnOf(game),
        shown: card?.children.find((child) => child.className === 'move').textContent, title: card?.children[1].textContent,
    }));
});
