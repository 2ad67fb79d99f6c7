/*
 * A list that is higher than browsers allow an element to be. The element has at most `heightMax` pixels; where the list has more,
 * it is shifted under the element in steps of a hundredth of it: between two steps scrolling is one to one, and the element's scroll
 * bar shows the share of the list that is passed, to within a step. Both ends are exact. Only numbers here, no elements.
 */
const heightMax = 6_000_000;

export class ScaledScroll {
    /** `total`: height of the list, `view`: of what is seen of it, in pixels. */
    constructor(total = 0, view = 0) {
        this.step = 0;
        this.resize(total, view);
    }

    resize(total, view) {
        this.total = total;
        this.view = view;
        this.height = Math.min(total, heightMax);
        this.steps = total > heightMax ? Math.ceil((total - heightMax) / (heightMax / 100)) : 0;
        this.step = Math.min(this.step, this.steps);
    }

    /** How far the last place that can be gone to is. */
    get last() {
        return Math.max(0, this.total - this.view);
    }

    /** What of the list lies before the element. */
    get offset() {
        return this.steps === 0 ? 0 : Math.round((this.step / this.steps) * (this.total - this.height));
    }

    /** Goes to this place of the list, and returns what the element's scrollTop has to be. */
    goTo(place) {
        const wanted = Math.min(Math.max(place, 0), this.last);
        const share = this.last === 0 ? 0 : wanted / this.last;
        /* Rounded down at the list's beginning, up at its end: so what is left within the element is never negative or too much. */
        this.step = Math.min(this.steps, Math.max(0, Math.round(share * this.steps - 0.5 + share)));
        return wanted - this.offset;
    }

    /**
     * The element was scrolled from `before` to `now`: returns the place in the list. Short ways are the wheel's or a finger's, long
     * ones the scroll bar's, which means a share of the whole. The element then belongs at goTo(place), mostly where it is.
     */
    scrolled(before, now) {
        const range = this.height - this.view;
        if (this.steps === 0 || Math.abs(now - before) < 3 * this.view)
            return this.offset + now;
        return Math.round((Math.min(Math.max(now, 0), range) / range) * this.last);
    }
}
