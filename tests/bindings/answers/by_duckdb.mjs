// by_duckdb.mjs BUILD DATABASE NAMED: the answers (README.md) by DuckDB and its extension.
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const [build, path, named_text] = process.argv.slice(2);
const named = JSON.parse(named_text);
const require = createRequire(resolve(build, 'npm/duckdb/x.js'));
const { DuckDBInstance } = require('@duckdb/node-api');
const instance = await DuckDBInstance.create(':memory:', { allow_unsigned_extensions: 'true' });
const duckdb = await instance.connect();
await duckdb.run(`LOAD '${resolve(build, 'duckdb/pgnpack.duckdb_extension')}'`);

const quoted = text => `'${String(text).replaceAll("'", "''")}'`;
const how = `damaged := ${quoted(named.damaged)}`;
const games = `read_bcgn(${quoted(path)}, ${how})`;
const rows = async text => (await duckdb.runAndReadAll(text)).getRowsJS();
const row = async text => (await rows(text))[0].join(' ');
const columns = (await rows(`SELECT column_name FROM (DESCRIBE FROM ${games})`)).map(([name]) => name);
/** Files need not have every tag. */
const column = name => columns.includes(name) ? name : 'NULL';
const sums = condition => row(`SELECT count(*), coalesce(sum(game), 0)::BIGINT FROM ${games} WHERE ${condition}`);
const day = number => `${String(number).slice(0, -4).padStart(4, '0')}-${String(number).slice(-4, -2)}-${String(number).slice(-2)}`;
const listed = values => values.map(([key, value]) => `${key}:${value}`);

const outcomes = new Map(await rows(`SELECT outcome, count(*) FROM ${games} GROUP BY 1`));
const years = new Map((await rows(`SELECT coalesce(year, 0), count(*) FROM ${games} GROUP BY 1 ORDER BY 1`))
    .map(([year, n]) => [Number(year), n]));
const no_year = years.get(0) ?? 0;
years.delete(0);
const [eco, white_elo, black_elo] = ['ECO', 'WhiteElo', 'BlackElo'].map(column);
const missing = [];
for (const name of ['ECO', 'WhiteElo', 'Annotator'])
    missing.push(await row(`SELECT count(*) FROM ${games} WHERE ${column(name)} IS NULL`));

const answers = {
    q01: await row(`SELECT count(*) FROM ${games}`),
    q02: await row(`SELECT coalesce(sum(plies), 0)::BIGINT, max(plies) FROM ${games}`),
    q03: listed(['*', '0-1', '1-0', '1/2-1/2'].map(outcome => [outcome, outcomes.get(outcome) ?? 0])).join(' '),
    q04: listed(await rows(`SELECT White, count(*) AS n FROM ${games} WHERE White IS NOT NULL GROUP BY 1
                            ORDER BY n DESC, encode(White) LIMIT 10`)).join('; '),
    q05: await row(`SELECT count(DISTINCT Event), count(DISTINCT Site) FROM ${games}`),
    q06: await sums(`${white_elo} >= 2600 AND ${black_elo} >= 2600`),
    q07: listed([['-', no_year], ...years]).join(' '),
    q08: await sums(`starts_with(${eco}, ${quoted(named.eco)})`),
    q09: await sums(`White = ${quoted(named.player)} OR Black = ${quoted(named.player)}`),
    q10: await sums(named.first_day === 0 ? 'false'
                    : `day BETWEEN DATE '${day(named.first_day)}' AND DATE '${day(named.last_day)}'`),
    q11: await row(`SELECT count(${white_elo}), coalesce(sum(${white_elo}), 0)::BIGINT, coalesce(max(${white_elo}), 0) FROM ${games}`),
    q12: missing.join(' '),
    q13: (await rows(`SELECT coalesce(White, ''), coalesce(Black, ''), coalesce(Date, ''), outcome, plies, san FROM ${games}
                      WHERE game = ${named.number}`))[0].join('; '),
    q14: await row(`SELECT coalesce(sum(len(list_filter(moves, m -> m <> 0 AND m & 63 = 28))), 0)::BIGINT FROM ${games}`),
    q15: await row(`SELECT coalesce(sum(strlen(uci)), 0)::BIGINT,
                           coalesce(sum(len(list_filter(string_split(uci, ' '), w -> ends_with(w, 'q')))), 0)::BIGINT FROM ${games}`),
    q16: await sums(`starts_with(san, ${quoted(named.begin)})`),
    q17: await row(`SELECT count(*), coalesce(sum(game), 0)::BIGINT, coalesce(sum(ply), 0)::BIGINT
                    FROM bcgn_find(${quoted(path)}, ${quoted(named.fen)}, ${how})`),
    q18: (await rows(`SELECT coalesce(move, ''), games, white_wins, draws, black_wins, coalesce(rating, 0), coalesce(performance, 0),
                      coalesce(last_year, 0) FROM bcgn_tree(${quoted(path)}, ${quoted(named.fen)}, ${how})`))
        .map(([move, ...counts]) => `${move}:${counts.join(',')}`).join(' '),
    q19: await row(`SELECT coalesce(sum(len(list_filter(clocks, x -> x IS NOT NULL))), 0)::BIGINT, coalesce(sum(list_sum(clocks)), 0)::BIGINT,
                           coalesce(sum(len(list_filter(evals, x -> x IS NOT NULL))), 0)::BIGINT, coalesce(sum(list_sum(evals)), 0)::BIGINT
                    FROM ${games}`),
    q20: await row(`SELECT (SELECT coalesce(sum(len(list_filter(comments, c -> c <> ''))), 0)::BIGINT FROM ${games}),
                           (SELECT strlen(trim(text, e' \\r\\n')) FROM ${games} WHERE game = ${named.number})`),
    q21: await row(`SELECT count(*) FROM bcgn_positions(${quoted(path)}, ${how})
                    WHERE ply = ${named.key_ply} AND key = ${BigInt.asIntN(64, BigInt(named.key))}`),
    q22: await row(`SELECT count(*), coalesce(sum(game), 0)::BIGINT
                    FROM bcgn_find(${quoted(path)}, '', ${how}, white := ${quoted(named.player)}, eco := ${quoted(named.eco)}, plies := '20-200')`),
    q23: [await row(`SELECT count(id), count(DISTINCT id), coalesce(sum(split_part(id, ':', 2)::BIGINT), 0)::BIGINT FROM ${games}`),
          await row(`SELECT coalesce(id, '') FROM ${games} WHERE game = ${named.number}`),
          await row(`SELECT coalesce(sum(game), 0)::BIGINT FROM ${games} WHERE id = ${quoted(named.id)}`)].join('; ')
};
console.log(JSON.stringify(answers));
