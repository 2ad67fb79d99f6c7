// The extension as a file, and what it decodes for which question.
'use strict';

const assert = require('assert');
const fs = require('fs');
const path = require('path');
const {DuckDBInstance} = require('@duckdb/node-api');
const {session, pack, extension} = require('./host.js');

const fields = bytes => Array.from({length: 8}, (_, i) => {
    const at = bytes.length - 512 + 32 * (7 - i);
    return bytes.toString('latin1', at, at + 32).replace(/\0+$/, '');
});

module.exports = (test, work) => {
    test('footer', async () => {
        const host = await session();
        const bytes = fs.readFileSync(extension);
        const platform = await host.value('SELECT platform FROM pragma_platform()');
        const version = await host.value(`SELECT extension_version FROM duckdb_extensions() WHERE extension_name = 'pgnpack' AND loaded`);
        assert.deepStrictEqual(fields(bytes), ['4', platform, 'v1.2.0', version, 'C_STRUCT', '', '', '']);
        assert.match(version, /^\d+\.\d+\.\d+$/);
        assert(bytes.subarray(-256).every(byte => byte === 0));
        host.close();
    });

    test('it is refused where unsigned ones are', async () => {
        const instance = await DuckDBInstance.create(':memory:');
        const connection = await instance.connect();
        await assert.rejects(connection.run(`LOAD '${extension}'`), /allow_unsigned_extensions/);
        connection.closeSync();
        instance.closeSync();
    });

    test('installed from a folder as from a repository', async () => {
        const host = await session();
        const [{v, p}] = await host.rows('SELECT version() AS v, platform AS p FROM pragma_platform()');
        host.close();
        const repository = path.join(work, 'repository'), folder = path.join(repository, v, p);
        fs.mkdirSync(folder, {recursive: true});
        fs.copyFileSync(extension, path.join(folder, 'pgnpack.duckdb_extension'));
        const other = await DuckDBInstance.create(':memory:', {allow_unsigned_extensions: 'true', extension_directory: path.join(work, 'installed')});
        const connection = await other.connect();
        await connection.run(`INSTALL pgnpack FROM '${repository}'`);
        await connection.run('LOAD pgnpack');
        const reader = await connection.runAndReadAll(`SELECT installed, loaded, install_mode FROM duckdb_extensions() WHERE extension_name = 'pgnpack'`);
        assert.deepStrictEqual(reader.getRowObjectsJson(), [{installed: true, loaded: true, install_mode: 'REPOSITORY'}]);
        const count = await connection.runAndReadAll(`SELECT count(*)::INTEGER AS n FROM 'data/classics.pgn'`);
        assert.deepStrictEqual(count.getRowObjectsJson(), [{n: 65}]);
        connection.closeSync();
        other.closeSync();
    });

    test('loaded twice, and in a database of its own', async () => {
        const host = await session();
        await host.rows(`LOAD '${extension}'`);
        const other = await session();
        const counts = await other.rows(`SELECT function_type AS type, count(*) AS n, count(DISTINCT function_name) AS games FROM duckdb_functions()
            WHERE function_name SIMILAR TO '(read_)?bcgn.*' GROUP BY 1 ORDER BY 1`);
        assert.deepStrictEqual(counts, [{type: 'scalar', n: 23, games: 19}, {type: 'table', n: 5, games: 5}]);
        host.close();
        other.close();
    });

    // Bytes of a whole file are spoilt here and there: what a question does not need does not matter to it.
    const spoilt = (bytes, at, size) => {
        const copy = Buffer.from(bytes);
        for (let i = 0; i < size; i++)
            copy[at + i] ^= 0x5a;
        return copy;
    };
    const works = async (host, sql) => {
        try {
            await host.rows(sql);
            return true;
        } catch {
            return false;
        }
    };

    test('only what is asked for is decoded', async () => {
        const host = await session(), packed = path.join(work, 'extension.bcgn');
        const bytes = fs.readFileSync(pack('data/engine-games.pgn', packed));
        const seen = new Set();
        for (let i = 1; i < 40; i++) {
            fs.writeFileSync(packed, spoilt(bytes, Math.floor(bytes.length * i / 40), 8));
            const answers = [];
            for (const columns of ['"White"', 'san', 'max(plies)'])
                answers.push(await works(host, `SELECT ${columns} FROM '${packed}'`) ? 'ok' : 'bad');
            seen.add(answers.join(' '));
        }
        assert(seen.has('ok bad ok'), 'names and plies without moves: ' + [...seen].join(', '));
        host.close();
    });

    test('only the games that are asked for are decoded', async () => {
        const host = await session(), packed = path.join(work, 'extension-games.bcgn');
        const pgn = path.join(work, 'extension-games.pgn');
        const game = (white, i) => `[Event "x"]\n[White "${white}"]\n[Date "${1900 + i}.01.01"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 ${'4. Ba4 b5 '.repeat(i % 2)}*\n\n`;
        const games = (white, from) => Array.from({length: 400}, (_, i) => game(white, from + i % 50)).join('');
        fs.writeFileSync(pgn, games('Anna', 0) + games('Berta', 50));
        const bytes = fs.readFileSync(pack(pgn, packed, '-B', '32K'));
        let apart = 0;
        for (let i = 20; i < 38; i++) {
            fs.writeFileSync(packed, spoilt(bytes, Math.floor(bytes.length * i / 40), 8));
            const whole = await works(host, `SELECT count(*) FROM '${packed}'`);
            const named = await works(host, `SELECT sum(len(san)) FROM read_bcgn('${packed}', white := 'Anna', date := '-1949')`);
            const where = await works(host, `SELECT sum(len(san)) FROM '${packed}' WHERE "White" = 'Anna'`);
            apart += whole && named && !where;
        }
        assert(apart > 0);
        host.close();
    });

    test('what the pages show', async () => {
        const host = await session(), dir = path.join(work, 'pages');
        fs.mkdirSync(path.join(dir, 'archive'), {recursive: true});
        pack('data/clocked.pgn', path.join(dir, 'games.bcgn'));
        fs.copyFileSync(path.join(dir, 'games.bcgn'), path.join(dir, 'archive', 'clocked.bcgn'));
        let count = 0;
        for (const page of ['duckdb', 'others'])
            for (const [, block] of fs.readFileSync(`docs/bindings/${page}.md`, 'utf8').matchAll(/```sql\n([^]*?)```/g))
                for (const statement of block.split(';\n').filter(text => text.trim() && !text.startsWith('LOAD'))) {
                    await host.rows(statement.replace(/'((games|draws|archive)[^' ]*)'/g, (_, name) => `'${path.join(dir, name)}'`));
                    count++;
                }
        assert.strictEqual(count, 9);
        assert.deepStrictEqual(fs.readdirSync(dir).sort(), ['archive', 'draws.bcgn', 'games.bcgn', 'games.parquet']);
        host.close();
    });
};
