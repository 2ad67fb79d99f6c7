/* The page's address: ?url=games.bcgn opens a file, #game=17&ply=12 a game and a place in it; find=... the filter's conditions. */

/** What the address says. */
export function readLink(location) {
    const hash = new URLSearchParams(location.hash.slice(1));
    const number = (name) => {
        const value = hash.get(name);
        return value !== null && /^\d{1,15}$/.test(value) ? Number(value) : null;
    };
    return { url: new URLSearchParams(location.search).get('url'), game: number('game'), ply: number('ply'), at: number('at') };
}

/** Puts the present place into the address, without a step of the browser's history. */
export function writeLink({ game, ply, at }) {
    const parts = [];
    if (game)
        parts.push(`game=${game}`);
    if (game && at !== undefined)
        parts.push(`at=${at}`);
    else if (game && ply)
        parts.push(`ply=${ply}`);
    const hash = parts.length > 0 ? `#${parts.join('&')}` : '';
    if (hash !== location.hash)
        history.replaceState(null, '', `${location.pathname}${location.search}${hash}`);
}
