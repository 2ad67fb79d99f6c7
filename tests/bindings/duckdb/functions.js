// Functions on games and values against the cases of tests/bindings/answers; errors; and plain PGN files as tables.
'use strict';

const assert = require('assert');
const fs = require('fs');
const path = require('path');
const {spawnSync} = require('child_process');
const {session, pack} = require('./host.js');

function readCases(seed) {
    const script = path.join(__dirname, '../answers/function_cases.py');
    const run = spawnSync('python3', ['-B', script, String(seed)], {encoding: 'utf8', maxBuffer: 1 << 28});
    assert.strictEqual(run.status, 0, run.stderr);
    return JSON.parse(run.stdout);
}

const typeOf = value => value !== null && typeof value === 'object' ? 'BIGINT' : 'VARCHAR';

function checkAnswer(got, want, what) {
    if (want !== null && typeof want === 'object')
        assert.deepStrictEqual(JSON.parse(got), want, what);
    else if (typeof want === 'number')
        assert(got !== null && Math.abs(Number(got) - want) < 1e-9, `${what}: ${got}, not ${want}`);
    else
        assert.strictEqual(got, want, what);
}

module.exports = (test, work) => {
    let host;

    // All calls of a function with values of the same types are rows of one query, whose vectors are long ones.
    test('calls', async () => {
        host = await session();
        const cases = readCases(3), groups = new Map();
        await host.connection.run('CREATE TABLE calls(n INTEGER, g INTEGER, a VARCHAR, b VARCHAR); BEGIN');
        for (const [n, [name, values]] of cases.entries()) {
            const types = values.map((value, i) => value === null && i === 1 && !name.includes('match') ? 'BIGINT' : typeOf(value));
            const call = `${name}(${types.map((type, i) => `${'ab'[i]}::${type}`).join(', ')})`;
            if (!groups.has(call))
                groups.set(call, groups.size);
            const texts = values.map(value => value !== null && typeof value === 'object' ? value.integer : value);
            await host.connection.run('INSERT INTO calls VALUES ($1::INTEGER, $2::INTEGER, $3::VARCHAR, $4::VARCHAR)',
                                      [n, groups.get(call), texts[0], texts.length > 1 ? texts[1] : null]);
        }
        await host.connection.run('COMMIT');
        assert(cases.length > 2000 && groups.size > 19);
        let seen = 0;
        for (const [call, group] of groups) {
            const rows = await host.rows(`SELECT calls.n AS i, ${call} AS answer FROM calls WHERE g = ${group}`);
            seen += rows.length;
            for (const {i, answer} of rows)
                checkAnswer(answer, cases[i][2], `${call} of ${JSON.stringify(cases[i][1])}`);
        }
        assert.strictEqual(seen, cases.length);
    });

    test('types', async () => {
        const types = await host.rows(`SELECT typeof(bcgn_fen_at('e4', 0)) AS a, typeof(bcgn_key_at('e4', 0)) AS b, typeof(bcgn_matches('e4', '')) AS c,
            typeof(bcgn_match_ply('e4', '')) AS d, typeof(bcgn_chances(0)) AS e, typeof(bcgn_chances('0')) AS f, typeof(bcgn_seconds('1')) AS g`);
        assert.deepStrictEqual(types, [{a: 'VARCHAR', b: 'BIGINT', c: 'BOOLEAN', d: 'BIGINT', e: 'DOUBLE', f: 'DOUBLE', g: 'DOUBLE'}]);
    });

    test('many rows on all threads', async () => {
        const packed = pack('data/engine-games.pgn', path.join(work, 'functions.bcgn'));
        const rows = await host.rows(`SELECT count(*) AS n, count_if(bcgn_to_san(text) = san) AS san, count_if(bcgn_to_uci(text) = uci) AS uci,
            count_if(bcgn_ply_count(text) = plies) AS plies, count_if(bcgn_to_uci(san) = uci) AS by_san, count_if(bcgn_to_san(uci) = san) AS by_uci
            FROM '${packed}' WHERE "FEN" IS NULL AND plies > 0`);
        const {n, ...equal} = rows[0];
        assert(n > 1000);
        assert.deepStrictEqual(new Set(Object.values(equal).map(Number)), new Set([n]));
        const fens = await host.rows(`SELECT count(*) AS n, count_if(bcgn_fen_at(text, ply) = p.fen AND bcgn_key_at(text, ply) = key) AS total
            FROM bcgn_positions('${packed}', games := range(1, 40)) p JOIN '${packed}' USING (game)`);
        assert(fens[0].n > 1000);
        assert.strictEqual(fens[0].total, fens[0].n);
    });

    test('errors name what is wrong', async () => {
        for (const [words, part] of [['player=Carlsen', /tags/], ['zz=1', /no condition named "zz"/], ['--check', /without dashes/],
                                     ['not', /ends with "not"/], ['pattern=zz', /zz/], ['comment="x', /quote/]])
            for (const name of ['bcgn_matches', 'bcgn_match_ply'])
                assert.match(await host.error(`SELECT ${name}('e4', '${words}')`), part);
        assert.match(await host.error(`SELECT bcgn_matches(a, b) FROM (VALUES ('e4', 'ply=1'), ('e4', 'zz=1')) v(a, b)`), /zz/);
        assert.match(await host.error(`SELECT bcgn_fen_at('e4')`), /No function matches/);
    });

    test('a plain text is the table that its database is', async () => {
        const text = path.join(work, 'plain.pgn'), packed = path.join(work, 'plain.bcgn');
        fs.copyFileSync('data/clocked.pgn', text);
        pack(text, packed);
        for (const from of [`(SELECT * EXCLUDE (file, id) FROM 'FILE')`, `(SELECT * EXCLUDE (file, id) FROM read_bcgn('FILE', move := 'O-O'))`,
                            `(SELECT * EXCLUDE (file, id) FROM bcgn_positions('FILE'))`, `(SELECT * EXCLUDE (file, id) FROM bcgn_find('FILE', 'check'))`, `bcgn_tree('FILE', '')`]) {
            const [want, got] = await Promise.all([packed, text].map(file => host.rows('FROM ' + from.replace('FILE', file))));
            assert(want.length > 5);
            assert.deepStrictEqual(got, want, from);
        }
        fs.copyFileSync(text, path.join(work, 'plain.txt'));
        assert.match(await host.error(`FROM read_bcgn('${work}/plain.txt')`), /is not a BCGN file/);
        fs.writeFileSync(path.join(work, 'huge.pgn'), '');
        fs.truncateSync(path.join(work, 'huge.pgn'), 2 ** 30 + 1);
        assert.match(await host.error(`FROM '${work}/huge.pgn'`), /more than 1 GiB/);
        fs.unlinkSync(path.join(work, 'huge.pgn'));
    });

    test('what the document shows', async () => {
        const blocks = fs.readFileSync('docs/bindings/functions.md', 'utf8').match(/```sql\n[^]*?```/g).map(block => block.slice(7, -3));
        const all = blocks.flatMap(block => block.split(';\n')).filter(sql => sql.trim() !== '' && !sql.includes('json_each('));
        assert(all.length >= 5);
        for (const sql of all)
            assert((await host.rows(sql.replace(/bcgn_games/g, 'read_bcgn').replace(/games\.(?=bcgn|pgn)/g, path.join(work, 'plain.')))).length > 0, sql);
    });

    test('end', () => host.close());
};
