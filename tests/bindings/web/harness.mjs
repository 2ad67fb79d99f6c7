/* What the tests have in common: checks that are counted, the browser, pages that tell what goes wrong in them. */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

export const build = resolve(process.env.BUILD ?? 'build');
export const data = resolve('data');
const { chromium, firefox } = createRequire(join(build, 'npm/web/'))('playwright-core');

/* --disable-gpu and the rest: without them Chromium asks for hosts and devices that test machines do not have. */
const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'];

/** Chromium; with BROWSER=firefox Debian's firefox-esr, of which playwright-core can do most but not all (docs/bindings/web.md). */
export function launch() {
    if (process.env.BROWSER === 'firefox')
        return firefox.launch({ executablePath: '/usr/bin/firefox-esr', channel: 'moz-firefox' });
    return chromium.launch({ executablePath: '/usr/bin/chromium', args: flags });
}

export const tally = { passed: 0, failed: 0 };

/** One check: what it throws is its failure. */
export async function check(name, work) {
    try {
        await work();
        tally.passed++;
    } catch (error) {
        tally.failed++;
        console.log(`FAILED: ${name}\n    ${String(error.stack ?? error).split('\n').slice(0, 6).join('\n    ')}`);
    }
}

export function equal(got, wanted, what = 'value') {
    const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)];
    if (a !== b)
        throw new Error(`${what}: ${a} in place of ${b}`);
}

export function expect(isSo, what) {
    if (!isSo)
        throw new Error(what);
}

/** Runs a program of the build and gives what it prints. */
export function run(program, ...options) {
    return execFileSync(join(build, program), options, { maxBuffer: 1 << 28 });
}

/** A page whose own mistakes and foreign requests are kept in `page.wrong`. */
export async function newPage(browser, server, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1500, height: 900 }, acceptDownloads: true, ...options });
    const page = await context.newPage();
    page.wrong = [];
    page.on('pageerror', (error) => page.wrong.push(`error: ${error.stack}`));
    page.on('console', (message) => {
        if (message.type() === 'error' && !/Failed to load resource|blocked by CORS/.test(message.text()))
            page.wrong.push(`console: ${message.text()}`);
    });
    page.on('request', (request) => {
        if (!request.url().startsWith(server.url) && !/^(blob|data):/.test(request.url()))
            page.wrong.push(`request: ${request.url()}`);
    });
    page.setDefaultTimeout(30000);
    return page;
}

/** Waits until the list shows games, or the page a problem. */
export async function opened(page) {
    await page.waitForFunction(() => /[^…]/.test(document.querySelector('.row .white')?.textContent ?? '') ||
        !document.querySelector('#problem').hidden);
}

export async function openUrl(page, server, path, hash = '') {
    await page.goto(`${server.url}/?url=${encodeURIComponent(path)}${hash}`);
    await opened(page);
}

/** Chooses a file by the page's button, as a user does. */
export async function chooseFile(page, button, file) {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.click(button)]);
    await chooser.setFiles(file);
}

/** The bytes of the download that `work` leads to. */
export async function downloaded(page, work) {
    const [download] = await Promise.all([page.waitForEvent('download'), work()]);
    const { readFile } = await import('node:fs/promises');
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** The texts of the list's first rows, from top to bottom. */
export function rowsOf(page, count = 5) {
    return page.evaluate((n) => [...document.querySelectorAll('.row')]
        .sort((a, b) => a.getAttribute('aria-rowindex') - b.getAttribute('aria-rowindex'))
        .slice(0, n).map((row) => Object.fromEntries([...row.children].map((cell) => [cell.className, cell.textContent]))), count);
}

export async function found(page, text) {
    await page.waitForFunction((wanted) => document.querySelector('#count').textContent === wanted, text);
}
