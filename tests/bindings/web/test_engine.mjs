/* An engine beside the board: a small one of the tests' own. */
import { check, equal, expect, newPage, openUrl } from './harness.mjs';
import { readInfo } from '../../../src/bindings/web/engine.js';

const linesOf = (page) => page.locator('#engine .lines li').evaluateAll((all) => all.map((line) => line.textContent.replaceAll('\u00a0', ' ')));

async function start(page, path) {
    await page.click('#engine-button');
    await page.fill('#engine-path', path);
    await page.click('#engine-form [type="submit"]');
}

async function thinks(page, depth) {
    await page.waitForFunction((text) => document.querySelector('#engine .depth').textContent === text, `depth ${depth}`);
}

export async function testEngine({ browser, server }) {
    await check('scores are White\'s, and lines are counted from 0', () => {
        const line = (score) => `info depth 12 seldepth 20 multipv 2 ${score} nodes 10 nps 5 pv e2e4 e7e5`;
        equal(readInfo(line('score cp 31'), 'w'), { line: 1, depth: 12, value: 31, moves: ['e2e4', 'e7e5'] });
        equal(readInfo('info depth 3 score cp -7 pv e2e4', 'b'), { line: 0, depth: 3, value: 7, moves: ['e2e4'] });
        equal(['score mate 3', 'score mate -2'].flatMap((score) => ['w', 'b'].map((side) => readInfo(line(score), side).value)),
            [1999997, -1999997, -1999998, 1999998]);
        equal([line('score cp 3 lowerbound'), line('score cp 3 upperbound'), 'info string depth 3 pv', 'info depth 0 score mate 0', ''].map((text) => readInfo(text, 'w')),
            [null, null, null, null, null]);
    });
    const page = await newPage(browser, server);
    await openUrl(page, server, '/data/clocked.pgn');
    await check('an engine that is not there is an error that says what to do', async () => {
        await start(page, 'engine/nothing.js');
        await page.waitForFunction(() => document.querySelector('#engine-problem').textContent !== '');
        const text = await page.textContent('#engine-problem');
        expect(/^engine\/nothing\.js does not work: there is no such file.*Put the engine's files there/.test(text), text);
        expect(await page.isHidden('#engine'), 'its panel is shown');
        await page.fill('#engine-path', 'https://example.org/engine.js');
        await page.click('#engine-form [type="submit"]');
        await page.waitForFunction(() => document.querySelector('#engine-problem').textContent.startsWith('https://example.org/engine.js does not work'));
        await page.keyboard.press('Escape');
        page.wrong = page.wrong.filter((text) => !text.includes('nothing.js') && !text.includes('example.org'));
    });
    await check('its lines stand beside the moves, with scores of White, without what is no move', async () => {
        await start(page, 'fake/fake_engine.js');
        await thinks(page, 7);
        equal(await page.textContent('#engine .name'), 'Fake 1');
        equal(await linesOf(page), ['+0.31 1. e4 e5 2. Nf3', '#3 1. Nf3 Nf6', '−0.05 1. Nc3 Nc6']);
    });
    await check('it follows the board', async () => {
        await page.fill('#move-text', 'e4');
        await page.press('#move-text', 'Enter');
        await thinks(page, 9);
        equal(await linesOf(page), ['+0.20 1... e5 2. Nf3', '#4 1... d5']);
    });
    await check('moves of a line are made on the board, up to the one that is clicked', async () => {
        await page.click('#engine .lines .move >> nth=1');
        await page.waitForFunction(() => document.querySelectorAll('.own-line .move').length === 3);
        equal(await page.locator('.own-line .move').allTextContents(), ['e4', 'e5', 'Nf3']);
        expect((await page.inputValue('#fen')).startsWith('rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b'), await page.inputValue('#fen'));
    });
    await check('it stops, and is found again where it was', async () => {
        await page.click('#engine-stop');
        expect(await page.isHidden('#engine'), 'its panel stays');
        await page.click('#engine-button');
        equal(await page.inputValue('#engine-path'), 'fake/fake_engine.js');
        await page.keyboard.press('Escape');
    });
    await check('no mistakes', () => equal(page.wrong, []));
    await page.context().close();
}
