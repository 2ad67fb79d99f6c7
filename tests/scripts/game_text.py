"""Writes played games as PGN: the export format, and one line with clocks as game servers give it."""

import datetime
import textwrap

from uci_rules import START_FEN

MATE = 100000  # as in play_games.py: a mate in n has the score MATE - n
HANDLES = ("quiet_rook", "Zwischenzug7", "pawnstorm", "blue-bishop", "endgame_lover", "kNightOwl",
           "hangingpawn", "Fianchetto", "tempo_tempo", "rook-lift", "sevenranks", "openfile", "j_adoube",
           "Windmill", "backrank42", "passed_pawn", "twobishops", "gambiteer", "oldindian", "zugzwang_fan",
           "theexchange", "SkewerMe", "corresp", "blitzmaus", "slowplay", "castle-long", "underpromo",
           "minority", "luft", "deepblunder")
CONTROLS = ((60, 0), (120, 1), (180, 0), (180, 2), (300, 0), (300, 3), (600, 0), (600, 5), (900, 10))
SPEEDS = ((180, "Bullet"), (480, "Blitz"), (1500, "Rapid"), (10 ** 9, "Classical"))


def tag(name, value):
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]\n'


def position_tags(game):
    if game.start == START_FEN:
        return ""
    return tag("SetUp", 1) + tag("FEN", game.start) + tag("Variant", "Chess960")


def export(game, players, number, rng):
    """The export format: seven tags, PlyCount, lines of at most 79 characters."""
    date = datetime.date(2025, 1, 1) + datetime.timedelta(days=number // 25)
    text = tag("Event", rng.choice(("Quick engine games", "Fixed nodes", "Engine test")))
    text += tag("Site", "?") + tag("Date", date.strftime("%Y.%m.%d")) + tag("Round", number)
    text += tag("White", players[0].name) + tag("Black", players[1].name) + tag("Result", game.result)
    text += position_tags(game) + tag("PlyCount", len(game.moves)) + "\n"
    words = []
    for ply, san in enumerate(game.sans):
        if ply % 2 == 0:
            words.append(f"{ply // 2 + 1}.")
        words.append(san)
    lines = textwrap.wrap(" ".join(words + [game.result]), 79, break_long_words=False, break_on_hyphens=False)
    return text + "\n".join(lines) + "\n\n"


def clock(seconds):
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def evaluation(score):
    if abs(score) > MATE // 2:
        moves = MATE - abs(score)
        return f"#{moves}" if score > 0 else f"#-{moves}"
    return f"{score / 100:.2f}".replace("-0.00", "0.00")


def run_clocks(game, base, increment, rng):
    """Times left behind each move. A flag that falls ends the game there."""
    left, times = [base, base], []
    pace = (base + 40 * increment) / rng.uniform(28, 75)
    for ply in range(len(game.sans)):
        side = ply % 2
        spent = 0 if ply < 2 else int(pace * rng.lognormvariate(-0.7, 0.9) * (0.3 if ply < 12 else 1))
        if left[side] < 0.15 * base:
            spent = int(spent * rng.random() * 0.8)
        if spent >= left[side]:
            cut_at(game, ply, "0-1" if side == 0 else "1-0")
            break
        left[side] = left[side] - spent + (increment if ply >= 2 else 0)
        times.append(left[side])
    return times


def cut_at(game, plies, result):
    del game.moves[plies:], game.sans[plies:]
    game.result, game.termination = result, "Time forfeit"


def online(game, players, label, scores, rng):
    """One line of moves, clocks behind each, scores too where the game was analysed."""
    base, increment = rng.choice(CONTROLS)
    times = run_clocks(game, base, increment, rng)
    speed = next(name for limit, name in SPEEDS if base + 40 * increment < limit)
    moment = datetime.datetime(2025, 3, 1) + datetime.timedelta(seconds=rng.randrange(200 * 86400))
    white, black = rng.sample(HANDLES, 2)
    ratings = [player.rating + rng.randint(-60, 60) for player in players]
    code = "".join(rng.choice("ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789") for _ in range(8))
    text = tag("Event", f"Rated {speed} game") + tag("Site", f"https://example.org/{code}")
    text += tag("Date", moment.strftime("%Y.%m.%d")) + tag("Round", "-")
    text += tag("White", white) + tag("Black", black) + tag("Result", game.result)
    text += tag("UTCDate", moment.strftime("%Y.%m.%d")) + tag("UTCTime", moment.strftime("%H:%M:%S"))
    text += tag("WhiteElo", ratings[0]) + tag("BlackElo", ratings[1]) + rating_changes(game.result, ratings)
    text += position_tags(game)
    if label:
        text += tag("ECO", label[0]) + tag("Opening", label[1])
    text += tag("TimeControl", f"{base}+{increment}") + tag("Termination", game.termination) + "\n"
    words = []
    for ply, (san, seconds) in enumerate(zip(game.sans, times)):
        number = f"{ply // 2 + 1}." if ply % 2 == 0 else f"{ply // 2 + 1}..."
        score = scores[ply] if scores else None
        note = f"[%eval {evaluation(score)}] " if score is not None else ""
        words.append(f"{number} {san} {{ {note}[%clk {clock(seconds)}] }}")
    return text + " ".join(words + [game.result]) + "\n\n"


def rating_changes(result, ratings):
    """Elo's rule with K = 12."""
    points = {"1-0": 1, "0-1": 0, "1/2-1/2": 0.5}.get(result)
    if points is None:
        return ""
    expected = 1 / (1 + 10 ** ((ratings[1] - ratings[0]) / 400))
    change = round(12 * (points - expected))
    return tag("WhiteRatingDiff", f"{change:+d}") + tag("BlackRatingDiff", f"{-change:+d}")
