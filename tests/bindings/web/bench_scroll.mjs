/*
 * Frames while scrolling, and the time to the first list: node tests/bindings/web/bench_scroll.mjs DATABASE.bcgn, after `make web`.
 * Not a test: it measures time. Frames are counted by requestAnimationFrame, long ones by what lies between two of them.
 */
import { dirname, join, basename, resolve } from 'node:path';
import { build, launch } from './harness.mjs';
import { serve } from './server.mjs';

const file = resolve(process.argv[2]);
const server = await serve({ '': join(build, 'web'), bench: dirname(file) });
const browser = await launch();

/* In the page: scrolls for some seconds, and gives the times between frames. */
function scrolled({ seconds, step }) {
    const rows = document.querySelector('#list');
    const times = [];
    let shown = 0;
    return new Promise((resolve) => {
        const end = performance.now() + 1000 * seconds;
        let last = performance.now();
        const frame = (now) => {
            times.push(now - last);
            last = now;
            if (document.querySelector('.row .white').textContent !== '')
                shown++;
            rows.scrollTop += step;
            if (now < end)
                requestAnimationFrame(frame);
            else
                resolve({ frames: times.length, late: times.filter((time) => time > 25).length, longest: Math.max(...times), shown });
        };
        requestAnimationFrame(frame);
    });
}

try {
    const page = await (await browser.newContext({ viewport: { width: 1500, height: 900 } })).newPage();
    const url = `${server.url}/?url=${encodeURIComponent(`/bench/${basename(file)}`)}`;
    for (const round of [1, 2]) {
        server.counts.reset();
        const before = performance.now();
        await page.goto(url);
        await page.waitForFunction(() => document.querySelector('.row .white')?.textContent);
        const time = performance.now() - before;
        const database = server.counts.paths.filter((path) => path.startsWith('/bench/')).length;
        console.log(`${round === 1 ? 'cold' : 'warm'}: first list after ${time.toFixed(0)} ms, ${database} requests of the database`);
    }
    console.log(await page.textContent('#about'));
    for (const [name, step] of [['a wheel', 40], ['fast', 1500], ['very fast', 9000]]) {
        const { frames, late, longest, shown } = await page.evaluate(scrolled, { seconds: 3, step });
        console.log(`${name}, ${step} px a frame: ${(frames / 3).toFixed(1)} frames a second, ${late} of ${frames} later than 25 ms, ` +
            `longest ${longest.toFixed(0)} ms; rows filled in ${shown} frames`);
    }
    const place = await page.evaluate(() => document.querySelector('.row .game').textContent);
    console.log(`arrived at game ${place}`);
} finally {
    await browser.close();
    server.close();
}
