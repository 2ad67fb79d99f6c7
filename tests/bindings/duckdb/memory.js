// Memory runs out in the extension, at each of its allocations in turn: an error each time or the right answer, and nothing else.
'use strict';

const assert = require('assert');
const fs = require('fs');
const path = require('path');
const {session, pack, build} = require('./host.js');

module.exports = (test, work) => {
    let trial = 1;
    const packed = path.join(work, 'memory.bcgn'), copied = path.join(work, 'memory-copy.bcgn');
    const fen = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -';
    const questions = [
        `SELECT * EXCLUDE (text) FROM read_bcgn('${packed}', text_as_blob := true)`,
        `SELECT "White", san FROM read_bcgn(['${packed}', '${packed}'], player := 'Morphy', "query" := 'not result=*', games := [1, 2, 3, 5])`,
        `SELECT id, White FROM read_bcgn([${Array(5).fill(`'${packed}'`)}], ids := ['8f2k1qz:1', 'x'])`,
        `SELECT game, ply, fen, key, move FROM bcgn_positions('${packed}', moves := 'e4 e5') WHERE ply < 3`,
        `FROM bcgn_find('${packed}', '${fen}', either := true)`,
        `FROM bcgn_tree('${packed}', '${fen}', result := '1-0')`,
        `SELECT bcgn_move_details(text), bcgn_match_ply(text, 'move=O-O variations'), bcgn_fen_at(san, -1), bcgn_trouble(uci) FROM '${packed}'`,
        `SELECT "White", san FROM read_bcgn('${packed}.pgn')`,
        `COPY (SELECT text FROM '${packed}') TO '${copied}' (FORMAT bcgn, THREADS 1, LEVEL 1)`,
    ];

    for (const question of questions)
        test(question.replace(/'[^' ]*\.bcgn'/g, "'x.bcgn'"), async () => {
            pack('data/annotated.pgn', packed);
            fs.copyFileSync('data/annotated.pgn', packed + '.pgn');
            const host = await session({threads: '1'}, path.join(build, 'duckdb', 'faults', 'pgnpack.duckdb_extension'));
            const wanted = await host.rows(question);
            for (const on of ['', ' on'])
                for (let at = 1, errors = 0; ; at++) {
                    assert(at < 20000, 'the allocations have no end');
                    process.env.PGNPACK_FAULT = `${trial++} ${at}${on}`;
                    let answer = null;
                    try {
                        answer = await host.rows(question);
                    } catch (error) {
                        errors++;
                        assert.match(error.message, /memory/i, `allocation ${at}${on}`);
                    }
                    delete process.env.PGNPACK_FAULT;
                    if (answer !== null)
                        assert.deepStrictEqual(answer, wanted, `allocation ${at}${on}`);
                    // Some may fail without harm (what is kept for the next question), so one success is not the end of all.
                    if (answer !== null && at > errors + 50) {
                        assert(errors > 100, 'the faults are none');
                        break;
                    }
                }
            assert(fs.readdirSync(work).every(name => !name.startsWith('.pgnpack') && !name.startsWith('tmp_')));
            host.close();
        });
};
