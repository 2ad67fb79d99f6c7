/*
 * The script of the page that html_cards.c writes. A line of the element "games" is a game, in fields as put_game() writes them. Boards come
 * of moves in UCI, in which castling is the king's move by two files, or onto its own rook. All texts are set as texts.
 */
const games = document.getElementById('games').textContent.split('\n').filter(Boolean).map((line) => {
  const [number, file, ply, isVariation, result, white, whiteElo, black, blackElo, event, site, date, round, eco, fen, san, uci] =
    line.split('\t');
  return { number, file, ply: ply === '' ? Infinity : Number(ply), isVariation: isVariation === '1', result, white, whiteElo, black, blackElo,
    event, site, date, round, eco, fen, san: san.split(' ').filter(Boolean), uci: uci.split(' ').filter(Boolean) };
});
const startFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', pageSize = 50;
const squareOf = (name) => name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49);
function menOf(fen) {
  const men = Array(64).fill('');
  fen.split(' ')[0].replace(/\[.*/, '').split('/').slice(0, 8).forEach((row, i) => {
    let file = 0;
    for (const sign of row.replaceAll('~', ''))
      if (/[1-8]/.test(sign)) file += Number(sign); else men[8 * (7 - i) + file++] = sign;
  });
  return men;
}
function make(men, uci, isWhite) {
  if (uci[1] === '@') { men[squareOf(uci.slice(2))] = isWhite ? uci[0] : uci[0].toLowerCase(); return; }
  if (uci === '0000') return;
  const from = squareOf(uci), to = squareOf(uci.slice(2)), man = men[from], rook = isWhite ? 'R' : 'r';
  const files = to % 8 - from % 8, home = from - from % 8;
  if (/k/i.test(man) && (men[to] === rook || Math.abs(files) > 1)) {
    const isLong = files < 0, corner = men[to] === rook ? to : home + (isLong ? 0 : 7);
    men[from] = men[corner] = '';
    men[home + (isLong ? 2 : 6)] = man;
    men[home + (isLong ? 3 : 5)] = rook;
    return;
  }
  if (/p/i.test(man) && files !== 0 && men[to] === '') men[home + to % 8] = '';
  men[from] = '';
  men[to] = uci[4] ? (isWhite ? uci[4].toUpperCase() : uci[4]) : man;
}
function place(game, ply) {
  const men = menOf(game.fen || startFen);
  let isWhite = (game.fen || startFen).split(' ')[1] !== 'b';
  for (const uci of game.uci.slice(0, ply)) { make(men, uci, isWhite); isWhite = !isWhite; }
  const uci = ply > 0 ? game.uci[ply - 1] : '';
  return { men, last: /^[a-h]/.test(uci) ? [squareOf(uci), squareOf(uci.slice(2))] : [] };
}
function numbered(game, ply) {
  const fields = (game.fen || startFen).split(' '), first = 2 * ((Number(fields[5]) || 1) - 1) + (fields[1] === 'b' ? 1 : 0);
  const half = first + ply - 1;
  return `${Math.floor(half / 2) + 1}${half % 2 ? '...' : '.'} ${game.san[ply - 1]}`;
}
function draw(board, { men, last }) {
  const at = (square) => `x="${100 * (square % 8)}" y="${700 - 100 * Math.floor(square / 8)}"`;
  board.innerHTML = '<rect width="800" height="800" style="fill:url(#squares)"/>' +
    last.map((square) => `<rect class="last" width="100" height="100" ${at(square)}/>`).join('') +
    men.map((man, square) => /^[pnbrqk]$/i.test(man) ? `<use href="#man-${man.toLowerCase()}" class="${man < 'a' ? 'white' : 'black'}" ${at(square)}/>` : '').join('');
}
const escaped = (value) => value.replace(/[\\"]/g, '\\$&');
function pgnOf(game) {
  const tags = [['Event', game.event], ['Site', game.site], ['Date', game.date], ['Round', game.round], ['White', game.white], ['Black', game.black],
    ['Result', game.result], ...[['WhiteElo', game.whiteElo], ['BlackElo', game.blackElo], ['ECO', game.eco], ['FEN', game.fen]].filter(([, value]) => value)];
  const moves = game.san.map((san, i) => i === 0 || /^\d+\. /.test(numbered(game, i + 1)) ? numbered(game, i + 1) : san);
  return tags.map(([name, value]) => `[${name} "${escaped(value || '?')}"]\n`).join('') + '\n' + [...moves, game.result].join(' ') + '\n';
}
function element(name, text, properties = {}) {
  return Object.assign(document.createElement(name), { textContent: text }, properties);
}
function cardOf(game) {
  const card = element('article', '', { tabIndex: 0 }), board = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const move = element('p', '', { className: 'move' }), buttons = element('div', '');
  const found = game.isVariation ? 0 : Math.min(game.ply, game.uci.length), name = (who, elo) => `${who || '?'}${elo ? ` (${elo})` : ''}`;
  const title = `${name(game.white, game.whiteElo)} \u2013 ${name(game.black, game.blackElo)}  ${game.result}`;
  let ply = found;
  board.setAttribute('class', 'board');
  board.setAttribute('viewBox', '0 0 800 800');
  board.setAttribute('role', 'img');
  const steps = [['\u00ab', 'to the start', () => 0], ['\u25c0', 'a half-move back', () => ply - 1], ['\u25cf', 'where it was found', () => found],
    ['\u25b6', 'a half-move on', () => ply + 1], ['\u00bb', 'to the end', () => game.uci.length]];
  const show = (wanted) => {
    ply = Math.max(0, Math.min(wanted, game.uci.length));
    draw(board, place(game, ply));
    move.textContent = ply === 0 ? 'start' : numbered(game, ply);
    board.setAttribute('aria-label', `${title}: ${move.textContent}`);
  };
  for (const [sign, label, to] of steps)
    buttons.append(element('button', sign, { type: 'button', ariaLabel: label, title: label, onclick: () => show(to()) }));
  buttons.append(element('button', 'Copy PGN', { type: 'button', onclick: ({ target }) => navigator.clipboard?.writeText(pgnOf(game)).then(
    () => { target.textContent = 'Copied'; }, () => { target.textContent = 'Not copied'; }) }));
  card.onkeydown = (event) => {
    const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: game.uci.length }[event.key];
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    show(to);
  };
  const where = [game.event, game.site, game.date, game.round && `round ${game.round}`, game.eco].filter((value) => value && value !== '?').join(', ');
  card.append(board, element('h2', title), element('p', where), element('p', `game ${game.number}${game.file && ` of ${game.file}`}` +
    (game.isVariation ? `; found in a variation, behind ${game.ply} half-moves` : '')), move, buttons);
  show(found);
  return card;
}
function showPage(page) {
  const pages = Math.max(1, Math.ceil(games.length / pageSize)), first = page * pageSize;
  document.getElementById('cards').replaceChildren(...games.slice(first, first + pageSize).map(cardOf));
  for (const nav of document.querySelectorAll('nav'))
    nav.replaceChildren(...(pages === 1 ? [] : [
      element('button', 'Previous', { type: 'button', disabled: page === 0, onclick: () => showPage(page - 1) }),
      element('span', ` ${first + 1} to ${Math.min(first + pageSize, games.length)} of ${games.length} `),
      element('button', 'Next', { type: 'button', disabled: page === pages - 1, onclick: () => showPage(page + 1) })]));
  scrollTo(0, 0);
}
const heading = document.getElementById('found');
if (heading) heading.textContent = `${games.length.toLocaleString('en-US')} game${games.length === 1 ? '' : 's'} found`;
showPage(0);
