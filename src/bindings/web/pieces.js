/*
 * The men, drawn for this page: each in a square of 100 by 100, standing on y = 86. `body` is filled and outlined, `lines` are
 * drawn over it in the colour that stands out from the filling.
 */
const foot = 'M24 86v-4c0-4 2.5-6.5 6.5-6.5h39c4 0 6.5 2.5 6.5 6.5v4z';

const shapes = {
    p: {
        body: 'M50 19a13 13 0 0 1 8.300 23c4.700 1.600 7.200 4.400 7.700 8.5h-8.5c.8 10.5 4 18.5 10.5 25h-36' +
            'c6.5-6.5 9.700-14.5 10.5-25H34c.5-4.100 3-6.900 7.700-8.5A13 13 0 0 1 50 19z' + foot,
        lines: 'M42.5 50.5h15M32 75.5h36',
    },
    n: {
        body: 'M31 75.5c-.5-9 3-16 10-21.5 4.5-3.600 6.5-7 6.300-11-4.300 3.5-9 5.100-14.300 5.200-2.200 3.800-5 6-8.5 6.300' +
            '-5.5.4-9-3.5-8.800-8.5.1-3 1.700-5.300 4-8 3.800-4.5 5.200-7.5 6.300-12 1-4.200 3-7.400 6.5-10l.5-8 7.5 5.5 5-6.5' +
            ' 3.5 7.5C66 17 75.5 32 75.5 54c0 8.5-1 15.5-3.5 21.5z' + foot,
        lines: 'M55 22c9 5 13.5 15.5 13.5 30M31 75.5h41',
        dots: [[36, 30, 3.2], [22, 44, 2]],
    },
    b: {
        body: 'M50 9a6 6 0 0 1 4.200 10.300C64 27 69.5 36 68 45.5c-.8 5-3.5 8.5-7.5 11.5h4v7.5h-4c.7 4.5 2.300 8 4.5 11H35' +
            'c2.200-3 3.800-6.5 4.5-11h-4V57h4c-4-3-6.700-6.5-7.5-11.5C30.5 36 36 27 45.800 19.300A6 6 0 0 1 50 9z' + foot,
        lines: 'M50 30v17M42 38h16M39.5 57h21M39.5 64.5h21M32 75.5h36',
    },
    r: {
        body: 'M25 17h11.5v7.5h8V17h11v7.5h8V17H75v18.5L67 43v22l6 10.5H27L33 65V43l-8-7.5z' + foot,
        lines: 'M28.5 35.5h43M36 43h28M36 65h28M31 75.5h38',
    },
    q: {
        body: 'M18.5 24.5a5.5 5.5 0 0 1 3 10.100L33 50l4.200-25.800a5.5 5.5 0 1 1 5.400-1L50 45l7.400-21.800a5.5 5.5 0 1 1 5.400 1' +
            'L67 50l11.5-15.400a5.5 5.5 0 1 1 5 .2L72.5 64l-3 11.5h-39L27.5 64 16.5 34.800a5.5 5.5 0 0 1 2-10.300z' + foot,
        lines: 'M27.5 64c14-4 31-4 45 0M30.5 75.5h39',
    },
    k: {
        body: 'M46 8h8v7.5h7.5v8H54v8c2.5 1.5 4 3.5 5 6 4-4 8.5-5.700 13.5-5.200C80 33 85 39 84.5 46.5 84 55 75.5 60 72.5 64l-3' +
            ' 11.5h-39L27.5 64C24.5 60 16 55 15.5 46.5 15 39 20 33 27.5 32.300c5-.5 9.5 1.200 13.5 5.200 1-2.5 2.5-4.5 5-6v-8h-7.5v-8H46z' +
            foot,
        lines: 'M27.5 64c14-4 31-4 45 0M41 37.5c4.5 5 7.5 12 9 22 1.5-10 4.5-17 9-22M30.5 75.5h39',
    },
};

const svgSpace = 'http://www.w3.org/2000/svg';

/** Makes an element of SVG with these attributes. */
export function svgElement(name, attributes = {}, children = []) {
    const element = document.createElementNS(svgSpace, name);
    for (const [key, value] of Object.entries(attributes))
        element.setAttribute(key, value);
    element.append(...children);
    return element;
}

function drawing(letter) {
    const { body, lines, dots = [] } = shapes[letter];
    return svgElement('symbol', { id: `man-${letter}`, viewBox: '0 0 100 100' }, [
        svgElement('path', { class: 'body', d: body }),
        svgElement('path', { class: 'lines', d: lines }),
        ...dots.map(([cx, cy, r]) => svgElement('circle', { class: 'dot', cx, cy, r })),
    ]);
}

/** Puts the drawings into the document, once: what shows a man refers to them. */
export function defineMen(root = document) {
    if (root.getElementById('man-k') !== null)
        return;
    const holder = svgElement('svg', { width: 0, height: 0, 'aria-hidden': 'true', class: 'drawings' },
        Object.keys(shapes).map(drawing));
    root.body.prepend(holder);
}

/** A man by its letter of a FEN, in a square of this size at x, y. */
export function manElement(man, x, y, size) {
    const white = man === man.toUpperCase();
    return svgElement('use', {
        href: `#man-${man.toLowerCase()}`, class: `man ${white ? 'white' : 'black'}`, x, y, width: size, height: size,
    });
}

export const pieceNames = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };

/** "white knight" of "N". */
export function manName(man) {
    return `${man === man.toUpperCase() ? 'white' : 'black'} ${pieceNames[man.toLowerCase()]}`;
}
