/* How much is fetched of a database at an address. */
import { check, equal, expect, newPage, openUrl, rowsOf } from './harness.mjs';
import { serve } from './server.mjs';

export async function testFetched({ browser, server, folder, bigGames }) {
    const page = await newPage(browser, server, { serviceWorkers: 'block' });
    const path = '/made/big.bcgn';
    /* Bytes of the database alone: the page's own files come first. */
    const { counts } = server;
    let bytes = 0;
    const ofDatabase = () => counts.paths.filter((one) => one === path).length;
    page.on('response', async (response) => {
        if (response.url().endsWith(path))
            bytes += Number(response.headers()['content-length'] ?? 0);
    });
    await check('the first list takes under 40 KB', async () => {
        counts.reset();
        await openUrl(page, server, path);
        expect(ofDatabase() > 0 && ofDatabase() < 16, `${ofDatabase()} requests`);
        expect(bytes > 1000 && bytes < 40000, `${bytes} bytes`);
    });
    await check('a game takes under 300 KB', async () => {
        bytes = 0;
        await page.evaluate((number) => (location.hash = `game=${number}`), bigGames - 100);
        await page.waitForFunction(() => document.querySelector('.move') !== null);
        expect(bytes > 0 && bytes < 300000, `${bytes} bytes`);
    });
    await check('what is shown again is not fetched again', async () => {
        counts.reset();
        await page.evaluate((number) => (location.hash = `game=${number}`), bigGames - 101);
        await page.waitForFunction((name) => document.querySelector('#game-head summary').textContent.startsWith(name),
            `Game ${(bigGames - 101).toLocaleString('en-US')}:`);
        equal(ofDatabase(), 0, 'requests');
    });
    await check('the page says what it fetched', async () => {
        expect(/\d KB fetched/.test(await page.textContent('#about')), await page.textContent('#about'));
    });
    await check('reading needs neither the packer nor the nets', () => {
        equal(counts.paths.filter((one) => /packer|model/.test(one)), []);
    });
    await check('no mistakes', () => equal(page.wrong, []));
    await check('a server of another name, which does not show Content-Range', async () => {
        const other = await serve({ '': folder });
        try {
            await openUrl(page, server, `${other.url}/big.bcgn`);
            equal(await page.textContent('#count'), `${bigGames.toLocaleString('en-US')} games`);
            expect(other.counts.requests > 3 && other.counts.bytes < 40000 + 64, `${other.counts.bytes} bytes`);
        } finally {
            other.close();
        }
    });
    await page.context().close();
    await testStop(browser, server);
}

/* A server that takes its time, so that there is some to stop in. */
async function testStop(browser, server) {
    const page = await newPage(browser, server, { serviceWorkers: 'block' });
    const { counts } = server;
    await check('rows are shown while a search runs, and it ends when it is stopped', async () => {
        await openUrl(page, server, '/late/made/many.bcgn');
        await page.fill('#filter [name="player"]', 'Karo');
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => /so far/.test(document.querySelector('#count').textContent) &&
            /karo/i.test(document.querySelector('.row')?.textContent ?? ''));
        await page.click('#stop-find');
        await page.waitForFunction(() => /found before it was stopped/.test(document.querySelector('#count').textContent));
        counts.reset();
        await page.waitForTimeout(3000);
        expect(counts.requests <= 2, `${counts.requests} requests after the stop`);
        expect((await rowsOf(page, 1))[0].white !== '', 'no rows');
    });
    await check('stopped: no mistakes', () => equal(page.wrong, []));
    await page.context().close();
}
