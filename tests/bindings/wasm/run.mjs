// All tests of the WebAssembly modules in Node. BUILD: the folder of what was built; with the package's tarball as an argument
// also those of the package; behind it the suites to run, left out: all.
import { load } from '../../../src/bindings/wasm/pgnpack.js';
import { finish, options } from './support.mjs';

const started = performance.now(), wanted = process.argv.slice(3);
for (const name of ['modules', 'games', 'ids', 'queries', 'sources', 'addresses', 'streams', 'misuse', 'levels', 'package', 'command']) {
    if (wanted.length > 0 && !wanted.includes(name))
        continue;
    const suite = await import(`./test_${name}.mjs`);
    await suite.run(await load(options));
    console.log(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
}
finish('wasm');
