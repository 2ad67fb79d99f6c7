// Named parameters and query texts, beside pgnfind and beside what SQL itself says of the columns.
'use strict';

const assert = require('assert');
const path = require('path');
const {session, command, pack} = require('./host.js');

// Numbers of the games that pgnfind finds.
function found(packed, ...conditions) {
    return command('pgnfind', ['-q', '--numbers', ...conditions, packed]).split('\n').filter(Boolean).map(line => parseInt(line, 10));
}

module.exports = (test, work) => {
    const engine = path.join(work, 'queries-engine.bcgn'), classics = path.join(work, 'queries-classics.bcgn');
    let host;

    test('begin', async () => {
        pack('data/engine-games.pgn', engine);
        pack('data/classics.pgn', classics);
        host = await session();
    });

    // [parameters of the extension, arguments of pgnfind]
    const cases = [
        [`player := 'Stockfish'`, ['--player', 'Stockfish']],
        [`white := 'Toga'`, ['--white', 'Toga']],
        [`elo := '2500-'`, ['--elo', '2500-']],
        [`white_elo := '-2400', result := '1-0'`, ['--white-elo', '-2400', '--result', '1-0']],
        [`date := '2000-'`, ['--date', '2000-']],
        [`eco := 'B9'`, ['--eco', 'B9']],
        [`plies := '40-60'`, ['--plies', '40-60']],
        [`moves := 'e4 c5'`, ['--moves', 'e4 c5']],
        [`fen := 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -'`, ['--moves', 'e4 e5']],
        [`material := 'KRPkr'`, ['--material', 'KRPkr']],
        [`material := 'KRPkr', either := true`, ['--material', 'KRPkr', '--either']],
        [`pawns := 'iqp', "for" := 20`, ['--pawns', 'iqp', '--for', '20']],
        [`pattern := 'Nd5', mate := true`, ['--pattern', 'Nd5', '--mate']],
        [`move := 'Bxh7+'`, ['--move', 'Bxh7+']],
        [`tag := 'PlyCount>=150'`, ['--tag', 'PlyCount>=150']],
        [`query := 'move=Bxh7+ then move=Ng5+'`, ['--move', 'Bxh7+', '--then', '--move', 'Ng5+']],
        [`query := 'not player=Stockfish plies=100-'`, ['--not', '--player', 'Stockfish', '--plies', '100-']],
        [`query := 'moves="d4 d5 c4"', result := '1/2'`, ['--moves', 'd4 d5 c4', '--result', '1/2']],
        [`player := 'nobody of this name'`, ['--player', 'nobody of this name']],
        [`player := NULL, elo := NULL`, []],
        [`mate := false, result := '0-1'`, ['--result', '0-1']],
    ];
    for (const [parameters, conditions] of cases)
        test(parameters, async () => {
            let some = 0;
            for (const packed of [engine, classics]) {
                const games = await host.column(`SELECT game FROM read_bcgn('${packed}', ${parameters}) ORDER BY game`);
                assert.deepStrictEqual(games, found(packed, ...conditions));
                some += games.length;
            }
            assert(some > 0 || /nobody|B9'|2500|Bxh7|2000-|KRPkr|Nd5|-2400/.test(parameters), 'a case that finds something');
        });

    test('named parameters and WHERE say the same', async () => {
        const pairs = [
            [`result := '1-0'`, `outcome = '1-0'`],
            [`plies := '40-60'`, `plies BETWEEN 40 AND 60`],
            [`eco := 'C'`, `ECO LIKE 'C%'`],
            [`date := '1900-1930'`, `year BETWEEN 1900 AND 1930`],
            [`white := '=Capablanca, Jose Raul'`, `White = 'Capablanca, Jose Raul'`],
        ];
        for (const [parameters, condition] of pairs) {
            const one = await host.rows(`SELECT * FROM read_bcgn('${classics}', ${parameters}) ORDER BY game`);
            const other = await host.rows(`SELECT * FROM read_bcgn('${classics}') WHERE ${condition} ORDER BY game`);
            assert.deepStrictEqual(one, other, parameters);
        }
    });

    test('games := a list of numbers', async () => {
        const games = [1, 7, 8, 64, 65];
        const rows = await host.rows(`SELECT game, san FROM read_bcgn('${classics}', games := [${games}]) ORDER BY game`);
        const all = await host.rows(`SELECT game, san FROM read_bcgn('${classics}') ORDER BY game`);
        assert.deepStrictEqual(rows, games.map(game => all[game - 1]));
        assert.deepStrictEqual(await host.column(`SELECT game FROM read_bcgn('${classics}', games := [65, 3, 65, 1000, NULL, -1])`), [3, 65]);
        assert.deepStrictEqual(await host.column(`SELECT game FROM read_bcgn('${classics}', games := []::BIGINT[])`), []);
        await host.rows(`SET VARIABLE picked = (SELECT list(game) FROM read_bcgn('${classics}') WHERE White LIKE '%Morphy%')`);
        const picked = await host.column(`SELECT White FROM read_bcgn('${classics}', games := getvariable('picked'))`);
        assert(picked.length > 0 && picked.every(white => white.includes('Morphy')));
    });

    test('prepared statements', async () => {
        const sql = `SELECT count(*) AS n FROM read_bcgn($1, plies := $2)`;
        assert.strictEqual(await host.value(sql, [classics, '40-60']), found(classics, '--plies', '40-60').length);
    });

    test('bcgn_find', async () => {
        const fen = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';
        for (const [text, conditions] of [[fen, ['--fen', fen]], ['move=Bxh7+', ['--move', 'Bxh7+']], ['material=KRPkr for=4', ['--material', 'KRPkr', '--for', '4']],
                                          ['moves="e4 e5" then move=O-O', ['--moves', 'e4 e5', '--then', '--move', 'O-O']]])
            for (const packed of [engine, classics]) {
                const csv = command('pgnfind', ['-q', '--csv=GameNumber,Ply,LastPly', ...conditions, packed]).trim().split('\n').slice(1);
                const rows = await host.rows(`SELECT game, ply, last_ply, move, file FROM bcgn_find('${packed}', '${text}') ORDER BY game`);
                assert.deepStrictEqual(rows.map(row => [row.game, row.ply, row.last_ply].join(',')), csv, text);
                for (const row of rows) {
                    const san = (await host.value(`SELECT san FROM read_bcgn('${packed}', games := [${row.game}])`)).split(' ');
                    assert.strictEqual(row.move, san[row.last_ply] ?? null);
                    assert.strictEqual(row.file, packed);
                }
            }
        assert.strictEqual(await host.value(`SELECT count(*) AS n FROM bcgn_find('${classics}', '', moves := 'e4', result := '1-0')`),
                           found(classics, '--moves', 'e4', '--result', '1-0').length);
        assert.deepStrictEqual(await host.column(`SELECT game FROM bcgn_find('${engine}', 'moves=e4', query := 'plies=60-', white := 'Toga') ORDER BY 1`),
                               found(engine, '--white', 'Toga', '--plies', '60-', '--moves', 'e4'));
        assert.deepStrictEqual(await host.rows(`SELECT * FROM bcgn_find('${classics}', '${fen}', games := [1, 2, 3, 20, 50]) ORDER BY game`),
                               await host.rows(`SELECT * FROM bcgn_find('${classics}', '${fen}') WHERE game IN (1, 2, 3, 20, 50) ORDER BY game`));
    });

    // The half-move that follows a position in the game itself, whatever the query did to the board.
    test('move of bcgn_find with either, mirrored, then', async () => {
        const fen = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -';
        for (const words of ['either := true', 'mirrored := true', `query := 'moves=d4 then'`, `player := 'Morphy'`]) {
            const rows = await host.rows(`SELECT f.*, g.san FROM bcgn_find('${classics}', '${fen}', ${words}) f JOIN '${classics}' g USING (game) ORDER BY game`);
            for (const row of rows)
                assert.strictEqual(row.move, row.san.split(' ')[row.last_ply] ?? null, words);
            assert(rows.length > 0 || words.includes('then'));
        }
    });

    test('bcgn_tree', async () => {
        const fen = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';
        for (const [text, tree, parameters, conditions] of [['', '', '', []], [fen, 'e4 e5', '', []], [fen, 'e4 e5', `, result := '1-0'`, ['--result', '1-0']],
                                                            ['', '', `, query := 'player=Toga'`, ['--player', 'Toga']]])
            for (const packed of [engine, classics]) {
                const csv = command('pgnfind', ['-q', '--tree=' + tree, '--csv', ...conditions, packed]).trim().split('\n');
                const names = csv[0].split(',');
                const wanted = csv.slice(2).map(line => Object.fromEntries(line.split(',').map((value, i) => [names[i], value])));
                const rows = await host.rows(`SELECT * FROM bcgn_tree('${packed}', '${text}'${parameters})`);
                assert.strictEqual(rows.length, wanted.length);
                rows.forEach((row, i) => {
                    const of = wanted[i], number = name => Number(of[name]) || null;
                    assert.deepStrictEqual([row.move ?? '', row.uci ?? ''], [of.Move, of.UCI]);
                    assert.deepStrictEqual([row.games, row.white_wins, row.draws, row.black_wins, row.unknown],
                                           ['Games', 'White', 'Draws', 'Black', 'Unknown'].map(name => Number(of[name])));
                    assert.deepStrictEqual([row.rating, row.performance, row.last_year],
                                           ['Rating', 'Performance', 'LastYear'].map(number));
                });
            }
    });

    test('mistakes', async () => {
        const wrong = async (sql, pattern) => assert.match(await host.error(sql), pattern);
        await wrong(`FROM read_bcgn('${classics}', elo := 'x')`, /elo/);
        await wrong(`FROM read_bcgn('${classics}', fen := 'what')`, /fen/i);
        await wrong(`FROM read_bcgn('${classics}', query := 'plaier=Toga')`, /plaier/);
        await wrong(`FROM read_bcgn('${classics}', plaier := 'Toga')`, /plaier[^]*player/);
        await wrong(`FROM bcgn_find('${classics}', 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNX w KQkq -')`, /FEN|fen|position/);
        await wrong(`FROM bcgn_tree('${classics}', 'no position')`, /FEN|fen|position/);
    });

    test('end', () => host.close());
};
