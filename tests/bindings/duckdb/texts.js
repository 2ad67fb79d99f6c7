// Texts that are no UTF-8, long ones, and many at once.
'use strict';

const assert = require('assert');
const fs = require('fs');
const path = require('path');
const {session, pack} = require('./host.js');

module.exports = (test, work) => {
    const write = (name, bytes) => {
        const pgn = path.join(work, name + '.pgn');
        fs.writeFileSync(pgn, bytes);
        return pack(pgn, path.join(work, name + '.bcgn'));
    };
    const game = (white, comment) => Buffer.concat([Buffer.from('[Event "x"]\n[White "'), white, Buffer.from('"]\n\n1. e4 {'), comment, Buffer.from('} e5 *\n\n')]);

    test('bytes that are no UTF-8 are read as Latin-1', async () => {
        const cases = [
            [[0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72], 'Müller'],                   // Latin-1
            [[...Buffer.from('Müller')], 'Müller'],                             // UTF-8
            [[0xc3], 'Ã'], [[0xa9], '©'],                                       // halves of é, in two texts
            [[0xed, 0xa0, 0x80], 'í\u00a0\u0080'],                              // a surrogate
            [[0xc0, 0xaf], 'À¯'], [[0xf0, 0x80, 0x80, 0xaf], 'ð\u0080\u0080¯'], // too long forms
            [[0xf4, 0x90, 0x80, 0x80], 'ô\u0090\u0080\u0080'],                  // beyond U+10FFFF
            [[0xe2, 0x82], 'â\u0082'], [[...Buffer.from('€𝄞ß')], '€𝄞ß'],
            [[0xff, 0xfe, 0x41], 'ÿþA'],
        ];
        const packed = write('bytes', Buffer.concat(cases.map(([bytes]) => game(Buffer.from(bytes), Buffer.from(bytes)))));
        const host = await session();
        const rows = await host.rows(`SELECT "White", comments, text, text.length() AS size FROM '${packed}' ORDER BY game`);
        assert.strictEqual(rows.length, cases.length);
        rows.forEach((row, i) => {
            assert.strictEqual(row.White, cases[i][1]);
            assert.deepStrictEqual(row.comments, ['', cases[i][1], '']);
            assert(row.text.includes(`[White "${cases[i][1]}"]`));
        });
        const plain = Buffer.concat(cases.map(([bytes]) => game(Buffer.from(bytes), Buffer.from(bytes))));
        const hex = await host.column(`SELECT hex(text) FROM read_bcgn('${packed}', text_as_blob := true) ORDER BY game`);
        assert.strictEqual(hex.join('') + '0A', plain.toString('hex').toUpperCase());
        host.close();
    });

    test('long texts and lists', async () => {
        const long = Buffer.from('ü'.repeat(3000000)), moves = 'Nf3 Nf6 Ng1 Ng8 '.repeat(5000).trim();
        const packed = write('long', Buffer.concat([
            game(Buffer.from('a'), long), Buffer.from(`[Event "y"]\n\n${moves} *\n\n`), game(Buffer.from('b'.repeat(100000)), Buffer.from([0xfc]))
        ]));
        const host = await session();
        const rows = await host.rows(`SELECT "White", len(text) AS text_size, len(san) AS san_size, len(moves) AS moves_size, len(comments) AS c,
            list_sum([len(x) FOR x IN comments]) AS comment_size, list_count(clocks) AS clocks FROM '${packed}' ORDER BY game`);
        assert.deepStrictEqual(rows.map(row => row.moves_size).map(Number), [2, 20000, 2]);
        assert.deepStrictEqual(rows.map(row => row.c).map(Number), [3, 20001, 3]);
        assert.deepStrictEqual(rows.map(row => row.comment_size).map(Number), [3000000, 0, 1]);
        assert.deepStrictEqual(rows.map(row => row.san_size).map(Number), [5, moves.length, 5]);
        assert.deepStrictEqual(rows.map(row => row.clocks).map(Number), [0, 0, 0]);
        assert.strictEqual(rows[2].White, 'b'.repeat(100000));
        host.close();
    });

    test('more rows than a chunk of DuckDB has', async () => {
        const count = 10000;
        const name = i => i % 7 === 3 ? null : 'p'.repeat(i % 40) + i;
        let pgn = '';
        for (let i = 0; i < count; i++)
            pgn += `[Event "x"]\n${name(i) === null ? '' : `[White "${name(i)}"]\n`}\n1. e4 { [%clk 0:00:${10 + i % 50}] } *\n\n`;
        const packed = write('many', pgn);
        const host = await session();
        const rows = await host.rows(`SELECT "White", clocks FROM '${packed}' ORDER BY game`);
        assert.strictEqual(rows.length, count);
        rows.forEach((row, i) => {
            assert.strictEqual(row.White, name(i));
            assert.deepStrictEqual(row.clocks, [1000 * (10 + i % 50)]);
        });
        host.close();
    });
};
