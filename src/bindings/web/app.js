/* The page: its parts, and what goes from one to another. */
import { Board, positionWords, squareName, squareNumber } from './board.js';
import { squaresOf } from './cards.js';
import { Client, WorkerError } from './client.js';
import { Editor } from './editor.js';
import { EnginePanel } from './engine_panel.js';
import { choose, fullUrl, listenForFiles } from './files_in.js';
import { download, ExportDialog, PackDialog, stemOf } from './files_out.js';
import { GamesView } from './games_view.js';
import { Graph, whiteShare } from './graph.js';
import { readLink, writeLink } from './link.js';
import { busy, by, hideProblem, say, showProblem } from './messages.js';
import { make, MoveText, showHead, tagOf } from './movetext.js';
import { defineMen } from './pieces.js';
import { evalHere, showControls, showPlayers, placeWords } from './place_view.js';
import { askPromotion } from './promotion.js';
import { isNarrow, presentTab, showTab } from './tabs.js';
import { countText, plural, sizeText } from './text.js';
import { remember, remembered } from './storage.js';
import './theme.js';
import { TreeView } from './tree_view.js';
import { positionAlone, startFen, Walk } from './walk.js';

by('stuck').remove();
defineMen();
const client = new Client(new Worker(new URL('worker.js', import.meta.url), { type: 'module' }));
const state = { file: null, reads: null };

/* ---- Opening ---- */

async function openSource(question, link = {}) {
    hideProblem();
    const name = question.file?.name ?? question.url;
    try {
        const file = await busy(`Opening ${name}…`, (signal, onProgress) => client.ask('open', question, { signal, onProgress }));
        await showFile(file, question, link);
    } catch (error) {
        showProblem(error);
    }
}

by('problem').addEventListener('act', ({ detail }) => openSource({ url: detail.url, whole: true }));

async function showFile(file, question, link) {
    state.file = file;
    state.reads = file.reads;
    by('start').hidden = true;
    by('work').hidden = false;
    by('export-button').hidden = false;
    document.title = `${file.name} – pgnpack`;
    if (!link.keepAddress) {
        const search = question.url ? `?url=${encodeURIComponent(question.address ?? question.url)}` : '';
        history.replaceState(null, '', `${location.pathname}${search}${location.hash}`);
    }
    if (file.trouble !== null)
        showProblem(new WorkerError(file.trouble));
    walk.setGame(positionAlone(startFen));
    showAbout();
    games.setFile(file);
    showTab('games');
    if (link.game)
        await showGame(link.game, link);
}

function showAbout() {
    const { file } = state;
    if (file === null)
        return;
    const parts = [plural(file.games, 'game'), file.isPacked ? sizeText(file.fileSize) : `${sizeText(file.textSize)} of text`];
    if (state.reads)
        parts.push(`${sizeText(state.reads.bytes)} fetched`);
    const text = ` · ${parts.join(' · ')}`;
    if (by('about').textContent !== file.name + text)
        by('about').replaceChildren(make('b', '', file.name), text);
}

/* ---- The games found ---- */

/** Every answer says what was read so far. */
function took({ reads }) {
    if (reads) {
        state.reads = reads;
        showAbout();
    }
}

const games = new GamesView(client, { onOpen: ({ game, ply, item }) => showGame(game, { ply, item, fromList: true }), onReads: took, onFound: () => askTree() });

/* ---- Board, moves, graph ---- */

const board = new Board(by('board'), { onMove: (from, to) => moveMade(from, to) });
const moveText = new MoveText(by('movetext'), {
    onNode: (index) => walk.goTo(index),
    onOwn: (count) => {
        walk.ownAt = count;
        walk.onChange('step');
    },
    onLeave: () => walk.up(),
});
const columnsBox = by('moves-columns');
columnsBox.checked = remembered('moves') !== 'text';
moveText.setColumns(columnsBox.checked);
columnsBox.addEventListener('change', () => {
    remember('moves', columnsBox.checked ? 'columns' : 'text');
    moveText.setColumns(columnsBox.checked);
    moveText.setGame(walk.game);
    moveText.show(walk);
});
const graph = new Graph(by('graph'), (ply) => walk.goToPly(ply));
const enginePanel = new EnginePanel({
    readLines: async (fen, lines) => (await client.ask('readLines', { fen, lines })).lines,
    onPlay: (moves) => moves.forEach((move) => walk.play(move)),
});
const treeView = new TreeView(by('tree-table'), by('tree-status'), (uci) => playText(uci));
const walk = new Walk((what) => (what === 'game' ? showNewGame() : showPlace()));

const pliesOfOpenings = 40; // the table has none behind them
let askedGame = null;
async function showGame(number, { ply, item, at, fromList } = {}) {
    askedGame?.abort();
    askedGame = new AbortController();
    try {
        const answer = await client.ask('game', { number, ply: ply ?? 0, item }, { signal: askedGame.signal });
        took(answer);
        const line = [];
        for (let i = 0; i >= 0; i = answer.game.nodes[i].next)
            line.push(i);
        walk.setGame(answer.game, at ?? answer.game.place);
        askOpening(answer.game, line, askedGame.signal);
        games.showOpened(number, !fromList);
        if (isNarrow() || presentTab() === 'games')
            showTab('moves');
    } catch (error) {
        showProblem(error);
    }
}

/* Its name is not waited for; where it cannot be had, there is none. */
async function askOpening(game, line, signal) {
    const fens = line.slice(0, pliesOfOpenings + 1).map((i) => game.nodes[i].fen);
    const { opening } = await client.ask('opening', { tags: game.tags, fens }, { signal }).catch(() => ({ opening: null }));
    if (opening !== null && walk.game === game)
        showHead(by('game-head'), { ...game, opening });
}

function showNewGame() {
    const { game } = walk;
    stopPlaying();
    showHead(by('game-head'), game);
    moveText.setGame(game);
    state.line = walk.mainLine();
    graph.setGame(state.line, tagOf(game, 'TimeControl'));
    state.hasEvals = state.line.some((node) => node.eval !== null);
    showPlace();
}

function plyOfMainLine() {
    let { node } = walk;
    while (node.depth > 0)
        node = walk.game.nodes[node.parent];
    return node.ply;
}

function showPlace() {
    const { current } = walk;
    board.show(current.fen, { last: squaresOf(current.uci), check: /[+#]/.test(current.san), arrows: current.shapes });
    showPlayers(walk, state.line, board.flipped);
    moveText.show(walk);
    graph.setPly(plyOfMainLine());
    by('eval-bar').hidden = !state.hasEvals;
    by('eval-bar').classList.toggle('flipped', board.flipped);
    by('eval-bar').firstElementChild.style.height = `${100 * whiteShare(evalHere(walk))}%`;
    by('position-text').textContent = positionWords(current.fen);
    by('fen').value = current.fen;
    showControls(walk);
    askLegal(current.fen);
    askTree();
    enginePanel.look(current.fen);
    say(placeWords(walk));
    if (state.file !== null)
        writeLink({ game: walk.game.number, ply: walk.node.ply, at: walk.node.depth > 0 ? walk.at : undefined });
}

/* ---- Moves of the user's ---- */

let legalMoves = [], askedLegal = null;
async function askLegal(fen) {
    askedLegal?.abort();
    askedLegal = new AbortController();
    legalMoves = [];
    try {
        const { moves } = await client.ask('legal', { fen }, { signal: askedLegal.signal });
        legalMoves = moves;
        board.setLegal((square) => moves.filter(({ from }) => from === squareName(square))
            .map(({ to }) => squareNumber(to)).filter((to, i, all) => all.indexOf(to) === i));
    } catch {
        board.setLegal(null);
    }
}

async function moveMade(from, to) {
    const fitting = legalMoves.filter((move) => move.from === squareName(from) && move.to === squareName(to));
    if (fitting.length === 1)
        await playText(fitting[0].uci);
    else if (fitting.length > 1)
        await playText((await askPromotion(fitting, walk.current.fen.split(' ')[1] === 'b')) ?? '');
}

/** Plays a move, SAN or UCI. Returns why not, or ''. */
async function playText(text) {
    if (text === '')
        return '';
    try {
        const { moves } = await client.ask('play', { fen: walk.current.fen, moves: [text] });
        walk.play(moves[0]);
        return '';
    } catch (error) {
        return error.message;
    }
}

by('move-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const input = by('move-text');
    const why = await playText(input.value.trim());
    input.setCustomValidity(why);
    if (why)
        input.reportValidity();
    else
        input.value = '';
});
by('move-text').addEventListener('input', (event) => event.target.setCustomValidity(''));

function findPosition(fen) {
    if (isNarrow())
        showTab('games');
    games.filter.setPosition(fen);
}

for (const id of ['find-position', 'tree-find'])
    by(id).addEventListener('click', () => findPosition(walk.current.fen));
by('fen').addEventListener('change', async (event) => {
    try {
        const { fen } = await client.ask('legal', { fen: event.target.value.trim() });
        walk.setGame(positionAlone(fen));
    } catch (error) {
        showProblem(error);
    }
});

const editor = new Editor(by('editor'), {
    check: async (fen) => (await client.ask('legal', { fen })).fen,
    onUse: (fen) => walk.setGame(positionAlone(fen)),
    onFind: (fen) => {
        walk.setGame(positionAlone(fen));
        findPosition(fen);
    },
});
for (const id of ['edit-position', 'tree-setup'])
    by(id).addEventListener('click', () => editor.open(walk.current.fen));

/* ---- Tree ---- */

let askedTree = null, treeTimer = 0;
function askTree() {
    askedTree?.abort();
    clearTimeout(treeTimer);
    if (state.file === null || presentTab() !== 'tree')
        return;
    treeTimer = setTimeout(countTree, 60);
}

async function countTree() {
    const { fen } = walk.current;
    const where = by('tree-filter').checked ? games.filter.text(false) : '';
    const around = { side: fen.split(' ')[1], played: walk.isOwn ? walk.own[walk.ownAt]?.uci : walk.game.nodes[walk.node.next]?.uci };
    askedTree = new AbortController();
    treeView.wait();
    try {
        const answer = await client.ask('tree', { fen, where }, { signal: askedTree.signal, onProgress: (now) => treeView.show(now, around) });
        treeView.show(answer, around);
        took(answer);
    } catch (error) {
        if (error.name !== 'AbortError')
            treeView.fail(error.message);
    }
}

by('tree-filter').addEventListener('change', askTree);
by('tree-start').addEventListener('click', () => walk.setGame(positionAlone(startFen)));

by('work').addEventListener('tab', () => {
    moveText.show(walk);
    askTree();
});

/* ---- Replay ---- */

let playing = 0;
function stopPlaying() {
    clearInterval(playing);
    playing = 0;
    by('go-auto').setAttribute('aria-pressed', 'false');
}

function togglePlaying() {
    if (playing !== 0) {
        stopPlaying();
        return;
    }
    if (!walk.on())
        return;
    by('go-auto').setAttribute('aria-pressed', 'true');
    playing = setInterval(() => {
        if (!walk.on())
            stopPlaying();
    }, 1100);
}

function stepped(step) {
    return () => {
        stopPlaying();
        step();
    };
}

const steps = {
    'go-first': stepped(() => walk.first()), 'go-back': stepped(() => walk.back()), 'go-on': stepped(() => walk.on()),
    'go-last': stepped(() => walk.last()), 'go-auto': togglePlaying, flip: () => {
        board.flip();
        showPlace();
    },
};
for (const [id, step] of Object.entries(steps))
    by(id).addEventListener('click', step);

/* ---- Out of the page ---- */

const exportDialog = new ExportDialog(by('export-dialog'), {
    choices: () => {
        const stem = stemOf(state.file.name), { number } = walk.game;
        const { list } = games, selected = list.selectedIndexes();
        const choices = [];
        const add = (id, label, note, question) => choices.push({ id, label, note, name: `${stem}-${id}.pgn`, question });
        if (number > 0)
            add('game', 'This game', `number ${countText(number)}`, { numbers: [number] });
        if (selected.length > 0)
            add('selected', `Selected: ${plural(selected.length, 'game')}`, 'as marked in the list', { list: games.shown, indexes: selected });
        if (games.found !== 0)
            add('found', `Found: ${plural(list.count, 'game')}`, games.where, { list: games.shown });
        add('all', `All: ${plural(state.file.games, 'game')}`, `${sizeText(state.file.textSize)}, the whole text`, { list: 0 });
        choices.at(-1).name = `${stem}.pgn`;
        return choices;
    },
    run: async ({ name, question }) => {
        try {
            const { blob } = await busy(`Exporting ${name}:`, (signal, onProgress) => client.ask('exportGames', question, { signal, onProgress }));
            download(blob, name);
        } catch (error) {
            showProblem(error);
        }
    },
    savePacked: async () => {
        try {
            const { blob } = await client.ask('packedBytes');
            download(blob, `${stemOf(state.file.name)}.bcgn`);
        } catch (error) {
            showProblem(error);
        }
    },
});
const packDialog = new PackDialog(by('pack-dialog'), client);

by('pack-button').addEventListener('click', () => packDialog.open());
by('pack-choose').addEventListener('click', () => choose((file) => packDialog.setFile(file)));
by('export-button').addEventListener('click', () => exportDialog.open(state.file !== null && !state.file.isPacked));
by('keys-button').addEventListener('click', () => by('keys-dialog').showModal());
listenForFiles(openSource, packDialog);

/* ---- Keys ---- */

function toPart(tab, element) {
    return () => {
        showTab(tab);
        element.focus();
    };
}

const keys = {
    ArrowLeft: steps['go-back'], ArrowRight: steps['go-on'], Home: steps['go-first'], End: steps['go-last'],
    ArrowDown: stepped(() => walk.down()), ArrowUp: stepped(() => walk.up()), ' ': togglePlaying, f: steps.flip,
    n: () => games.step(1), p: () => games.step(-1), m: () => by('move-text').focus(), o: () => by('open-dialog').showModal(),
    e: () => by('export-button').click(), g: toPart('games', by('list')), v: toPart('moves', by('movetext')),
    t: toPart('tree', by('tree')), '/': toPart('games', by('filter').elements.player), '?': () => by('keys-dialog').showModal(),
    Escape: () => walk.isOwn && walk.up(),
};

addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') !== null)
        return;
    const { target } = event;
    if (target.matches('input:not([type="checkbox"]), select, textarea')) {
        if (event.key === 'Escape')
            by('play').focus();
        return;
    }
    const isButton = target.closest('button, summary, a, input') !== null;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (state.file === null && !['o', '?'].includes(key))
        return;
    if (!(key in keys) || (isButton && (key === ' ' || key === 'Enter')))
        return;
    keys[key]();
    event.preventDefault();
});

/* ---- The beginning ---- */

addEventListener('hashchange', () => {
    const link = readLink(location);
    if (link.game && state.file !== null && (link.game !== walk.game.number))
        showGame(link.game, link);
    else if (link.game && state.file !== null)
        walk.goToPly(link.ply ?? 0);
});

walk.setGame(positionAlone(startFen));
const link = readLink(location);
if (link.url)
    openSource({ url: fullUrl(link.url) ?? link.url, address: link.url }, { ...link, keepAddress: true });

/*
 * What makes the page work without a network, once all else is done; not where pages may have no such helper (file:, plain http
 * elsewhere).
 */
if ('serviceWorker' in navigator && window.isSecureContext)
    setTimeout(() => navigator.serviceWorker.register('offline.js').catch(() => {}), 3000);
