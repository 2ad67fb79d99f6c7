/* Numbers, times and moves as texts of the page, and for those who listen to it. */
import { pieceNames } from './pieces.js';

const counter = new Intl.NumberFormat('en-US');

/** "233,795" */
export function countText(number) {
    return counter.format(number);
}

/** "1 game", "2,000 games" */
export function plural(number, noun) {
    return `${countText(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** "17.2 MB" */
export function sizeText(bytes) {
    const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
    let unit = 0;
    while (bytes >= 1000 && unit < units.length - 1) {
        bytes /= 1000;
        unit++;
    }
    return `${unit === 0 || bytes >= 100 ? Math.round(bytes) : bytes.toFixed(1)} ${units[unit]}`;
}

/** "1:05:09" or "5:09" of milliseconds; tenths under 20 seconds. */
export function clockText(milliseconds) {
    const seconds = Math.floor(milliseconds / 1000);
    const two = (number) => String(number).padStart(2, '0');
    const minutes = Math.floor(seconds / 60) % 60, hours = Math.floor(seconds / 3600);
    const tenths = seconds < 20 ? `.${Math.floor(milliseconds / 100) % 10}` : '';
    return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}${tenths}`;
}

const mate = 2000000, mateMost = 1000000;

/** "+0.35", "-1.20", "#5", "#-3" of centipawns from white's side. */
export function evalText(value) {
    if (Math.abs(value) > mateMost)
        return value > 0 ? `#${mate - value}` : `#-${value + mate}`;
    return `${value > 0 ? '+' : value < 0 ? '−' : ''}${(Math.abs(value) / 100).toFixed(2)}`;
}

/** The same in words. */
export function evalWords(value) {
    if (Math.abs(value) > mateMost)
        return value > 0 ? `white mates in ${mate - value}` : `black mates in ${value + mate}`;
    if (value === 0)
        return 'equal';
    return `${value > 0 ? 'white' : 'black'} is ${(Math.abs(value) / 100).toFixed(2)} ahead`;
}

/** "12." or "12..." */
export function moveNumber(number, side) {
    return `${number}.${side === 'w' ? '' : '..'}`;
}

/** "knight f3 takes e5, check" of "Nf3xe5+". */
export function sanWords(san) {
    if (/^[O0]-[O0]-[O0]/.test(san))
        return `castles queen's side${endWords(san)}`;
    if (/^[O0]-[O0]/.test(san))
        return `castles king's side${endWords(san)}`;
    if (san === '--')
        return 'passes';
    const parts = /^([KQRBNP]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=?([QRBN]))?/.exec(san);
    if (parts === null)
        return san;
    const [, piece, from, takes, to, promoted] = parts;
    return [piece !== '' ? pieceNames[piece.toLowerCase()] : '', from, takes ? 'takes' : '', to,
        promoted ? `becomes a ${pieceNames[promoted.toLowerCase()]}` : ''].filter(Boolean).join(' ') + endWords(san);
}

function endWords(san) {
    return san.includes('#') ? ', mate' : san.includes('+') ? ', check' : '';
}

/** What is known of a date: the day, else the tag without its unknown parts. */
export function dateText(day, tag) {
    if (day)
        return day;
    return (tag ?? '').replace(/[.-]\?+/g, '').replace(/^\?+$/, '').replaceAll('.', '-');
}

/** "?" and "-" stand for nothing. */
export function knownText(value) {
    return value === null || value === undefined || /^[?-]+$/.test(value) ? '' : String(value);
}

export const outcomeTexts = { '1-0': '1–0', '0-1': '0–1', '1/2-1/2': '½–½', '*': '*' };
export const outcomeWords = { '1-0': 'white won', '0-1': 'black won', '1/2-1/2': 'draw', '*': 'no result' };
