/* Opening, and the list. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, check, chooseFile, data, equal, expect, newPage, opened, openUrl, rowsOf, run } from './harness.mjs';
import { ValueOrder } from '../../../src/bindings/web/found_list.js';

export async function testList({ browser, server, folder, bigGames }) {
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
        await page.hover('#list');
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
        const [row, view] = await page.evaluate(() => ['.row.opened', '#list'].map((name) => document.querySelector(name).getBoundingClientRect().top));
        expect(row >= view && row < 760, `the row is at ${row}`);
        await page.setViewportSize({ width: 1500, height: 900 });
    });
    await check('a plain .pgn at an address has the same games', async () => {
        await openUrl(page, server, '/data/annotated.pgn');
        const rows = await rowsOf(page, 3);
        equal(rows[0].white, 'Morphy, Paul');
        equal([rows[1].white, rows[1].black, rows[1].day], ['Réti, Richard', 'Tartakower, Savielly', '1910']);
    });
    await testSorting(page, server, folder);
    await testOrder();
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

/* What the list shows from top to bottom, row by row: `field` of the first `count` games. */
async function shown(page, field, count) {
    await page.waitForFunction(() => document.querySelector('#busy').hidden && [...document.querySelectorAll('.row .white')].every((cell) => cell.textContent));
    return (await rowsOf(page, count)).map((row) => row[field]);
}

/* The games of big.pgn in an order, by their tags alone; equal ones in the order of the file. */
function sortedNumbers(folder, tag, compare) {
    const games = readFileSync(join(folder, 'big.pgn'), 'utf8').split(/\n\n(?=\[Event )/);
    const values = games.map((game) => new RegExp(`\\[${tag} "([^"]*)"\\]`).exec(game)[1]);
    return values.map((_, i) => i).sort((a, b) => compare(values[a], values[b]) || a - b).map((i) => (i + 1).toLocaleString('en-US'));
}

const byName = (a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : Number(a.toLowerCase() > b.toLowerCase()));

async function testSorting(page, server, folder) {
    await openUrl(page, server, '/made/big.bcgn');
    const heading = (name) => page.click(`.head .${name} button`);
    await check('a heading sorts by names, upwards, downwards, and back to the order of the file', async () => {
        const numbers = sortedNumbers(folder, 'White', byName);
        await heading('white');
        await page.waitForFunction((first) => document.querySelector('.row .game').textContent === first, numbers[0]);
        equal(await shown(page, 'game', 8), numbers.slice(0, 8));
        equal(await page.locator('.head [aria-sort]').evaluateAll((all) => all.map((one) => [one.className, one.getAttribute('aria-sort')])), [['white', 'ascending']]);
        await heading('white');
        const falling = sortedNumbers(folder, 'White', (a, b) => byName(b, a));
        await page.waitForFunction((first) => document.querySelector('.row .game').textContent === first, falling[0]);
        equal(await shown(page, 'game', 8), falling.slice(0, 8));
        await heading('white');
        await page.waitForFunction(() => document.querySelector('.row .game').textContent === '1');
        equal(await page.locator('.head [aria-sort]').count(), 0);
    });
    await check('ratings sort the highest first, and what is found afterwards is sorted, too', async () => {
        const numbers = sortedNumbers(folder, 'WhiteElo', (a, b) => b - a);
        await heading('white-elo');
        await page.waitForFunction((first) => document.querySelector('.row .game').textContent === first, numbers[0]);
        equal(await shown(page, 'game', 8), numbers.slice(0, 8));
        await page.click('.row >> nth=0');
        await page.waitForFunction((number) => location.hash === `#game=${number}`, numbers[0].replaceAll(',', ''));
        await page.fill('#filter [name="player"]', 'Karo');
        await page.keyboard.press('Enter');
        const found = new Set(run('pgnfind', '-q', '--player', 'Karo', '--csv', join(folder, 'big.bcgn')).toString().split('\n').slice(1)
            .map((line) => Number(line.split(',')[0]).toLocaleString('en-US')));
        const wanted = numbers.filter((number) => found.has(number));
        await page.waitForFunction((first) => document.querySelector('.row .game').textContent === first, wanted[0]);
        equal(await shown(page, 'game', 8), wanted.slice(0, 8));
    });
    await check('the order is chosen in the dialog, also by what the list does not show', async () => {
        await page.click('#filter [type="reset"]');
        await page.click('#list-button');
        await page.selectOption('#list-order', 'round');
        await page.click('#list-dialog .foot button');
        const known = (text) => (/^[?-]*$/.test(text) ? Infinity : Number(text));
        const numbers = sortedNumbers(folder, 'Round', (a, b) => known(a) - known(b) || 0);
        await page.waitForFunction((first) => document.querySelector('.row .game').textContent === first, numbers[0]);
    });
    await check('columns are chosen and remembered', async () => {
        await page.click('#list-button');
        for (const name of ['White', 'Result', 'Site'])
            await page.check(`#list-columns label:text-is("${name}") input`);
        for (const name of ['Elo of White', 'Elo of Black', 'Plies, half-moves', 'Event', 'No., its number in the file'])
            await page.uncheck(`#list-columns label:text-is("${name}") input`);
        await page.click('#list-dialog .foot button');
        const columns = ['white', 'black', 'outcome', 'eco', 'day', 'site'];
        equal(await page.locator('.head > span').evaluateAll((all) => all.map((one) => one.className)), columns);
        await openUrl(page, server, '/data/annotated.pgn');
        const [row] = await rowsOf(page, 1);
        equal([Object.keys(row), row.site], [columns, 'Paris FRA']);
        expect(await page.isVisible('.row .site'), 'six columns have room, but the site is not seen');
        await page.evaluate(() => localStorage.removeItem('columns'));
    });
    await check('too many games are not sorted, and why is said', async () => {
        writeFileSync(join(folder, 'countless.pgn'), '*\n\n'.repeat(1000001));
        run('pgnpack', '-q', '-f', '-1', '-o', join(folder, 'countless.bcgn'), join(folder, 'countless.pgn'));
        await page.goto(`${server.url}/?url=/made/countless.bcgn`);
        await page.waitForFunction(() => document.querySelector('#count').textContent === '1,000,001 games');
        await heading('white');
        await page.waitForSelector('#problem:not([hidden])');
        expect((await page.textContent('#problem .what')).startsWith('1,000,001 games are too many to be sorted'), await page.textContent('#problem .what'));
        equal(await page.locator('.head [aria-sort]').count(), 0);
    });
}

async function testOrder() {
    await check('any values are sorted as by comparing all of them, unknown ones last', () => {
        let state = 5;
        const random = (below) => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0, (state >>> 8) % below);
        for (const kind of [() => random(20), () => `name ${random(30)}`])
            for (const descending of [false, true]) {
                const values = Array.from({ length: 500 }, () => (random(9) === 0 ? null : kind()));
                const number = (value) => (typeof value === 'number' ? value : Number(value.slice(5)));
                const compare = (a, b) => (a === null || b === null ? (a === null) - (b === null) : (number(a) - number(b)) * (descending ? -1 : 1));
                const wanted = values.map((_, i) => i).sort((a, b) => compare(values[a], values[b]) || a - b);
                const order = new ValueOrder(values.length);
                values.forEach((value) => order.add(value));
                equal([...order.places(descending)], wanted);
            }
        equal([...new ValueOrder(0).places(false)], []);
    });
}
