/* The tabs: games, moves, tree. #work tells of each change by an event "tab". */
import { by } from './messages.js';

/** Whether the list is a tab of its own. */
export function isNarrow() {
    return matchMedia('(max-width: 1180px)').matches;
}

export function showTab(name) {
    by('work').dataset.tab = name;
    for (const tab of document.querySelectorAll('[role="tab"]')) {
        const isIt = tab.dataset.tab === name;
        tab.setAttribute('aria-selected', isIt);
        tab.tabIndex = isIt ? 0 : -1;
    }
    by('work').dispatchEvent(new Event('tab'));
}

/** The tab that is seen. */
export function presentTab() {
    return by('work').dataset.tab;
}

document.querySelector('.tabs').addEventListener('click', (event) => {
    const { tab } = event.target.closest('[role="tab"]')?.dataset ?? {};
    if (tab)
        showTab(tab);
});
document.querySelector('.tabs').addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined)
        return;
    const tabs = [...document.querySelectorAll('[role="tab"]')].filter((tab) => tab.offsetParent !== null);
    const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
    showTab(next.dataset.tab);
    next.focus();
    event.preventDefault();
    event.stopPropagation();
});
