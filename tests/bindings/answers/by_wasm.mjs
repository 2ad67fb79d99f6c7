// by_wasm.mjs BUILD DATABASE NAMED: the answers (README.md) by the WebAssembly module, in Node.
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

const [build, path, named_text] = process.argv.slice(2);
const named = JSON.parse(named_text);
const { load, NO_CLOCK, NO_EVAL } = await import(new URL('../../../src/bindings/wasm/pgnpack.js', import.meta.url));
const module_of = name => pathToFileURL(resolve(build, `wasm/${name}.wasm`));
const pgnpack = await load({ wasm: module_of('reader'), search: module_of('search'), packer: module_of('packer') });
const db = pgnpack.open(path, { damaged: named.damaged });
const GAMES_AT_ONCE = 2000;

function* columns(names, options = {}) {
    for (let first = 1; first <= db.gameCount; first += GAMES_AT_ONCE)
        yield db.columns({ ...options, names, first, count: Math.min(GAMES_AT_ONCE, db.gameCount - first + 1) });
}

const count = (map, key) => map.set(key, (map.get(key) ?? 0) + 1);

class Numbers {
    count = 0;
    sum = 0;
    add(number) {
        this.count++;
        this.sum += number;
    }
    toString() {
        return `${this.count} ${this.sum}`;
    }
}

/** In the order of UTF-8's bytes. */
const by_bytes = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b));

function tags() {
    let plies = 0, longest = 0, rating_max = 0, no_eco = 0, no_rating = 0, no_annotator = 0;
    const outcomes = new Map([['*', 0], ['0-1', 0], ['1-0', 0], ['1/2-1/2', 0]]), whites = new Map(), years = new Map();
    const events = new Set(), sites = new Set();
    const [strong, eco, player, days, ratings] = Array.from({ length: 5 }, () => new Numbers());
    const iso = day => `${String(day).slice(0, -4).padStart(4, '0')}-${String(day).slice(-4, -2)}-${String(day).slice(-2)}`;
    const first_day = iso(named.first_day), last_day = iso(named.last_day);
    for (const c of columns(['plies', 'outcome', 'White', 'Black', 'Event', 'Site', 'year', 'day', 'ECO', 'WhiteElo', 'BlackElo',
                             'Annotator']))
        for (let i = 0; i < c.count; i++) {
            plies += c.plies[i];
            longest = Math.max(longest, c.plies[i]);
            count(outcomes, c.outcome[i]);
            count(years, c.year[i] ?? 0);
            if (c.White[i] !== null)
                count(whites, c.White[i]);
            events.add(c.Event[i]);
            sites.add(c.Site[i]);
            if (c.WhiteElo[i] !== null) {
                ratings.add(c.WhiteElo[i]);
                rating_max = Math.max(rating_max, c.WhiteElo[i]);
            }
            if (c.WhiteElo[i] >= 2600 && c.BlackElo[i] >= 2600)
                strong.add(c.game[i]);
            if (c.ECO[i]?.startsWith(named.eco))
                eco.add(c.game[i]);
            if (c.White[i] === named.player || c.Black[i] === named.player)
                player.add(c.game[i]);
            if (c.day[i] !== null && c.day[i] >= first_day && c.day[i] <= last_day)
                days.add(c.game[i]);
            no_eco += c.ECO[i] === null;
            no_rating += c.WhiteElo[i] === null;
            no_annotator += c.Annotator[i] === null;
        }
    events.delete(null);
    sites.delete(null);
    const no_year = years.get(0) ?? 0;
    years.delete(0);
    const top = [...whites].sort((a, b) => b[1] - a[1] || by_bytes(a[0], b[0])).slice(0, 10);
    return {
        q01: `${db.gameNumbers(0, db.gameCount).length}`, q02: `${plies} ${longest}`, q03: [...outcomes].map(([o, n]) => `${o}:${n}`).join(' '),
        q04: top.map(([name, n]) => `${name}:${n}`).join('; '), q05: `${events.size} ${sites.size}`, q06: `${strong}`,
        q07: [`-:${no_year}`, ...[...years].sort((a, b) => a[0] - b[0]).map(([y, n]) => `${y}:${n}`)].join(' '),
        q08: `${eco}`, q09: `${player}`, q10: `${days}`, q11: `${ratings} ${rating_max}`,
        q12: `${no_eco} ${no_rating} ${no_annotator}` };
}

function lines() {
    let to_e4 = 0, uci_size = 0, queens = 0, clock_count = 0, clock_sum = 0, eval_count = 0, eval_sum = 0, commented = 0;
    const begin = new Numbers();
    for (const c of columns(['moves', 'uci', 'san', 'clocks', 'evals', 'comments']))
        for (let i = 0; i < c.count; i++) {
            for (const move of c.moves[i])
                to_e4 += move !== 0 && (move & 63) === 28;
            uci_size += c.uci[i].length;
            queens += c.uci[i].split(' ').filter(word => word.endsWith('q')).length;
            if (c.san[i].startsWith(named.begin))
                begin.add(c.game[i]);
            for (const clock of c.clocks[i].filter(clock => clock !== NO_CLOCK)) {
                clock_count++;
                clock_sum += clock;
            }
            for (const value of c.evals[i].filter(value => value !== NO_EVAL)) {
                eval_count++;
                eval_sum += value;
            }
            commented += c.comments[i].filter(comment => comment !== '').length;
        }
    return { q14: `${to_e4}`, q15: `${uci_size} ${queens}`, q16: `${begin}`,
             q19: `${clock_count} ${clock_sum} ${eval_count} ${eval_sum}`, commented };
}

function one_game() {
    const c = db.columns({ names: ['White', 'Black', 'Date', 'outcome', 'plies', 'san', 'text'], first: named.number, count: 1 });
    const space = byte => byte === 32 || byte === 10 || byte === 13;
    let [from, to] = [0, c.text[0].length];
    while (from < to && space(c.text[0][from]))
        from++;
    while (to > from && space(c.text[0][to - 1]))
        to--;
    return { q13: [c.White[0] ?? '', c.Black[0] ?? '', c.Date[0] ?? '', c.outcome[0], c.plies[0], c.san[0]].join('; '),
             size: to - from };
}

function searches() {
    const hits = new Numbers(), words = new Numbers();
    let plies = 0, by_key = 0;
    for (const hit of db.search({ fen: named.fen })) {
        hits.add(hit.game);
        plies += hit.ply;
    }
    // Those that have the position of that key, by playing.
    const board = pgnpack.board();
    for (const c of columns(['moves', 'FEN']))
        for (let i = 0; i < c.count; i++) {
            if (c.moves[i].length < named.key_ply || c.FEN[i] !== null)
                continue;
            for (let ply = 0; ply < named.key_ply; ply++)
                board.make(c.moves[i][ply]);
            by_key += board.key === BigInt(named.key);
            for (let ply = 0; ply < named.key_ply; ply++)
                board.undo();
        }
    for (const hit of db.search({ white: named.player, eco: named.eco, plies: '20-200' }))
        words.add(hit.game);
    const rows = db.tree(named.fen).finish();
    return { q17: `${hits} ${plies}`, q21: `${by_key}`, q22: `${words}`,
             q18: rows.map(row => `${row.san}:${[row.games, row.whiteWins, row.draws, row.blackWins, row.rating, row.performance,
                                                 row.lastYear].join(',')}`).join(' ') };
}

function ids() {
    const numbers = new Numbers(), different = new Set(), found = new Numbers();
    let own = '';
    for (const c of columns(['id']))
        for (let i = 0; i < c.count; i++) {
            if (c.id[i] !== null) {
                numbers.add(Number(c.id[i].split(':')[1]));
                different.add(c.id[i]);
            }
            if (c.id[i] === named.id)
                found.add(c.game[i]);
            if (c.game[i] === named.number)
                own = c.id[i] ?? '';
        }
    return { q23: `${numbers.count} ${different.size} ${numbers.sum}; ${own}; ${found.sum}` };
}

const { commented, ...of_lines } = lines();
const { q13, size } = one_game();
console.log(JSON.stringify({ ...tags(), q13, ...of_lines, ...searches(), ...ids(), q20: `${commented} ${size}` }));
