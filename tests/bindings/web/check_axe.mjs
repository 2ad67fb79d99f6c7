/*
 * Every view of the page by axe-core, which is not ours and is not fetched here: BUILD=build node tests/bindings/web/check_axe.mjs
 * axe.min.js (of the npm package axe-core), or `make check-axe AXE=axe.min.js`. What the tests hold without it is in test_access.mjs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, data, launch, newPage } from './harness.mjs';
import { serve } from './server.mjs';
import { eachView } from './views.mjs';

const axe = readFileSync(process.argv[2], 'utf8');
const server = await serve({ '': join(build, 'web'), data, fake: 'tests/bindings/web' });
const browser = await launch();
const looks = [[1500, 900, 'light'], [1500, 900, 'dark'], [1000, 760, 'light'], [390, 844, 'light'], [390, 844, 'dark'], [844, 390, 'light']];
let looked = 0;
const found = new Set();

for (const [width, height, colorScheme] of looks) {
    const page = await newPage(browser, server, { viewport: { width, height }, colorScheme, bypassCSP: true });
    await eachView(page, server, async (name) => {
        if (await page.evaluate(() => typeof axe) === 'undefined')
            await page.evaluate(axe);
        const { violations } = await page.evaluate(() => axe.run({ resultTypes: ['violations'] }));
        looked++;
        for (const { id, nodes } of violations)
            for (const { html } of nodes) {
                const what = `${id}: ${html.slice(0, 160)}`;
                if (!found.has(what))
                    console.log(`${name} ${width}x${height} ${colorScheme}: ${what}`);
                found.add(what);
            }
    });
    await page.context().close();
}
console.log(`axe: ${looked} views, ${found.size} findings`);
await browser.close();
server.close();
process.exitCode = looked > 0 && found.size === 0 ? 0 : 1;
