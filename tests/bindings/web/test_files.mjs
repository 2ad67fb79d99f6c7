/* What goes in and out: files of all kinds, export, packing. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { check, chooseFile, data, downloaded, equal, expect, found, newPage, opened, rowsOf, run } from './harness.mjs';

async function openFile(page, server, file) {
    await page.goto(`${server.url}/`);
    await chooseFile(page, '#choose-button', file);
    await opened(page);
}

function exported(page, choice) {
    return downloaded(page, async () => {
        await page.click('#export-button');
        await page.click(`[data-choice="${choice}"]`);
    });
}

function sameBytes(got, wanted) {
    expect(Buffer.compare(got, wanted) === 0, `${got.length} bytes differ from the ${wanted.length} that they should be`);
}

export async function testFiles({ browser, server, folder }) {
    const page = await newPage(browser, server);
    const source = readFileSync(join(data, 'classics.pgn'));
    await testKinds(page, server, folder, source);
    await testExport(page, server, folder, source);
    await testPacking(page, server, folder, source);
    await check('no mistakes', () => equal(page.wrong, []));
    await page.context().close();
}

async function testKinds(page, server, folder, source) {
    const packed = join(folder, 'classics.bcgn');
    run('pgnpack', '-q', '-f', '-o', packed, join(data, 'classics.pgn'));
    writeFileSync(join(folder, 'classics.pgn.gz'), gzipSync(source));
    execFileSync('zstd', ['-q', '-f', '-o', join(folder, 'classics.pgn.zst'), join(data, 'classics.pgn')]);
    const wanted = [];
    for (const file of [join(data, 'classics.pgn'), packed, join(folder, 'classics.pgn.gz'), join(folder, 'classics.pgn.zst')])
        await check(`a file is opened: ${file.replace(/.*\//, '')}`, async () => {
            await openFile(page, server, file);
            const rows = await rowsOf(page, 5);
            if (wanted.length === 0)
                wanted.push(...rows);
            equal(rows, wanted);
            expect(rows[4].white.length > 2, JSON.stringify(rows));
        });
    await check('a .pgn.zst at an address', async () => {
        await page.goto(`${server.url}/?url=/made/classics.pgn.zst`);
        await opened(page);
        equal(await rowsOf(page, 5), wanted);
    });
    await check('files of levels 4, 5 and 9; nets are fetched when a game is shown', async () => {
        for (const level of [4, 5, 9]) {
            run('pgnpack', '-q', '-f', `-${level}`, '-o', join(folder, 'net.bcgn'), join(data, 'classics.pgn'));
            server.counts.reset();
            await openFile(page, server, join(folder, 'net.bcgn'));
            await page.click('.row >> nth=0');
            await page.waitForFunction(() => document.querySelectorAll('.line-text .move').length > 10);
            equal([...new Set(server.counts.paths.filter((path) => path.endsWith('.bin')))], { 4: ['/tables-0.bin'], 5: ['/model-0.bin'], 9: ['/model-0.bin', '/model-1.bin'] }[level]);
        }
    });
    await check('a file that is dropped', async () => {
        await page.goto(`${server.url}/`);
        const transfer = await page.evaluateHandle((text) => {
            const moved = new DataTransfer();
            moved.items.add(new File([text], 'dropped.pgn'));
            return moved;
        }, source.toString('utf8'));
        await page.dispatchEvent('#drop', 'drop', { dataTransfer: transfer });
        await opened(page);
        expect((await page.textContent('#about')).startsWith('dropped.pgn'), await page.textContent('#about'));
    });
}

async function testExport(page, server, folder, source) {
    await openFile(page, server, join(folder, 'classics.bcgn'));
    await check('all games exported are the source, byte for byte', async () => {
        const { name, bytes } = await exported(page, 'all');
        equal(name, 'classics.pgn');
        sameBytes(bytes, source);
    });
    await check('this game: its own bytes', async () => {
        await page.click('.row[aria-rowindex="4"]');
        await page.waitForFunction(() => location.hash === '#game=3');
        const { bytes } = await exported(page, 'game');
        expect(bytes.length > 100 && source.includes(bytes), 'the game is not in the source');
        sameBytes(bytes, run('pgnunpack', '-q', '-c', '-g', '3', join(folder, 'classics.bcgn')));
    });
    await check('games selected', async () => {
        await page.click('.row[aria-rowindex="3"]', { modifiers: ['Control'] });
        await page.click('.row[aria-rowindex="7"]', { modifiers: ['Control'] });
        await page.click('.row[aria-rowindex="8"]', { modifiers: ['Control'] });
        const { bytes } = await exported(page, 'selected');
        sameBytes(bytes, run('pgnunpack', '-q', '-c', '-g', '2,6,7', join(folder, 'classics.bcgn')));
    });
    await check('games found', async () => {
        await page.selectOption('#filter [name="result"]', '0-1');
        const wanted = run('pgnfind', '-q', '--result', '0-1', join(folder, 'classics.bcgn'));
        const count = Number(run('pgnfind', '-q', '--result', '0-1', '-c', join(folder, 'classics.bcgn')).toString());
        await found(page, `${count} of ${source.toString().match(/^\[Event /gm).length} games`);
        const { bytes } = await exported(page, 'found');
        sameBytes(bytes, wanted);
    });
    await check('a .pgn that was packed in memory is saved as pgnpack would', async () => {
        await openFile(page, server, join(data, 'classics.pgn'));
        const { name, bytes } = await downloaded(page, async () => {
            await page.click('#export-button');
            await page.click('#save-packed');
        });
        equal(name, 'classics.bcgn');
        run('pgnpack', '-q', '-f', '-3', '-o', join(folder, 'stdin.bcgn'), join(data, 'classics.pgn'));
        sameBytes(bytes, readFileSync(join(folder, 'stdin.bcgn')));
    });
}

async function testPacking(page, server, folder) {
    for (const [name, level] of [['clocked.pgn', 3], ['annotated.pgn', 1], ['annotated.pgn', 6], ['annotated.pgn', 9]])
        await check(`${name} is packed at level ${level} in the page as by pgnpack`, async () => {
            await page.goto(`${server.url}/`);
            await page.click('#pack-button');
            await chooseFile(page, '#pack-choose', join(data, name));
            await page.locator('#pack-level').fill(String(level));
            const { bytes } = await downloaded(page, () => page.click('#pack-go'));
            run('pgnpack', '-q', '-f', `-${level}`, '-o', join(folder, 'native.bcgn'), join(data, name));
            sameBytes(bytes, readFileSync(join(folder, 'native.bcgn')));
            expect(/games?: .* times smaller/.test(await page.textContent('#pack-result')), await page.textContent('#pack-result'));
        });
    await check('packing what is no chess file is refused', async () => {
        writeFileSync(join(folder, 'letter.docx'), Buffer.from('PK\x03\x04 something'));
        await page.goto(`${server.url}/`);
        await page.click('#pack-button');
        await chooseFile(page, '#pack-choose', join(folder, 'letter.docx'));
        await page.click('#pack-go');
        await page.waitForFunction(() => /letter\.docx: this is not a chess file/.test(document.querySelector('#pack-result').textContent));
    });
}
