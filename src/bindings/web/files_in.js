/* Ways in for files: chosen, dropped, by address. */
import { by } from './messages.js';

/** The address as the user wrote it, relative to the page. */
export function fullUrl(text) {
    try {
        return new URL(text, document.baseURI).href;
    } catch {
        return null;
    }
}

let onChosen = null;

/** Lets the user choose a file. */
export function choose(then) {
    onChosen = then;
    by('file').value = '';
    by('file').click();
}

by('file').addEventListener('change', (event) => {
    const [file] = event.target.files;
    if (file)
        onChosen(file);
});

/** Listens to all ways in. `openSource(question)` opens; `packDialog` takes files that are dropped while it is open. */
export function listenForFiles(openSource, packDialog) {
    const openUrl = (text) => {
        const address = text.trim();
        if (address !== '')
            openSource({ url: fullUrl(address) ?? address, address });
    };

    by('choose-button').addEventListener('click', () => choose((file) => openSource({ file })));
    by('open-button').addEventListener('click', () => by('open-dialog').showModal());
    by('open-file').addEventListener('click', () => choose((file) => {
        by('open-dialog').close();
        openSource({ file });
    }));
    by('url-form').addEventListener('submit', (event) => {
        event.preventDefault();
        openUrl(by('url').value);
    });
    by('open-url-form').addEventListener('submit', (event) => {
        event.preventDefault();
        by('open-dialog').close();
        openUrl(by('open-url').value);
    });
    listenForDrops((file) => (by('pack-dialog').open ? packDialog.setFile(file) : openSource({ file })));
}

function listenForDrops(take) {
    let dragDepth = 0;
    addEventListener('dragenter', (event) => {
        if (event.dataTransfer?.types.includes('Files') && ++dragDepth > 0 && !by('pack-dialog').open)
            by('drop-veil').hidden = false;
    });
    addEventListener('dragleave', (event) => {
        if (event.dataTransfer?.types.includes('Files') && --dragDepth <= 0)
            by('drop-veil').hidden = true;
    });
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
        event.preventDefault();
        dragDepth = 0;
        by('drop-veil').hidden = true;
        const [file] = event.dataTransfer.files;
        if (file)
            take(file);
    });
}
