/* The filter, compared with what pgnfind finds. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, equal, expect, found, newPage, openUrl, rowsOf, run } from './harness.mjs';

const trials = [
    { what: 'player', fields: { player: 'Karo' }, options: ['--player', 'Karo'] },
    { what: 'event of two words', fields: { event: 'Open 17' }, options: ['--event', 'Open 17'] },
    { what: 'ECO', fields: { eco: 'B90-B99,C' }, options: ['--eco', 'B90-B99,C'] },
    { what: 'ratings', fields: { elo: '2500-' }, options: ['--elo', '2500-'] },
    { what: 'date and result', fields: { date: '1990-1995' }, result: '0-1', options: ['--date', '1990-1995', '--result', '0-1'] },
    { what: 'other conditions', fields: {}, words: 'plies=-60 material="Q1 q1" final', options: ['--plies', '-60', '--material', 'Q1 q1', '--final'] },
];

export async function testFilter({ browser, server, folder, bigGames }) {
    const page = await newPage(browser, server);
    const all = bigGames.toLocaleString('en-US');
    await openUrl(page, server, '/made/big.bcgn');
    for (const { what, fields, result, words, options } of trials)
        await check(`filter: ${what}`, async () => {
            const count = Number(run('pgnfind', '-q', ...options, '-c', join(folder, 'big.bcgn')).toString());
            expect(count > 0 && count < bigGames, `pgnfind finds ${count}`);
            await page.click('#filter [type="reset"]');
            await found(page, `${all} games`);
            for (const [name, value] of Object.entries(fields))
                await page.fill(`#filter [name="${name}"]`, value);
            if (words !== undefined) {
                await page.evaluate(() => document.querySelector('#filter').classList.add('open'));
                await page.fill('#filter [name="words"]', words);
            }
            if (result)
                await page.selectOption('#filter [name="result"]', result);
            await page.click('#filter [type="submit"]');
            await found(page, `${count.toLocaleString('en-US')} of ${all} games`);
        });
    await check('rows are those of the games found', async () => {
        await page.click('#filter [type="reset"]');
        await page.fill('#filter [name="player"]', 'Karo');
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => [...document.querySelectorAll('.row')].length > 0 && document.querySelector('#count').textContent.includes(' of '));
        await page.waitForFunction(() => document.querySelector('.row .white').textContent !== '');
        for (const row of await rowsOf(page, 8))
            expect(/karo/i.test(row.white + row.black), `${row.white} against ${row.black}`);
    });
    await check('nothing found is said', async () => {
        await page.fill('#filter [name="player"]', 'Nobody of that name');
        await page.keyboard.press('Enter');
        await found(page, `0 of ${all} games`);
        expect(await page.isVisible('#none'), 'no text in the empty list');
    });
    await check('a condition that makes no sense is explained', async () => {
        await page.fill('#filter [name="player"]', '');
        await page.fill('#filter [name="elo"]', 'high');
        await page.click('#filter [type="submit"]');
        await page.waitForSelector('#problem:not([hidden])');
        const text = await page.textContent('#problem .what');
        expect(/"high" cannot be looked for: ranges are/.test(text), text);
    });
    await testReport(page, folder);
    await check('no mistakes', () => equal(page.wrong, []));
    await page.context().close();
}

/* Results of a player's games in big.pgn by its tags alone: games, won, drawn, lost as the tables have them. */
function resultsOf(folder, player, keyOf) {
    const tables = new Map();
    for (const game of readFileSync(join(folder, 'big.pgn'), 'utf8').split(/\n\n(?=\[Event )/)) {
        const tag = (name) => new RegExp(`\\[${name} "([^"]*)"\\]`).exec(game)?.[1] ?? '';
        for (const [colour, winning] of [['White', '1-0'], ['Black', '0-1']])
            if (tag(colour) === player) {
                const key = keyOf(colour, tag), row = tables.get(key) ?? [0, 0, 0, 0], result = tag('Result');
                row[0]++;
                if (result !== '*')
                    row[result === winning ? 1 : result === '1/2-1/2' ? 2 : 3]++;
                tables.set(key, row);
            }
    }
    return tables;
}

const tableOf = (page, n) => page.locator('#report-dialog table').nth(n).locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) => [row.cells[0].textContent, [...row.cells].slice(1, 5).map((cell) => Number(cell.textContent))]));

async function testReport(page, folder) {
    const counts = new Map();
    for (const [, name] of readFileSync(join(folder, 'big.pgn'), 'utf8').matchAll(/\[White "([^"]*)"\]/g))
        counts.set(name, (counts.get(name) ?? 0) + 1);
    const [[player]] = [...counts].sort(([, a], [, b]) => b - a);
    await page.click('#filter [type="reset"]');
    await check('a report needs a player', async () => {
        await page.click('#report-button');
        expect((await page.evaluate(() => document.querySelector('[name="player"]').validationMessage)).startsWith('A report is about a player'), 'no word of it');
    });
    await check('a player\'s report: by colour, years and openings, as the tags have them', async () => {
        await page.fill('#filter [name="player"]', player);
        await page.click('#report-button');
        await page.waitForSelector('#report-dialog[open] table');
        const colours = resultsOf(folder, player, (colour) => colour);
        equal(await tableOf(page, 0), ['White', 'Black'].map((colour) => [colour, colours.get(colour)]));
        equal(await tableOf(page, 1), [...resultsOf(folder, player, (_, tag) => tag('Date').slice(0, 4))].sort(([a], [b]) => a - b));
        const openings = resultsOf(folder, player, (colour, tag) => `${colour} ${tag('ECO')}`);
        for (const [n, colour] of [[2, 'White'], [3, 'Black']]) {
            const wanted = [...openings].filter(([key]) => new RegExp(`^${colour} [A-E]`).test(key)).map(([key, row]) => [key.slice(6), row])
                .sort(([a, [games]], [b, [others]]) => others - games || (a < b ? -1 : 1));
            equal(await tableOf(page, n), wanted.slice(0, 12));
        }
        const total = colours.get('White')[0] + colours.get('Black')[0];
        equal(await page.textContent('#report-title'), `${player}: ${total} games`);
    });
    await check('a year of it leads to its games', async () => {
        const [[year, [games]]] = await tableOf(page, 1);
        await page.click(`#report-dialog button:text-is("${year}")`);
        await page.waitForFunction((text) => document.querySelector('#count').textContent.startsWith(text), `${games} of `);
    });
}
