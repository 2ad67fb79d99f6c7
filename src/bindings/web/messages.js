/* What the page says: what goes wrong, what takes long, and what those hear who listen to it. */
import { plural, sizeText } from './text.js';

export const by = (id) => document.getElementById(id);

/** Shows what went wrong, what helps, and a button for what the page can do about it. */
export function showProblem(error) {
    if (error.name === 'AbortError')
        return;
    const box = by('problem');
    box.querySelector('.what').textContent = error.message;
    box.querySelector('.remedy').textContent = error.remedy ?? '';
    const act = box.querySelector('.act');
    act.hidden = !error.action;
    if (error.action) {
        act.textContent = error.action.label;
        act.onclick = () => act.dispatchEvent(new CustomEvent('act', { bubbles: true, detail: error.action }));
    }
    box.hidden = false;
}

export function hideProblem() {
    by('problem').hidden = true;
}

by('problem').querySelector('.close').addEventListener('click', hideProblem);

let present = null;

/** Runs a long question with the bar that says so; its button stops it. */
export async function busy(text, ask) {
    const box = by('busy'), bar = box.querySelector('progress'), abort = new AbortController();
    box.querySelector('.text').textContent = text;
    bar.removeAttribute('value');
    box.querySelector('button').onclick = () => abort.abort();
    const timer = setTimeout(() => (box.hidden = false), 200);
    present?.abort();
    present = abort;
    try {
        return await ask(abort.signal, ({ stage, done, all, noun }) => {
            if (all > 0)
                bar.value = done / all;
            else
                bar.removeAttribute('value');
            const amount = noun ? plural(done, noun) : sizeText(done);
            box.querySelector('.text').textContent = stage === 'packing' ? `Packing in memory: ${amount}` : `${text} ${amount}`;
        });
    } finally {
        clearTimeout(timer);
        if (present === abort) {
            present = null;
            box.hidden = true;
        }
    }
}

let spoken = 0;

/** For those who listen; several in a row are said once, the last one. */
export function say(text) {
    clearTimeout(spoken);
    spoken = setTimeout(() => (by('live').textContent = text), 120);
}
