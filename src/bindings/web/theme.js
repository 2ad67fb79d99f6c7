/* Light or dark colours: the system's, or those chosen. */
import { by } from './messages.js';
import { remember, remembered } from './storage.js';

const themes = ['', 'light', 'dark'];
function setTheme(theme) {
    if (theme)
        document.documentElement.dataset.theme = theme;
    else
        delete document.documentElement.dataset.theme;
    by('theme-button').title = `Colours: ${theme || 'as the system has them'}`;
}

by('theme-button').addEventListener('click', () => {
    const now = document.documentElement.dataset.theme ?? '';
    const next = themes[(themes.indexOf(now) + 1) % themes.length];
    remember('theme', next);
    setTheme(next);
});
setTheme(remembered('theme'));
