// Callers who err, sources that misbehave, names that mean something to JavaScript: an error that says so, and all goes on.
import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clip, data, fails, folder, join2, lines, native, options, test } from './support.mjs';
import { load } from '../../../src/bindings/wasm/pgnpack.js';

const notNumbers = [NaN, -1, 1.5, '2', 'x', null, {}, [], 1n, Symbol.iterator, true];
const openFiles = () => readdirSync('/proc/self/fd').length;

export async function run(pgnpack) {
    const text = clip(data('classics.pgn'), 60000), packed = new Uint8Array(join2(pgnpack.pack([text], { blockSize: 1 << 14 })));
    const path = join(folder, 'misuse.bcgn'), db = pgnpack.open(packed);
    writeFileSync(path, packed);
    assert.ok(db.blockCount >= 3);

    await test('what is no whole number', () => {
        for (const value of [...notNumbers, 0]) {
            const board = pgnpack.board(), search = db.search('result=1-0');
            const refused = (work, text = /whole number|milliseconds|there is no/) => fails(work, 'argument', text);
            for (const work of [
                () => db.game(value), () => db.text(value), () => db.blockOfGame(value), () => db.columns({ names: [], first: value }),
                () => db.columns({ names: ['White'], numbers: [1, value] }), () => search.step(1000, value),
            ])
                refused(work);
            if (value !== null)
                refused(() => db.search('result=1-0', { first: value }));
            refused(() => pgnpack.packer({ level: value }));
            if (value === 0)
                continue;
            for (const work of [
                () => db.text(1, value), () => db.columns({ names: [], count: value }), () => db.names('*').first(value), () => board.make(value),
                () => board.san(value), () => db.block(value), () => db.blockText(value), () => pgnpack.packer({ blockSize: value }),
                () => pgnpack.open(packed, { gap: value }), () => pgnpack.open(packed, { keep: value }),
            ])
                refused(work, /whole number|there is no|not a legal move|text/);
            if (value !== 1.5)
                refused(() => search.step(value));
            board.close();
            search.close();
        }
        fails(() => db.tree('').step(), 'argument', /milliseconds/);
        fails(() => pgnpack.board().make(65536 + pgnpack.board().parse('e4')), 'argument', /65535/);
        fails(() => db.columns({ names: ['White'], numbers: [1, , 3] }), 'argument', /whole number/);
        fails(() => db.columns({ names: ['White'], numbers: [2 ** 53] }), 'argument', /whole number/);
        assert.equal(db.text(1, Infinity).length, db.text(1, db.gameCount).length);
        assert.equal(db.columns({ names: [], first: 1, count: 2 ** 70 }).count, db.gameCount);
    });

    await test('what is no text, no bytes, no conditions', () => {
        for (const value of [NaN, 5, {}, [1], 1n, Symbol.iterator, true, new Uint16Array(4), new DataView(new ArrayBuffer(4))]) {
            fails(() => join2(pgnpack.pack([value])), 'argument', /a text to be, or a Uint8Array/);
            fails(() => join2(pgnpack.unzstd([value])), 'argument', /a text to be, or a Uint8Array/);
            fails(() => pgnpack.board(value), 'argument', /a text to be/);
            fails(() => db.tree(value), 'argument', /a text to be/);
            fails(() => db.names(value), 'argument', /text without zero bytes/);
            fails(() => db.columns({ names: [value] }), 'argument', /text without zero bytes/);
            fails(() => pgnpack.open(packed, { savedIndex: value }), 'argument', /savedIndex/);
        }
        fails(() => join2(pgnpack.pack(text)), 'argument', /a text to be/);
        fails(() => join2(pgnpack.pack(5)), 'argument', /pieces of text/);
        const piece = Uint8Array.from(text).buffer;
        assert.equal(pgnpack.open(join2(pgnpack.pack([piece]))).gameCount, db.gameCount);
        for (const where of [5, true, new Map([['result', '1-0']]), ['result'], { result: undefined }, { result: false }, { white: ['a', 'b'] }, [['white', {}]]])
            fails(() => db.search(where), 'argument', /conditions|the value of/);
        for (const where of ['player=Gre\0co', { 'play\0er': 'x' }, [['white', '\0']]])
            fails(() => db.search(where), 'argument', /zero bytes/);
        fails(() => db.names('a\0b'), 'argument', /zero bytes/);
        fails(() => db.columns({ names: ['White\0Black', 'Result'] }), 'argument', /zero bytes/);
        fails(() => pgnpack.packer({ index: 'constructor' }), 'argument', /auto/);
    });

    await test('options that there are not, by name', async () => {
        const uses = {
            'open()': (given) => pgnpack.open(packed, given), 'columns()': (given) => db.columns({ names: [], ...given }), 'game()': (given) => db.game(1, given),
            'search()': (given) => db.search('mate', given), 'names()': (given) => db.names('x', given), 'packer()': (given) => pgnpack.packer(given),
            'packStream()': (given) => pgnpack.packStream([], given), 'unpackStream()': (given) => pgnpack.unpackStream([], given),
        };
        for (const [what, use] of Object.entries(uses)) {
            for (const name of ['indx', 'Level', 'constructor', '__proto__'])
                assert.ok(fails(() => use(JSON.parse(`{ "${name}": 1 }`)), 'argument', /there is no option/).message.startsWith(`${what}: there is no option "${name}"`));
            if (what !== 'columns()')
                for (const value of [null, 5, 'first', ['first']])
                    fails(() => use(value), 'argument', /options are an object/);
            use({});
        }
        fails(() => join2(pgnpack.pack(['x'], { levels: 1 })), 'argument', /"levels"/);
        fails(() => pgnpack.packer({ time: new Date(0) }), 'argument', /a file with a name/);
        await assert.rejects(load({ ...options, module: 'x' }), /load\(\): there is no option "module"; those are wasm, search, packer, models/);
        fails(() => db.columns(), 'argument', /`names` is a list/);
    });

    await test('tags whose names mean something', () => {
        const names = ['__proto__', 'constructor', 'toString', 'count', 'game', 'length', 'hasOwnProperty'];
        const tagged = join2(pgnpack.pack([`${names.map((name) => `[${name} "of ${name}"]`).join('\n')}\n[White "W"]\n\n1. e4 *\n`]));
        const other = pgnpack.open(tagged), asked = names.map((name) => (['count', 'game'].includes(name) ? `${name}_tag` : name));
        const columns = other.columns({ names: [...asked, 'White'] });
        assert.equal(columns.count, 1);
        assert.equal(columns.game[0], 1);
        for (const [i, name] of asked.entries())
            assert.deepEqual(Object.getOwnPropertyDescriptor(columns, name)?.value, [`of ${names[i]}`], name);
        fails(() => other.columns({ names: ['count'] }), 'argument', /count_tag/);
        assert.deepEqual(other.game(1).tags.slice(0, names.length), names.map((name) => [name, `of ${name}`]));
        assert.deepEqual(names.filter((name) => !other.tagNames().includes(name)), []);
    });

    await test('numbers in any order, twice, from whatever gives them', () => {
        function* some() {
            yield* [5, 2, 5];
        }
        const { White } = db.columns({ names: ['White'] });
        for (const numbers of [[5, 2, 5], some(), new Float64Array([5, 2, 5])]) {
            const columns = db.columns({ names: ['White', 'moves'], numbers });
            assert.deepEqual([columns.count, [...columns.game], columns.White], [3, [5, 2, 5], [White[4], White[1], White[4]]]);
        }
        assert.equal(db.columns({ names: ['White'], numbers: [] }).count, 0);
    });

    await test('games at the edges of blocks; numbers of moves where Black begins', () => {
        for (let n = 0; n < db.blockCount; n++) {
            const { firstGame, gameCount } = db.block(n);
            if (gameCount > 0)
                assert.deepEqual([db.blockOfGame(firstGame), db.blockOfGame(firstGame + gameCount - 1)], [n, n]);
        }
        const black = pgnpack.open(join2(pgnpack.pack(['[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]\n\n7... Kd7 8. e4 Kd6 *\n'])));
        assert.deepEqual(black.game(1).items.map(({ number, side }) => `${number}${side}`), ['7b', '8w', '8b']);
    });

    await test('closing twice takes nothing from others', () => {
        const first = pgnpack.open(packed);
        first.search('result=1-0').close();
        first.close();
        const second = pgnpack.open(packed);
        first.close();
        assert.equal(second.game(60).number, 60);
        assert.ok(second.search('result=1-0').all().length > 0);
        second.close();
        let closed = 0;
        const other = pgnpack.open({ size: packed.length, readAt: (at, size) => packed.subarray(at, at + size), close: () => closed++ });
        other.close();
        other.close();
        assert.equal(closed, 1);
        const packer = pgnpack.packer();
        packer.close();
        packer.close();
        fails(() => packer.totals, 'argument', /closed/);
    });

    await test('files of databases that cannot be opened are closed', () => {
        const bad = join(folder, 'bad.bcgn'), before = openFiles();
        writeFileSync(bad, 'nothing');
        for (let i = 0; i < 5; i++) {
            fails(() => pgnpack.open(bad), 'not-bcgn', /./);
            fails(() => pgnpack.open(path, { index: bad }), 'not-bcgn', /./);
            fails(() => pgnpack.open(path, { index: join(folder, 'none') }), 'read', /none/);
        }
        assert.equal(openFiles(), before);
    });

    await test('sources that call back, or throw where nobody listens', () => {
        let task = () => {}, seen = null;
        const source = {
            size: packed.length,
            readAt(at, size) {
                task();
                return packed.subarray(at, at + size);
            },
            prefetch() {
                throw new Error('prefetch fails');
            },
        };
        const other = pgnpack.open(source, { keep: 0 }), wanted = Buffer.from(db.text(30, 30)).toString();
        for (const wrong of [() => db.game(1), () => other.close(), () => pgnpack.board(), () => db.columns({ names: ['White'] })]) {
            task = () => {
                try {
                    wrong();
                } catch (error) {
                    seen = error;
                }
            };
            assert.equal(Buffer.from(pgnpack.open(source).text(30, 30)).toString(), wanted);
            assert.equal(seen?.statusName, 'argument');
            assert.match(seen.message, /in the midst/);
            seen = null;
        }
        for (const wrong of [[1, 2, 3], 'text', null, undefined, new ArrayBuffer(4), new Uint16Array(2), Promise.resolve()])
            fails(() => pgnpack.open({ size: packed.length, readAt: () => wrong }), 'read', /no Uint8Array/);
        other.close();
        assert.equal(db.game(1).number, 1);
    });

    await test('a progress function that throws ends the work', () => {
        const bare = pgnpack.open(join2(pgnpack.pack([text], { index: 'none' })));
        const error = fails(() => bare.makeIndex(() => {
            throw new Error('enough');
        }), 'cancelled', /enough/);
        assert.equal(error.cause.message, 'enough');
        fails(() => bare.makeIndex(() => void bare.search('mate').all()), 'cancelled', /in the midst/);
        assert.ok(bare.makeIndex(() => true).length > 0);
    });

    await test('a module that trapped says so', async () => {
        const other = await load(options), broken = other.open(packed);
        assert.throws(() => other.machine.exports.database_blocks(0x7ffffff0), /RuntimeError|the module failed/);
        for (const work of [() => broken.game(1), () => other.open(packed), () => other.board()])
            fails(work, 'internal', /load\(\) it anew/);
        assert.equal(db.game(1).number, 1);
        assert.throws(() => other.machine.exports.memory.grow(33000), RangeError, 'addresses that are negative');
    });

    await test('what could not be made is not closed with the database', () => {
        const other = pgnpack.open(packed);
        for (const work of [() => other.tree('x'), () => other.tree('', 'x=1'), () => other.search('x=1')])
            fails(work, 'argument', /./);
        other.close();
    });

    await test('two databases and what is asked of them, in turns', () => {
        const other = pgnpack.open(packed), wanted = [...db.search('result=1-0').all()];
        const searches = [db.search('result=1-0'), other.search('result=1-0'), db.search('result=0-1')], found = [[], [], []];
        while (searches.some((search) => !search.done)) {
            for (const [i, search] of searches.entries())
                if (!search.done)
                    found[i].push(...search.step(0, 1).map((hit) => hit.game));
            other.game(3);
            db.columns({ names: ['san', 'Event'], first: 7, count: 2 });
            db.search('moves="e4 e5"').step(0, 1);
        }
        assert.deepEqual(found.slice(0, 2), [wanted, wanted]);
        assert.deepEqual(found[2], [...db.search('result=0-1').all()]);
        other.close();
        assert.deepEqual(searches[0].step(10), []);
    });

    await test('columns where: as pgnfind has them', () => {
        const file = join(folder, 'misuse.bcgn');
        for (const where of ['result=1-0 plies=-40', 'eco=C', 'mate', 'moves="e4 e5 Nf3"', 'player=a* mate', 'date=-1800', 'plies=60- result=1/2-1/2']) {
            const args = where.match(/(?:[^\s"]|"[^"]*")+/g).map((word) => `--${word.replaceAll('"', '')}`);
            let games = [];
            try {
                games = lines(native('pgnfind', [...args, '--json', file])).map((line) => JSON.parse(line).number);
            } catch (error) {
                assert.equal(error.status, 1, String(error.stderr));
            }
            assert.deepEqual([...db.columns({ names: [], where }).game], games, where);
            const picked = [40, 3, 17, 3];
            assert.deepEqual([...db.columns({ names: [], where, numbers: picked }).game], picked.filter((number) => games.includes(number)), where);
        }
    });

    await test('damage at several levels: an error, and the module goes on', () => {
        for (const level of [1, 4, 6, 9]) {
            const whole = join2(pgnpack.pack([clip(text, 3000)], { level }));
            for (let i = 0; i < 60; i++) {
                const at = (i * 7919) % whole.length, bad = i % 3 === 0 ? whole.subarray(0, at) : Buffer.from(whole);
                if (i % 3 !== 0)
                    bad[at] ^= 1 << (i % 8);
                const uses = [
                    (one) => one.game(1), (one) => one.text(1, 3), (one) => one.columns({ names: ['White', 'san', 'comments', 'text'] }),
                    (one) => one.search('mate').all(), (one) => one.tree('').finish(), (one) => one.names('*').first(3),
                ];
                let opened;
                try {
                    opened = pgnpack.open(bad);
                } catch (error) {
                    assert.equal(error.name, 'PgnpackError', error.stack);
                    assert.notEqual(error.statusName, 'internal');
                    continue;
                }
                for (const use of uses) {
                    try {
                        use(opened);
                    } catch (error) {
                        assert.equal(error.name, 'PgnpackError', error.stack);
                        assert.ok(!['internal', 'memory'].includes(error.statusName), error.message);
                    }
                }
                opened.close();
            }
        }
        assert.equal(db.game(1).number, 1);
    });

    await test('games out of the ordinary', () => {
        const shuffle = ['Nf3 Nf6 Ng1 Ng8'], long = Array.from({ length: 2500 }, () => shuffle[0]).join(' ');
        const deep = `1. e4 ${'(1. d4 '.repeat(400)}${') '.repeat(400)} e5 *`;
        const games = [
            `[Event "long"]\n\n${long} *\n\n`, `[Event "deep"]\n\n${deep}\n\n`,
            '[Event "960"]\n[Variant "Chess960"]\n[SetUp "1"]\n[FEN "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"]\n\n9. Nf3 O-O *\n\n',
            '[Event "house"]\n[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. P@e6 *\n\n',
            '[Event "null"]\n\n1. e4 -- 2. d4 Z0 *\n\n', '[Event "bytes"]\n[White "M\xfcller \xff\xfe"]\n\n1. e4 {\xe9\xe8} *\n\n',
        ];
        const bytes = Buffer.from(games.join(''), 'latin1');
        const other = pgnpack.open(join2(pgnpack.pack([bytes]))), columns = other.columns({ names: ['Event', 'plies', 'san', 'White', 'comments', 'text'] });
        assert.deepEqual([columns.count, columns.plies[0], columns.san[0].split(' ').length], [6, 10000, 10000]);
        assert.deepEqual([columns.White[5], columns.comments[5][1]], ['M\xfcller \xff\xfe', '\xe9\xe8']);
        assert.equal(Buffer.from(other.text(1, 6)).toString('latin1').trim(), bytes.toString('latin1').trim());
        assert.equal(other.game(1, { fen: true }).items.length, 10000);
        assert.equal(Math.max(...other.game(2).items.map((item) => item.depth)), 400);
        assert.deepEqual(other.game(5).items.map((item) => item.kind), ['move', 'null', 'move', 'null']);
        for (let n = 1; n <= 6; n++)
            assert.equal(other.game(n).plies, columns.plies[n - 1]);
    });
    db.close();
}
