/* The filter, compared with what pgnfind finds. */
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
    await check('no mistakes', () => equal(page.wrong, []));
    await page.context().close();
}
