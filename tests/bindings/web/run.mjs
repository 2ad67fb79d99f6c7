/* Tests of the page (docs/bindings/web.md): run by `make check-web`, with $BUILD. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, check, data, launch, tally } from './harness.mjs';
import { makeBig } from './make_data.mjs';
import { serve } from './server.mjs';
import { testAccess } from './test_access.mjs';
import { testCache } from './test_cache.mjs';
import { testEngine } from './test_engine.mjs';
import { testErrors } from './test_errors.mjs';
import { testFetched } from './test_fetched.mjs';
import { testFiles } from './test_files.mjs';
import { testFilter } from './test_filter.mjs';
import { testHostile } from './test_hostile.mjs';
import { testList } from './test_list.mjs';
import { testPosition } from './test_position.mjs';
import { testReplay } from './test_replay.mjs';
import { testScroll } from './test_scroll.mjs';
import { testServed } from './test_served.mjs';

const folder = mkdtempSync(join(tmpdir(), 'pgnpack-web-'));
const browser = await launch();
const wanted = process.argv.slice(2);
const tests = [testFiles, testAccess, testList, testPosition, testEngine, testErrors, testHostile, testFilter, testReplay, testFetched, testScroll, testCache, testServed]
    .filter((test) => wanted.length === 0 || wanted.includes(test.name));

/* Each has a server of its own, whose counts are of no other. */
async function runTests(bigGames) {
    for (let test = tests.shift(); test !== undefined; test = tests.shift()) {
        const server = await serve({ '': join(build, 'web'), data, made: folder, fake: 'tests/bindings/web' });
        await check(`${test.name} goes to its end`, () => test({ browser, server, folder, bigGames }));
        server.close();
    }
}

try {
    const bigGames = makeBig(folder);
    await Promise.all([runTests(bigGames), runTests(bigGames)]);
} finally {
    await browser.close();
    rmSync(folder, { recursive: true });
}
console.log(`web: ${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed === 0 && tally.passed > 0 ? 0 : 1;
