#!/usr/bin/env python3
"""shown_commands.py REPOSITORY: runs every command line of README.md and docs/*.md that begins with one of the programs (indented by four,
with or without "$ " before it), in the documents' order, and holds what is printed against what they show.

Each section has a folder of its own, with the files that its lines take for granted. A line that is not run stands below, with the
reason. Prints a line for each check, as the shell's tests do."""
import os
import re
import subprocess
import sys
from pathlib import Path

# What can't be run: the document, the beginning of the line, why.
NOT_RUN = [
    ("docs/TRIALS.md", "", "what was tried with collections that are not here"),
    ("docs/TOUR.md", "ls -l", "the sizes of files are in pgnpack -v, too"),
]
# Printed, but not held against the document: of which the numbers change with libzstd.
NOT_COMPARED = [("docs/TOUR.md", "pgnpack -6 -v"), ("docs/TOUR.md", "pgnunpack -l all.bcgn"), ("docs/TOUR.md", "ls -l"), ("docs/TOUR.md", "pgnunpack -t all"),
                ("docs/TOUR.md", "pgnunpack --salvage all"), ("docs/TRIALS.md", "")]
STATUS_2 = [("docs/TOUR.md", "pgnunpack -t all.bcgn"), ("docs/TOUR.md", "pgnunpack --salvage all.bcgn")]

# What somebody has done before the line: the document, its beginning, what.
BEFORE = [
    ("README.md", "pgnpack games.pgn", "rm games.bcgn"),
    ("docs/TOUR.md", "pgnpack -6 -v games.pgn", "rm games.bcgn"),
    ("docs/DATABASES.md", "pgndb add archive.bcgn week.pgn", "cp data/annotated.pgn week.pgn; rm names.txt; sed 's/Rhe8 16[.] Rc1/Rhe7 16. Rc1/; "
     "/Aronian, Levon/,$ s/0-1/1-0/' data/classics.pgn >archive.pgn; pgnpack -q archive.pgn; rm archive.pgn"),
    ("docs/DATABASES.md", "pgndb names games.bcgn", "rm -f names.txt"),
    ("docs/DATABASES.md", "pgndb names games.bcgn --from", "printf '%-15s%-61s%-4sMAY24\\n%-15s%-61s%-4s2830\\n' 'ID Number' Name Fed 1503014 "
     "'Carlsen, Magnus' NOR >standard_may24frl.txt"),
    ("docs/DATABASES.md", "pgndb rename games.bcgn names.txt", "echo 'Carlsen, M = Carlsen, Magnus' >names.txt"),
    ("docs/DATABASES.md", "pgndb classify games.bcgn --all --table", "echo 'B12 \"Caro-Kann\" 1.e4 c6 2.d4 *' >scid.eco"),
    ("docs/BCGN0.md", "pgnpack --bcgn0 games.pgn", "rm games.bcgn; cp -f data/classics.pgn games.pgn"),
    ("docs/BCGN0.md", "pgnpack --bcgn0 --lossy", "rm games.bcgn"),
    ("docs/BCGN0.md", "pgnunpack games.bcgn", "rm games.pgn"),
]

repository = Path(sys.argv[1]).resolve()
samples = repository / "data"
start = Path.cwd()


def listed(table, document, command):
    return any(document == row[0] and command.startswith(row[1]) for row in table)


def sections_of(document):
    return re.split(r"^## ", (repository / document).read_text(), flags=re.MULTILINE)


def steps_of(section):
    """Pairs: command, what the document shows below it (None where the line has no prompt)."""
    steps = []
    shown = None
    for line in section.split("\n"):
        text = line[4:] if line.startswith("    ") else None
        if steps and steps[-1][0].endswith("\\") and text is not None:
            steps[-1][0] = steps[-1][0][:-1] + text.strip()
        elif text is not None and text.startswith("$ "):
            steps.append([text[2:], ""])
            shown = steps[-1]
        elif text is not None and re.match(r"(pgnpack|pgnunpack|pgnfind|pgndb) ", text) and shown is None:
            # Remarks stand behind two blanks or more, with or without a sign.
            steps.append([re.sub(r"(?<=\S)\s{2,}\S.*$|\s+# .*$", "", text), None])
        elif shown is not None and (text is not None or not line):
            shown[1] += (text or "") + "\n"
        else:
            shown = None
    return steps


def files_for(folder):
    """What the lines take for granted: three samples under the names that documents use."""
    run = lambda command: subprocess.run(["bash", "-c", command], cwd=folder, check=True, stdin=subprocess.DEVNULL)
    (folder / "data").symlink_to(samples)
    run("cp data/engine-games.pgn games.pgn; cp data/clocked.pgn clocked.pgn; cp data/classics.pgn week.pgn; cp data/annotated.pgn 2024.pgn")
    run("zstd -q data/classics.pgn -o 2023.pgn.zst; printf 'Carlsen, M = Carlsen, Magnus\\n' >names.txt")
    run("pgnpack -q 2024.pgn -o a.bcgn; pgnpack -q week.pgn -o b.bcgn; pgnpack -q week.pgn -o damaged.bcgn; cp games.pgn new.pgn; pgnpack -q games.pgn")
    run("""python3 - <<'END'
import zipfile
zipfile.ZipFile("2024.zip", "w").write("2024.pgn")
END""")


def check(document, command, shown):
    wanted = 2 if listed(STATUS_2, document, command) else 0
    done = subprocess.run(["bash", "-c", command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    got = done.stdout.decode("utf-8", "replace")
    wrong = f"status {done.returncode}, not {wanted}" if done.returncode != wanted else ""
    if shown is not None and not listed(NOT_COMPARED, document, command) and got.split() != shown.split():
        wrong = "it prints something else"
    name = f"{document}: {command}"
    print(f"FAIL documents_run: {name} ({wrong})\n     | " + "\n     | ".join(got.split("\n")[:12]) if wrong else f"ok   documents_run: {name}")


for document in ["README.md"] + sorted(f"docs/{path.name}" for path in (repository / "docs").glob("*.md")):
    for number, section in enumerate(sections_of(document)):
        steps = [step for step in steps_of(section) if not listed(NOT_RUN, document, step[0])]
        if not steps:
            continue
        folder = start / f"{document.replace('/', '-')}-{number}"
        folder.mkdir()
        files_for(folder)
        os.chdir(folder)
        for command, shown in steps:
            for row in BEFORE:
                if listed([row], document, command):
                    subprocess.run(["bash", "-c", row[2]], check=True)
            check(document, command, shown)
        os.chdir(start)
