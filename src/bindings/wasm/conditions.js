// Conditions (docs/QUERIES.md).

import { wordOf } from './arguments.js';
import { refuse } from './status.js';

// 'player=Kasparov eco=B90-B99 then fen="8/8/..."'. Words stand between blanks. Before a word's first '=' is the name, behind it
// the value. In double quotes, which may stand around any part of it, blanks belong to the value, and "" is a quote.
function parseWhere(text) {
    const pairs = [];
    const isBlank = (c) => c === ' ' || c === '\t' || c === '\n' || c === '\r';
    let at = 0;
    for (;;) {
        while (at < text.length && isBlank(text[at]))
            at++;
        if (at === text.length)
            return pairs;
        let name = '', value, isQuoted = false;
        const add = (c) => (value === undefined ? (name += c) : (value += c));
        for (; at < text.length && (isQuoted || !isBlank(text[at])); at++) {
            if (text[at] === '=' && value === undefined && !isQuoted)
                value = '';
            else if (text[at] === '"' && isQuoted && text[at + 1] === '"')
                add(text[at++]);
            else if (text[at] === '"')
                isQuoted = !isQuoted;
            else
                add(text[at]);
        }
        if (isQuoted)
            refuse('a quote is not closed in the conditions');
        if (name.startsWith('--'))
            refuse(`${name}: conditions are written without dashes here, name=value: player=Carlsen`);
        pairs.push(value === undefined ? [name] : [name, value]);
    }
}

export function pairsOf(where) {
    if (where === undefined || where === null)
        return [];
    if (typeof where === 'string')
        return parseWhere(where);
    const isNone = (value) => value === undefined || value === null;
    const pair = (name, value, hasNone) => {
        if (!hasNone && typeof value !== 'string' && typeof value !== 'number')
            refuse(`the value of ${name} is a text or a number, not ${String(value)}`);
        return hasNone ? [name] : [name, String(value)];
    };
    if (Array.isArray(where))
        return Array.from(where, (one) => (Array.isArray(one) ? pair(one[0], one[1], isNone(one[1])) : refuse('conditions in a list are pairs of a name and a value')));
    if (typeof where !== 'object' || typeof where[Symbol.iterator] === 'function')
        refuse('conditions are a text, a list of pairs, or an object of names and values');
    return Object.entries(where).map(([name, value]) => pair(name, value, value === true));
}

export function makeQuery(machine, where) {
    const query = machine.checkHandle(machine.exports.query_new());
    try {
        for (const [name, value] of pairsOf(where)) {
            machine.with(wordOf(name, 'the name of a condition'), (nameAt) =>
                value === undefined
                    ? machine.check(machine.exports.query_add(query, nameAt, 0))
                    : machine.with(wordOf(value, `the value of ${name}`), (valueAt) => machine.check(machine.exports.query_add(query, nameAt, valueAt))));
        }
        return query;
    } catch (error) {
        machine.exports.query_close(query);
        throw error;
    }
}
