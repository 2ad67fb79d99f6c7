"""What each mechanism of the format is worth: the packer without it, one after the other (ablations.txt), in a copy of
the tree; sizes compared with those of the tree as it is. README.md says how to read the table.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MOST = 4  # files shown in a row


class Mechanism:
    def __init__(self, head, edits, word=""):
        fields = [field.strip() for field in head.split("|")]
        self.name, self.options = fields[0].replace("{}", word), tuple(fields[1].split())
        self.whole_options = tuple(fields[2].split()) if len(fields) > 2 else self.options
        self.edits = edits

    def apply(self, tree):
        """Returns the changed files' old texts, or None where there is nothing to change any more."""
        before = {}
        for path, old, new in self.edits:
            text = (tree / path).read_text() if (tree / path).exists() else ""
            if text.count(old) != 1:
                restore(tree, before)
                return None
            before.setdefault(path, text)
            (tree / path).write_text(text.replace(old, new))
        return before


def restore(tree, before):
    for path, text in before.items():
        (tree / path).write_text(text)


def in_each_place(head, path, pattern, new):
    """One mechanism for each place that the pattern fits: it is replaced there, and its first group is the name's {}."""
    text = (ROOT / path).read_text() if (ROOT / path).exists() else ""
    for match in re.finditer(pattern, text, re.M):
        line = text[text.rfind("\n", 0, match.start()) + 1:text.find("\n", match.end())]
        changed = line.replace(match.group(), match.expand(new), 1)
        yield Mechanism(head, [(path, f"\n{line}\n", f"\n{changed}\n")], match.group(1))


def read_paragraph(paragraph):
    head, *edits = paragraph.strip("\n").split("\n@ ")
    head, _, words = head.removeprefix("# ").partition("\n% ")
    for word in words.split() or [""]:
        parts = []
        for edit in edits:
            path, rest = edit.split("\n", 1)
            old, new = (rest + "\n").split("\n=>\n")
            parts.append((path, old, new.rstrip("\n")))
        if words:
            yield Mechanism(head, [(path, old.replace("{}", word), new.replace("{}", word)) for path, old, new in parts],
                            word)
        elif parts[0][0].startswith("each "):
            yield from in_each_place(head, parts[0][0].removeprefix("each "), *parts[0][1:])
        else:
            yield Mechanism(head, parts)


def read_mechanisms(wanted):
    """ablations.txt says how it is written."""
    paragraphs = (HERE / "ablations.txt").read_text().split("\n---\n")[1:]
    return [one for paragraph in paragraphs for one in read_paragraph(paragraph) if re.search(wanted, one.name)]


def copy_tree(build):
    """Files that are there already, and the same, keep their time: nothing is made anew of them."""
    tree = Path(build) / "ablation"
    sources = [path for name in ("src", "include", "data") for path in sorted((ROOT / name).rglob("*")) if path.is_file()]
    wanted = {tree / path.relative_to(ROOT): path for path in [*sources, ROOT / "Makefile"]}
    for path in [path for name in ("src", "include", "data") for path in sorted((tree / name).rglob("*"))]:
        if path.is_file() and path not in wanted:
            path.unlink()
    for copy, path in wanted.items():
        if not copy.exists() or copy.read_bytes() != path.read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)
    return tree


def build_programs(tree):
    command = ["make", "-C", str(tree), "-s", "-j2", "build/pgnpack", "build/pgnunpack"]
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def packed_size(tree, options, source, comes_back=True):
    """The packed size, or None where the text does not come back, if that is asked."""
    packed = tree / "build/packed"
    with open(source, "rb") as text, open(packed, "wb") as target:
        if subprocess.run([tree / "build/pgnpack", "-qc", "-T1", *options], stdin=text, stdout=target).returncode != 0:
            return None
    if not comes_back:
        return os.path.getsize(packed)
    back = subprocess.run([tree / "build/pgnunpack", "-qc", "-T1", packed], capture_output=True)
    return os.path.getsize(packed) if back.stdout == Path(source).read_bytes() else None


class Sizes:
    """Of the unchanged tree, by options and file."""

    def __init__(self, tree):
        self.tree, self.sizes = tree, {}

    def measure(self, options, sources):
        for source in sources:
            if (options, source) not in self.sizes:
                self.sizes[options, source] = packed_size(self.tree, options, source, comes_back=False)

    def of(self, options, source):
        return self.sizes[options, source]


def row(one, sizes, changed):
    """What was saved, in per cent of the packed files: all together, then the files that it saves most of."""
    sources = list(changed)
    if None in changed.values():
        return "WRONG: " + ", ".join(Path(source).stem for source in sources if changed[source] is None)
    saved = {source: changed[source] - sizes.of(one.options, source) for source in sources}
    whole = {source: sizes.of(one.whole_options, source) for source in sources}
    shares = {source: 100 * saved[source] / whole[source] for source in sources}
    most = sorted(sources, key=lambda source: -shares[source])
    shown = [f"{Path(source).stem} {shares[source]:.2f}" for source in most[:MOST] if shares[source] >= 0.005]
    least = most[-1]
    if shares[least] <= -0.005:
        shown.append(f"({Path(least).stem} {shares[least]:.2f})")
    return f"{100 * sum(saved.values()) / sum(whole.values()):.2f} | {', '.join(shown)}"


def print_table(build, sources):
    tree = copy_tree(build)
    mechanisms = read_mechanisms(os.environ.get("BENCH_MECHANISMS", ""))
    if not build_programs(tree):
        sys.exit("ablation: the tree does not build")
    sizes = Sizes(tree)
    for one in mechanisms:
        sizes.measure(one.options, sources)
        sizes.measure(one.whole_options, sources)
    print("\nWhat mechanisms save, in % of the packed file\n\n| mechanism | at | all files | most of all |\n|---|---|---|---|",
          flush=True)
    for one in mechanisms:
        before = one.apply(tree)
        if before is None:
            result = "STALE: ablations.txt names what is not there once |"
        elif not build_programs(tree):
            result = "NOT BUILT |"
        else:
            result = row(one, sizes, {source: packed_size(tree, one.options, source) for source in sources})
        restore(tree, before or {})
        name = one.name.replace("|", "\\|")
        print(f"| {name} | {' '.join(one.options)} | {result} |", flush=True)
