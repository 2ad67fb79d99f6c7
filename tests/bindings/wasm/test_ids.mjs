// Ids of games, in a database that was changed, and in a file that has none.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { data, fails, folder, join2, lines, native, root, test } from './support.mjs';

export async function run(pgnpack) {
    const path = join(folder, 'ids.bcgn'), added = join(folder, 'ids.pgn');
    writeFileSync(path, join2(pgnpack.pack([data('clocked.pgn')])));
    writeFileSync(added, data('classics.pgn'));
    const before = lines(native('pgnfind', ['--csv=GameId', path])).slice(1);
    native('pgnpack', ['-qq', `--append=${path}`, added]);
    native('pgndb', ['delete', '-qq', path, '-g', '2,5-7,150']);
    native('pgndb', ['set', '-qq', path, 'Source=data', '--where=plies=60-70']);
    const wanted = lines(native('pgnfind', ['--csv=GameNumber,GameId', path])).slice(1).map((line) => line.split(','));
    const db = pgnpack.open(path);

    await test('the column id', () => {
        const columns = db.columns({ names: ['id'] });
        assert.deepEqual(columns.id, wanted.map(([, id]) => id));
        assert.equal(new Set(columns.id.map((id) => id.split(':')[0])).size, 2); // new versions have the old ids
        assert.equal(new Set(columns.id).size, columns.id.length);
        const some = [170, 3, 150, 60].map((i) => wanted[i]);
        assert.deepEqual(db.columns({ names: ['White', 'id'], numbers: some.map(([number]) => Number(number)) }).id, some.map(([, id]) => id));
        assert.deepEqual(db.columns({ names: ['id', 'moves'], where: 'result=1-0' }).count, db.search('result=1-0').all().length);
        assert.deepEqual(db.columns({ names: ['id'], first: 9999 }).id, []);
    });
    await test('gameId and findId', () => {
        for (const [number, id] of wanted) {
            assert.equal(db.gameId(Number(number)), id);
            assert.equal(db.findId(id), Number(number));
        }
        const there = new Set(wanted.map(([number]) => Number(number)));
        before.forEach((id, i) => {
            const isEdited = !there.has(i + 1) && ![2, 5, 6, 7, 150].includes(i + 1);
            assert.equal(db.findId(id) > before.length, isEdited, id);
        });
        for (const id of ['', 'x', '8f2k1qz:1', `${before[0]}0000`])
            assert.equal(db.findId(id), null);
        for (const number of [0, -1, 1.5, db.gameCount + 1, '1'])
            fails(() => db.gameId(number), 'argument', /there is no game/);
        for (const id of [17, undefined, 'a\0b'])
            fails(() => db.findId(id), 'argument', /an id is a text/);
    });
    await test('ids of a saved index', () => {
        const other = pgnpack.open(path, { savedIndex: db.saveIndex() });
        assert.equal(other.gameId(200), db.gameId(200));
        other.close();
    });
    await test('a file without ids', () => {
        const text = readFileSync(join(root, 'tests/vectors/bad/fine-index-short.txt'), 'utf8').replace(/#.*/g, '').replace(/\s/g, '');
        const old = pgnpack.open(Buffer.from(text, 'hex'));
        assert.ok(old.gameCount > 0);
        assert.deepEqual(old.columns({ names: ['id'] }).id, new Array(old.gameCount).fill(null));
        old.close();
    });
    db.close();
    await test('ids of a closed database', () => {
        fails(() => db.gameId(1), 'argument', /closed/);
        fails(() => db.findId(before[0]), 'argument', /closed/);
    });
}
