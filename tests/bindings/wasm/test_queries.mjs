// Searches, trees and names: the commands' answers; in steps, too.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clip, data, fails, folder, join2, lines, native, test } from './support.mjs';

const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const queries = [
    ['player=Capablanca', ['--player=Capablanca']],
    ['moves="e4 e5" result=1-0', ['--moves=e4 e5', '--result=1-0']],
    ['not result=1/2 plies=40-', ['--not', '--result=1/2', '--plies=40-']],
    [[['material', 'KRPkr']], ['--material=KRPkr']],
    [{ player: 'Fischer', result: '1-0' }, ['--player=Fischer', '--result=1-0']],
    [[['moves', 'd4'], ['then'], ['move', 'O-O']], ['--moves=d4', '--then', '--move=O-O']],
    ['mate variations', ['--mate', '--variations']],
    ['', []],
];

function checkTree(found, wanted) {
    const pick = (row, names) => names.map((name) => row[name]);
    assert.deepEqual(
        found.rows().map((row) => pick(row, ['san', 'uci', 'games', 'whiteWins', 'draws', 'blackWins', 'unknown'])),
        wanted.moves.map((row) => [row.san ?? '', row.uci ?? '', row.games, row.white, row.draws, row.black, row.unknown]));
    found.rows().forEach((row, i) => {
        assert.equal(row.rating || null, wanted.moves[i].rating);
        assert.equal(row.performance || null, wanted.moves[i].performance);
        assert.equal(row.lastYear || null, wanted.moves[i].last_year);
    });
    assert.equal(found.totals().games, wanted.games);
}

export async function run(pgnpack) {
    const text = Buffer.concat([data('classics.pgn'), Buffer.from('\n'), data('annotated.pgn'), Buffer.from('\n'), clip(data('clocked.pgn'), 150000)]);
    const path = join(folder, 'queries.bcgn');
    const packed = join2(pgnpack.pack([text], { level: 3, blockSize: 20000 }));
    writeFileSync(path, packed);
    const db = pgnpack.open(path);
    assert.ok(db.blockCount > 5);

    for (const [where, args] of queries) {
        await test(`search ${JSON.stringify(where)}`, () => {
            const wanted = lines(native('pgnfind', [...args, '--numbers', path])).map((line) => line.split(/\s+/).map(Number));
            const hits = [...db.search(where)];
            assert.deepEqual(hits.map((hit) => hit.game), wanted.map((hit) => hit[0]));
            assert.ok(args.length === 0 || wanted.length > 0, 'the query finds something');
            if (args.some((arg) => /moves|material|mate/.test(arg)))
                assert.deepEqual(hits.map((hit) => hit.ply), wanted.map((hit) => hit[1]));
            const columns = db.columns({ names: ['White'], where });
            assert.deepEqual([...columns.game], hits.map((hit) => hit.game));
        });
        await test(`steps of ${JSON.stringify(where)}`, () => {
            const wanted = [...db.search(where).all()], search = db.search(where), found = [];
            let steps = 0, games = 0;
            for (; !search.done; steps++) {
                found.push(...search.step(0, 3).map((hit) => hit.game));
                assert.ok(search.games >= games && search.games <= db.gameCount);
                games = search.games;
            }
            assert.deepEqual(found, wanted);
            assert.ok(steps > db.blockCount / 2);
            assert.equal(search.games, search.gameCount);
            search.close();
            fails(() => search.step(1), 'argument', /closed/);
        });
    }

    await test('a part of the games', () => {
        const all = [...db.search('result=1-0').all()];
        assert.deepEqual([...db.search('result=1-0', { first: 20, count: 30 }).all()], all.filter((game) => game >= 20 && game < 50));
        assert.equal(db.search('result=1-0', { first: db.gameCount + 1 }).all().length, 0);
        assert.deepEqual([...db.columns({ names: ['White'], where: 'result=1-0', numbers: [40, 3, 5, 1] }).game], [40, 3, 5, 1].filter((game) => all.includes(game)));
    });

    await test('query words', () => {
        const words = pgnpack.queryWords();
        assert.ok(words.some((word) => word.name === 'player' && word.value !== null));
        assert.ok(words.some((word) => word.name === 'then' && word.value === null));
        pgnpack.checkWhere('player="Kasparov, Garry" moves=e4 then fen="8/8/8/8/8/4k3/8/4K3 w - -"');
    });
    const wrong = [
        ['player="x', /a quote is not closed/], ['--player=x', /without dashes/], ['plaier=x', /plaier/], ['fen=xx', /xx/], ['player', /player/],
        ['result=2-0', /2-0/], ['mate=1', /mate/],
    ];
    for (const [where, message] of wrong)
        await test(`wrong: ${where}`, () => {
            fails(() => pgnpack.checkWhere(where), 'argument', message);
            fails(() => db.search(where), 'argument', message);
        });
    // The same as src/bindings/table/query_text.h says.
    const parsed = [
        ['event="the ""Candidates"""', 'event', 'the "Candidates"'], ['player=Kasp"arov, G"', 'player', 'Kasparov, G'], ['\tplayer=\'a\'\n', 'player', '\'a\''],
        ['tag=Event=X=Y', 'tag', 'Event=X=Y'], ['event=""', 'event', ''],
    ];
    for (const [where, name, value] of parsed)
        await test(`words: ${JSON.stringify(where)}`, () => {
            const ask = (query) => {
                try {
                    return [...db.search(query).all()];
                } catch (error) {
                    return error.message;
                }
            };
            assert.deepEqual(ask(where), ask([[name, value]]));
        });

    for (const [fen, where, args] of [[start, undefined, []], ['', 'result=1-0', ['--result=1-0']], ['rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', undefined, []]])
        await test(`tree ${fen} ${where ?? ''}`, () => {
            const wanted = JSON.parse(native('pgnfind', [...args, `--tree=${fen === '' ? start : fen}`, '--json', path]));
            const tree = db.tree(fen, where);
            tree.finish();
            checkTree(tree, wanted);
            const slow = db.tree(pgnpack.board(fen), where);
            let games = 0;
            while (!slow.step(0)) {
                assert.ok(slow.games > games);
                games = slow.games;
            }
            checkTree(slow, wanted);
            slow.close();
        });

    await test('a stored tree', () => {
        const stored = join(folder, 'stored.bcgn');
        writeFileSync(stored, join2(pgnpack.pack([text], { index: 'always' })));
        const tree = pgnpack.open(stored).tree('');
        tree.finish();
        checkTree(tree, JSON.parse(native('pgnfind', ['--tree', '--json', stored])));
    });

    for (const [pattern, options, args] of [['*', {}, []], ['Capa', {}, []], ['*', { tag: 'ECO' }, ['--of=ECO', '--tag=ECO']]])
        await test(`names ${pattern} ${JSON.stringify(options)}`, () => {
            const wanted = JSON.parse(native('pgnfind', [`--names=${pattern}`, ...args, '--json', path]));
            const names = db.names(pattern === '*' ? undefined : pattern, options);
            while (!names.step(0))
                assert.ok(names.games <= db.gameCount);
            const found = names.first(1000);
            assert.ok(wanted.length > 0);
            assert.deepEqual(found.map((name) => [name.name, name.games, name.won, name.drawn, name.lost, name.firstYear]),
                wanted.map((name) => [name.name, name.games, name.won, name.drawn, name.lost, name.first_year]));
            assert.equal([...db.names(pattern === '*' ? undefined : pattern, options)].length, wanted.length);
        });

    await test('an index beside a database', () => {
        const bare = join2(pgnpack.pack([text], { index: 'none', blockSize: 20000 })), seen = [];
        const plain = pgnpack.open(bare);
        const index = plain.makeIndex((games, all) => {
            seen.push([games, all]);
        });
        assert.deepEqual(seen.at(-1), [plain.gameCount, plain.gameCount]);
        const indexed = pgnpack.open(bare, { index });
        const where = 'material=KRPkr';
        const search = indexed.search(where);
        assert.deepEqual([...search.all()], [...plain.search(where).all()]);
        const without = plain.search(where);
        without.all();
        assert.ok(search.counts.gamesReplayed < without.counts.gamesReplayed, JSON.stringify([search.counts, without.counts]));
        const other = join2(pgnpack.pack([text.subarray(0, 60000)], { blockSize: 20000 }));
        fails(() => pgnpack.open(other, { index }), 'argument', /index/);
        const error = fails(() => plain.makeIndex(() => false), 'cancelled', /./);
        assert.equal(error.status, 60);
        indexed.close();
        plain.close();
    });
    db.close();
}
