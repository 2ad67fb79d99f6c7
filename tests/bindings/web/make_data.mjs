/* A larger database than data/ has: its games over and over, with other dates, rounds, ratings and names, so that tags do not repeat. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { data, run } from './harness.mjs';

function* numbers(seed) {
    for (let state = seed; ; ) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        yield state >>> 8;
    }
}

const syllables = ['ka', 'ro', 'vin', 'sky', 'len', 'pe', 'tro', 'mar', 'ti', 'an', 'ber', 'gu', 'so', 'li', 'dov', 'ne'];

function nameOf(random) {
    const part = () => syllables[random.next().value % syllables.length];
    const name = part() + part() + part();
    return `${name[0].toUpperCase()}${name.slice(1)}, ${String.fromCharCode(65 + (random.next().value % 26))}`;
}

function altered(game, random, players) {
    const value = (n) => random.next().value % n;
    return game
        .replace(/\[(White|Black) "[^"]*"\]/g, (_, colour) => `[${colour} "${players[value(players.length)]}"]\n[${colour}Elo "${1800 + value(900)}"]`)
        .replace(/\[Date "[^"]*"\]/, () => `[Date "${1970 + value(50)}.${String(1 + value(12)).padStart(2, '0')}.${String(1 + value(28)).padStart(2, '0')}"]`)
        .replace(/\[Event "[^"]*"\]/, () => `[Event "Open ${value(300)}"]`);
}

/** Writes big.pgn, big.bcgn (several blocks) and many.bcgn (many small ones) into the folder. Returns how many games. */
export function makeBig(folder) {
    const random = numbers(14);
    const players = Array.from({ length: 400 }, () => nameOf(random));
    const games = ['classics.pgn', 'engine-games.pgn'].flatMap((name) =>
        readFileSync(join(data, name), 'utf8').split(/\n\n(?=\[Event )/));
    const pieces = [];
    for (let copy = 0; copy < 16; copy++)
        for (const game of games)
            pieces.push(`${altered(game, random, players).trimEnd()}\n\n`);
    writeFileSync(join(folder, 'big.pgn'), pieces.join(''));
    run('pgnpack', '-q', '-f', '-3', '-o', join(folder, 'big.bcgn'), join(folder, 'big.pgn'));
    run('pgnpack', '-q', '-f', '-3', '-B', '256K', '-o', join(folder, 'many.bcgn'), join(folder, 'big.pgn'));
    return pieces.length;
}
