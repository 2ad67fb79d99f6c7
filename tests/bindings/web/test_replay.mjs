/* A game on the board: steps, variations, comments, clocks, evaluations. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { check, chooseFile, data, equal, expect, newPage, opened } from './harness.mjs';

const now = (page) => page.evaluate(() => document.querySelector('.move.now')?.textContent ?? '');
const fen = (page) => page.inputValue('#fen');

async function openFile(page, server, name, game) {
    await page.goto(`${server.url}/`);
    await chooseFile(page, '#choose-button', resolve(data, name));
    await opened(page);
    await page.evaluate((number) => (location.hash = `game=${number}`), game);
    await page.waitForFunction(() => document.querySelector('.line-text .move') !== null);
}

async function press(page, ...keys) {
    for (const key of keys)
        await page.keyboard.press(key);
}

/* What stands among the moves in columns: a row's texts without evaluations and clocks, or the class of what is between. */
function rowsOfMoves(page) {
    return page.evaluate(() => [...document.querySelectorAll('.line-text > *')].map((one) => (one.className !== 'turn' ? [one.className]
        : [...one.children].map((cell) => cell.firstChild.textContent))));
}

export async function testReplay({ browser, server, folder }) {
    const page = await newPage(browser, server);
    await openFile(page, server, 'annotated.pgn', 1);
    await check('moves stand in rows of White and Black, comments and variations between them', async () => {
        equal((await rowsOfMoves(page)).slice(0, 7), [['comment'], ['1.', 'e4', 'e5'], ['2.', 'Nf3', 'd6'], ['3.', 'd4', 'Bg4?!'], ['comment'],
            ['variation'], ['4.', 'dxe5', 'Bxf3']]);
        expect(await page.isChecked('#moves-columns'), 'columns are not the first choice');
    });
    await check('running text is chosen, and the choice is remembered', async () => {
        await press(page, 'ArrowRight', 'ArrowRight');
        await page.uncheck('#moves-columns');
        equal([await page.locator('.turn').count(), await now(page)], [0, 'e5']);
        await openFile(page, server, 'annotated.pgn', 1);
        expect(!(await page.isChecked('#moves-columns')), 'the choice is forgotten');
    });
    await check('comments, glyphs and variations stand with the moves', async () => {
        const text = await page.textContent('.line-text');
        expect(text.startsWith('A box at the opera'), text.slice(0, 60));
        expect(/3\.\u00a0d4\s+Bg4\?!\s+The pin does not last/.test(text), text.slice(100, 260));
        equal(await page.textContent('.line-text > .variation >> nth=0'), '3...\u00a0exd4 4.\u00a0Nxd4 Nf6 5.\u00a0Nc3 gives Black a cramped but playable game. ');
        expect(await page.locator('.variation .variation').count() > 0, 'no variation in a variation');
        expect(text.includes('c6 +=') && text.includes('Bxf6+ +\u2212'), 'no signs for positions');
    });
    await check('the opening of a game without tags for it is named by its positions', async () => {
        const text = '[White "A"]\n\n1. Nf3 c5 2. e4 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Nb3 h5 *\n\n[White "B"]\n[Opening "Mine"]\n\n1. e4 c5 *\n\n' +
            '[White "C"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n\n[White "D"]\n[Variant "Crazyhouse"]\n\n1. e4 c5 *\n';
        writeFileSync(join(folder, 'openings.pgn'), text);
        const other = await newPage(browser, server);
        await other.goto(`${server.url}/`);
        await chooseFile(other, '#choose-button', join(folder, 'openings.pgn'));
        await opened(other);
        const heads = [];
        for (let number = 1; number <= 4; number++) {
            await other.evaluate((to) => (location.hash = `game=${to}`), number);
            await other.waitForFunction((to) => document.querySelector('#game-head h2').textContent.startsWith('ABCD'[to - 1]), number);
            if (number === 1)
                await other.waitForFunction(() => document.querySelector('#game-head').textContent.includes('Najdorf'));
            else
                await other.waitForTimeout(100);
            heads.push(await other.$$eval('#game-head > p', (all) => all.map((one) => one.textContent).filter(Boolean)));
        }
        equal(heads, [['B90 · Sicilian Defense: Najdorf Variation'], ['Mine'], [], []]);
        await other.close();
    });
    await check('right, left, End, Home', async () => {
        await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft');
        equal(await now(page), 'e5');
        await press(page, 'End');
        equal(await now(page), 'Rd8#');
        equal(await fen(page), '1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17');
        await press(page, 'Home');
        equal([await now(page), (await fen(page)).split(' ')[0]], ['', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR']);
    });
    await check('down into variations, one after the other, and up again', async () => {
        await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown');
        equal(await now(page), 'exd4');
        await press(page, 'ArrowRight');
        equal(await now(page), 'Nxd4');
        await press(page, 'ArrowUp');
        equal(await now(page), 'Bg4?!');
        await press(page, 'ArrowLeft', 'ArrowDown', 'ArrowLeft');
        equal(await now(page), 'd4');
    });
    await check('moves are clicked, those of variations, too', async () => {
        await page.click('.variation .variation .move >> nth=0');
        equal(await now(page), 'b6');
        expect((await page.evaluate(() => location.hash)).includes('at='), await page.evaluate(() => location.hash));
        expect((await fen(page)).startsWith('rn2kbnr/p1p2ppp/1p3q2/4p3/2B1P3/1Q6/'), await fen(page));
    });
    await check('moves of the user leave the game, Escape comes back', async () => {
        await press(page, 'Home', 'ArrowRight');
        await page.fill('#move-text', 'c5');
        await page.press('#move-text', 'Enter');
        await page.waitForFunction(() => !document.querySelector('.own-line').hidden);
        equal(await page.locator('.own-line .move.now').textContent(), 'c5');
        await press(page, 'Escape', 'Escape');
        equal(await now(page), 'e4');
        expect(await page.isHidden('.own-line'), 'the own line stays');
    });
    await check('the board turns, and goes by itself', async () => {
        await press(page, 'f');
        equal(await page.evaluate(() => document.querySelector('#player-top .name').textContent), 'Morphy, Paul');
        await press(page, 'f', 'Space');
        await page.waitForFunction(() => document.querySelector('.move.now')?.textContent === 'Nf3', null, { timeout: 5000 });
        await press(page, 'Space');
        equal(await page.getAttribute('#go-auto', 'aria-pressed'), 'false');
    });
    await check('steps are told to those who listen', async () => {
        await press(page, 'Home', 'ArrowRight', 'ArrowRight', 'ArrowRight');
        await page.waitForFunction(() => document.querySelector('#live').textContent.startsWith('2. knight f3'));
        await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight');
        await page.waitForFunction(() => /^3\.\.\. bishop g4\. The pin/.test(document.querySelector('#live').textContent));
        await press(page, 'End');
        await page.waitForFunction(() => document.querySelector('#live').textContent.startsWith('17. rook d8, mate'));
    });
    await testVariations(page, server, folder);
    await testClocks(page, server);
    await check('no mistakes', () => equal(page.wrong, []));
    await page.context().close();
}

const nested = `[Event "Variations"]
[White "Tried"]
[Result "*"]

1. e4 (1. d4 d5 (1... Nf6 2. c4 (2. Nf3 {first} d5) e6) 2. c4) ({Before it.} 1. c4 e5) (1. Nf3) 1... c5 {[%csl Gd4][%cal Rb1c3]} *
`;

async function testVariations(page, server, folder) {
    writeFileSync(join(folder, 'nested.pgn'), nested);
    await openFile(page, server, join(folder, 'nested.pgn'), 1);
    await check('variations in variations, side by side, and comments before them', async () => {
        equal((await page.textContent('.line-text')).replaceAll('\u00a0', ' ').replace(/\s+/g, ' ').trim(),
            '1. e4 1. d4 d5 1... Nf6 2. c4 2. Nf3 first 2... d5 2... e6 2. c4 Before it. 1. c4 e5 1. Nf3 1... c5 *');
        equal(await page.locator('.line-text > .variation').count(), 3);
    });
    await check('in columns a Black move behind variations has a row of its own', async () => {
        await page.check('#moves-columns');
        equal(await rowsOfMoves(page), [['1.', 'e4'], ['variation'], ['variation'], ['variation'], ['1.', '…', 'c5'], ['result']]);
        equal(await page.textContent('.line-text > .variation >> nth=2'), '1.\u00a0Nf3 ');
        await page.uncheck('#moves-columns');
    });
    await check('down goes from one variation to the next', async () => {
        const seen = [];
        for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) {
            await press(page, key);
            seen.push(await now(page));
        }
        equal(seen, ['d4', 'c4', 'Nf3', 'Nf3', 'e4']);
    });
    await check('behind a variation in a variation the outer one goes on', async () => {
        await page.click('.variation .variation .move >> nth=0');
        await press(page, 'ArrowRight', 'ArrowRight');
        equal(await now(page), 'e6');
        expect((await fen(page)).startsWith('rnbqkb1r/pppp1ppp/4pn2/8/2PP4/8/PP2PPPP/RNBQKBNR w'), await fen(page));
    });
    await check('coloured squares and arrows of comments', async () => {
        await press(page, 'Home', 'ArrowRight', 'ArrowRight');
        equal(await page.evaluate(() => [...document.querySelectorAll('#board .drawn')].map((one) => one.getAttribute('class'))),
            ['drawn ring green', 'drawn red']);
    });
}

async function testClocks(page, server) {
    await openFile(page, server, 'clocked.pgn', 1);
    await check('in columns each move has its evaluation and clock', async () => {
        await page.check('#moves-columns');
        equal(await page.locator('.turn >> nth=1').evaluate((row) => [...row.querySelectorAll('.half')].map((half) =>
            [...half.children].map((one) => one.textContent))), [['Bc4', '+0.16', '9:54'], ['Bc5', '+0.14', '9:54']]);
        await page.click('.turn >> nth=1 >> .eval >> nth=1');
        equal(await now(page), 'Bc5');
    });
    await check('clocks of both, and the commands are not among the comments', async () => {
        await press(page, 'Home', 'ArrowRight', 'ArrowRight', 'ArrowRight');
        equal([await page.textContent('#player-bottom .clock'), await page.textContent('#player-top .clock')], ['9:54', '10:00']);
        expect(!(await page.textContent('.line-text')).includes('%'), 'a command is shown');
    });
    await check('evaluations as a graph, a bar and words', async () => {
        expect(await page.isVisible('.graph .evals .curve'), 'no curve');
        equal(await page.getAttribute('#graph', 'aria-valuetext'), '2. Bc4 +0.16, white is 0.16 ahead'.replace(' +0.16', ''));
        equal(await page.textContent('.graph p span >> nth=0'), '2. Bc4  +0.16');
        equal(await page.getAttribute('#graph', 'aria-valuemax'), '9');
        await press(page, 'End', 'ArrowLeft');
        equal(await page.getAttribute('#graph', 'aria-valuetext'), '4... Ke8, white mates in 1');
        equal(await page.evaluate(() => document.querySelector('#eval-bar div').style.height), '100%');
    });
    await check('the graph is clicked', async () => {
        const box = await page.locator('#graph .evals').boundingBox();
        await page.mouse.click(box.x + box.width * 0.34, box.y + box.height / 2);
        equal(await now(page), 'Bc4');
    });
    await check('times taken are shown', async () => equal(await page.textContent('.graph p span >> nth=1'), 'took 0:06.0'));
}
