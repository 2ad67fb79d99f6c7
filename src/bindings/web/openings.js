/*
 * The opening of a game whose tags do not tell it: the last position of its main line that has a name in openings.txt, as `pgndb classify`
 * finds it. For the worker.
 */
const startFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/* Names by the keys of positions. A line: half-moves as in the line before, further ones|code|bytes of the name as there, the rest of it. */
function readTable(bytes, board) {
    const names = new Map(), decoder = new TextDecoder(), encoder = new TextEncoder();
    let depth = 0, name = new Uint8Array();
    board.set(startFen);
    for (const line of decoder.decode(bytes).split('\n')) {
        if (line === '' || line.startsWith('#'))
            continue;
        const [moves, eco, rest] = line.split('|');
        const [kept, ...more] = moves.split(' ');
        for (; depth > Number(kept); depth--)
            board.undo();
        for (const move of more)
            board.make(move);
        depth += more.length;
        const blank = rest.indexOf(' '), end = encoder.encode(rest.slice(blank + 1));
        const whole = new Uint8Array(Number(rest.slice(0, blank)) + end.length);
        whole.set(name.subarray(0, whole.length - end.length));
        whole.set(end, whole.length - end.length);
        name = whole;
        names.set(board.key, { eco, name: decoder.decode(name) });
    }
    return names;
}

let table = null;

/* Fetched when it is first needed; where it cannot be had, there are no names, and the next game asks again. */
async function tableOf(board) {
    table ??= fetch(new URL('openings.txt', import.meta.url)).then(async (response) => {
        if (!response.ok)
            throw new Error(`openings.txt: ${response.status}`);
        return readTable(new Uint8Array(await response.arrayBuffer()), board);
    });
    try {
        return await table;
    } catch {
        table = null;
        return new Map();
    }
}

function isChess(tags) {
    const variant = tags.find(([name]) => name === 'Variant')?.[1] ?? '';
    return /^(chess|standard|normal|from position|[?-]?)$/i.test(variant);
}

/** A game's tags, and the positions of its main line. { eco, name }; null: its tags tell it, or nothing does. `board`: any, which is changed. */
export async function openingOf({ tags, fens }, board) {
    if (tags.some(([name, value]) => name === 'Opening' && !/^[?-]?$/.test(value)) || !isChess(tags) || fens[0] !== startFen)
        return null;
    const names = await tableOf(board);
    let found = null;
    for (const fen of fens) {
        board.set(fen);
        found = names.get(board.key) ?? found;
    }
    return found;
}
