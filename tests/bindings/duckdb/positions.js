// bcgn_positions: a row a ply, beside the games' own moves and beside pgnfind.
'use strict';

const assert = require('assert');
const fs = require('fs');
const path = require('path');
const {session, command, pack} = require('./host.js');
const {readGames, clockOf, evalOf} = require('./pgn.js');

module.exports = (test, work) => {
    const clocked = path.join(work, 'positions.bcgn'), classics = path.join(work, 'positions-classics.bcgn');
    const games = readGames(fs.readFileSync('data/clocked.pgn', 'utf8'));
    let host;

    test('one row a position', async () => {
        pack('data/clocked.pgn', clocked);
        pack('data/classics.pgn', classics);
        host = await session();
        const rows = await host.rows(`SELECT game, ply, move, uci, clock, eval FROM bcgn_positions('${clocked}') ORDER BY game, ply`);
        const wanted = games.flatMap((game, i) => [...game.moves, null].map((move, ply) => ({
            game: i + 1, ply, move,
            clock: move && clockOf(game.comments[ply + 1]), eval: move && evalOf(game.comments[ply + 1])
        })));
        assert.strictEqual(rows.length, wanted.length);
        rows.forEach((row, i) => {
            const {uci, ...others} = row;
            assert.deepStrictEqual(others, wanted[i]);
            assert.strictEqual(uci === null, row.move === null);
        });
        const uci = await host.column(`SELECT string_agg(uci, ' ' ORDER BY ply) FROM bcgn_positions('${clocked}') GROUP BY game ORDER BY game`);
        assert.deepStrictEqual(uci, await host.column(`SELECT uci FROM read_bcgn('${clocked}') ORDER BY game`));
    });

    test('ids', async () => {
        for (const from of [`bcgn_positions('${clocked}')`, `bcgn_find('${clocked}', 'move=e4')`]) {
            const pairs = await host.rows(`SELECT DISTINCT game, id FROM ${from} ORDER BY game`);
            const want = await host.rows(`SELECT game, id FROM read_bcgn('${clocked}') WHERE game IN (SELECT game FROM ${from}) ORDER BY game`);
            assert(want.length > 20 && new Set(want.map(({id}) => id)).size === want.length);
            assert.deepStrictEqual(pairs, want);
        }
    });

    test('types', async () => {
        const types = await host.rows(`SELECT column_name AS a, column_type AS b FROM (DESCRIBE FROM bcgn_positions('${clocked}'))`);
        assert.strictEqual(types.map(({a, b}) => `${a} ${b}`).join(', '),
                           'game BIGINT, file VARCHAR, id VARCHAR, ply INTEGER, key BIGINT, fen VARCHAR, move VARCHAR, uci VARCHAR, clock INTEGER, eval INTEGER');
    });

    test('keys are those of positions', async () => {
        const pairs = await host.rows(`SELECT count(DISTINCT key) AS keys,
            count(DISTINCT regexp_extract(fen, '^\\S+ \\S+ \\S+')) AS fens FROM bcgn_positions('${classics}')`);
        assert(Math.abs(pairs[0].keys - pairs[0].fens) <= 30 && pairs[0].keys > 3000, JSON.stringify(pairs));
        const start = await host.rows(`SELECT DISTINCT key, fen FROM bcgn_positions('${classics}') WHERE ply = 0`);
        assert.strictEqual(start.length, 1);
        assert.strictEqual(start[0].fen, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
    });

    test('each FEN is found where it stands', async () => {
        const rows = await host.rows(`SELECT game, ply, fen FROM bcgn_positions('${classics}') WHERE ply % 13 = 7 AND game % 5 = 0`);
        assert(rows.length > 40);
        for (const row of rows) {
            const found = command('pgnfind', ['-q', '--numbers', '--fen', row.fen, classics]).trim().split('\n').map(line => line.split('\t').map(Number));
            const hit = found.find(([game]) => game === row.game);
            assert(hit && hit[1] <= row.ply, JSON.stringify(row));
        }
    });

    test('of the games of a query', async () => {
        const numbers = await host.column(`SELECT DISTINCT game FROM bcgn_positions('${classics}', result := '1/2') ORDER BY 1`);
        assert.deepStrictEqual(numbers, await host.column(`SELECT game FROM read_bcgn('${classics}') WHERE outcome = '1/2-1/2' ORDER BY 1`));
        assert.strictEqual(await host.value(`SELECT count(*) AS n FROM bcgn_positions('${classics}')`),
                           Number(await host.value(`SELECT sum(plies + 1) FROM read_bcgn('${classics}')`)));
        assert.deepStrictEqual(await host.column(`SELECT ply FROM bcgn_positions('${classics}', games := [3]) ORDER BY 1 LIMIT 3`), [0, 1, 2]);
    });

    test('end', () => host.close());
};
