// Uses what pgnpack.d.ts declares, in ways that are right and, where it says so, wrong.
import { load, NO_CLOCK, PgnpackError, nagText, plainComment } from 'pgnpack';
import type { Columns, Database, Game, Hit, Item, OpenOptions, PackTotals, Pgnpack, Search, TreeRow } from 'pgnpack';

const pgnpack: Pgnpack = await load({ wasm: new URL('file:///x'), models: (id: number) => new Uint8Array(id) });
const db: Database = pgnpack.open({ size: 3, readAt: (offset: number, size: number) => new Uint8Array(offset + size) }, { gap: 0, damaged: 'skip' });
const lost: number = db.damaged.reduce((sum, one) => sum + (one.gameCount ?? 0), 0);
const columns = db.columns({ names: ['White', 'moves', 'clocks'], where: { player: 'Kasparov', elo: '2600-', variations: true } });
const white: string | null = columns.White[0]!;
const id: string | null = db.columns({ names: ['id'], numbers: new Set([3]) }).id[0] ?? db.gameId(1);
const found: number | null = db.findId('8f2k1qz:1042');
const clock: boolean = columns.clocks[0]?.[0] === NO_CLOCK;
const moves: Uint16Array | undefined = columns.moves[0];
const asked: string[] = ['White'];
const some: Columns = db.columns({ names: asked });
const count: number = some.count + some.game.length;
// Nothing is of type any, of which this would be true.
type IsAny<T> = 0 extends 1 & T ? true : false;
const none: [IsAny<typeof columns.White>, IsAny<(typeof some)['White']>, IsAny<PgnpackError['cause']>] = [false, false, false];
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
const stop = new AbortController();
async function* later(): AsyncGenerator<string | Uint8Array> {
    yield 'x';
}
async function totalsOf(): Promise<PackTotals> {
    const work = pgnpack.packStream(later(), { level: 9, signal: stop.signal });
    for (;;) {
        const step = await work.next();
        if (step.done)
            return step.value;
        texts.push(String(step.value.length));
    }
}
for await (const piece of pgnpack.unpackStream(new ReadableStream<Uint8Array>(), { signal: stop.signal }))
    texts.push(new TextDecoder().decode(piece));
for (const piece of pgnpack.unpack(new URL('https://example.org/games.bcgn')))
    texts.push(new TextDecoder().decode(piece));
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
// @ts-expect-error an option that there is not
pgnpack.open('x', { indx: 'y' });
// @ts-expect-error the same
await load({ module: 'reader.wasm' });
// @ts-expect-error the same
pgnpack.packStream(['x'], { levels: 3 });
// @ts-expect-error there are nine levels
pgnpack.packer({ level: 10 });
// @ts-expect-error a level is a number
pgnpack.packer({ level: '3' });
// @ts-expect-error packed bytes are no text
pgnpack.unpackStream(['x']);
// @ts-expect-error a text is no list of pieces
pgnpack.packStream('x');
// @ts-expect-error no condition is called so
db.search({ playr: 'x' });
// @ts-expect-error the same
db.search([['playr', 'x']]);
// @ts-expect-error a player is a name
db.search({ player: true });
// @ts-expect-error mate stands alone
db.search([['mate', 'x']]);
// @ts-expect-error no such way
pgnpack.open('x', { damaged: 'ignore' });
// @ts-expect-error what was not asked for is not there
columns.Black;
// @ts-expect-error a column of moves is no text
columns.moves.trim();
// @ts-expect-error options are not written to
({} as OpenOptions).gap = 3;
export { count, none, totalsOf };
export { clock, found, hits, id, isDone, lost, moves, rows, texts, white };
