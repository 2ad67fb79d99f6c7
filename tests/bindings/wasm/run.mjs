// All tests of the WebAssembly modules in Node. BUILD: the folder of what was built; with the package's tarball as an argument
// also those of the package.
import { load } from '../../../src/bindings/wasm/pgnpack.js';
import { finish, options } from './support.mjs';

const started = performance.now();
for (const name of ['modules', 'games', 'ids', 'queries', 'sources', 'misuse', 'levels', 'package']) {
    const suite = await import(`./test_${name}.mjs`);
    await suite.run(await load(options));
    console.log(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
}
finish('wasm');
