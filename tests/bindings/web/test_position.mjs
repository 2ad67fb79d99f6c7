/* Positions: search, tree, editor, moves of the user's. */
import { join } from 'node:path';
import { check, equal, expect, found, newPage, openUrl, run } from './harness.mjs';

async function play(page, ...moves) {
    for (const move of moves) {
        await page.fill('#move-text', move);
        await page.press('#move-text', 'Enter');
        await page.waitForFunction(() => document.querySelector('#move-text').value === '');
    }
}

const fen = (page) => page.inputValue('#fen');

export async function testPosition({ browser, server, folder, bigGames }) {
    const page = await newPage(browser, server);
    const all = bigGames.toLocaleString('en-US');
    await openUrl(page, server, '/made/big.bcgn');
    await check('moves typed in SAN and UCI are played', async () => {
        await play(page, 'e4', 'c7c5', 'Nf3', 'd6');
        equal(await fen(page), 'rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3');
        equal(await page.locator('.own-line .move').allTextContents(), ['e4', 'c5', 'Nf3', 'd6']);
    });
    await check('a move that is not legal is refused, with the reason', async () => {
        await page.fill('#move-text', 'Qh9');
        await page.press('#move-text', 'Enter');
        await page.waitForFunction(() => document.querySelector('#move-text').validationMessage !== '');
        expect(/Qh9|move/.test(await page.evaluate(() => document.querySelector('#move-text').validationMessage)), 'no reason');
        await page.fill('#move-text', '');
    });
    await check('games with a position, as many as pgnfind finds', async () => {
        const count = Number(run('pgnfind', '-q', '--moves', 'e4 c5 Nf3 d6', '-c', join(folder, 'big.bcgn')).toString());
        expect(count > 10, `pgnfind finds ${count}`);
        await page.click('#find-position');
        await found(page, `${count.toLocaleString('en-US')} of ${all} games`);
        expect(await page.isVisible('#chips .board'), 'no small board');
    });
    await check('a game that was found opens at the position', async () => {
        await page.click('.row >> nth=2');
        await page.waitForFunction(() => document.querySelector('.line-text .move.now') !== null);
        expect((await fen(page)).startsWith('rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -'), await fen(page));
    });
    await check('boards of the games found: the position, its last move, and what comes next', async () => {
        await page.click('#boards-button');
        await page.waitForFunction(() => document.querySelectorAll('.cards .board').length === 24);
        const count = Number(run('pgnfind', '-q', '--moves', 'e4 c5 Nf3 d6', '-c', join(folder, 'big.bcgn')).toString());
        equal(await page.textContent('.pager output'), `1 to 24 of ${count.toLocaleString('en-US')}`);
        const first = page.locator('.cards li >> nth=0');
        expect((await first.locator('svg').getAttribute('aria-label')).startsWith('Place found. White: king e1, queen d1, rooks a1 h1, bishops c1 f1, knights b1 f3, pawns a2 b2 c2 d2 f2 g2 h2 e4.'),
            await first.locator('svg').getAttribute('aria-label'));
        equal(await first.locator('.last').evaluateAll((all) => all.map((one) => [one.getAttribute('x'), one.getAttribute('y')])), [['300', '100'], ['300', '200']]);
        expect(/^after 2\.\.\. d6, then \S+$/.test(await first.locator('.place').textContent()), await first.locator('.place').textContent());
    });
    await check('pages of boards, 24 or 50, and a click shows the game there', async () => {
        const first = () => page.locator('.cards li >> nth=0').textContent();
        const before = await first();
        await page.click('.pager button >> nth=1');
        await page.waitForFunction(() => document.querySelector('.pager output').textContent.startsWith('25 to 48'));
        await page.waitForFunction((old) => document.querySelector('.cards li').textContent !== old, before);
        await page.selectOption('.pager select', '50');
        await page.waitForFunction(() => document.querySelectorAll('.cards .board').length === 50);
        equal(await first(), before);
        const name = await page.locator('.cards button >> nth=30').textContent();
        await page.click('.cards button >> nth=30');
        // The game before stays until this one has come.
        await page.waitForFunction((label) => label.startsWith(document.querySelector('#player-bottom b').textContent) &&
            document.querySelector('.line-text .move.now') !== null, name);
        expect((await fen(page)).startsWith('rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -'), await fen(page));
        await page.selectOption('.pager select', '24');
        await page.click('#boards-button');
        expect(await page.isVisible('#list') && await page.isHidden('#cards'), 'the boards stay');
    });
    await check('the tree has the counts of pgnfind --tree', async () => {
        await page.click('#chips button');
        await found(page, `${all} games`);
        await page.click('#tab-tree');
        await page.click('#tree-start');
        const csv = run('pgnfind', '-q', '--tree', '--csv', join(folder, 'big.bcgn')).toString().split(/\r?\n/).filter(Boolean);
        const [head, totals, ...body] = csv.map((line) => line.split(','));
        const [move, games, score] = ['Move', 'Games', 'Score'].map((name) => head.indexOf(name));
        const number = (text) => Number(text).toLocaleString('en-US');
        await page.waitForFunction((text) => document.querySelector('#tree-status').textContent === text,
            `${number(totals[games])} games with this position`);
        const rows = await page.evaluate(() => [...document.querySelectorAll('.tree-table tbody tr')].map((row) =>
            [0, 1, 4].map((i) => row.cells[i].textContent.trim())));
        expect(rows.length > 3, `${rows.length} rows`);
        equal(rows.filter(([name]) => name !== 'ends'), body.filter((cells) => cells[move] !== '').map((cells) =>
            [cells[move], number(cells[games]), `${cells[score]} %`]));
    });
    await check('a move of the tree is played by a click, and the tree follows', async () => {
        await page.click('.tree-table tbody button >> nth=0');
        await page.waitForFunction(() => document.querySelector('#fen').value.split(' ')[1] === 'b');
        await page.waitForFunction(() => document.querySelectorAll('.tree-table tbody tr').length > 1);
        await page.keyboard.press('ArrowLeft');
        await page.waitForFunction(() => document.querySelector('#fen').value.startsWith('rnbqkbnr/pppppppp/8/8/8/8'));
    });
    await check('moves by two clicks and by dragging', async () => {
        await page.click('#tree-start');
        const box = await page.locator('#board svg').boundingBox();
        const at = (file, rank) => [box.x + (file + 0.5) * (box.width / 8), box.y + (7.5 - rank) * (box.height / 8)];
        await page.waitForTimeout(100);
        await page.mouse.click(...at(4, 1));
        equal(await page.locator('#board .target').count(), 2);
        await page.mouse.click(...at(4, 3));
        await page.waitForFunction(() => document.querySelector('#fen').value.includes(' b '));
        await page.waitForTimeout(100);
        await page.mouse.move(...at(6, 7));
        await page.mouse.down();
        await page.mouse.move(...at(5, 6), { steps: 3 });
        await page.mouse.move(...at(5, 5), { steps: 3 });
        await page.mouse.up();
        await page.waitForFunction(() => document.querySelector('#fen').value.startsWith('rnbqkb1r/pppppppp/5n2/8/4P3'));
    });
    await check('a FEN that is typed is shown, and a pawn promotes to what is chosen', async () => {
        await page.click('.as-text summary');
        await page.fill('#fen', '7k/4P3/8/8/8/8/8/K7 w - - 0 1');
        await page.press('#fen', 'Enter');
        await page.waitForFunction(() => document.querySelector('#position-text').textContent.includes('pawn e7'));
        await page.waitForTimeout(100);
        const box = await page.locator('#board svg').boundingBox();
        const at = (file, rank) => [box.x + (file + 0.5) * (box.width / 8), box.y + (7.5 - rank) * (box.height / 8)];
        await page.mouse.click(...at(4, 6));
        await page.mouse.click(...at(4, 7));
        await page.click('#promotion button[aria-label="white rook"]');
        await page.waitForFunction(() => document.querySelector('#fen').value.startsWith('4R2k/'));
    });
    await check('the editor sets a position by keys, and finds games', async () => {
        await page.click('#tree-setup');
        await page.click('#editor-clear');
        await page.focus('#editor-board');
        for (const key of ['K', 'ArrowRight', 'R', 'ArrowUp', 'ArrowUp', 'k'])
            await page.keyboard.press(key.length === 1 && key !== key.toLowerCase() ? `Shift+${key}` : key);
        const text = await page.inputValue('#editor-fen');
        equal(text, '8/8/8/8/8/1k6/8/KR6 w - - 0 1');
        await page.click('#editor-use');
        await page.waitForFunction(() => document.querySelector('#position-text').textContent.startsWith('White: king a1, rook b1. Black: king b3.'));
    });
    await check('the editor says what is wrong with a position', async () => {
        await page.click('#tree-setup');
        await page.click('#editor-clear');
        await page.click('#editor-use');
        await page.waitForFunction(() => document.querySelector('#editor-problem').textContent !== '');
        expect(/king/.test(await page.textContent('#editor-problem')), await page.textContent('#editor-problem'));
        await page.keyboard.press('Escape');
    });
    await testPlaces(page, server);
    await check('no mistakes', () => equal(page.wrong, []));
    await page.context().close();
}

async function testPlaces(page, server) {
    await openUrl(page, server, '/data/annotated.pgn');
    await page.click('#more-button');
    await check('a place in a variation: its board, and the game opens there', async () => {
        await page.fill('#filter [name="words"]', 'variations moves="e4 e5 Nf3 d6 d4 exd4"');
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => document.querySelector('#count').textContent.includes(' of '));
        await page.click('#boards-button');
        await page.waitForFunction(() => document.querySelector('.cards .place')?.textContent === 'after 3... exd4, then Nxd4');
        await page.click('.cards button >> nth=0');
        await page.waitForFunction(() => document.querySelector('.variation .move.now')?.textContent === 'exd4');
    });
    await check('where nothing is asked of the board, boards have the final position', async () => {
        await page.fill('#filter [name="words"]', 'player=Morphy');
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => document.querySelector('.cards .place')?.textContent === 'final position');
        const label = await page.getAttribute('.cards svg >> nth=0', 'aria-label');
        expect(label.includes('rook d8'), label);
    });
}
