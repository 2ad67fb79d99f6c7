/* What goes wrong is told: what, of which file, why, and what helps. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, chooseFile, equal, expect, newPage, openUrl, rowsOf } from './harness.mjs';

async function problem(page) {
    await page.waitForSelector('#problem:not([hidden])');
    return { what: await page.textContent('#problem .what'), remedy: await page.textContent('#problem .remedy') };
}

function told(problem, what, remedy) {
    expect(what.test(problem.what), `what: ${problem.what}`);
    expect(remedy.test(problem.remedy), `remedy: ${problem.remedy}`);
}

export async function testErrors({ browser, server, folder, bigGames }) {
    const page = await newPage(browser, server);
    const open = (path) => openUrl(page, server, path);
    await check('an address that is not there', async () => {
        await open('/made/missing.bcgn');
        told(await problem(page), /missing\.bcgn: the server answers 404 \(Not Found\)\./, /check the address/);
        expect(await page.isVisible('#start'), 'the start is gone');
    });
    await check('a server without ranges: says so, and fetches all where that is wanted', async () => {
        await open('/norange/made/big.bcgn');
        told(await problem(page), /big\.bcgn: the server gives only whole files/, /MB\)\. A server that knows ranges/);
        await page.click('#problem .act');
        await page.waitForFunction(() => document.querySelector('.row .white')?.textContent);
        equal(await page.textContent('#count'), `${bigGames.toLocaleString('en-US')} games`);
    });
    await check('a server that is not there', async () => {
        await page.goto(`${server.url}/?url=${encodeURIComponent('http://127.0.0.1:9/x.bcgn')}`);
        told(await problem(page), /^http:\/\/127\.0\.0\.1:9\/x\.bcgn: nothing could be fetched\.$/, /Access-Control-Allow-Origin/);
    });
    await check('a web page in place of a database', async () => {
        await open('/index.html');
        told(await problem(page), /index\.html: this is not a chess file, but a web page\./, /Open a \.bcgn/);
    });
    for (const [name, bytes, found] of [['empty.pgn', '', /empty/], ['photo.bcgn', '\x89PNG\r\n\x1a\n\0\0\0', /./], ['notes.txt', 'Dear all,', /some other text/]])
        await check(`a file that is none: ${name}`, async () => {
            writeFileSync(join(folder, name), Buffer.from(bytes, 'latin1'));
            await page.goto(`${server.url}/`);
            await chooseFile(page, '#choose-button', join(folder, name));
            const text = await problem(page);
            expect(text.what.startsWith(`${name}: `) && found.test(text.what), text.what);
            expect(text.remedy !== '', 'no remedy');
        });
    await testDamage(page, server, folder, bigGames);
    await check('a file that is cut is opened as far as it goes, and that is said', async () => {
        const whole = readFileSync(join(folder, 'big.bcgn'));
        writeFileSync(join(folder, 'cut.bcgn'), whole.subarray(0, whole.length * 0.7));
        await open('/made/cut.bcgn');
        const text = await problem(page);
        expect(text.what.startsWith('cut.bcgn: '), text.what);
        expect(/not complete|Get it again/.test(text.remedy), text.remedy);
        await page.waitForFunction(() => document.querySelector('.row .white')?.textContent);
        expect((await rowsOf(page, 1))[0].white !== '', 'no games');
    });
    await check('the message goes away when it is closed', async () => {
        await page.click('#problem .close');
        expect(await page.isHidden('#problem'), 'it stays');
    });
    await check('no mistakes but those', () => equal(page.wrong.filter((text) => !text.includes('127.0.0.1:9/')), []));
    await page.context().close();
}

async function testDamage(page, server, folder) {
    const bytes = readFileSync(join(folder, 'big.bcgn'));
    for (let i = 0; i < 60000; i++)
        bytes[5000 + i] ^= 0x5a;
    writeFileSync(join(folder, 'damaged.bcgn'), bytes);
    await check('damage: which file, and what to do', async () => {
        await page.goto(`${server.url}/`);
        await chooseFile(page, '#choose-button', join(folder, 'damaged.bcgn'));
        const text = await problem(page);
        told(text, /^damaged\.bcgn: /, /damaged here.*salvage/);
    });
    await check('the games behind the damage are there', async () => {
        await page.focus('#list');
        await page.keyboard.press('End');
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => document.querySelectorAll('.line-text .move').length > 5);
    });
}

