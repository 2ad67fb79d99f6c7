/*
 * Games taken out of a file, as pgnfind and pgnunpack --games write them: each game's own bytes, without the white space before it, and
 * with an empty line behind.
 */
const lineFeed = 10, blanks = new Set([32, 9, 13, 10]), mark = [0xef, 0xbb, 0xbf];

function leadSize(bytes) {
    let size = mark.every((byte, i) => bytes[i] === byte) ? 3 : 0;
    while (size < bytes.length && blanks.has(bytes[size]))
        size++;
    return size;
}

/** Pieces that a game becomes. */
export function apart(bytes) {
    const game = bytes.slice(leadSize(bytes));
    if (game.at(-1) !== lineFeed)
        return [game, '\n\n'];
    const before = game.at(-2) === 13 ? game.at(-3) : game.at(-2);
    return before === lineFeed ? [game] : [game, '\n'];
}
