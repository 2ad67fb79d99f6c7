/* The dialog that asks what a pawn becomes. */
import { by } from './messages.js';
import { make } from './movetext.js';
import { manElement, manName, svgElement } from './pieces.js';

/** Asks what a pawn becomes: one of the moves, or undefined. */
export function askPromotion(moves, isBlack) {
    const dialog = by('promotion'), holder = dialog.querySelector('.palette');
    return new Promise((resolve) => {
        holder.replaceChildren(...['q', 'r', 'b', 'n'].map((letter) => {
            const man = isBlack ? letter : letter.toUpperCase();
            const button = make('button', '', svgElement('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' }, [manElement(man, 0, 0, 100)]));
            button.type = 'button';
            button.setAttribute('aria-label', manName(man));
            button.addEventListener('click', () => {
                resolve(moves.find(({ promotion }) => promotion === letter)?.uci);
                dialog.close();
            });
            return button;
        }));
        dialog.addEventListener('close', () => resolve(undefined), { once: true });
        dialog.showModal();
    });
}
