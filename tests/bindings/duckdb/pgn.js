// A small reader of PGN of its own, as far as data/*.pgn goes: what the extension says is compared with this.
'use strict';

// Games with tags (without escapes), result, and of the main line SAN moves and the comments behind each.
function readGames(text) {
    return splitGames(text).map(readGame);
}

// Each game with the empty lines behind it.
function splitGames(text) {
    const games = [];
    let begin = 0;
    for (const match of text.matchAll(/(?<=\n)\n(?=\[[A-Za-z0-9_]+ ")/g)) {
        games.push(text.slice(begin, match.index + 1));
        begin = match.index + 1;
    }
    games.push(text.slice(begin));
    return games;
}

function readGame(text) {
    const tags = new Map();
    let rest = text;
    for (let tag; (tag = /^\[(\w+) "((?:[^"\\]|\\.)*)"\]\n/.exec(rest)); rest = rest.slice(tag[0].length))
        if (!tags.has(tag[1]))
            tags.set(tag[1], tag[2].replace(/\\(["\\])/g, '$1'));
    return {text, tags, ...readMoves(rest)};
}

function readMoves(text) {
    const moves = [], comments = [[]];
    const token = /\{([^}]*)\}|\$\d+|(\()|(\))|(1-0|0-1|1\/2-1\/2|\*)|\d+\.+|([^\s(){}]+)/g;
    let depth = 0, result = '*';
    for (const [, comment, open, close, end, move] of text.matchAll(token)) {
        if (open)
            depth++;
        else if (close)
            depth--;
        else if (depth > 0)
            continue;
        else if (comment !== undefined)
            comments[comments.length - 1].push(comment);
        else if (end)
            result = end;
        else if (move) {
            moves.push(move.replace(/[!?]+$/, ''));
            comments.push([]);
        }
    }
    return {moves, comments, result};
}

// Milliseconds of [%clk h:mm:ss], centipawns of [%eval]; null where there is none.
function clockOf(comments) {
    const found = /\[%clk (\d+):(\d\d):(\d\d)\]/.exec(comments.join(' '));
    return found ? 1000 * (3600 * found[1] + 60 * found[2] + Number(found[3])) : null;
}

function evalOf(comments) {
    const found = /\[%eval (?:(-?\d+)\.(\d\d)|#(-?)(\d+))/.exec(comments.join(' '));
    if (!found)
        return null;
    if (found[4])
        return found[3] ? Number(found[4]) - 2000000 : 2000000 - Number(found[4]);
    return Math.round(Number(`${found[1]}.${found[2]}`) * 100);
}

// The day of Date, or else of UTCDate, as ISO text; null where it is not known to the day or is none.
function dayOf(tags) {
    const date = dateOf(tags);
    if (!date || !/^\d{4}\.\d\d\.\d\d$/.test(date))
        return null;
    const iso = date.replace(/\./g, '-');
    const day = new Date(iso + 'T00:00:00Z');
    return !isNaN(day) && day.toISOString().startsWith(iso) ? iso : null;
}

function yearOf(tags) {
    const date = dateOf(tags);
    return date && /^\d{4}/.test(date) ? Number(date.slice(0, 4)) : null;
}

function dateOf(tags) {
    return [tags.get('Date'), tags.get('UTCDate')].find(date => /^....\...\...$/.test(date) && /[1-9]/.test(date.slice(0, 4)));
}

module.exports = {readGames, clockOf, evalOf, dayOf, yearOf};
