"""Packed shapes (docs/FORMAT.md, chapter 18): runs, kinds and NAGs from one stream of a mixed model."""

import mixed
from basics import known, require, varint

(MOVE, NULL_MOVE, NAG, SUFFIX) = range(4)
VARIATION_BEGIN, VARIATION_END = 7, 8
DROP, RESULT, END, BROKEN_END = range(10, 14)
RUN, PHASE, REST, KIND, NAG_VALUE, ENDS = range(6)


class PackedShapes:
    """`results`: of each game. Gives the contents of the sections 5, 6 and 13 as `runs`, `kinds` and `nags`."""

    def __init__(self, data, results, text_size):
        self.bits = self.stream(data)
        self.model = mixed.Model(self.bits)
        self.results, self.game = results, 0
        self.elements_left = text_size + len(results)
        self.guesses, self.trusts, self.before = {}, {}, (END, END)
        self.ply, self.open = 0, []
        self.others = self.nag = 0
        self.runs = self.kinds = self.nags = b''
        while not self.is_behind_games():
            self.runs += varint(self.run())
            if not self.is_behind_games():
                self.kinds += bytes([self.kind()])
        self.bits.finish()

    @staticmethod
    def stream(data):
        return mixed.Bits(data)

    def is_behind_games(self):
        return self.game == len(self.results)

    def guess(self):
        return self.guesses.get(self.before, MOVE)

    def contexts(self, set_, known=0):
        depth = min(len(self.open), 3)
        e = 16 * known + self.guess()
        h = 256 * e + 16 * self.before[0] + self.before[1]
        s = 8 * self.results[self.game] + 4 * (self.ply % 2) + depth
        return self.model.contexts(set_, 4 * h + depth, mixed.mix(h, 32 * (256 * self.nag + self.others) + s), e)

    def run(self):
        taken = 0
        while self.guess() >= RESULT:
            if not self.model.bit(self.contexts(ENDS), 0):
                return taken
            self.element(self.guess())
            taken += 1
            if self.is_behind_games():
                return taken
        more = self.rest_of_run()
        for _ in range(more):
            require(not self.is_behind_games(), 'a run goes on behind the last game')
            self.element(self.guess())
        return taken + more

    def rest_of_run(self):
        contexts = self.contexts(RUN)
        for short in range(4):
            if not self.model.bit(contexts, short):
                return short
        phase = self.model.symbol(self.contexts(PHASE), 2)
        rest = self.model.natural(self.contexts(REST, phase))
        require(rest < 1 << 60, 'a run is too long')
        return 4 * rest + phase + 4

    def kind(self):
        kind = self.model.symbol(self.contexts(KIND), 4)
        known(kind <= BROKEN_END, 'an unknown kind of element')
        self.element(kind)
        return kind

    def element(self, kind):
        require(self.elements_left > 0, 'too many elements')
        self.elements_left -= 1
        if kind in (NAG, SUFFIX):
            self.nag = self.nag_value(kind)
            self.nags += varint(self.nag)
        self.learn(kind)
        if kind in (MOVE, NULL_MOVE, DROP):
            self.ply += 1
        if kind == MOVE:
            return
        self.others = (self.others << 4 | kind) & 0xff
        if kind == VARIATION_BEGIN:
            require(self.ply > (self.open[-1] - 1 if self.open else 0), 'a variation of no move')
            require(len(self.open) < 1000, 'variations too deep')
            self.open.append(self.ply)
            self.ply -= 1
        elif kind == VARIATION_END:
            require(self.open, 'the end of a variation that was not begun')
            self.ply = self.open.pop()
        elif kind in (END, BROKEN_END):
            self.game, self.ply, self.open = self.game + 1, 0, []

    def learn(self, kind):
        trust = self.trusts.get(self.before, 0)
        if kind == self.guess():
            self.trusts[self.before] = min(trust + 1, 3)
        elif trust:
            self.trusts[self.before] = trust - 1
        else:
            self.guesses[self.before] = kind
        self.before = self.before[1], kind

    def nag_value(self, kind):
        contexts = self.contexts(NAG_VALUE, kind)
        nag = self.model.symbol(contexts, 8)
        if nag == 255:
            nag += self.model.natural(contexts)
        require(nag <= 0xffff, 'a NAG is too large')
        return nag
