"""tag_escapes.py PROGRAMS: what tags with backslashes and quotes in them mean, by every way to it.

All values of up to three of "a", "\\a", "\\\\" and "\\"" as they are written between quotes, each in a game of its own. Prints
"N values, M checks, 0 faults".
"""
import csv
import io
import itertools
import json
import os
import subprocess
import sys

PGNPACK, PGNUNPACK, PGNFIND, PGNDB = (os.path.join(sys.argv[1], name) for name in ("pgnpack", "pgnunpack", "pgnfind", "pgndb"))
MOVES = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0"
PIECES = {"a": "a", "\\a": "\\a", "\\\\": "\\", '\\"': '"'}
VALUES = [("".join(pieces), "".join(PIECES[piece] for piece in pieces))
          for count in range(1, 4) for pieces in itertools.product(PIECES, repeat=count)]
checks = faults = 0


def run(*arguments):
    return subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True).stdout.decode()


def game(white, year=2001, **tags):
    lines = [f'[White "{white}"]', '[Black "B"]', f'[Date "{year}.01.01"]', '[Result "1-0"]']
    return "\n".join(lines + [f'[{key} "{value}"]' for key, value in tags.items()]) + f"\n\n{MOVES}\n\n"


def pack(text):
    with open("games.pgn", "w", encoding="utf-8") as stream:
        stream.write(text)
    run(PGNPACK, "-q", "-f", "games.pgn", "-o", "db.bcgn")


def check(what, got, wanted):
    global checks, faults
    checks += len(wanted)
    for i in range(max(len(got), len(wanted))):
        pair = [part[i] if i < len(part) else None for part in (got, wanted)]
        if pair[0] != pair[1]:
            faults += 1
            print(f"{what}: game {i + 1}: {pair[0]} for {pair[1]}")


def by_json(tag):
    return [json.loads(line)["tags"].get(tag) for line in run(PGNUNPACK, "-c", "--json", "db.bcgn").splitlines()]


def by_csv(tag):
    return [row[0] for row in csv.reader(io.StringIO(run(PGNUNPACK, "-c", "--csv=" + tag, "db.bcgn")))][1:]


def written(tag):
    lines = run(PGNUNPACK, "-q", "-c", "db.bcgn").splitlines()
    return [line[len(tag) + 3:-2] for line in lines if line.startswith(f"[{tag} ")]


def main():
    shown = [value for _, value in VALUES]
    whole = [value.replace("\\", "\\\\").replace('"', '\\"') for value in shown]
    pack("".join(game("W", Note=value) for value, _ in VALUES))
    check("--json", by_json("Note"), shown)
    check("--csv", by_csv("Note"), shown)
    pages = json.loads(run(PGNFIND, "-q", "--names=*", "--of=Note", "--json", "--limit=1000", "db.bcgn"))
    check("--names", sorted(page["name"] for page in pages), sorted(set(shown)))

    # The first of two games gets what the second one has.
    pack("".join(game("W", 1900 + i) + game("W", 1900 + i, Note=value) for i, (value, _) in enumerate(VALUES)))
    run(PGNDB, "dedupe", "-q", "--prefer=first", "--merge-tags", "db.bcgn")
    check("--merge-tags", by_json("Note"), shown)
    check("--merge-tags, as written", written("Note"), whole)

    # A report of pairs.
    pack("".join(game(f"N{i} {value}", 1900 + i) * 2 for i, (value, _) in enumerate(VALUES)))
    table = csv.DictReader(io.StringIO(run(PGNDB, "dedupe", "-q", "--dry-run", "--report=-", "db.bcgn")))
    rows = sorted(table, key=lambda row: int(row["Game"]))
    check("--report", [row["White"] for row in rows], [f"N{i} {value}" for i, value in enumerate(shown)])

    # Names that a table knows by what they mean.
    pack("".join(game(f"N{i} {value}") for i, (value, _) in enumerate(VALUES)))
    with open("names", "w", encoding="utf-8") as stream:
        stream.writelines(f"N{i} {value} = M{i} {value}\n" for i, value in enumerate(shown))
    run(PGNDB, "rename", "-q", "db.bcgn", "names")
    check("rename", by_json("White"), [f"M{i} {value}" for i, value in enumerate(shown)])
    check("rename, as written", written("White"), [f"M{i} {value}" for i, value in enumerate(whole)])

    pack(game("W"))
    run(PGNDB, "set", "-q", "--all", "db.bcgn", *[f"N{i}={value}" for i, value in enumerate(shown)])
    check("set", [by_json(f"N{i}")[0] for i in range(len(shown))], shown)
    check("set, as written", [written(f"N{i}")[0] for i in range(len(whole))], whole)
    print(f"{len(VALUES)} values, {checks} checks, {faults} faults")
    sys.exit(faults != 0)


main()
