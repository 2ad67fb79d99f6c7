// check.js: tests the DuckDB extension in its host. Run by make check-duckdb, in the folder of the sources.
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');

const groups = ['extension', 'columns', 'queries', 'positions', 'files', 'texts', 'copy', 'functions', 'threads', 'memory'];

async function main() {
    const work = fs.mkdtempSync(path.join(os.tmpdir(), 'pgnpack-duckdb-'));
    const tests = [];
    for (const group of groups)
        require('./' + group + '.js')((name, run) => tests.push({name: `${group}: ${name}`, run}), work);
    const wanted = process.argv[2] || '';
    let passed = 0, failed = 0;
    for (const test of tests.filter(({name}) => name.includes(wanted))) {
        try {
            await test.run();
            passed++;
        } catch (error) {
            failed++;
            console.log(`FAIL ${test.name}\n${error.stack}`);
        }
    }
    fs.rmSync(work, {recursive: true});
    if (passed + failed === 0)
        failed++;
    console.log(`DuckDB extension: ${passed} passed, ${failed} failed`);
    process.exitCode = failed > 0 ? 1 : 0;
}

main();
