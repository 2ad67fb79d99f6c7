/* Games that were found, in an order, each with its place: half-moves of the main line, or an item in a variation. For the worker. */

export class FoundList {
    constructor(size = 1024) {
        this.count = 0;
        this.games = new Float64Array(size);
        this.plies = new Uint32Array(size);
        this.items = new Uint32Array(size);
    }

    add(hits) {
        if (this.count + hits.length > this.games.length) {
            const grown = new FoundList(Math.max(2 * this.games.length, this.count + hits.length));
            for (const name of ['games', 'plies', 'items']) {
                grown[name].set(this[name]);
                this[name] = grown[name];
            }
        }
        for (const { game, ply, item } of hits) {
            this.games[this.count] = game;
            this.plies[this.count] = ply;
            this.items[this.count++] = item;
        }
    }

    /** The same games in another order: `order` has their places here. */
    inOrder(order) {
        const list = new FoundList(order.length);
        list.count = order.length;
        for (const name of ['games', 'plies', 'items'])
            order.forEach((from, to) => (list[name][to] = this[name][from]));
        return list;
    }
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compare(a, b) {
    return typeof a === 'number' ? a - b : collator.compare(a, b) || (a < b ? -1 : 1);
}

/** The order of `count` values, which are given bit by bit. Different ones are few: only these are compared. Equal ones stay as they come. */
export class ValueOrder {
    constructor(count) {
        this.ids = new Uint32Array(count);
        this.distinct = new Map();
        this.at = 0;
    }

    /** `value`: null is unknown. */
    add(value) {
        let id = this.distinct.get(value);
        if (id === undefined)
            this.distinct.set(value, (id = this.distinct.size));
        this.ids[this.at++] = id;
    }

    /** The places of the values from the least to the greatest, or the other way round; unknown ones last. */
    places(descending) {
        const ranks = new Uint32Array(this.distinct.size), count = this.ids.length;
        const known = [...this.distinct].filter(([value]) => value !== null).sort(([a], [b]) => compare(a, b));
        known.forEach(([, id], rank) => (ranks[id] = descending ? known.length - 1 - rank : rank));
        if (this.distinct.has(null))
            ranks[this.distinct.get(null)] = known.length;
        const keys = Float64Array.from(this.ids, (id, place) => ranks[id] * count + place).sort();
        return Uint32Array.from(keys, (key) => key % count);
    }
}
