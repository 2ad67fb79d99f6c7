// Packed bytes, texts and columns of all levels: the same as the commands'.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clip, data, folder, join2, lines, native, samples, test } from './support.mjs';

function wholeText(db) {
    const pieces = [];
    for (let n = 0; n < db.blockCount; n++)
        if (!db.block(n).isAnnex)
            pieces.push(db.blockText(n));
    return join2(pieces);
}

const same = (a, b) => assert.equal(Buffer.compare(Buffer.from(a), Buffer.from(b)), 0, `${a.length} and ${b.length} bytes`);

function checkGames(db, packed) {
    const path = join(folder, 'level.bcgn');
    writeFileSync(path, packed);
    const games = lines(native('pgnunpack', ['--json', path])).map((line) => JSON.parse(line));
    assert.equal(db.gameCount, games.length);
    const columns = db.columns({ names: ['White', 'ECO', 'outcome', 'plies', 'san', 'moves', 'text', 'comments', 'clocks'] });
    games.forEach((game, i) => {
        assert.equal(columns.game[i], game.number);
        assert.equal(columns.White[i], game.tags.White ?? null);
        assert.equal(columns.ECO[i], game.tags.ECO ?? null);
        assert.equal(columns.outcome[i], game.result);
        assert.equal(columns.plies[i], game.plies);
        assert.equal(columns.san[i], game.moves.join(' '));
        assert.equal(columns.moves[i].length, game.plies);
        assert.equal(columns.comments[i].length, game.plies + 1);
        assert.equal(columns.clocks[i].length, game.plies);
    });
    return columns;
}

export async function run(pgnpack) {
    for (const name of samples) {
        for (let level = 1; level <= 9; level++) {
            await test(`${name} at level ${level}`, () => {
                const text = clip(data(name), level >= 7 ? 25000 : level >= 5 ? 100000 : 2000000);
                const packed = join2(pgnpack.pack([text.subarray(0, 1000), text.subarray(1000)], { level }));
                same(packed, native('pgnpack', [`-${level}`], text));
                const db = pgnpack.open(packed);
                assert.equal(db.trouble, null);
                assert.equal(db.textSize, text.length);
                same(wholeText(db), text);
                const columns = checkGames(db, packed);
                same(db.text(1, db.gameCount), join2(columns.text));
                same(db.text(2, 3), join2(columns.text.slice(1, 4)));
                const game = db.game(db.gameCount);
                assert.equal(game.items.filter((item) => item.kind === 'move' && item.depth === 0).map((item) => item.san).join(' '), columns.san.at(-1));
                assert.deepEqual(game.clocks, columns.clocks.at(-1));
                db.close();
            });
        }
    }
}
