/*
 * So that the page works without a network: keeps its own files, and gives them where the server does not answer. Databases and whatever
 * is elsewhere go by. Its list is of the page's own folder; what is not there (model-1.bin, say, left out to save room) does not matter.
 */
const kept = 'pgnpack-page';
const names = ['./', 'addresses.js', 'apart.js', 'app.js', 'arguments.js', 'board.js', 'boards.js', 'cards.js', 'client.js', 'columns.js', 'conditions.js',
    'counted_source.js', 'database.js', 'editor.js', 'engine.js', 'engine_panel.js', 'errors.js', 'fetching.js', 'files_in.js', 'files_out.js', 'filter.js', 'found_list.js', 'game_list.js',
    'game_nodes.js', 'games.js', 'games_view.js', 'graph.js', 'icon.svg', 'link.js', 'list_columns.js', 'list_dialog.js', 'list_head.js', 'machine.js', 'messages.js', 'model-0.bin', 'model-1.bin',
    'movetext.js', 'names.js', 'openings.js', 'openings.txt', 'packer.js', 'packer.wasm', 'pgnpack.js', 'pieces.js', 'place_view.js', 'player_report.js', 'promotion.js',
    'range_cache.js', 'reader.wasm', 'report_dialog.js', 'scaled_scroll.js', 'search.wasm', 'searches.js', 'side.js', 'source.js', 'sources.js',
    'status.js', 'steps.js', 'storage.js', 'streams.js', 'style.css', 'tables-0.bin', 'tabs.js', 'text.js', 'texts.js', 'theme.js', 'tree_view.js', 'trees.js',
    'walk.js', 'worker.js'];
const own = new Set(names.map((name) => new URL(name, self.location).href));

/* The address without what stands behind '?' or '#': the page is one file, whatever it is asked to open. */
function plainUrl(url) {
    const { origin, pathname } = new URL(url);
    return origin + pathname;
}

async function keep(name) {
    const response = await fetch(name, { cache: 'no-cache' });
    if (response.ok)
        await (await caches.open(kept)).put(new URL(name, self.location).href, response);
}

addEventListener('install', (event) => {
    /* Nets and tables are large: they are kept when they are first used. */
    event.waitUntil(Promise.all(names.filter((name) => !name.endsWith('.bin')).map((name) => keep(name).catch(() => {}))).then(() => self.skipWaiting()));
});

addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

async function answer(request, url) {
    const cache = await caches.open(kept);
    try {
        const response = await fetch(request);
        if (response.status === 200)
            await cache.put(url, response.clone());
        return response;
    } catch (error) {
        const old = await cache.match(url);
        if (old === undefined)
            throw error;
        return old;
    }
}

addEventListener('fetch', (event) => {
    const url = plainUrl(event.request.url);
    if (event.request.method === 'GET' && own.has(url) && !event.request.headers.has('Range'))
        event.respondWith(answer(event.request, url));
});
