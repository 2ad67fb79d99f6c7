/* Games and addresses of people who mean harm: markup in texts, values without end, signs that turn lines round, odd addresses. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, equal, expect, newPage, openUrl, run } from './harness.mjs';

const markup = `<img src=x onerror="window.hit=1"><script>window.hit=1</script><svg onload=window.hit=1>`;
const turned = '\u202eright to left\u2066';

function hostileText() {
    const tag = (value) => value.replace(/["\\]/g, '\\$&');
    const head = (name) => `[Event "${name}"]\n[White "${tag(markup)}"]\n[Black "${turned}"]\n[ECO "${tag(markup)}"]\n[Date "${tag(markup)}"]\n`;
    const many = Array.from({ length: 5000 }, (_, i) => `[T${i} "v${i}"]\n`).join('');
    return [
        `${head('markup')}\n1. e4 {${markup} ${turned}} e5 $1 (1... c5 {${markup}}) {[%csl G${markup}] [%cal ]} *\n\n`,
        `[Event "long"]\n[White "${'W'.repeat(1 << 20)}"]\n\n1. d4 {${'x'.repeat(1 << 20)}} *\n\n`,
        `[Event "tags"]\n${many}\n1. c4 *\n\n`,
        `[Event "deep"]\n\n1. e4 ${'(1. d4 '.repeat(900)}${') '.repeat(900)}e5 *\n\n`,
        '[Event "controls"]\n[White "\u0001\u0007\u001b[31m"]\n\n1. e4 {\u0000\u0008} *\n\n',
    ].join('');
}

async function showGame(page, number, text) {
    await page.evaluate((n) => (location.hash = `#game=${n}`), number);
    await page.waitForFunction((wanted) => document.querySelector('.line-text')?.textContent.includes(wanted), text);
}

export async function testHostile({ browser, server, folder }) {
    const page = await newPage(browser, server), pgn = join(folder, 'hostile.pgn'), packed = join(folder, 'hostile.bcgn');
    writeFileSync(pgn, hostileText());
    run('pgnpack', '-q', '-f', '-o', packed, pgn);
    await openUrl(page, server, '/made/hostile.bcgn');
    await check('markup is text', async () => {
        await showGame(page, 1, 'onerror');
        expect((await page.textContent('h2')).length > 0, 'no head');
        equal(await page.evaluate(() => [window.hit ?? null, document.querySelectorAll('img, .side script, [onload]').length]), [null, 0]);
        expect((await page.textContent('.line-text .comment')).includes('<img src=x'), 'the comment is not there as it is');
    });
    await check('signs that turn lines round stay in their comment', async () => {
        equal(await page.evaluate(() => [...new Set([...document.querySelectorAll('.line-text .comment, .line-text .move')]
            .map((element) => getComputedStyle(element).unicodeBidi))]), ['isolate']);
    });
    for (const [number, what, text] of [[2, 'values of a million signs', 'd4'], [3, 'five thousand tags', 'no game any more'], [5, 'control characters', 'e4'],
        [4, 'nine hundred nested variations', 'e5']])
        await check(what, async () => {
            await showGame(page, number, text);
            await page.keyboard.press('ArrowRight');
            expect(await page.evaluate(() => document.querySelector('.list, #list').clientWidth <= innerWidth), 'the list is wider than the page');
        });
    await check('odd places in the address', async () => {
        for (const hash of ['#game=0', '#game=99', '#game=999999999999999', '#game=1&ply=99999', '#game=-1', '#game=%zz', '#game=1e3', '#at=5', '#game=1&at=777'])
            await page.evaluate((text) => (location.hash = text), hash);
        await showGame(page, 1, 'onerror');
    });
    for (const [address, words] of [['/made/a%zz.bcgn', /404|nothing could/], ['javascript:alert(1)', /./], ['data:text/html,<script>window.hit=1</script>', /./],
        ['http://[', /./], [`/${'x'.repeat(9000)}`, /./]])
        await check(`an odd address: ${address.slice(0, 20)}`, async () => {
            await page.goto(`${server.url}/?url=${encodeURIComponent(address)}`);
            await page.waitForSelector('#problem:not([hidden])');
            const what = await page.textContent('#problem .what');
            expect(words.test(what) && !/URI malformed|report it/.test(what + await page.textContent('#problem .remedy')), what);
            equal(await page.evaluate(() => window.hit ?? null), null);
        });
    await check('a file of the same size that has changed since', async () => {
        copyFileSync(join(folder, 'big.bcgn'), join(folder, 'changing.bcgn'));
        await openUrl(page, server, '/made/changing.bcgn');
        writeFileSync(join(folder, 'changing.bcgn'), readFileSync(join(folder, 'big.bcgn')));
        await page.focus('#list');
        await page.keyboard.press('End');
        await page.keyboard.press('Enter');
        await page.waitForSelector('#problem:not([hidden])');
        expect(/has changed since it was opened/.test(await page.textContent('#problem .what')), await page.textContent('#problem .what'));
    });
    await check('no mistakes in the page', () => equal(page.wrong.filter((text) => !/Content Security Policy|request: http:\/\/\[/.test(text)), []));
    await page.context().close();
}
