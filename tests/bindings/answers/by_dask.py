#!/usr/bin/env python3
"""by_dask.py BUILD DATABASE NAMED: the answers (README.md) by Dask, on two worker processes, in parts of some blocks."""
import json
import logging
import os
import sys

BUILD, DATABASE, NAMED = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
PACKAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "src", "bindings", "python")
os.environ.setdefault("PGNPACK_LIBRARY", os.path.join(os.path.abspath(BUILD), "libpgnpack.so"))
os.environ["PYTHONPATH"] = os.pathsep.join([PACKAGE, os.environ.get("PYTHONPATH", "")])  # of the workers
sys.path.insert(0, PACKAGE)

import dask  # noqa: E402
import numpy as np  # noqa: E402
import pandas as pd  # noqa: E402
from distributed import Client, LocalCluster  # noqa: E402

import pgnpack.dask  # noqa: E402

PARTS = {"partition_size": "8 MiB", "damaged": NAMED["damaged"]}
TAGS = ["Event", "Site", "Date", "White", "Black", "WhiteElo", "BlackElo", "ECO", "Annotator"]


def day(number):
    return pd.Timestamp(number // 10000, number // 100 % 100, number % 100) if number else pd.NaT


def sums(frame, condition):
    found = frame.game[condition.fillna(False)]
    return found.count(), found.sum()


def moves_to_e4(lists):
    moves = np.concatenate([*lists, np.zeros(0, "uint16")])
    return pd.Series([np.count_nonzero((moves & 63 == 28) & (moves != 0))])


def queens(texts):
    return sum(move[4:] == "q" for text in texts for move in text.split())


def known(lists):
    values = np.ma.concatenate([*lists, np.ma.zeros(0, "int32")]).compressed().astype("int64")
    return pd.DataFrame({"count": [len(values)], "sum": [values.sum()]})


def comments(lists):
    return pd.Series([sum(1 for texts in lists for text in texts if text)])


def lazily(games, more):
    """What Dask computes in one go."""
    white, black = games.WhiteElo, games.BlackElo
    days = games.day
    positions = pgnpack.dask.read_positions(DATABASE, ["ply", "key"], **PARTS)
    hits = pgnpack.dask.find(DATABASE, {"fen": NAMED["fen"]}, **PARTS)
    words = pgnpack.dask.find(DATABASE, f'white="{NAMED["player"]}" eco={NAMED["eco"]} plies=20-200', **PARTS)
    key = np.uint64(int(NAMED["key"]))
    return {
        "q01": games.game.count(),
        "q02": (games.plies.sum(), games.plies.max()),
        "q03": games.outcome.value_counts(),
        "q04": games.White.value_counts(),
        "q05": (games.Event.nunique(), games.Site.nunique()),
        "q06": sums(games, (white >= 2600) & (black >= 2600)),
        "q07": games.year.value_counts(dropna=False),
        "q08": sums(games, games.ECO.str.startswith(NAMED["eco"]).astype("boolean")),
        "q09": sums(games, (games.White == NAMED["player"]) | (games.Black == NAMED["player"])),
        "q10": sums(games, (days >= day(NAMED["first_day"])) & (days <= day(NAMED["last_day"]))),
        "q11": (white.count(), white.sum(), white.max()),
        "q12": tuple(games[name].isna().sum() for name in ("ECO", "WhiteElo", "Annotator")),
        "q14": more.moves.map_partitions(moves_to_e4, meta=(None, "int64")).sum(),
        "q15": (more.uci.str.len().sum(), more.uci.map_partitions(lambda texts: pd.Series([queens(texts)]), meta=(None, "int64")).sum()),
        "q16": sums(more, more.san.str.startswith(NAMED["begin"])),
        "q17": (hits.game.count(), hits.game.sum(), hits.ply.sum()),
        "q19": tuple(more[name].map_partitions(known, meta={"count": "int64", "sum": "int64"}).sum() for name in ("clocks", "evals")),
        "q20": more.comments.map_partitions(comments, meta=(None, "int64")).sum(),
        "q21": ((positions.ply == NAMED["key_ply"]) & (positions.key == key)).sum(),
        "q22": (words.game.count(), words.game.sum()),
        "q23": (games.id.count(), games.id.nunique(), games.id.dropna().str.split(":").str[1].astype("int64").sum(),
                games.game[games.id == NAMED["id"]].sum(), games.id[games.game == NAMED["number"]])}


def answers():
    games = pgnpack.dask.read_bcgn(DATABASE, ["game", "id", "day", "year", "outcome", "plies", *TAGS], strict=False, **PARTS)
    more = pgnpack.dask.read_bcgn(DATABASE, ["game", "moves", "uci", "san", "clocks", "evals", "comments"], **PARTS)
    found, = dask.compute(lazily(games, more))
    bag = pgnpack.dask.read_bag(DATABASE, ["game", "White", "Black", "Date", "outcome", "plies", "san", "text"], **PARTS)
    game, = bag.filter(lambda row: row["game"] == NAMED["number"]).compute()
    plain = {name: " ".join(str(0 if pd.isna(value) else int(value)) for value in (values if isinstance(values, tuple) else (values,)))
             for name, values in found.items() if name not in ("q03", "q04", "q07", "q19", "q23")}
    years = {0 if year is pd.NA else year: count for year, count in found["q07"].items()}
    top = sorted(found["q04"].items(), key=lambda item: (-item[1], item[0].encode("utf-8", "surrogateescape")))[:10]
    *id_counts, of_id, own = found["q23"]
    tree = pgnpack.dask.tree(DATABASE, NAMED["fen"], **PARTS)
    return plain | {
        "q03": " ".join(f"{outcome}:{found['q03'].get(outcome, 0)}" for outcome in ("*", "0-1", "1-0", "1/2-1/2")),
        "q04": "; ".join(f"{name}:{count}" for name, count in top),
        "q07": " ".join([f"-:{years.pop(0, 0)}"] + [f"{year}:{years[year]}" for year in sorted(years)]),
        "q13": "; ".join(str(value) for value in (game["White"] or "", game["Black"] or "", game["Date"] or "", game["outcome"],
                                                  game["plies"], game["san"])),
        "q18": " ".join(f"{row.move or ''}:{row.games},{row.white_wins},{row.draws},{row.black_wins},{row.rating or 0},"
                        f"{row.performance or 0},{row.last_year or 0}" for row in tree),
        "q19": " ".join(f"{one['count']} {one['sum']}" for one in found["q19"]),
        "q20": f"{found['q20']} {len(game['text'].strip().encode('utf-8', 'surrogateescape'))}",
        "q23": f"{' '.join(map(str, id_counts))}; {own.iloc[0] or ''}; {of_id}"}


def main():
    logging.getLogger("distributed").setLevel(logging.ERROR)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=':0') as cluster, Client(cluster):
        result = answers()
    sys.stdout.reconfigure(errors="surrogateescape")
    print(json.dumps(result, ensure_ascii=False))


if __name__ == "__main__":
    main()
