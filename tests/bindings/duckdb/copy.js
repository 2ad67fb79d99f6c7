// COPY ... TO 'x.bcgn' (FORMAT bcgn), and what DuckDB itself writes of our columns.
'use strict';

const assert = require('assert');
const fs = require('fs');
const path = require('path');
const {session, command, pack} = require('./host.js');

module.exports = (test, work) => {
    const dir = path.join(work, 'copy');
    const at = name => path.join(dir, name);
    const unpacked = packed => command('pgnunpack', ['-q', '-c', packed], {encoding: null});
    let host;

    test('PGN files, byte by byte', async () => {
        fs.mkdirSync(dir);
        host = await session();
        for (const name of ['annotated', 'classics', 'clocked', 'engine-games']) {
            await host.rows(`COPY (SELECT content FROM read_text('data/${name}.pgn')) TO '${at(name + '.bcgn')}' (FORMAT bcgn)`);
            assert(unpacked(at(name + '.bcgn')).equals(fs.readFileSync(`data/${name}.pgn`)), name);
        }
        assert(fs.readFileSync(at('classics.bcgn')).equals(fs.readFileSync(pack('data/classics.pgn', at('plain.bcgn')))),
               'the same bytes as those of pgnpack but for the name of the file');
    });

    test('games of a query', async () => {
        await host.rows(`COPY (SELECT text FROM '${at('engine-games.bcgn')}' WHERE outcome = '1/2-1/2' ORDER BY game) TO '${at('draws.bcgn')}' (FORMAT bcgn)`);
        const wanted = await host.column(`SELECT text FROM '${at('engine-games.bcgn')}' WHERE outcome = '1/2-1/2' ORDER BY game`);
        assert.strictEqual(unpacked(at('draws.bcgn')).toString(), wanted.join(''));
        assert.deepStrictEqual(await host.rows(`SELECT * EXCLUDE (game, file, id) FROM '${at('draws.bcgn')}' ORDER BY game`),
                               await host.rows(`SELECT * EXCLUDE (game, file, id) FROM '${at('engine-games.bcgn')}' WHERE outcome = '1/2-1/2' ORDER BY game`));
    });

    test('bytes', async () => {
        const bytes = Buffer.from([0x5b, 0x57, 0x20, 0x22, 0xfc, 0x22, 0x5d, 0x0a, 0x0a, 0x2a, 0x0a, 0x00, 0xff, 0x0a]);
        await host.rows(`COPY (SELECT '${[...bytes].map(byte => '\\x' + byte.toString(16).padStart(2, '0')).join('')}'::BLOB) TO '${at('bytes.bcgn')}' (FORMAT bcgn)`);
        assert(unpacked(at('bytes.bcgn')).equals(bytes));
    });

    test('texts without a line end', async () => {
        await host.rows(`COPY (SELECT '[White "' || x || '"]' || chr(10) || chr(10) || '1. e4 *' FROM range(3) t(x) ORDER BY x) TO '${at('ends.bcgn')}' (FORMAT bcgn)`);
        assert.strictEqual(unpacked(at('ends.bcgn')).toString(), [0, 1, 2].map(i => `[White "${i}"]\n\n1. e4 *\n\n`).join(''));
        assert.deepStrictEqual(await host.rows(`SELECT game, "White", san FROM '${at('ends.bcgn')}' ORDER BY game`),
                               [0, 1, 2].map(i => ({game: i + 1, White: String(i), san: 'e4'})));
    });

    test('options', async () => {
        const from = `COPY (SELECT content FROM read_text('data/clocked.pgn')) TO`;
        await host.rows(`${from} '${at('one.bcgn')}' (FORMAT bcgn, LEVEL 1, THREADS 1)`);
        await host.rows(`${from} '${at('six.bcgn')}' (FORMAT bcgn, LEVEL 6)`);
        assert(fs.readFileSync(at('one.bcgn')).equals(fs.readFileSync(pack('data/clocked.pgn', at('level1.bcgn'), '-1'))));
        assert(fs.readFileSync(at('six.bcgn')).equals(fs.readFileSync(pack('data/clocked.pgn', at('level6.bcgn'), '-6'))));
    });

    test('nothing', async () => {
        await host.rows(`COPY (SELECT '' WHERE false) TO '${at('nothing.bcgn')}' (FORMAT bcgn)`);
        assert.strictEqual(unpacked(at('nothing.bcgn')).length, 0);
    });

    test('mistakes leave no file', async () => {
        const wrong = async (sql, pattern) => assert.match(await host.error(sql), pattern);
        await wrong(`COPY (SELECT 1) TO '${at('wrong.bcgn')}' (FORMAT bcgn)`, /one column/);
        await wrong(`COPY (SELECT 'a', 'b') TO '${at('wrong.bcgn')}' (FORMAT bcgn)`, /one column/);
        await wrong(`COPY (SELECT 'a') TO '${at('wrong.bcgn')}' (FORMAT bcgn, LEVEL 10)`, /LEVEL/);
        await wrong(`COPY (SELECT 'a') TO '${at('wrong.bcgn')}' (FORMAT bcgn, LEVEL high)`, /LEVEL/i);
        await wrong(`COPY (SELECT 'a') TO '${at('wrong.bcgn')}' (FORMAT bcgn, SPEED 1)`, /SPEED/);
        await wrong(`COPY (SELECT CASE WHEN x < 5000 THEN 'a' END FROM range(6000) t(x)) TO '${at('wrong.bcgn')}' (FORMAT bcgn)`, /row 5001/);
        await wrong(`COPY (SELECT 'a') TO '${at('none/wrong.bcgn')}' (FORMAT bcgn)`, /wrong\.bcgn/);
        assert.deepStrictEqual(fs.readdirSync(dir).filter(name => /wrong|tmp|\.pgnpack/.test(name)), []);
    });

    test('a mistake leaves the file that was there', async () => {
        const before = fs.readFileSync(at('draws.bcgn'));
        assert.match(await host.error(`COPY (SELECT CASE WHEN x < 3 THEN 'a' END FROM range(4) t(x)) TO '${at('draws.bcgn')}' (FORMAT bcgn)`), /row 4/);
        assert(fs.readFileSync(at('draws.bcgn')).equals(before));
    });

    test('Parquet, CSV and JSON of DuckDB', async () => {
        const from = at('clocked.bcgn');
        await host.rows(`COPY (FROM '${from}' ORDER BY game) TO '${at('x.parquet')}'`);
        assert.deepStrictEqual(await host.rows(`FROM '${at('x.parquet')}' ORDER BY game`), await host.rows(`FROM '${from}' ORDER BY game`));
        await host.rows(`COPY (SELECT game, day, "White", "Black", outcome, san FROM '${from}' ORDER BY game) TO '${at('x.csv')}'`);
        assert.deepStrictEqual(await host.rows(`FROM read_csv('${at('x.csv')}', all_varchar := true)`),
                               await host.rows(`SELECT game::VARCHAR AS game, day::VARCHAR AS day, "White", "Black", outcome, san FROM '${from}' t ORDER BY t.game`));
        await host.rows(`COPY (SELECT game, clocks, evals FROM '${from}' ORDER BY game) TO '${at('x.json')}'`);
        const lines = fs.readFileSync(at('x.json'), 'utf8').trim().split('\n').map(line => JSON.parse(line));
        assert.deepStrictEqual(lines, await host.rows(`SELECT game, clocks, evals FROM '${from}' ORDER BY game`));
    });

    test('without FORMAT bcgn: PGN by CSV, packed by pgnpack', async () => {
        const source = `SELECT text FROM '${at('engine-games.bcgn')}' WHERE outcome = '0-1' ORDER BY game`;
        await host.rows(`COPY (${source}) TO '${at('lost.pgn')}' (FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER '\x01')`);
        pack(at('lost.pgn'), at('lost.bcgn'));
        assert.deepStrictEqual(await host.rows(`SELECT * EXCLUDE (game, file, id, text) FROM '${at('lost.bcgn')}' ORDER BY game`),
                               await host.rows(`SELECT * EXCLUDE (game, file, id, text) FROM '${at('engine-games.bcgn')}' WHERE outcome = '0-1' ORDER BY game`));
    });

    test('end', () => host.close());
};
