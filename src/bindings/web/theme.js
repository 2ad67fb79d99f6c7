/* Light or dark colours: the system's, or those chosen. */
import { by } from './messages.js';

const themes = ['', 'light', 'dark'];
function setTheme(theme) {
    if (theme)
        document.documentElement.dataset.theme = theme;
    else
        delete document.documentElement.dataset.theme;
    by('theme-button').title = `Colours: ${theme || 'as the system has them'}`;
}

function storedTheme(theme) {
    try {
        if (theme !== undefined)
            localStorage.setItem('theme', theme);
        return localStorage.getItem('theme') ?? '';
    } catch {
        return theme ?? '';
    }
}

by('theme-button').addEventListener('click', () => {
    const now = document.documentElement.dataset.theme ?? '';
    setTheme(storedTheme(themes[(themes.indexOf(now) + 1) % themes.length]));
});
setTheme(storedTheme());
