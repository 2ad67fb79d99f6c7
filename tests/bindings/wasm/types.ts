// Uses what pgnpack.d.ts declares, in ways that are right and, where it says so, wrong.
import { load, NO_CLOCK, PgnpackError, nagText, plainComment } from 'pgnpack';
import type { Database, Game, Hit, Item, Pgnpack, Search, TreeRow } from 'pgnpack';

const pgnpack: Pgnpack = await load({ wasm: new URL('file:///x'), models: (id: number) => new Uint8Array(id) });
const db: Database = pgnpack.open({ size: 3, readAt: (offset: number, size: number) => new Uint8Array(offset + size) }, { gap: 0, damaged: 'skip' });
const lost: number = db.damaged.reduce((sum, one) => sum + (one.gameCount ?? 0), 0);
const columns = db.columns({ names: ['White', 'moves', 'clocks'], where: { player: 'Kasparov', elo: '2600-', variations: true } });
const white: string | null = columns.White?.[0];
const id: string | null = columns.id?.[0] ?? db.gameId(1);
const found: number | null = db.findId('8f2k1qz:1042');
const clock: boolean = columns.clocks?.[0]?.[0] === NO_CLOCK;
const moves: Uint16Array | undefined = columns.moves?.[0];
const game: Game = db.game(1, { fen: true });
const texts: string[] = game.items.map((item: Item) => {
    if (item.kind === 'move' || item.kind === 'null' || item.kind === 'drop')
        return item.san + (item.fen ?? '');
    if (item.kind === 'comment')
        return plainComment(item.text) + item.place;
    return item.kind === 'nag' ? nagText(item.nag) : '';
});
const search: Search = db.search([['player', 'x'], ['mate']], { first: 1, count: 9 });
const hits: Hit[] = search.step(20, 100);
for (const hit of search)
    hits.push(hit);
const tree = db.tree(pgnpack.board('x'));
const isDone: boolean = tree.step(10);
const rows: TreeRow[] = tree.rows();
for (const name of db.names('x', { tag: 'Event' }))
    texts.push(name.name);
const packer = pgnpack.packer({ level: 3, index: 'always' });
packer.write('x');
for (const piece of pgnpack.pack(['x', new Uint8Array(1)]))
    texts.push(String(piece.length));
try {
    pgnpack.checkWhere('x');
} catch (error) {
    if (error instanceof PgnpackError)
        texts.push(error.statusName, String(error.game + error.offset + error.status));
}

// @ts-expect-error there is no such level of index
pgnpack.packer({ index: 'sometimes' });
// @ts-expect-error names are needed
db.columns({ first: 1 });
// @ts-expect-error a string is no number of a game
db.game('1');
export { clock, found, hits, id, isDone, lost, moves, rows, texts, white };
