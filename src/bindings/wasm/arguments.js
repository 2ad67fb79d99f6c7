// What callers give, checked.

import { refuse } from './status.js';
import { encoder } from './texts.js';

// A whole number from `least` on, or, where there may be all of them, Infinity.
export function wholeNumber(value, what, least = 0, most = Infinity) {
    if (!(Number.isInteger(value) || value === Infinity) || value < least || value > most)
        refuse(`${what} is a whole number from ${least} on${most < Infinity ? ` to ${most}` : ''}, not ${String(value)}`);
    return value;
}

export const gameNumber = (value) => wholeNumber(value, 'the number of a game', 1, Number.MAX_SAFE_INTEGER);
export const gameCountOf = (value) => wholeNumber(value, 'a count of games');
export const moveNumber = (value) => wholeNumber(value, 'a move', 0, 65535);

export function milliseconds(value) {
    if (typeof value !== 'number' || !(value >= 0))
        refuse(`the milliseconds that a step may take are a number from 0 on, not ${String(value)}`);
    return value;
}

// Whole seconds since 1970.
export function secondsOf(time) {
    if (!(time instanceof Date) || Number.isNaN(time.getTime()))
        refuse(`the time of a file is a Date, not ${String(time)}`);
    return Math.floor(time.getTime() / 1000);
}

// Options by name; left out: none.
export function checkOptions(options, what, names) {
    if (options === undefined)
        return {};
    if (typeof options !== 'object' || options === null || Array.isArray(options))
        refuse(`${what}: options are an object, not ${String(options)}`);
    for (const name of Object.keys(options))
        if (!names.includes(name))
            refuse(`${what}: there is no option "${name}"; those are ${names.join(', ')}`);
    return options;
}

// A text for C, which ends at a zero byte.
export function wordOf(text, what) {
    if (typeof text !== 'string' || text.includes('\0'))
        refuse(`${what} is a text without zero bytes, not ${typeof text === 'string' ? JSON.stringify(text) : String(text)}`);
    return encoder.encode(text);
}

export function bytesOf(text) {
    if (typeof text === 'string')
        return encoder.encode(text);
    if (text instanceof ArrayBuffer)
        return new Uint8Array(text);
    return text instanceof Uint8Array ? text : refuse(`here is a text to be, or a Uint8Array, not ${String(text)}`);
}
