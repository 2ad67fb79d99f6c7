/* What leaves the page: exported games and packed files, as downloads. */
import { countText, plural, sizeText } from './text.js';
import { make } from './movetext.js';

/** Offers bytes as a file. */
export function download(blob, name) {
    const link = make('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/** "games" of "games.pgn.zst" */
export function stemOf(name) {
    return name.replace(/\.(zst|gz)$/i, '').replace(/\.(pgn|bcgn)$/i, '') || 'games';
}

/** The dialog that asks which games: `choices()` gives [{label, note, name, question}], `run(choice)` does it. */
export class ExportDialog {
    constructor(dialog, { choices, run, savePacked }) {
        Object.assign(this, { dialog, choices, run });
        dialog.querySelector('#save-packed').addEventListener('click', () => {
            dialog.close();
            savePacked();
        });
    }

    open(canSavePacked) {
        const holder = this.dialog.querySelector('#export-choices');
        holder.replaceChildren(...this.choices().map((choice) => {
            const button = make('button', '', choice.label, make('small', '', choice.note));
            button.type = 'button';
            button.dataset.choice = choice.id;
            button.addEventListener('click', () => {
                this.dialog.close();
                this.run(choice);
            });
            return button;
        }));
        this.dialog.querySelector('.save-packed').hidden = !canSavePacked;
        this.dialog.showModal();
    }
}

const levelNotes = ['', 'fastest', '', 'the default', '', 'net: smaller, slower', '', '', 'wide net: slow', 'smallest, very slow'];

/** The dialog that packs a file: `ask` is the worker's client. */
export class PackDialog {
    constructor(dialog, client) {
        Object.assign(this, { dialog, client, file: null });
        this.part = (id) => dialog.querySelector(`#pack-${id}`);
        const level = this.part('level');
        const tell = () => {
            const note = levelNotes[level.value] || (level.value < 5 ? 'larger, fast' : 'smaller, slow');
            this.part('level-text').textContent = `${level.value} (${note})`;
            level.setAttribute('aria-valuetext', `${level.value}, ${note}`);
        };
        level.addEventListener('input', tell);
        tell();
        this.part('go').addEventListener('click', () => this.#pack());
        this.part('stop').addEventListener('click', () => this.abort?.abort());
        dialog.addEventListener('close', () => this.abort?.abort());
    }

    open() {
        this.dialog.showModal();
    }

    setFile(file) {
        this.file = file;
        this.part('name').textContent = `${file.name}, ${sizeText(file.size)}`;
        this.part('go').disabled = false;
        this.part('result').textContent = '';
    }

    async #pack() {
        const { file } = this, progress = this.part('progress'), result = this.part('result');
        const level = Number(this.part('level').value);
        this.abort = new AbortController();
        this.#busy(true);
        progress.removeAttribute('value');
        result.className = '';
        result.textContent = 'Packing…';
        try {
            const { blob, totals } = await this.client.ask('pack', { file, level }, {
                signal: this.abort.signal,
                onProgress: ({ done, all, totals: now }) => {
                    if (all > 0)
                        progress.value = done / all;
                    result.textContent = `${plural(now.games, 'game')} so far, ${sizeText(now.packedSize)}`;
                },
            });
            const ratio = blob.size > 0 ? (totals.textSize / blob.size).toFixed(1) : '–';
            result.textContent = `${plural(totals.games, 'game')}: ${sizeText(totals.textSize)} of text became ${countText(blob.size)} bytes, ` +
                `${ratio} times smaller.`;
            download(blob, `${stemOf(file.name)}.bcgn`);
        } catch (error) {
            result.className = error.name === 'AbortError' ? '' : 'wrong';
            result.textContent = error.name === 'AbortError' ? 'Stopped.' : `${error.message} ${error.remedy ?? ''}`;
        } finally {
            this.#busy(false);
        }
    }

    #busy(isBusy) {
        this.part('progress').hidden = !isBusy;
        this.part('stop').hidden = !isBusy;
        this.part('go').disabled = isBusy;
    }
}
