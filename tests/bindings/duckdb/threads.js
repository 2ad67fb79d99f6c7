// Threads take blocks; answers do not depend on how many there are. Early ends, and several connections at once.
'use strict';

const assert = require('assert');
const path = require('path');
const {session, pack, Session} = require('./host.js');

module.exports = (test, work) => {
    const packed = path.join(work, 'threads.bcgn');
    const questions = [
        `SELECT count(*) AS n FROM '${packed}'`,
        `SELECT "White", count(*) AS n, sum(plies)::INT AS p FROM '${packed}' GROUP BY 1 ORDER BY 1`,
        `SELECT md5(string_agg(san, ' ' ORDER BY game)) FROM '${packed}'`,
        `SELECT sum(hash(game, moves, uci, clocks, evals, comments, text))::VARCHAR AS h FROM '${packed}'`,
        `SELECT sum(hash(game, ply, key, fen, move))::VARCHAR AS h FROM bcgn_positions('${packed}')`,
        `SELECT count(*) AS n, sum(ply)::INT AS p FROM bcgn_find('${packed}', 'material="Q0 q0"')`,
        `SELECT sum(games)::INT AS n FROM bcgn_tree('${packed}', '')`,
        `SELECT count(*) AS n FROM read_bcgn('${packed}', moves := 'e4')`,
        `SELECT count(*) AS n FROM read_bcgn(['${packed}', '${packed}'], result := '0-1')`,
    ];

    test('1 and 4 threads', async () => {
        pack('data/engine-games.pgn', packed, '-B', '64K');
        const one = await session({threads: '1'}), four = await session({threads: '4'});
        for (const sql of questions) {
            const wanted = await one.rows(sql);
            assert(wanted.length > 0);
            for (let i = 0; i < 3; i++)
                assert.deepStrictEqual(await four.rows(sql), wanted, sql);
        }
        one.close();
        four.close();
    });

    test('rows come in order, as DuckDB promises', async () => {
        const host = await session({threads: '4'});
        const games = await host.column(`SELECT game FROM '${packed}'`);
        assert.deepStrictEqual(games, games.map((_, i) => i + 1));
        await host.rows(`CREATE TABLE kept AS SELECT game, "White" FROM '${packed}'`);
        assert.deepStrictEqual(await host.column(`SELECT game FROM kept`), games);
        host.close();
    });

    test('early ends', async () => {
        const host = await session({threads: '4'});
        for (let limit = 0; limit < 5; limit++)
            assert.strictEqual((await host.rows(`SELECT san FROM '${packed}' LIMIT ${limit}`)).length, limit);
        assert.deepStrictEqual(await host.column(`SELECT game FROM '${packed}' LIMIT 3 OFFSET 2000`), [2001, 2002, 2003]);
        assert.strictEqual(await host.value(`SELECT EXISTS (FROM '${packed}' WHERE plies > 0)`), true);
        const stream = await host.connection.stream(`SELECT san, moves FROM '${packed}'`);
        assert((await stream.fetchChunk()).rowCount > 0);
        host.close();
    });

    test('connections at once', async () => {
        const host = await session({threads: '4'});
        const wanted = await host.rows(questions[3]);
        const others = await Promise.all([1, 2, 3, 4].map(async () => new Session(host.instance, await host.instance.connect())));
        const answers = await Promise.all(others.map(other => other.rows(questions[3])));
        for (const answer of answers)
            assert.deepStrictEqual(answer, wanted);
        others.forEach(other => other.connection.closeSync());
        host.close();
    });

    test('joins and views', async () => {
        const host = await session({threads: '4'});
        await host.rows(`CREATE VIEW g AS FROM '${packed}'`);
        assert.strictEqual(await host.value(`SELECT count(*) AS n FROM g JOIN bcgn_find('${packed}', 'mate') f USING (game)`),
                           await host.value(`SELECT count(*) AS n FROM g WHERE san LIKE '%#'`));
        host.close();
    });
};
