/* Evaluations and times of a game as graphs over its plies: a slider, too. */
import { svgElement } from './pieces.js';
import { clockText, evalText, evalWords, moveNumber } from './text.js';
import { make } from './movetext.js';

const width = 1000, height = 160, timeHeight = 60, mateMost = 1000000;

/** Share of the height that is White's: half at 0, all at a mate; steep where games are decided. */
export function whiteShare(value) {
    if (Math.abs(value) > mateMost)
        return value > 0 ? 1 : 0;
    return 0.5 + Math.atan(value / 250) / Math.PI;
}

/** Milliseconds used for each ply, null where unknown: from the clocks and what TimeControl adds a move. */
function timesUsed(line, timeControl) {
    const [, start, added = '0'] = /^(\d+)(?:\+(\d+(?:\.\d+)?))?$/.exec(timeControl ?? '') ?? [];
    const before = { w: start === undefined ? null : start * 1000, b: start === undefined ? null : start * 1000 };
    return line.slice(1).map((node) => {
        const had = before[node.side];
        before[node.side] = node.clock;
        return had === null || node.clock === null ? null : Math.max(0, had + added * 1000 - node.clock);
    });
}

export class Graph {
    constructor(holder, onPly) {
        Object.assign(this, { holder, onPly, line: [] });
        holder.tabIndex = -1;
        const go = (event) => {
            const box = holder.firstElementChild.getBoundingClientRect();
            const share = (event.clientX - box.left) / box.width;
            this.onPly(Math.round(Math.min(Math.max(share, 0), 1) * (this.line.length - 1)));
        };
        holder.addEventListener('pointerdown', (event) => {
            if (event.button !== 0 || !event.target.closest('svg'))
                return;
            holder.setPointerCapture(event.pointerId);
            this.dragging = true;
            go(event);
        });
        holder.addEventListener('pointermove', (event) => this.dragging && go(event));
        holder.addEventListener('pointerup', () => (this.dragging = false));
        holder.addEventListener('pointercancel', () => (this.dragging = false));
    }

    setGame(line, timeControl) {
        this.line = line;
        this.used = timesUsed(line, timeControl);
        const hasEvals = line.some((node) => node.eval !== null), hasTimes = this.used.some((time) => time > 0);
        this.holder.hidden = !hasEvals && !hasTimes;
        this.nows = [];
        this.words = make('p', '', make('span'), make('span'));
        this.holder.replaceChildren(...(hasEvals ? [this.#evals()] : []), ...(hasTimes ? [this.#times()] : []), this.words);
        if (this.holder.hidden)
            return;
        this.holder.setAttribute('role', 'slider');
        this.holder.setAttribute('aria-label', hasEvals ? 'Evaluations of the game' : 'Times of the game');
        this.holder.setAttribute('aria-valuemin', 0);
        this.holder.setAttribute('aria-valuemax', line.length - 1);
        this.holder.tabIndex = 0;
    }

    #x(ply) {
        return this.line.length < 2 ? 0 : (ply / (this.line.length - 1)) * width;
    }

    #frame(name, high, children) {
        const now = svgElement('line', { class: 'now', y1: 0, y2: high, 'vector-effect': 'non-scaling-stroke' });
        this.nows.push(now);
        return svgElement('svg', { viewBox: `0 0 ${width} ${high}`, preserveAspectRatio: 'none', class: name, 'aria-hidden': 'true' },
            [svgElement('rect', { class: 'ground', width, height: high }), ...children, now]);
    }

    #evals() {
        const points = [];
        let last = 0;
        this.line.forEach((node, ply) => {
            last = node.eval ?? last;
            if (node.eval !== null || ply === 0)
                points.push(`${this.#x(ply).toFixed(1)} ${(height * (1 - whiteShare(last))).toFixed(1)}`);
        });
        points.push(`${width} ${(height * (1 - whiteShare(last))).toFixed(1)}`);
        const curve = `M${points.join('L')}`;
        return this.#frame('evals', height, [
            svgElement('path', { class: 'area', d: `${curve}L${width} ${height}L0 ${height}z` }),
            svgElement('line', { class: 'middle', x1: 0, x2: width, y1: height / 2, y2: height / 2, 'vector-effect': 'non-scaling-stroke' }),
            svgElement('path', { class: 'curve', d: curve, 'vector-effect': 'non-scaling-stroke' }),
        ]);
    }

    #times() {
        const most = Math.max(...this.used.map((time) => time ?? 0), 1);
        const step = width / Math.max(1, this.line.length - 1);
        const bars = this.used.map((time, i) => {
            const high = (Math.sqrt((time ?? 0) / most) * timeHeight) / 2;
            const isWhite = this.line[i + 1].side === 'w';
            return svgElement('rect', {
                class: `time ${isWhite ? 'by-white' : 'by-black'}`, x: (i * step).toFixed(1), width: Math.max(1, step * 0.8).toFixed(1),
                y: (isWhite ? timeHeight / 2 - high : timeHeight / 2).toFixed(1), height: high.toFixed(1),
            });
        });
        return this.#frame('times', timeHeight, bars);
    }

    setPly(ply) {
        if (this.holder.hidden)
            return;
        const node = this.line[ply];
        const used = ply > 0 ? this.used[ply - 1] : null;
        for (const now of this.nows) {
            now.setAttribute('x1', this.#x(ply));
            now.setAttribute('x2', this.#x(ply));
        }
        const move = node.san ? `${moveNumber(node.number, node.side)} ${node.san}` : 'Start';
        this.words.firstChild.textContent = `${move}${node.eval === null ? '' : `  ${evalText(node.eval)}`}`;
        this.words.lastChild.textContent = used === null ? '' : `took ${clockText(used)}`;
        this.holder.setAttribute('aria-valuenow', ply);
        this.holder.setAttribute('aria-valuetext', `${move}${node.eval === null ? '' : `, ${evalWords(node.eval)}`}`);
    }
}
