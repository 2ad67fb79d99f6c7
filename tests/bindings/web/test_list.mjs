/* Opening, and the list. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, check, chooseFile, data, equal, expect, newPage, opened, openUrl, rowsOf } from './harness.mjs';

export async function testList({ browser, server, bigGames }) {
    const page = await newPage(browser, server);
    await check('a database at an address: how many games, and the first ones', async () => {
        await openUrl(page, server, '/made/big.bcgn');
        equal(await page.textContent('#count'), `${bigGames.toLocaleString('en-US')} games`);
        const [first] = await rowsOf(page, 1);
        equal([first.game, first.outcome, first.eco.length, first.day.length], ['1', '1–0', 3, 10]);
        expect(first.white !== '' && first['white-elo'] !== '' && /^Open \d+$/.test(first.event), JSON.stringify(first));
    });
    await check('only rows in view are elements', async () => {
        const rows = await page.locator('.row').count();
        expect(rows > 10 && rows < 80, `${rows} rows`);
        equal(await page.getAttribute('#list', 'aria-rowcount'), String(bigGames + 1));
    });
    await check('End and Home go to the last and the first game', async () => {
        await page.focus('#list');
        await page.keyboard.press('End');
        await page.waitForFunction((last) => [...document.querySelectorAll('.row.active .game')].some((cell) => cell.textContent === last),
            bigGames.toLocaleString('en-US'));
        await page.keyboard.press('Home');
        await page.waitForFunction(() => document.querySelector('.row.active .game')?.textContent === '1');
    });
    await check('scrolling shows other games, with their own numbers', async () => {
        await page.hover('#list .rows');
        await page.mouse.wheel(0, 52 * 400);
        await page.waitForFunction(() => [...document.querySelectorAll('.row .game')].some((cell) => cell.textContent === '401'));
        const isInOrder = await page.evaluate(() => [...document.querySelectorAll('.row')].every((row) => row.firstChild.textContent === '…' ||
            Number(row.firstChild.textContent.replaceAll(',', '')) === Number(row.getAttribute('aria-rowindex')) - 1));
        expect(isInOrder, 'a row shows another game than its own');
    });
    await check('Enter opens a game, n and p the next and the one before', async () => {
        await page.focus('#list');
        await page.keyboard.press('Home');
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => location.hash === '#game=2');
        await page.keyboard.press('n');
        await page.waitForFunction(() => location.hash === '#game=3');
        await page.keyboard.press('p');
        await page.waitForFunction(() => location.hash === '#game=2');
        equal(await page.locator('.row.opened .game').textContent(), '2');
    });
    await check('selecting by keys', async () => {
        await page.focus('#list');
        await page.keyboard.press('Home');
        await page.keyboard.press('Space');
        await page.keyboard.press('Shift+ArrowDown');
        await page.keyboard.press('Shift+ArrowDown');
        equal(await page.textContent('#selected'), '3 selected');
        equal(await page.locator('.row[aria-selected="true"]').count(), 3);
        await page.keyboard.press('Escape');
        equal(await page.textContent('#selected'), '');
    });
    await check('a link with game and ply', async () => {
        await page.goto('about:blank');
        await openUrl(page, server, '/made/big.bcgn', '#game=17&ply=12');
        await page.waitForFunction(() => document.querySelector('.move.now') !== null);
        equal(await page.evaluate(() => location.hash), '#game=17&ply=12');
        equal((await page.textContent('#game-head summary')).startsWith('Game 17:'), true);
        equal(await page.evaluate(() => [...document.querySelectorAll('.line-text .move:not(.variation .move)')].indexOf(document.querySelector('.move.now'))), 11);
    });
    await check('on a smaller screen the list still shows the game when it is seen again', async () => {
        await page.setViewportSize({ width: 1000, height: 760 });
        await page.goto('about:blank');
        await openUrl(page, server, '/made/big.bcgn');
        await page.waitForTimeout(200);
        await page.evaluate(() => (location.hash = 'game=30000'));
        await page.waitForFunction(() => document.querySelector('#work').dataset.tab === 'moves');
        await page.waitForTimeout(200);
        await page.click('#tab-games');
        await page.waitForFunction(() => document.querySelector('.row.opened .game')?.textContent === '30,000');
        const [row, view] = await page.evaluate(() => ['.row.opened', '#list .rows'].map((name) => document.querySelector(name).getBoundingClientRect().top));
        expect(row >= view && row < 760, `the row is at ${row}`);
        await page.setViewportSize({ width: 1500, height: 900 });
    });
    await check('a plain .pgn at an address has the same games', async () => {
        await openUrl(page, server, '/data/annotated.pgn');
        const rows = await rowsOf(page, 3);
        equal(rows[0].white, 'Morphy, Paul');
        equal([rows[1].white, rows[1].black, rows[1].day], ['Réti, Richard', 'Tartakower, Savielly', '1910']);
    });
    await check('nothing else is asked for, and no mistakes', () => equal(page.wrong, []));
    await page.context().close();
    await testOffline({ browser, server });
}

async function testOffline({ browser, server }) {
    const page = await newPage(browser, server);
    await check('what is kept for working without a network are all files of the page', async () => {
        const script = readFileSync(join(build, 'web/offline.js'), 'utf8');
        const names = [...script.matchAll(/'([\w-]+\.\w+)'/g)].map(([, name]) => name);
        equal(names.sort(), readdirSync(join(build, 'web')).filter((name) => !['index.html', 'offline.js'].includes(name)).sort());
    });
    await check('once loaded, the page opens without a network', async () => {
        await page.goto(`${server.url}/`);
        await page.waitForFunction(() => navigator.serviceWorker?.controller !== null, null, { timeout: 10000 });
        await page.waitForFunction(async () => (await (await caches.open((await caches.keys())[0])).keys()).length > 20);
        await page.context().setOffline(true);
        await page.goto(`${server.url}/`);
        await chooseFile(page, '#choose-button', join(data, 'annotated.pgn'));
        await opened(page);
        equal((await rowsOf(page, 1))[0].white, 'Morphy, Paul');
        equal(page.wrong, []);
    });
    await page.context().close();
}
