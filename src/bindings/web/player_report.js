/* What became of a player's games, by colour, year, opening and opponent. For the worker. */

const columns = ['year', 'outcome', 'ECO', 'White', 'Black', 'WhiteElo', 'BlackElo'];
const gamesAtOnce = 8192, rowsMost = 12;

class Tally {
    constructor(key) {
        Object.assign(this, { key, games: 0, won: 0, drawn: 0, lost: 0, elos: 0, eloSum: 0 });
    }

    add(outcome, winning, elo) {
        this.games++;
        if (outcome === winning)
            this.won++;
        else if (outcome === '1/2-1/2')
            this.drawn++;
        else if (outcome !== '*')
            this.lost++;
        if (elo !== null) {
            this.elos++;
            this.eloSum += elo;
        }
    }
}

/* Tallies by their keys. */
class Table {
    constructor() {
        this.rows = new Map();
    }

    of(key) {
        let row = this.rows.get(key);
        if (row === undefined)
            this.rows.set(key, (row = new Tally(key)));
        return row;
    }

    most() {
        return [...this.rows.values()].sort((a, b) => b.games - a.games || (a.key < b.key ? -1 : 1)).slice(0, rowsMost);
    }
}

export class PlayerReport {
    constructor() {
        Object.assign(this, { colours: new Table(), years: new Table(), opponents: new Table(), White: new Table(), Black: new Table() });
    }

    /** Games in which the player has a colour, "White" or "Black"; `breathe()` is awaited now and then. */
    async add(db, numbers, colour, breathe) {
        const other = colour === 'White' ? 'Black' : 'White', winning = colour === 'White' ? '1-0' : '0-1';
        for (let at = 0; at < numbers.length; at += gamesAtOnce) {
            const batch = db.columns({ names: columns, numbers: numbers.slice(at, at + gamesAtOnce) });
            for (let i = 0; i < batch.count; i++) {
                const keys = [[this.colours, colour], [this.years, batch.year[i]], [this.opponents, batch[other][i]], [this[colour], batch.ECO[i]]];
                for (const [table, key] of keys)
                    if (key !== null && !/^[?-]*$/.test(key))
                        table.of(key).add(batch.outcome[i], winning, batch[`${other}Elo`][i]);
            }
            await breathe();
        }
    }

    tables() {
        return {
            colours: [...this.colours.rows.values()], years: [...this.years.rows.values()].sort((a, b) => a.key - b.key),
            white: this.White.most(), black: this.Black.most(), opponents: this.opponents.most(),
        };
    }
}
