/* Names and roles of all that can be used, contrast of texts, order of focus, sizes of screens. */
import { check, equal, expect, newPage, openUrl } from './harness.mjs';
import { eachView } from './views.mjs';

/* In the page: what can be used and has no name. */
function nameless() {
    const nameOf = (element) => element.getAttribute('aria-label') ||
        (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ').trim() ||
        [...(element.labels ?? [])].map((label) => label.textContent).join(' ').trim() ||
        (element.matches('button, a, summary, [role="tab"], [role="columnheader"]') ? element.textContent.trim() : '');
    return [...document.querySelectorAll('button, a[href], input, select, summary, [role], [tabindex="0"], dialog, section')]
        .filter((element) => !element.matches('[role="presentation"], [role="row"], [role="gridcell"], [role="alert"], [role="status"], .unseen, .act[hidden]'))
        .filter((element) => nameOf(element) === '')
        .map((element) => element.outerHTML.slice(0, 120));
}

/* In the page: texts whose contrast with what is behind them is below WCAG's 4.5 (3 for large ones). */
function faint() {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const rgba = (colour) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const light = ([r, g, b]) => [r, g, b].map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
        .reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
    const backOf = (element) => {
        for (let at = element; at !== null; at = at.parentElement) {
            const colour = rgba(getComputedStyle(at).backgroundColor);
            if (colour[3] > 250)
                return colour;
        }
        return rgba('white');
    };
    const isOwnText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    return [...document.querySelectorAll('body *')].filter((element) => isOwnText(element) && element.checkVisibility() &&
        !element.closest('svg, .unseen, :disabled')).map((element) => {
        const style = getComputedStyle(element);
        const [a, b] = [light(rgba(style.color)), light(backOf(element))].sort((x, y) => y - x);
        return { ratio: (a + 0.05) / (b + 0.05), isLarge: parseFloat(style.fontSize) >= 24, text: `${element.className || element.tagName}: ${element.textContent.trim().slice(0, 30)}` };
    }).filter(({ ratio, isLarge }) => ratio < (isLarge ? 3 : 4.5)).map(({ ratio, text }) => `${ratio.toFixed(2)} ${text}`);
}

function tooWide() {
    return document.documentElement.scrollWidth > innerWidth || [...document.querySelectorAll('main *')].some((element) => {
        const box = element.getBoundingClientRect();
        return element.checkVisibility() && box.width > 0 && box.right > innerWidth + 1 && getComputedStyle(element).position !== 'absolute' &&
            !element.closest('.grid, .unseen, table');
    });
}

/* In the page: roles that lack what they have to hold, names where none may be or that leave out what is seen, and what only a pointer scrolls. */
function faults() {
    const wrong = [], say = (what, element) => wrong.push(`${what}: ${element.outerHTML.slice(0, 120)}`);
    const seen = [...document.querySelectorAll('body, body *')].filter((element) => element.checkVisibility() && !element.closest('[inert]'));
    const owns = { grid: ['row', 'rowgroup'], rowgroup: ['row'], row: ['gridcell', 'columnheader', 'rowheader'], tablist: ['tab'], radiogroup: ['radio'], list: ['listitem'] };
    const generic = (element) => /^(DIV|SPAN|P|B|I|TD)$/.test(element.tagName) && !element.hasAttribute('role');
    const isThrough = (element) => generic(element) || element.getAttribute('role') === 'presentation';
    const owned = (element) => [...element.children].filter((child) => child.checkVisibility()).flatMap((child) => (isThrough(child) ? owned(child) : [child]));
    const textOf = (element) => (element.innerText ?? '').toLowerCase().replace(/\s+/g, ' ').trim();
    const canFocus = (element) => element.tabIndex >= 0 && !element.disabled && element.checkVisibility();
    seen.filter((element) => /^H[1-6]$/.test(element.tagName)).forEach((element, i, all) => {
        if (Number(element.tagName[1]) > Number((all[i - 1] ?? { tagName: 'H0' }).tagName[1]) + 1)
            say('a heading two levels down', element);
    });
    for (const element of seen) {
        const role = element.getAttribute('role'), label = element.getAttribute('aria-label');
        if (role in owns && !owned(element).some((child) => owns[role].includes(child.getAttribute('role'))))
            say('nothing of its role in it', element);
        if (role in owns && owned(element).some((child) => !owns[role].includes(child.getAttribute('role'))))
            say('something foreign to its role in it', element);
        if (role === 'presentation' && (element.hasAttribute('tabindex') || element.hasAttribute('aria-label')))
            say('presentation that can be used', element);
        if (generic(element) && (element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby')))
            say('a name without a role', element);
        if (label !== null && /[a-z0-9]/.test(textOf(element)) && (element.matches('button, a, summary') || /^(gridcell|columnheader|tab|radio)$/.test(role)) &&
            !label.toLowerCase().includes(textOf(element)))
            say('the name leaves out what is seen', element);
        const { overflowY } = getComputedStyle(element);
        if (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1 && !canFocus(element) && ![...element.querySelectorAll('*')].some(canFocus))
            say('scrolls by pointer alone', element);
    }
    return wrong;
}

/* What the check above is for: each kind of fault, put into the page. */
const madeFaults = {
    'nothing of its role in it': '<div role="tablist"><p>text</p></div>',
    'something foreign to its role in it': '<div role="radiogroup"><i role="radio">x</i><a href="#x">text</a></div>',
    'presentation that can be used': '<div role="presentation" tabindex="-1">text</div>',
    'a name without a role': '<div aria-label="Moves">text</div>',
    'the name leaves out what is seen': '<button aria-label="Won by White">1-0</button>',
    'a heading two levels down': '<h4>text</h4>',
    'scrolls by pointer alone': '<div style="overflow: auto"><div>text</div></div>',
};

async function testViews(browser, server) {
    for (const [width, height] of [[1500, 900], [844, 390]]) {
        const page = await newPage(browser, server, { viewport: { width, height } });
        await eachView(page, server, (name) => check(`${width}x${height}, ${name}: roles, names, scrolling by keys`, async () => {
            equal(await page.evaluate(faults), []);
        }));
        await page.context().close();
    }
    const page = await newPage(browser, server);
    await page.goto(`${server.url}/`);
    for (const [what, html] of Object.entries(madeFaults))
        await check(`this would be seen: ${what}`, async () => {
            await page.evaluate((text) => {
                const holder = Object.assign(document.createElement('div'), { innerHTML: text, id: 'made' });
                document.querySelector('#start').append(holder);
                const scroller = holder.querySelector('[style]');
                if (scroller !== null)
                    Object.assign(scroller.style, { overflow: 'auto', height: '10px' });
            }, html);
            const found = await page.evaluate(faults);
            await page.evaluate(() => document.querySelector('#made').remove());
            equal(found.map((text) => text.split(':')[0]), [what]);
        });
    await page.context().close();
}

/* A phone on its side: the board and its buttons are seen whole, and only what is right of them scrolls. */
async function testLandscape(browser, server) {
    for (const [width, height] of [[844, 390], [667, 375], [568, 320]])
        await check(`${width}x${height}: the board whole, moves right of it`, async () => {
            const page = await newPage(browser, server, { viewport: { width, height } });
            await openUrl(page, server, '/data/clocked.pgn', '#game=2&ply=40');
            await page.waitForFunction(() => document.querySelector('.move.now') !== null);
            const box = (name) => page.locator(name).boundingBox();
            const [board, buttons, move] = [await box('#board svg'), await box('.controls'), await box('.move.now')];
            expect(board.height > 0.55 * height && board.y >= 0, `the board is ${board.height} high`);
            expect(buttons.y >= board.y + board.height && buttons.y + buttons.height <= height, `the buttons end at ${buttons.y + buttons.height}`);
            expect(move.x >= board.x + board.width && move.y + move.height <= height, 'the move is not seen right of the board');
            const scrollers = await page.evaluate(() => [...document.querySelectorAll('*')].filter((element) => element.checkVisibility() &&
                /auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 1).map(({ id }) => id));
            equal(scrollers, ['moves']);
            await page.context().close();
        });
}

export async function testAccess({ browser, server }) {
    for (const colorScheme of ['light', 'dark'])
        for (const width of [1500, 1000, 375]) {
            const page = await newPage(browser, server, { viewport: { width, height: 800 }, colorScheme });
            const where = `${colorScheme}, ${width} wide`;
            await check(`${where}: texts have contrast on every view`, async () => {
                await page.goto(`${server.url}/`);
                equal(await page.evaluate(faint), [], 'the start');
                await openUrl(page, server, '/data/clocked.pgn', '#game=2&ply=20');
                await page.waitForFunction(() => document.querySelector('.move.now') !== null);
                for (const tab of ['games', 'moves', 'tree']) {
                    await page.evaluate((name) => document.querySelector(`#tab-${name}`).click(), tab);
                    await page.waitForTimeout(300);
                    equal(await page.evaluate(faint), [], tab);
                    expect(!(await page.evaluate(tooWide)), `${tab} is wider than the screen`);
                }
            });
            await check(`${where}: no mistakes`, () => equal(page.wrong, []));
            await page.context().close();
        }
    await testNames(browser, server);
    await testViews(browser, server);
    await testLandscape(browser, server);
}

async function testNames(browser, server) {
    const page = await newPage(browser, server);
    await openUrl(page, server, '/data/annotated.pgn', '#game=1');
    await page.waitForFunction(() => document.querySelector('.line-text .move') !== null);
    await check('all that can be used has a name', async () => equal(await page.evaluate(nameless), []));
    await check('the board is there as text', async () => {
        expect((await page.getAttribute('#board svg', 'aria-label')).startsWith('Board. White: king e1, queen d1, rooks a1 h1'), await page.getAttribute('#board svg', 'aria-label'));
        equal(await page.getAttribute('#board svg', 'role'), 'img');
    });
    await check('the list is a grid, as assistive programs see it', async () => {
        const tree = await page.locator('#list').ariaSnapshot();
        expect(/grid "Games"/.test(tree) && /columnheader "White"/.test(tree) && /gridcell "Morphy, Paul"/.test(tree), tree.slice(0, 600));
        await page.focus('#list');
        await page.keyboard.press('Home');
        equal(await page.getAttribute('#list', 'aria-activedescendant'), await page.locator('.row.active').getAttribute('id'));
    });
    await check('dialogs take and give back the focus', async () => {
        await page.focus('#keys-button');
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => document.querySelector('#keys-dialog').contains(document.activeElement));
        await page.keyboard.press('Escape');
        equal(await page.evaluate(() => document.activeElement.id), 'keys-button');
    });
    await check('Tab goes through the page: head, filter, list, board, moves', async () => {
        await page.focus('.skip >> nth=0');
        const seen = [];
        for (let i = 0; i < 45; i++) {
            await page.keyboard.press('Tab');
            seen.push(await page.evaluate(() => document.activeElement.dataset.node || document.activeElement.id || document.activeElement.getAttribute('name') || document.activeElement.className));
        }
        const order = ['open-button', 'player', 'list', 'go-first', 'move-text'].map((id) => seen.indexOf(id));
        expect(order.every((place, i) => place >= 0 && (i === 0 || place > order[i - 1])), seen.join(' '));
        equal(new Set(seen.filter((one) => /^\d+$/.test(one))).size, 1, `moves among the stops: ${seen.join(' ')}`);
    });
    await check('tabs go by arrow keys', async () => {
        await page.focus('#tab-moves');
        await page.keyboard.press('ArrowRight');
        equal(await page.evaluate(() => [document.activeElement.id, document.activeElement.getAttribute('aria-selected')]), ['tab-tree', 'true']);
    });
    await check('the colours can be chosen', async () => {
        await page.click('#theme-button');
        await page.click('#theme-button');
        equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'dark');
    });
    await check('no mistakes', () => equal(page.wrong, []));
    await page.context().close();
}
