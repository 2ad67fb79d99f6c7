/*
 * The columns that the list of games can have: for the page, which shows them, and the worker, which reads and sorts by them. `names` are
 * the library's columns that one needs, `of` is its text, `value` what it is sorted by (null: unknown), `least` its width in rem. Those
 * `inOneLine` are not seen where a game has two lines.
 */
import { countText, dateText, knownText, outcomeTexts } from './text.js';

/* A tag's text: of it alone, and sorted by it. */
function tagColumn(key, label, tag, more) {
    return { key, label, title: label, names: [tag], of: (row) => knownText(row[tag]), value: (row) => knownText(row[tag]) || null, ...more };
}

function eloColumn(key, colour) {
    const tag = `${colour}Elo`;
    return { ...tagColumn(key, 'Elo', tag, { title: `Elo of ${colour}`, least: 2.6, falls: true }), value: (row) => row[tag] };
}

const outcomes = ['1-0', '1/2-1/2', '0-1'];
const dayOf = (row) => dateText(row.day, row.Date ?? row.UTCDate);

export const listColumns = [
    { key: 'game', label: 'No.', title: 'No., its number in the file', names: [], of: (row) => countText(row.game), value: (row) => row.game, least: 3.2, share: 0.5, inOneLine: true },
    tagColumn('white', 'White', 'White', { least: 5, share: 1.7 }),
    eloColumn('white-elo', 'White'),
    tagColumn('black', 'Black', 'Black', { least: 5, share: 1.7 }),
    eloColumn('black-elo', 'Black'),
    { key: 'outcome', label: 'Result', title: 'Result', names: ['outcome'], of: (row) => outcomeTexts[row.outcome] ?? row.outcome,
        value: (row) => (outcomes.includes(row.outcome) ? outcomes.indexOf(row.outcome) : null), least: 3.2 },
    tagColumn('eco', 'ECO', 'ECO', { least: 2.4 }),
    { key: 'day', label: 'Date', title: 'Date', names: ['day', 'Date', 'UTCDate'], of: dayOf, value: (row) => dayOf(row) || null, least: 5.4, falls: true },
    tagColumn('event', 'Event', 'Event', { least: 4, share: 1.5 }),
    { key: 'plies', label: 'Plies', title: 'Plies, half-moves', names: ['plies'], of: (row) => countText(row.plies), value: (row) => row.plies, least: 2.8, falls: true, inOneLine: true },
    tagColumn('site', 'Site', 'Site', { least: 4, share: 1.2, isExtra: true, inOneLine: true }),
    tagColumn('round', 'Round', 'Round', { least: 3, isExtra: true, inOneLine: true }),
    tagColumn('opening', 'Opening', 'Opening', { least: 5, share: 1.5, isExtra: true, inOneLine: true }),
    tagColumn('time-control', 'Time', 'TimeControl', { title: 'Time control', least: 3.6, isExtra: true, inOneLine: true }),
];

/** Those that show before the user chooses. */
export const firstColumns = listColumns.filter(({ isExtra }) => !isExtra).map(({ key }) => key);

export const columnOf = (key) => listColumns.find((column) => column.key === key);

/** The library's columns for some of the list's. */
export const namesFor = (keys) => [...new Set(keys.flatMap((key) => columnOf(key).names))];
