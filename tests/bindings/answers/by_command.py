#!/usr/bin/env python3
"""by_command.py BUILD DATABASE NAMED: the answers (README.md) by pgnunpack and pgnfind, and Python's own means."""
import calendar
import collections
import csv
import json
import re
import subprocess
import sys

BUILD, DATABASE, NAMED = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
OUTCOMES = ["*", "0-1", "1-0", "1/2-1/2"]
NO_VALUE = object()


def run(program, *arguments):
    done = subprocess.run([f"{BUILD}/{program}", *arguments, DATABASE], stdout=subprocess.PIPE, check=False)
    if done.returncode not in (0, 1):  # 1: pgnfind found nothing
        sys.exit(f"{program} {arguments}: status {done.returncode}")
    return done.stdout.decode("utf-8", "surrogateescape")


def rating(text):
    return int(text) if text is not None and re.fullmatch("[0-9]{1,4}", text) else None


def year_of(date):
    return int(date[:4]) if re.fullmatch(r"[0-9]{4}\.[0-9?]{2}\.[0-9?]{2}", date or "") else 0


def day_of(date):
    found = re.fullmatch(r"(\d{4})\.(\d\d)\.(\d\d)", date or "")
    if not found:
        return 0
    year, month, day = map(int, found.groups())
    if not (year and 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1]):
        return 0
    return year * 10000 + month * 100 + day


def tags_and_moves():
    answers = {}
    games = plies = longest = to_e4 = uci_size = queens = 0
    outcomes, whites, years = (collections.Counter() for _ in range(3))
    events, sites = set(), set()
    lists = {name: [] for name in ("strong", "eco", "player", "day", "begin")}
    ratings = []
    missing = dict.fromkeys(("ECO", "WhiteElo", "Annotator"), 0)
    begin = NAMED["begin"].split()
    with subprocess.Popen([f"{BUILD}/pgnunpack", "--json", DATABASE], stdout=subprocess.PIPE) as child:
        for line in child.stdout:
            game = json.loads(line.decode("utf-8", "surrogateescape"))
            tags, moves, number = game["tags"], game["moves"], game["number"]
            games += 1
            plies += game["plies"]
            longest = max(longest, game["plies"])
            outcomes[game["result"]] += 1
            if "White" in tags:
                whites[tags["White"]] += 1
            events.add(tags.get("Event", NO_VALUE))
            sites.add(tags.get("Site", NO_VALUE))
            year = year_of(tags.get("Date"))
            date = tags.get("Date") if year else tags.get("UTCDate")
            years[year_of(date)] += 1
            elos = [rating(tags.get(name)) for name in ("WhiteElo", "BlackElo")]
            if elos[0] is not None:
                ratings.append(elos[0])
            for name in missing:
                missing[name] += tags.get(name) is None if name != "WhiteElo" else elos[0] is None
            for name, fits in (("strong", min(e if e is not None else 0 for e in elos) >= 2600),
                               ("eco", tags.get("ECO", "").startswith(NAMED["eco"])),
                               ("player", NAMED["player"] in (tags.get("White"), tags.get("Black"))),
                               ("day", NAMED["first_day"] <= day_of(date) <= NAMED["last_day"]),
                               ("begin", moves[:len(begin)] == begin)):
                if fits:
                    lists[name].append(number)
            to_e4 += sum(1 for san in moves if re.search(r"e4(=[NBRQ])?[+#]?$", san))
            promotions = [san for san in moves if "=" in san]
            queens += sum(1 for san in promotions if "=Q" in san)
            uci_size += 4 * len(moves) + len(promotions) + max(len(moves) - 1, 0)
            if number == NAMED["number"]:
                answers["q13"] = "; ".join([tags.get("White", ""), tags.get("Black", ""), tags.get("Date", ""),
                                            game["result"], str(game["plies"]), " ".join(moves)])
    shown = {name: f"{len(numbers)} {sum(numbers)}" for name, numbers in lists.items()}
    top = sorted(whites.items(), key=lambda item: (-item[1], item[0].encode("utf-8", "surrogateescape")))[:10]
    answers |= {
        "q01": f"{games}", "q02": f"{plies} {longest}",
        "q03": " ".join(f"{outcome}:{outcomes[outcome]}" for outcome in OUTCOMES),
        "q04": "; ".join(f"{name}:{count}" for name, count in top),
        "q05": f"{len(events - {NO_VALUE})} {len(sites - {NO_VALUE})}",
        "q06": shown["strong"],
        "q07": " ".join([f"-:{years.pop(0, 0)}"] + [f"{year}:{years[year]}" for year in sorted(years)]),
        "q08": shown["eco"], "q09": shown["player"], "q10": shown["day"],
        "q11": f"{len(ratings)} {sum(ratings)} {max(ratings, default=0)}",
        "q12": " ".join(str(missing[name]) for name in missing),
        "q14": f"{to_e4}", "q15": f"{uci_size} {queens}", "q16": shown["begin"]}
    return answers


TOKEN = re.compile(r"\{([^}]*)\}|(;[^\n]*)|([()])|(\$\d+)|(\[[^\]\n]*\])|([^\s(){};]+)")
NO_MOVE = re.compile(r"\d*\.*|1-0|0-1|1/2-1/2|\*|[!?]+|[-+=/]+|N")


def clock_of(comment):
    found = re.search(r"\[%clk (\d+):(\d+):(\d+)(?:\.(\d+))?", comment)
    if not found:
        return None
    hours, minutes, seconds = map(int, found.group(1, 2, 3))
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + int(((found.group(4) or "") + "000")[:3])


def eval_of(comment):
    found = re.search(r"\[%eval (?:#(-?)(\d+)|(-?)(\d+)(?:\.(\d+))?)", comment)
    if not found:
        return None
    if found.group(2):
        value = 2000000 - int(found.group(2))
        return -value if found.group(1) else value
    value = int(found.group(4)) * 100 + int(((found.group(5) or "") + "00")[:2])
    return -value if found.group(3) else value


def comments():
    """Of tidy files: one comment of each kind behind a ply at most."""
    text = run("pgnunpack", "-c")
    clocks, evals, commented = [], [], 0
    for game in re.split(r"\n(?=\[Event )", text):
        movetext = "\n".join(line for line in game.split("\n") if not line.startswith("["))
        depth, clock, value, has_comment, plies, is_over = 0, None, None, False, 0, False
        for comment, rest, bracket, nag, tag, word in TOKEN.findall(movetext):
            if bracket:
                depth += 1 if bracket == "(" else -1
            elif depth == 0 and (comment or rest):
                commented += not has_comment
                has_comment = True
                if plies and not is_over and comment:
                    clock = clock_of(comment) if clock is None else clock
                    value = eval_of(comment) if value is None else value
            elif depth == 0 and word and not nag and not tag:
                is_over = is_over or word in OUTCOMES
                if NO_MOVE.fullmatch(re.sub(r"^\d+\.+", "", word)):
                    continue
                clocks.append(clock)
                evals.append(value)
                clock, value, has_comment, plies = None, None, False, plies + 1
        clocks.append(clock)
        evals.append(value)
    clocks = [clock for clock in clocks if clock is not None]
    evals = [value for value in evals if value is not None]
    one = subprocess.run([f"{BUILD}/pgnunpack", "-c", "-g", str(NAMED["number"]), DATABASE], stdout=subprocess.PIPE, check=True)
    return {"q19": f"{len(clocks)} {sum(clocks)} {len(evals)} {sum(evals)}", "q20": f"{commented} {len(one.stdout.strip())}"}


def ids():
    games = [line.split(",") for line in run("pgnfind", "--csv=GameNumber,GameId").splitlines()[1:]]
    names = [name for _, name in games if name]
    own = dict(games).get(str(NAMED["number"]), "")
    found = [int(number) for number, name in games if name == NAMED["id"]]
    return {"q23": f"{len(names)} {len(set(names))} {sum(int(name.split(':')[1]) for name in names)}; {own}; {sum(found)}"}


def searches():
    hits = [tuple(map(int, line.split())) for line in run("pgnfind", "--numbers", f"--fen={NAMED['fen']}").splitlines()]
    rows = list(csv.DictReader(run("pgnfind", "--csv", f"--tree={NAMED['fen']}").splitlines()))
    tree = [",".join([row["Games"], row["White"], row["Draws"], row["Black"], row["Rating"] or "0", row["Performance"] or "0",
                      row["LastYear"] or "0"]) for row in rows]
    by_key = [line for line in run("pgnfind", "--numbers", f"--fen={NAMED['key_fen']}",
                                   f"--ply={NAMED['key_ply']}").splitlines()]
    words = [int(line.split()[0]) for line in run("pgnfind", "--numbers", f"--white={NAMED['player']}", f"--eco={NAMED['eco']}",
                                                  "--plies=20-200").splitlines()]
    return {"q17": f"{len(hits)} {sum(h[0] for h in hits)} {sum(h[1] for h in hits)}",
            "q18": " ".join(f"{row['Move']}:{counts}" for row, counts in zip(rows, tree) if row["Level"] == "1"),
            "q21": f"{len(by_key)}", "q22": f"{len(words)} {sum(words)}"}


sys.stdout.reconfigure(errors="surrogateescape")
print(json.dumps(dict(sorted((tags_and_moves() | comments() | searches() | ids()).items())), ensure_ascii=False, indent=1))
