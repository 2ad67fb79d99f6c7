/* Speaks UCI as engines do, knows a few positions, and stops with an error when it is not spoken to as UCI has it. */
const known = {
    w: ['depth 7 seldepth 9 multipv 1 score cp 31 nodes 5 pv e2e4 e7e5 g1f3', 'depth 7 multipv 2 score mate 3 pv g1f3 g8f6',
        'depth 8 multipv 1 score cp 900 upperbound pv a2a3', 'depth 7 multipv 3 score cp -5 pv b1c3 b8c6 a1a8'],
    b: ['depth 9 multipv 1 score cp -20 nodes 5 pv e7e5 g1f3', 'depth 9 multipv 2 score mate -4 pv d7d5'],
};
let options = '', side = null, isSearching = false;

function check(isRight, text) {
    if (!isRight)
        throw new Error(`not expected now: ${text}`);
}

onmessage = ({ data }) => {
    const [word] = data.split(' ');
    check(!isSearching || word === 'stop', data);
    if (word === 'uci')
        postMessage('id name Fake 1\nid author Nobody\nuciok');
    else if (word === 'setoption')
        options += data;
    else if (word === 'isready')
        postMessage('readyok');
    else if (word === 'position')
        side = /^position fen \S+ ([wb]) /.exec(data)[1];
    else if (word === 'go') {
        check(side !== null && options === 'setoption name MultiPV value 3', data);
        isSearching = true;
        postMessage('info string text of its own');
        for (const info of known[side])
            postMessage(`info ${info}`);
    } else if (word === 'stop' && isSearching) {
        isSearching = false;
        postMessage('info depth 99 multipv 1 score cp 777 pv a2a4');
        postMessage('bestmove a2a4');
    }
};
