/* What the page remembers of the user's choices, in this browser; where that is not allowed, for as long as the page is open. */
const here = new Map();

/** '' where nothing was chosen yet. */
export function remembered(name) {
    try {
        return localStorage.getItem(name) ?? '';
    } catch {
        return here.get(name) ?? '';
    }
}

export function remember(name, value) {
    here.set(name, value);
    try {
        localStorage.setItem(name, value);
    } catch {
        /* It is remembered here. */
    }
}
