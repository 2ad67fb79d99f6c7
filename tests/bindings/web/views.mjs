/* All that the page can show, one after the other: for checks that look at each. */
import { openUrl } from './harness.mjs';

async function game(page) {
    await page.evaluate(() => (location.hash = 'game=2&ply=6'));
    await page.waitForFunction(() => document.querySelector('.move.now') !== null);
}

async function tab(page, name) {
    await page.evaluate((to) => document.querySelector(`#tab-${to}`).click(), name);
    await page.waitForTimeout(200);
}

/* Whether it is seen at this size or not. */
const ask = (page, form, field, value) => page.evaluate(([id, name, text]) => {
    const one = document.getElementById(id);
    (one.elements[name] ?? one.querySelector('input')).value = text;
    one.requestSubmit();
}, [form, field, value]);

const byButton = (id) => (page) => page.evaluate((name) => document.querySelector(`#${name}`).click(), id);

/* In this order: `show` goes on from the view before, `leave` goes back. */
const steps = [
    ['list', (page) => tab(page, 'games')],
    ['filter', async (page) => {
        await byButton('more-button')(page);
        await ask(page, 'filter', 'words', 'moves=e4');
        await page.waitForFunction(() => document.querySelector('#count').textContent.includes(' of '));
    }],
    ['boards', async (page) => {
        await byButton('boards-button')(page);
        await page.waitForFunction(() => document.querySelectorAll('.cards .board').length > 3);
    }],
    ['game', async (page) => {
        await game(page);
        await tab(page, 'moves');
    }],
    ['own moves', async (page) => {
        await ask(page, 'move-form', 'move', 'h4');
        await page.waitForTimeout(200);
        await page.evaluate(() => (document.querySelector('.as-text').open = true));
    }],
    ['report', async (page) => {
        await page.evaluate(() => (document.querySelector('[name="player"]').value = 'castle-long'));
        await byButton('report-button')(page);
        await page.waitForSelector('#report-dialog table');
    }, true],
    ['choosing an engine', byButton('engine-button')],
    ['engine', async (page) => {
        await ask(page, 'engine-form', 'engine-path', 'fake/fake_engine.js');
        await page.waitForFunction(() => document.querySelectorAll('#engine .lines .move').length > 0);
    }],
    ['tree', async (page) => {
        await byButton('engine-stop')(page);
        await page.evaluate(() => (location.hash = 'game=2&ply=1'));
        await tab(page, 'tree');
        await page.waitForFunction(() => document.querySelectorAll('.tree-table tr').length > 2);
    }],
    ['columns', byButton('list-button'), true],
    ['editor', byButton('tree-setup'), true],
    ['open', byButton('open-button'), true],
    ['export', byButton('export-button'), true],
    ['pack', byButton('pack-button'), true],
    ['keys', byButton('keys-button'), true],
    ['nothing found', async (page) => {
        await byButton('boards-button')(page);
        await ask(page, 'filter', 'words', 'player="Nobody at all"');
        await tab(page, 'games');
        await page.waitForFunction(() => document.querySelector('#count').textContent.startsWith('0 of'));
    }],
    ['error', async (page) => {
        await ask(page, 'filter', 'words', 'elo=high');
        await page.waitForSelector('#problem:not([hidden])');
    }],
];

/** Goes through all of them; `look(name)` is awaited at each. */
export async function eachView(page, server, look) {
    await page.goto(`${server.url}/`);
    await page.waitForFunction(() => document.querySelector('#stuck') === null);
    await look('start');
    await openUrl(page, server, '/data/clocked.pgn');
    for (const [name, show, isDialog] of steps) {
        await show(page);
        await look(name);
        if (isDialog)
            await page.keyboard.press('Escape');
    }
}
