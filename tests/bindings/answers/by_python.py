#!/usr/bin/env python3
"""by_python.py BUILD DATABASE NAMED: the answers (README.md) by the Python package and NumPy."""
import json
import os
import sys

BUILD, DATABASE, NAMED = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
os.environ.setdefault("PGNPACK_LIBRARY", os.path.join(BUILD, "libpgnpack.so"))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "src", "bindings", "python"))

import numpy as np  # noqa: E402

import pgnpack  # noqa: E402

db = pgnpack.open(DATABASE, damaged=NAMED["damaged"])


def column(name):
    """Files need not have every tag."""
    return db.column(name, strict=False)


def day(number):
    return np.datetime64(f"{number // 10000:04}-{number // 100 % 100:02}-{number % 100:02}")


def sums(found):
    numbers = db.column("game")[np.ma.filled(found, False)]
    return f"{len(numbers)} {numbers.sum()}"


def starts_with(texts, beginning):
    return np.array([text is not None and text.startswith(beginning) for text in texts], bool)


def known(lists):
    values = lists.values.compressed().astype("int64")
    return f"{len(values)} {values.sum()}"


def answers():
    white, black = column("WhiteElo"), column("BlackElo")
    outcomes, years = db.value_counts("outcome"), db.value_counts("year")
    players = db.value_counts("White")
    del players[None]
    top = sorted(players.items(), key=lambda item: (-item[1], item[0].encode("utf-8", "surrogateescape")))[:10]
    days, moves, plies = column("day"), column("moves").values, column("plies")
    game, uci = next(game for game in db if game.number == NAMED["number"]), column("uci")
    hits = db.search(fen=NAMED["fen"])
    known_days = ~np.isnat(days)
    within = known_days & (np.where(known_days, days, np.datetime64(0, "D")) >= day(NAMED["first_day"])) if NAMED["first_day"] else known_days & False
    within &= (days <= day(NAMED["last_day"])) if NAMED["last_day"] else False
    positions = db.positions("ply", "key")
    found = db.search(f'white="{NAMED["player"]}" eco={NAMED["eco"]}', plies="20-200")
    ids = column("id")
    own = column("id")[list(column("game")).index(NAMED["number"])]
    return {
        "q01": f"{len(db)}",
        "q02": f"{plies.sum()} {plies.max()}",
        "q03": " ".join(f"{outcome}:{outcomes[outcome]}" for outcome in ("*", "0-1", "1-0", "1/2-1/2")),
        "q04": "; ".join(f"{name}:{count}" for name, count in top),
        "q05": " ".join(str(len([value for value in db.value_counts(name) if value is not None])) for name in ("Event", "Site")),
        "q06": sums((white >= 2600) & (black >= 2600)),
        "q07": " ".join([f"-:{years.pop(None, 0)}"] + [f"{year}:{years[year]}" for year in sorted(years)]),
        "q08": sums(starts_with(column("ECO"), NAMED["eco"])),
        "q09": sums((column("White") == NAMED["player"]) | (column("Black") == NAMED["player"])),
        "q10": sums(within),
        "q11": f"{white.count()} {white.compressed().sum()} {white.max() if white.count() else 0}",
        "q12": " ".join(str(int(np.sum(np.ma.getmaskarray(one) if isinstance(one, np.ndarray) else one.is_null)))
                        for one in map(column, ("ECO", "WhiteElo", "Annotator"))),
        "q13": "; ".join(str(value) for value in (game.White or "", game.Black or "", game.Date or "", game.outcome, game.plies,
                                                  " ".join(game.san))),
        "q14": f"{np.count_nonzero((moves & 63 == 28) & (moves != 0))}",
        "q15": f"{len(uci.data)} {sum(1 for text in uci for move in text.split() if move[4:] == 'q')}",
        "q16": sums(starts_with(column("san"), NAMED["begin"])),
        "q17": f"{len(hits)} {hits.game.sum()} {hits.ply.sum()}",
        "q18": " ".join(f"{row.move or ''}:{row.games},{row.white_wins},{row.draws},{row.black_wins},{row.rating or 0},"
                        f"{row.performance or 0},{row.last_year or 0}" for row in db.tree(NAMED["fen"])),
        "q19": f"{known(column('clocks'))} {known(column('evals'))}",
        "q20": f"{np.count_nonzero(np.diff(column('comments').values.offsets))} {len(game.text.strip().encode('utf-8', 'surrogateescape'))}",
        "q21": f"{np.count_nonzero((positions['ply'] == NAMED['key_ply']) & (positions['key'] == np.uint64(int(NAMED['key']))))}",
        "q22": f"{len(found)} {found.game.sum()}",
        "q23": f"{sum(1 for name in ids if name)} {len(set(ids) - {None})} {sum(int(name.split(':')[1]) for name in ids if name)}; {own or ''}; "
               f"{db.column('game')[ids == NAMED['id']].sum()}"}


sys.stdout.reconfigure(errors="surrogateescape")
print(json.dumps(answers(), ensure_ascii=False))
