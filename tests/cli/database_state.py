"""database_state.py PROGRAMS FILE: what a database is, but for the words of the commands that made it, which ids depend on: its changes, its
deleted games and why, ids with the number of their segment's change in place of its name, the sizes of its blocks, and all texts."""
import json
import os
import subprocess
import sys

folder, file = sys.argv[1:]


def run(program, *words):
    return subprocess.run([os.path.join(folder, program), *words], check=True, stdout=subprocess.PIPE).stdout


def rows(*words):
    return [json.loads(line) for line in run("pgndb", "log", "--json", *words, file).splitlines()]


segments = {}
for row in rows():
    if row["id"] is not None:
        segments.setdefault(row["id"], f"segment-{row['change']}")
    print([row[key] for key in ("change", "time", "state", "added", "deleted", "back", "damaged")])


def plain(game_id):
    name, _, number = (game_id or "-:").partition(":")
    return f"{segments.get(name, name)}:{number}"


for row in rows("--deleted"):
    print(row["game"], plain(row["id"]), row["change"], row["why"], row.get("of"), plain(row.get("of_id")))
games = run("pgnfind", "--with-deleted", "--csv=GameNumber,GameId", file).decode().splitlines()[1:]
for number, game_id in (line.split(",") for line in games):
    print(number, plain(game_id))
for block in json.loads(run("pgnunpack", "-l", "-v", "--json", file))[0].get("block_list", []):
    if block["games"] == 0:  # beside the games, and of the record
        continue
    print([block.get(key) for key in ("packed_size", "text_size", "first_game", "games", "moves", "tags_size", "moves_size")])
print(run("pgnunpack", "-c", file).decode("latin-1"))
print(run("pgnunpack", "-c", "--with-deleted", file).decode("latin-1"))
