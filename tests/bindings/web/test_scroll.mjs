/* The arithmetic of the long list, without a browser. */
import { check, equal, expect } from './harness.mjs';
import { ScaledScroll } from '../../../src/bindings/web/scaled_scroll.js';

const view = 600, rowHeight = 30;

export async function testScroll() {
    await check('short lists scroll one to one', () => {
        const scroll = new ScaledScroll(100 * rowHeight, view);
        equal(scroll.height, 3000);
        equal(scroll.goTo(777), 777);
        equal(scroll.scrolled(777, 2400), 2400);
        equal(scroll.goTo(99999), 2400, 'the last place');
    });
    for (const games of [250_000, 10_000_000, 300_000_000]) {
        const total = games * rowHeight;
        await check(`${games} games: both ends are exact`, () => {
            const scroll = new ScaledScroll(total, view);
            expect(scroll.height <= 6_000_000, 'the element is too high');
            equal(scroll.goTo(0), 0);
            equal(scroll.goTo(total), scroll.height - view);
            equal(scroll.offset + scroll.goTo(total), total - view);
        });
        await check(`${games} games: every place is within the element`, () => {
            const scroll = new ScaledScroll(total, view);
            for (let i = 0; i <= 20000; i++) {
                const place = Math.floor((i / 20000) * (total - view));
                const top = scroll.goTo(place);
                expect(top >= 0 && top <= scroll.height - view, `scrollTop is ${top} at ${place}`);
                equal(scroll.offset + top, place, 'the place');
            }
        });
        await check(`${games} games: the wheel goes through them pixel by pixel, down and up`, () => {
            const scroll = new ScaledScroll(total, view);
            let place = 1_234_567, top = scroll.goTo(place);
            for (const step of [...Array(3000).fill(97), ...Array(6000).fill(-113)]) {
                const now = Math.min(Math.max(top + step, 0), scroll.height - view);
                const next = scroll.scrolled(top, now);
                equal(next, place + step, 'the next place');
                top = scroll.goTo(next);
                place = next;
            }
        });
        await check(`${games} games: the scroll bar means a share of the whole`, () => {
            const scroll = new ScaledScroll(total, view);
            for (const share of [0.1, 0.5, 0.9]) {
                const place = scroll.scrolled(0, share * (scroll.height - view));
                expect(Math.abs(place / (total - view) - share) < 1e-6, `${share} leads to ${place}`);
                expect(Math.abs(scroll.goTo(place) / scroll.height - share) < 0.011, 'the bar jumps');
            }
        });
    }
}
