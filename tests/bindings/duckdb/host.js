// The extension in its host: DuckDB for Node. `session()` gives a connection that has it.
'use strict';

const path = require('path');
const {spawnSync} = require('child_process');
const {DuckDBInstance} = require('@duckdb/node-api');

const build = path.resolve(process.env.BUILD || 'build');
const extension = path.join(build, 'duckdb', 'pgnpack.duckdb_extension');

class Session {
    constructor(instance, connection) {
        this.instance = instance;
        this.connection = connection;
    }

    // All rows, as objects; numbers of 64 bits as numbers, dates as ISO texts.
    async rows(sql, values) {
        const reader = await this.connection.runAndReadAll(sql, values);
        return reader.getRowObjectsJson().map(plain);
    }

    // One column as an array.
    async column(sql, values) {
        return (await this.rows(sql, values)).map(row => Object.values(row)[0]);
    }

    async value(sql, values) {
        return (await this.column(sql, values))[0];
    }

    // The message of the error that this gives; fails where it gives none.
    async error(sql, values) {
        try {
            await this.connection.runAndReadAll(sql, values);
        } catch (error) {
            return error.message;
        }
        throw new Error('no error: ' + sql);
    }

    close() {
        this.connection.closeSync();
        this.instance.closeSync();
    }
}

// BIGINT comes as text, since JSON has no such numbers.
function plain(row) {
    for (const [name, value] of Object.entries(row))
        if (typeof value === 'string' && /^-?[0-9]{1,15}$/.test(value) && plain.wide.has(name))
            row[name] = Number(value);
    return row;
}
plain.wide = new Set(['game', 'games', 'white_wins', 'draws', 'black_wins', 'unknown', 'n', 'total']);

async function session(settings = {}, file = extension) {
    const instance = await DuckDBInstance.create(':memory:', {allow_unsigned_extensions: 'true', ...settings});
    const connection = await instance.connect();
    await connection.run(`LOAD '${file}'`);
    return new Session(instance, connection);
}

// Runs one of the project's commands; its output as text, or as bytes.
function command(name, args, {encoding = 'utf8', status = 0} = {}) {
    const run = spawnSync(path.join(build, name), args, {encoding, maxBuffer: 1 << 28});
    if (run.status !== status)
        throw new Error(`${name} ${args.join(' ')}: status ${run.status}: ${run.stderr}`);
    return run.stdout;
}

function pack(pgn, packed, ...options) {
    command('pgnpack', ['-q', '-f', ...options, '-o', packed, pgn]);
    return packed;
}

module.exports = {Session, session, command, pack, build, extension};
