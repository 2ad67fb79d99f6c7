/* What can go wrong with a file or an address, in words: what, of which file, why, and what helps. */

const opened = 'Open a .bcgn database, a .pgn file, or a .pgn.zst or .pgn.gz file.';

/** An error for the page; `kind` is its short name, `action` what the page can offer. */
class PageError extends Error {
    constructor(kind, text, remedy, action = null) {
        super(text);
        Object.assign(this, { kind, remedy, action });
    }
}

export function statusError(url, status, statusText) {
    const words = statusText ? `${status} (${statusText})` : String(status);
    const remedies = {
        404: 'There is no such file: check the address, large and small letters too.',
        403: 'The server does not allow it: ask whoever runs it, or download the file elsewhere and open it here.',
        401: 'The server wants a login: download the file there and open it here.',
    };
    return new PageError('status', `${url}: the server answers ${words}.`,
        remedies[status] ?? 'Try again later, or download the file and open it here.');
}

export function addressError(url) {
    return new PageError('address', `${url}: this is no address.`,
        'It begins with https://, or is that of a file beside this page, games.bcgn or folder/games.bcgn.');
}

export function networkError(url) {
    return new PageError('network', `${url}: nothing could be fetched.`,
        'Either there is no connection, or this server does not let pages of other servers read its files (its answer lacks ' +
        'Access-Control-Allow-Origin). Download the file and open it here.');
}

export function rangeError(url, size, sizeText) {
    return new PageError('range', `${url}: the server gives only whole files, since it does not answer Range requests.`,
        `So the page would have to fetch all of it${size ? ` (${sizeText})` : ''}. A server that knows ranges fetches only what is shown.`,
        { kind: 'whole', url, label: size ? `Fetch all ${sizeText}` : 'Fetch all of it' });
}

function changedError(url) {
    return new PageError('changed', `${url}: the file has changed since it was opened, or the server sends other parts than it was asked for.`,
        'Open it again.');
}

/** Of what the library's addresses.js says. */
export function asPageError(error, url) {
    const kinds = { network: networkError, changed: changedError };
    return error.kind === 'status' ? statusError(url, error.status, error.statusText) : (kinds[error.kind]?.(url) ?? error);
}

export function sortError(count, most) {
    const text = (number) => number.toLocaleString('en-US');
    return new PageError('sort', `${text(count)} games are too many to be sorted in the page, which can do ${text(most)}.`,
        'Look for fewer by the fields above the list, or sort the whole file with pgndb sort.');
}

export function kindError(name, found) {
    return new PageError('kind', `${name}: this is not a chess file, but ${found}.`,
        opened);
}

/** What the library says, with the file's name. */
function libraryError(name, error) {
    const text = error.message.startsWith(name) ? error.message : `${name}: ${error.message}`;
    const remedies = {
        'not-bcgn': opened,
        corrupt: 'The file is damaged here; the rest of it can still be read. Get it again, or save what is whole with ' +
            'pgnunpack --salvage.',
        truncated: 'The file is not complete. Get it again, or save what is there with pgnunpack --salvage.',
        memory: 'Close other tabs, or work with a smaller file.',
        'memory-limit': 'Close other tabs, or work with a smaller file.',
        unsupported: 'Load the page again to get its newest version.',
        read: 'Try again; if it was fetched from a server, see whether that still answers.',
    };
    return new PageError(error.statusName ?? 'other', text, remedies[error.statusName] ?? '');
}

/** What is sent to the page. */
export function asMessage(error, name) {
    if (error instanceof PageError)
        return { text: error.message, remedy: error.remedy, kind: error.kind, action: error.action };
    if (error.cause instanceof PageError)
        return asMessage(error.cause, name);
    if (error.name === 'PgnpackError')
        return asMessage(libraryError(name, error));
    return { text: `${name}: ${error.message}`, remedy: 'Load the page again; if this comes back, please report it.', kind: 'other' };
}
