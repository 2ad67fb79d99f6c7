// Several files, globs, files that are missing, damaged or none of ours.
'use strict';

const assert = require('assert');
const fs = require('fs');
const path = require('path');
const {session, pack, command} = require('./host.js');

module.exports = (test, work) => {
    const dir = path.join(work, 'files');
    const at = name => path.join(dir, name);
    let host;

    const write = (name, text, ...options) => {
        fs.writeFileSync(at(name + '.pgn'), text);
        return pack(at(name + '.pgn'), at(name + '.bcgn'), ...options);
    };

    test('several files with different tags', async () => {
        fs.mkdirSync(dir);
        host = await session();
        write('a1', '[Event "A"]\n[White "x"]\n[WhiteElo "2500"]\n[Table "3"]\n\n1. e4 1-0\n\n');
        write('a2', '[Event "B"]\n[Black "y"]\n[table "4"]\n[Game "g"]\n\n1. d4 d5 *\n\n[Event ""]\n[WhiteElo "?"]\n\n*\n\n');
        const sql = `SELECT * EXCLUDE (file, id, moves, san, uci, clocks, evals, comments, text), parse_filename(file) AS name
                     FROM read_bcgn(['${at('a1.bcgn')}', '${at('a2.bcgn')}']) ORDER BY name, game`;
        const rows = await host.rows(sql);
        assert.deepStrictEqual(rows, [
            {game: 1, day: null, year: null, outcome: '1-0', plies: 1, Event: 'A', White: 'x', Black: null, WhiteElo: 2500, Table: '3', table_tag: null, Game_tag: null, name: 'a1.bcgn'},
            {game: 1, day: null, year: null, outcome: '*', plies: 2, Event: 'B', White: null, Black: 'y', WhiteElo: null, Table: null, table_tag: '4', Game_tag: 'g', name: 'a2.bcgn'},
            {game: 2, day: null, year: null, outcome: '*', plies: 0, Event: '', White: null, Black: null, WhiteElo: null, Table: null, table_tag: null, Game_tag: null, name: 'a2.bcgn'}
        ].map(row => ({...row, ...Object.fromEntries(['Site', 'Date', 'Round', 'Result'].filter(tag => tag in rows[0]).map(tag => [tag, null]))})));
    });

    test('glob', async () => {
        assert.deepStrictEqual(await host.rows(`SELECT parse_filename(file) AS name, count(*) AS n FROM read_bcgn('${dir}/a*.bcgn') GROUP BY 1 ORDER BY 1`),
                               [{name: 'a1.bcgn', n: 1}, {name: 'a2.bcgn', n: 2}]);
        assert.deepStrictEqual(await host.column(`SELECT count(*) AS n FROM read_bcgn(['${dir}/a[12].bcgn', '${dir}/a1.bcgn'])`), [4]);
    });

    test("FROM 'x.bcgn'", async () => {
        assert.strictEqual(await host.value(`SELECT count(*) AS n FROM '${at('a2.bcgn')}'`), 2);
        assert.deepStrictEqual(await host.column(`SELECT "White" FROM '${at('a1.bcgn')}' AS t WHERE t.plies = 1`), ['x']);
        assert.strictEqual(await host.value(`SELECT count(*) AS n FROM '${dir}/a?.bcgn'`), 3);
        assert.match(await host.error(`FROM '.bcgn'`), /\.bcgn/);
    });

    test('tags that a file has twice, empty ones, escapes', async () => {
        const packed = write('odd', '[Event "one"]\n[Event "two"]\n[Site ""]\n[White "a \\"b\\" \\\\ c"]\n[Black "12345678901"]\n\n1. e4 *\n\n');
        assert.deepStrictEqual(await host.rows(`SELECT Event, Site, White, Black FROM '${packed}'`),
                               [{Event: 'one', Site: '', White: 'a "b" \\ c', Black: '12345678901'}]);
    });

    test('an empty database', async () => {
        const packed = write('empty', '');
        assert.deepStrictEqual(await host.rows(`FROM '${packed}'`), []);
        assert.strictEqual(await host.value(`SELECT count(*) AS n FROM '${packed}'`), 0);
        assert.strictEqual(await host.value(`SELECT count(*) AS n FROM bcgn_positions('${packed}')`), 0);
        assert.strictEqual(await host.value(`SELECT count(*) AS n FROM bcgn_find('${packed}', 'player=x')`), 0);
        assert.strictEqual(await host.value(`SELECT count(*) AS n FROM bcgn_tree('${packed}', '')`), 0);
    });

    test('files that cannot be read', async () => {
        const wrong = async (sql, pattern) => assert.match(await host.error(sql), pattern);
        await wrong(`FROM read_bcgn('${at('none.bcgn')}')`, /none\.bcgn.*No such file/);
        await wrong(`FROM '${at('none.bcgn')}'`, /none\.bcgn.*No such file/);
        await wrong(`FROM read_bcgn('${dir}/none*.bcgn')`, /none\*\.bcgn/);
        await wrong(`FROM read_bcgn(['${at('a1.bcgn')}', '${at('none.bcgn')}'])`, /none\.bcgn/);
        fs.copyFileSync(at('a1.pgn'), at('a1.txt'));
        await wrong(`FROM read_bcgn('${at('a1.txt')}')`, /a1\.txt: this is not a BCGN file/);
        await wrong(`FROM read_bcgn('${dir}')`, /files/);
        await wrong(`FROM read_bcgn([])`, /list of files/);
        await wrong(`FROM read_bcgn(NULL)`, /first argument|file/);
        await wrong(`FROM read_bcgn(17)`, /first argument/);
        await wrong(`FROM read_bcgn(['${at('a1.bcgn')}', NULL])`, /no text/);
        await wrong(`FROM read_bcgn()`, /read_bcgn/);
    });

    test('damage is told with file and place', async () => {
        const packed = pack('data/engine-games.pgn', at('damaged.bcgn'), '-B', '64K');
        const bytes = fs.readFileSync(packed);
        const middle = bytes.length >> 1;
        for (let i = 0; i < 2000; i++)
            bytes[middle + i] ^= 0x55;
        fs.writeFileSync(packed, bytes);
        assert.match(await host.error(`SELECT * FROM '${packed}'`), /damaged\.bcgn/);
        assert.match(await host.error(`SELECT max(len(moves)) FROM '${packed}'`), /damaged\.bcgn/);
        assert.match(await host.error(`SELECT sum(ply) FROM bcgn_positions('${packed}')`), /damaged\.bcgn/);
        assert.match(await host.error(`SELECT "White" FROM '${packed}'`), /damaged\.bcgn: game \d+: /);
    });

    // The answers are those of the same file, whole, whose games of these blocks were deleted.
    test('damaged blocks are skipped', async () => {
        const whole = pack('data/engine-games.pgn', at('skipped_whole.bcgn'), '-B', '32K');
        const bytes = fs.readFileSync(whole), marker = Buffer.from('\x9e\xbcBLK', 'latin1'), damaged = at('skipped.bcgn'), places = [];
        for (let place = bytes.indexOf(marker); place >= 0; place = bytes.indexOf(marker, place + 64))
            places.push(place);
        const broken = [0, 2, 3, 5];
        broken.forEach((n, way) => bytes[places[n] + [17, 70, 48, 20][way]] ^= 33);
        fs.writeFileSync(damaged, bytes);
        const lost = await host.rows(`SELECT *, first_game AS game, game_count AS n FROM bcgn_damage('${damaged}') ORDER BY game`);
        assert.deepStrictEqual(lost.map(row => [Number(row.offset), row.file]), broken.map(n => [places[n], damaged]));
        assert(lost.every(row => /block/.test(row.cause)));
        assert.deepStrictEqual(await host.rows(`FROM bcgn_damage('${whole}')`), []);
        command('pgndb', ['delete', '-q', whole, '-g', lost.map(row => `${row.game}-${row.game + row.n - 1}`).join(',')]);
        for (const [what, words] of [['count(*) AS n FROM read_bcgn', ''], ['game, White, text, san, moves FROM read_bcgn', ''],
                                     ['game, id FROM read_bcgn', `WHERE White LIKE 'S%'`], ['White, count(*) AS n FROM read_bcgn', 'GROUP BY White'],
                                     ['game, ply, move FROM bcgn_find', ''], ['count(*) AS n, max(key) FROM bcgn_positions', ''],
                                     ['* FROM bcgn_tree', '']]) {
            const more = /find/.test(what) ? `, 'moves="e4 c5"'` : /tree/.test(what) ? ', NULL' : '';
            const ask = (file, damaged) => host.rows(`SELECT ${what}('${file}'${more}, damaged := '${damaged}') ${words} ORDER BY ALL`);
            assert.deepStrictEqual(await ask(damaged, 'skip'), await ask(whole, 'error'), what);
        }
        assert.strictEqual(await host.value(`SELECT count(*) AS n FROM read_bcgn(['${whole}', '${damaged}'], damaged := 'skip', games := [1, ${lost[0].game}, 1000])`),
                           2 * await host.value(`SELECT count(*) AS n FROM read_bcgn('${whole}', games := [1, ${lost[0].game}, 1000])`));
        assert.match(await host.error(`SELECT max(text) FROM read_bcgn('${damaged}')`), /skipped\.bcgn: game \d+: /);
        assert.match(await host.error(`FROM read_bcgn('${damaged}', damaged := 'Skip')`), /damaged is 'error' or 'skip', not 'Skip'/);
    });

    test('an index beside the file', async () => {
        const packed = pack('data/engine-games.pgn', at('indexed.bcgn'), '-5');
        const before = await host.rows(`FROM bcgn_find('${packed}', 'moves="e4 c5"') ORDER BY game`);
        command('pgnfind', ['-q', '--index', packed]);
        assert(fs.existsSync(packed + '.idx'));
        assert.deepStrictEqual(await host.rows(`FROM bcgn_find('${packed}', 'moves="e4 c5"') ORDER BY game`), before);
    });

    test('no external access', async () => {
        const closed = await session();
        const sqls = [`FROM '${at('a2.bcgn')}'`, `FROM read_bcgn('${dir}/a*.pgn')`, `FROM bcgn_find('${at('a2.bcgn')}', 'mate')`, `FROM bcgn_damage('${at('a2.bcgn')}')`];
        await closed.rows(sqls[0]);
        await closed.rows('SET enable_external_access = false');
        for (const sql of sqls)
            assert.match(await closed.error(sql), /files cannot be read: enable_external_access is off/, sql);
        closed.close();
    });

    test('end', () => host.close());
};
