// Games with all that they have, boards, columns in other orders.
import assert from 'node:assert/strict';
import { data, fails, join2, test } from './support.mjs';

const pgn = `[Event "a \\"b\\" \\\\c"]
[Site "M\xc3\xbcnchen"]
[Date "2024.02.29"]
[White "Weiss"]
[Black "Schwarz \xe9"]
[Result "1-0"]
[WhiteElo "2000"]
[BlackElo "-"]
[Day "x"]

{before} 1. e4 $1 {[%clk 0:01:00.5] good [%eval 0.17]} e5! (1... c5 {Sicilian} (1... e6 2. d4) 2. Nf3) 2. Nf3 {[%eval #-3]} Nc6 1-0 {after}

[Event "two"]
[Date "2023.02.29"]
[UTCDate "2022.01.02"]
[WhiteElo "12345"]
[PlyCount "12345"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]
[Result "*"]

7... Kd7 8. e4 *

[Event "three"]
[Date "1999.??.??"]
[WhiteElo " 1500?"]
[BlackElo "0"]
[Result "1/2-1/2"]

1/2-1/2
`;

export async function run(pgnpack) {
    const text = Buffer.from(pgn, 'latin1');
    const db = pgnpack.open(join2(pgnpack.pack([text])));
    const all = db.columns({
        names: ['Event', 'Site', 'Black', 'day', 'year', 'WhiteElo', 'BlackElo', 'PlyCount', 'Day_tag', 'outcome', 'plies', 'san', 'uci', 'clocks', 'evals', 'comments', 'file', 'Nothing'],
    });

    await test('texts', () => {
        assert.deepEqual(all.Event, ['a "b" \\c', 'two', 'three']);
        assert.deepEqual(all.Site, ['M\u00fcnchen', null, null]);
        assert.deepEqual(all.Black, ['Schwarz \u00e9', null, null]);
        assert.deepEqual(all.Nothing, [null, null, null]);
        assert.deepEqual(all.Day_tag, ['x', null, null]);
        assert.deepEqual(all.file, ['', '', '']);
    });
    await test('derived columns', () => {
        assert.deepEqual(all.day, ['2024-02-29', null, null]);
        assert.deepEqual(all.year, [2024, 2023, 1999]);
        assert.deepEqual(all.WhiteElo, [2000, null, 1500]);
        assert.deepEqual(all.BlackElo, [null, null, null]);
        assert.deepEqual(all.PlyCount, [null, 12345, null]);
        assert.deepEqual(all.outcome, ['1-0', '*', '1/2-1/2']);
        assert.deepEqual([...all.plies], [4, 2, 0]);
    });
    await test('lines', () => {
        assert.deepEqual(all.san, ['e4 e5 Nf3 Nc6', 'Kd7 e4', '']);
        assert.deepEqual(all.uci, ['e2e4 e7e5 g1f3 b8c6', 'e8d7 e2e4', '']);
        assert.deepEqual([...all.clocks[0]], [60500, -1, -1, -1]);
        assert.deepEqual([...all.evals[0]], [17, -2147483648, 3 - 2000000, -2147483648]);
        assert.deepEqual(all.comments[1], ['', '', '']);
        assert.equal(all.comments[0].length, 5);
        assert.match(all.comments[0][1], /good/);
    });
    await test('tag names', () => {
        const names = db.tagNames();
        assert.deepEqual(names.slice(0, 7), ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result']);
        assert.deepEqual([...names.slice(7)].sort(), ['BlackElo', 'Day', 'FEN', 'PlyCount', 'UTCDate', 'WhiteElo']);
    });

    await test('a game', () => {
        const game = db.game(1, { fen: true });
        assert.deepEqual(game.tags[0], ['Event', 'a "b" \\c']);
        assert.equal(game.outcome, '1-0');
        assert.equal(game.plies, 4);
        assert.equal(game.trouble, null);
        const items = game.items.map((item) => [item.kind, item.san ?? item.text ?? item.nag ?? '', item.ply, item.depth].join(' '));
        assert.deepEqual(items, [
            'comment before 0 0', 'move e4 0 0', 'nag 1 1 0', 'comment [%clk 0:01:00.5] good [%eval 0.17] 1 0', 'move e5 1 0', 'nag 1 2 0', 'begin  1 1',
            'move c5 1 1', 'comment Sicilian 2 1', 'begin  1 2', 'move e6 1 2', 'move d4 2 2', 'end  3 2', 'move Nf3 2 1', 'end  3 1', 'move Nf3 2 0',
            'comment [%eval #-3] 3 0', 'move Nc6 3 0', 'comment after 4 0',
        ]);
        assert.equal(game.items.at(-1).place, 'end');
        assert.equal(game.items[7].fen, 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2');
        assert.deepEqual([game.items[7].number, game.items[7].side, game.items[11].number, game.items[11].side], [1, 'b', 2, 'w']);
        assert.deepEqual(game.clocks, all.clocks[0]);
    });
    await test('a game from another position', () => {
        const game = db.game(2);
        assert.equal(game.start, '4k3/8/8/8/8/8/4P3/4K3 b - - 0 7');
        assert.deepEqual(game.items.map((item) => [item.san, item.number, item.side]), [['Kd7', 7, 'b'], ['e4', 8, 'w']]);
        assert.equal(game.items[0].fen, undefined);
    });
    await test('numbers in any order', () => {
        const some = db.columns({ names: ['Event', 'moves', 'plies'], numbers: [3, 1, 3, 2] });
        assert.deepEqual(some.Event, ['three', all.Event[0], 'three', 'two']);
        assert.deepEqual([...some.game], [3, 1, 3, 2]);
        assert.deepEqual([...some.plies], [0, 4, 0, 2]);
        assert.deepEqual([...some.moves[3]], [...db.columns({ names: ['moves'], first: 2, count: 1 }).moves[0]]);
    });
    await test('ranges', () => {
        assert.deepEqual([...db.columns({ names: [], first: 2 }).game], [2, 3]);
        assert.equal(db.columns({ names: ['Event', 'moves'], first: 4 }).count, 0);
        assert.equal(db.columns({ names: ['Event'], numbers: [] }).count, 0);
        fails(() => db.columns({ names: ['Event'], numbers: [4] }), 'argument', /./);
        fails(() => db.game(4), 'argument', /no such game/);
        fails(() => db.game(0), 'argument', /./);
        fails(() => db.block(99), 'argument', /no block 99/);
        fails(() => db.blockOfGame(4), 'argument', /no game 4/);
        assert.equal(db.blockOfGame(3), 0);
    });

    await test('comments for people, glyphs', async () => {
        const { nagText, plainComment } = await import('../../../src/bindings/wasm/pgnpack.js');
        assert.equal(plainComment(' [%clk 0:01:00] good\n [%cal Ga1a2]move '), 'good move');
        assert.deepEqual([1, 4, 16, 250].map(nagText), ['!', '??', '\u00b1', '$250']);
    });

    await test('annotated games: what their FENs say is what a board finds', () => {
        const games = pgnpack.open(join2(pgnpack.pack([data('annotated.pgn')])));
        let moves = 0;
        for (let number = 1; number <= games.gameCount; number++) {
            const game = games.game(number, { fen: true }), board = pgnpack.board(game.start), lines = [];
            let before = game.start;
            for (const item of game.items) {
                if (item.kind === 'begin') {
                    lines.push([board.fen, before]);
                    board.set(before);
                } else if (item.kind === 'end') {
                    const [fen, last] = lines.pop();
                    board.set(fen);
                    before = last;
                }
                if (item.kind !== 'move')
                    continue;
                before = board.fen;
                assert.equal(board.san(item.move), item.san);
                board.make(item.san);
                assert.equal(board.fen, item.fen);
                moves++;
            }
            board.close();
        }
        assert.ok(moves > 50);
    });

    await test('boards', () => {
        const board = pgnpack.board();
        const perft = (depth) => {
            if (depth === 0)
                return 1;
            let count = 0;
            for (const move of board.moves()) {
                board.make(move);
                count += perft(depth - 1);
                board.undo();
            }
            return count;
        };
        assert.equal(perft(3), 8902);
        const first = board.key;
        assert.equal(board.make('e4'), 4892);
        assert.notEqual(board.key, first);
        board.make('e7e5');
        assert.equal(board.fen, 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2');
        assert.deepEqual([board.man(4), board.man(36), board.man(30), board.side], ['K', 'p', '', 'w']);
        fails(() => board.make('e5'), 'argument', /./);
        fails(() => board.set('x'), 'argument', /./);
        board.set('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1');
        assert.deepEqual([board.isStalemate, board.isCheckmate, board.inCheck, board.lacksMaterial], [true, false, false, false]);
        board.set('rkbqnbnr/pppppppp/8/8/8/8/PPPPPPPP/RKBQNBNR w HAha - 0 1');
        assert.equal(board.moves().length, 20);
        board.close();
        fails(() => board.fen, 'argument', /closed/);
    });
    db.close();
}
