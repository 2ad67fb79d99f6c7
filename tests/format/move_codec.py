"""What the codecs of moves have in common (docs/FORMAT.md, section 8)."""

from basics import Corrupt, require


class NoMoves:
    """A block without a section of moves; the codecs' base."""

    def next(self, position, clock, ply):
        """The move played in this position. `clock`: the halfmove clock. `ply`: moves before it in its line."""
        raise Corrupt('moves end too early')

    def begin_game(self, tags, result):
        """`tags`: pairs of name and value. `result`: its number."""

    def finish(self):
        """Checks that no more is there than what was read."""


class Groups:
    """Bytes of 32 games each, or of another number, behind a list of their sizes."""

    def __init__(self, bytes_, games, group_games=32):
        self.group_games = group_games
        sizes = [bytes_.varint() for _ in range((games + group_games - 1) // group_games)]
        self.groups = iter([bytes_.take(size) for size in sizes])
        require(not len(bytes_), 'the groups of moves are shorter than their section')
        self.games = 0

    def begin_game(self):
        """The group that begins with this game, or None."""
        self.games += 1
        return next(self.groups) if (self.games - 1) % self.group_games == 0 else None
