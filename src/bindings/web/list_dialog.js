/* The dialog in which columns of the list are chosen, and what it is sorted by. */
import { columnOf, firstColumns, listColumns } from './list_columns.js';
import { make } from './movetext.js';
import { remember, remembered } from './storage.js';

/** The columns that the user chose, in their order; at least one. */
export function chosenColumns() {
    const chosen = remembered('columns').split(' ');
    const keys = listColumns.map(({ key }) => key).filter((key) => chosen.includes(key));
    return keys.length > 0 ? keys : firstColumns;
}

export class ListDialog {
    /** `onColumns(keys)`: these are to show. `onOrder({ by, descending })`: so it is to be sorted; `by` is '' for the file's order. */
    constructor(dialog, { onColumns, onOrder }) {
        const part = (id) => dialog.querySelector(`#list-${id}`);
        Object.assign(this, { dialog, order: part('order'), falls: part('falls') });
        const chosen = chosenColumns();
        part('columns').append(...listColumns.map(({ key, title }) => {
            const box = Object.assign(make('input'), { type: 'checkbox', value: key, checked: chosen.includes(key) });
            return make('label', '', box, ` ${title}`);
        }));
        part('columns').addEventListener('change', () => {
            remember('columns', [...dialog.querySelectorAll('#list-columns :checked')].map((box) => box.value).join(' '));
            onColumns(chosenColumns());
        });
        const options = [['', 'the order of the file'], ...listColumns.filter(({ key }) => key !== 'game').map(({ key, title }) => [key, title])];
        this.order.append(...options.map(([value, text]) => Object.assign(make('option', '', text), { value })));
        this.order.addEventListener('change', () => (this.falls.checked = columnOf(this.order.value)?.falls ?? false));
        for (const element of [this.order, this.falls])
            element.addEventListener('change', () => onOrder({ by: this.order.value, descending: this.falls.checked }));
    }

    open({ by, descending }) {
        this.order.value = by;
        this.falls.checked = descending;
        this.dialog.showModal();
    }
}
