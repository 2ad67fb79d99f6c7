// Each column of read_bcgn of each file of data/, game by game, beside what our own reader finds in the PGN.
'use strict';

const assert = require('assert');
const fs = require('fs');
const path = require('path');
const {session, command, pack} = require('./host.js');
const {readGames, clockOf, evalOf, dayOf, yearOf} = require('./pgn.js');

const numbers = {WhiteElo: /^\s*(\d{1,4})(?!\d|\?[\d?])/, BlackElo: /^\s*(\d{1,4})(?!\d|\?[\d?])/, PlyCount: /^(\d{1,9})$/};

function tagValue(tags, name) {
    const value = tags.get(name);
    if (value === undefined)
        return null;
    if (name in numbers)
        return Number(numbers[name].exec(value)?.[1] ?? NaN) || (name === 'PlyCount' && value === '0' ? 0 : null);
    return value;
}

// The square a SAN move goes to, or null for castling.
function target(san) {
    const found = /([a-h][1-8])(?:=[QRBN])?[+#]?$/.exec(san);
    return found && found[1];
}

function checkMove(san, uci, move) {
    const to = target(san), promoted = /=([QRBN])/.exec(san);
    if (to)
        assert.strictEqual(uci.slice(2, 4), to, `${san} is ${uci}`);
    assert.strictEqual(uci.slice(4), promoted ? promoted[1].toLowerCase() : '', `${san} is ${uci}`);
    const file = /^[KQRBN]?([a-h])x?[a-h][1-8]/.exec(san);
    if (file)
        assert.strictEqual(uci[0], file[1], `${san} is ${uci}`);
    assert(Number.isInteger(move) && move > 0 && move < 65536, `${san} is ${move}`);
}

// One number stands for one move by its squares; castling has numbers of its own, in which the rook's square is the target.
function checkNumbers(rows) {
    const seen = new Map();
    for (const row of rows) {
        const san = row.san.split(' ');
        row.uci.split(' ').forEach((uci, i) => {
            if (san[i].startsWith('O-O'))
                return;
            const known = seen.get(row.moves[i]);
            assert(known === undefined || known === uci, `${row.moves[i]}: ${known} and ${uci}`);
            seen.set(row.moves[i], uci);
        });
    }
}

module.exports = (test, work) => {
    for (const name of ['annotated', 'classics', 'clocked', 'engine-games']) {
        const pgn = fs.readFileSync(`data/${name}.pgn`, 'utf8');
        const games = readGames(pgn);
        const packed = path.join(work, name + '.bcgn');
        let rows;

        test(`${name}: tags`, async () => {
            pack(`data/${name}.pgn`, packed);
            const host = await session();
            const names = [...new Set(games.flatMap(game => [...game.tags.keys()]))];
            rows = await host.rows(`SELECT * FROM read_bcgn('${packed}') ORDER BY game`);
            assert.strictEqual(rows.length, games.length);
            games.forEach((game, i) => {
                for (const tag of names)
                    assert.deepStrictEqual(rows[i][tag], tagValue(game.tags, tag), `game ${i + 1}, ${tag}`);
            });
            const columns = await host.column(`SELECT column_name FROM (DESCRIBE FROM read_bcgn('${packed}'))`);
            assert.deepStrictEqual(columns.slice(0, 7), ['game', 'file', 'id', 'day', 'year', 'outcome', 'plies']);
            assert.deepStrictEqual(columns.slice(7, 14), ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result']);
            assert.deepStrictEqual(columns.slice(-7), ['moves', 'san', 'uci', 'clocks', 'evals', 'comments', 'text']);
            assert.deepStrictEqual(columns.slice(7, -7).sort(), names.sort());
            host.close();
        });

        test(`${name}: game, file, day, year, outcome, plies`, () => {
            games.forEach((game, i) => {
                assert.strictEqual(rows[i].game, i + 1);
                assert.strictEqual(rows[i].file, packed);
                assert.strictEqual(rows[i].day, dayOf(game.tags));
                assert.strictEqual(rows[i].year, yearOf(game.tags));
                assert.strictEqual(rows[i].outcome, game.result);
                assert.strictEqual(rows[i].plies, game.moves.length);
            });
        });

        test(`${name}: moves`, () => {
            games.forEach((game, i) => {
                const row = rows[i];
                assert.strictEqual(row.san, game.moves.join(' '), `game ${i + 1}`);
                const uci = row.uci === '' ? [] : row.uci.split(' ');
                assert.strictEqual(uci.length, game.moves.length);
                assert.strictEqual(row.moves.length, game.moves.length);
                game.moves.forEach((san, ply) => {
                    if (!san.startsWith('O-O'))
                        checkMove(san, uci[ply], row.moves[ply]);
                });
            });
            checkNumbers(rows.filter(row => row.san !== ''));
        });

        test(`${name}: clocks, evals, comments`, () => {
            games.forEach((game, i) => {
                const row = rows[i], behind = game.comments.slice(1);
                assert.deepStrictEqual(row.clocks, behind.map(clockOf), `game ${i + 1}`);
                assert.deepStrictEqual(row.evals, behind.map(evalOf), `game ${i + 1}`);
                const wanted = game.comments.map(texts => texts.map(words).join(' '));
                assert.deepStrictEqual(row.comments.map(words), wanted, `game ${i + 1}`);
            });
        });

        test(`${name}: text`, () => {
            // The empty line at the end of the file is no game's.
            assert.strictEqual(rows.map(row => row.text).join('') + '\n', pgn);
        });
    }

    test('types', async () => {
        const host = await session();
        const types = await host.rows(`SELECT column_name, column_type FROM (DESCRIBE FROM read_bcgn('${work}/clocked.bcgn'))`);
        const of = Object.fromEntries(types.map(row => [row.column_name, row.column_type]));
        const wanted = {
            game: 'BIGINT', file: 'VARCHAR', id: 'VARCHAR', day: 'DATE', year: 'INTEGER', outcome: 'VARCHAR', plies: 'INTEGER',
            White: 'VARCHAR', WhiteElo: 'INTEGER', BlackElo: 'INTEGER', moves: 'USMALLINT[]', san: 'VARCHAR',
            uci: 'VARCHAR', clocks: 'INTEGER[]', evals: 'INTEGER[]', comments: 'VARCHAR[]', text: 'VARCHAR'
        };
        for (const [name, type] of Object.entries(wanted))
            assert.strictEqual(of[name], type, name);
        assert.strictEqual(await host.value(`SELECT typeof(text) FROM read_bcgn('${work}/clocked.bcgn', text_as_blob := true) LIMIT 1`), 'BLOB');
        host.close();
    });

    test('ids', async () => {
        const changed = path.join(work, 'changed.bcgn');
        fs.copyFileSync(path.join(work, 'clocked.bcgn'), changed);
        command('pgnpack', ['-qq', `--append=${changed}`, 'data/classics.pgn']);
        command('pgndb', ['delete', '-qq', changed, '-g', '2,5-7,150']);
        const wanted = command('pgnfind', ['--csv=GameNumber,GameId', changed]).toString().trim().split('\n').slice(1);
        const host = await session();
        const rows = await host.rows(`SELECT game, id FROM read_bcgn('${changed}') ORDER BY game`);
        assert.deepStrictEqual(rows.map(row => `${row.game},${row.id}`), wanted);
        const [game, id] = wanted.at(-3).split(',');
        assert.deepStrictEqual(await host.rows(`SELECT game FROM read_bcgn('${changed}') WHERE id = '${id}'`), [{game: Number(game)}]);
        const ids = (files, list, more = '') => host.rows(`SELECT game, parse_filename(file) AS f FROM read_bcgn(${files}, ids := ${list}${more}) ORDER BY f, game`);
        const clocked = `'${path.join(work, 'clocked.bcgn')}'`, list = names => `[${names.map(name => name === null ? 'NULL' : `'${name}'`).join(', ')}]`;
        const three = wanted.slice(-3).map(row => row.split(','));
        assert.deepStrictEqual(await ids(`'${changed}'`, list([three[2][1], three[0][1], null, three[0][1], 'x', '8f2k1qz:1'])),
                               [three[0], three[2]].map(([number]) => ({game: Number(number), f: 'changed.bcgn'})));
        const first = wanted[0].split(',')[1];
        assert.deepStrictEqual(await ids(`[${clocked}, '${changed}', ${clocked}]`, list([first])),
                               ['changed.bcgn', 'clocked.bcgn', 'clocked.bcgn'].map(f => ({game: 1, f})));
        assert.deepStrictEqual(await ids(clocked, list([first, first.replace(':1', ':3'), first.replace(':1', ':4')]), ', games := [1, 2, 4]'),
                               [{game: 1, f: 'clocked.bcgn'}, {game: 4, f: 'clocked.bcgn'}]);
        assert.deepStrictEqual(await ids(clocked, '[]::VARCHAR[]'), []);
        assert.strictEqual((await ids(clocked, 'NULL')).length, 160);
        assert.deepStrictEqual(await ids(`'${changed}'`, list([first.replace(':1', ':2')])), []); // deleted
        command('pgndb', ['set', '-qq', changed, 'White=Edited', '--where=plies=60-70']);
        const edited = await host.column(`SELECT id FROM read_bcgn(${clocked}, plies := '60-70') WHERE game NOT IN (2, 5, 6, 7, 150)`);
        assert.deepStrictEqual(await host.rows(`SELECT White, count(*) AS n FROM read_bcgn('${changed}', ids := ${list(edited)}) GROUP BY 1`),
                               [{White: 'Edited', n: edited.length}]);
        assert(edited.length > 5);
        const without = path.join(work, 'without.bcgn');
        const text = fs.readFileSync('tests/vectors/bad/fine-index-short.txt', 'utf8').replace(/#.*/g, '').replace(/\s/g, '');
        fs.writeFileSync(without, Buffer.from(text, 'hex'));
        assert.strictEqual(await host.value(`SELECT count(*) - count(id) AS n FROM read_bcgn('${without}')`),
                           await host.value(`SELECT count(*) AS n FROM read_bcgn('${without}')`));
        host.close();
    });

    test('any column alone, and none', async () => {
        const host = await session();
        const source = `read_bcgn('${work}/clocked.bcgn')`;
        const all = await host.rows(`SELECT * FROM ${source} ORDER BY game`);
        for (const name of Object.keys(all[0])) {
            const alone = await host.column(`SELECT "${name}" FROM ${source}`);
            assert.deepStrictEqual(alone, all.map(row => row[name]), name);
        }
        assert.strictEqual(await host.value(`SELECT count(*) AS n FROM ${source}`), 160);
        assert.deepStrictEqual(await host.rows(`SELECT "White" AS a, "White" AS b, plies + 1 AS c FROM ${source} LIMIT 1`),
                               [{a: all[0].White, b: all[0].White, c: all[0].plies + 1}]);
        host.close();
    });
};

// Line ends and blanks in a row are how the file was laid out.
function words(text) {
    return text.trim().replace(/\s+/g, ' ');
}
