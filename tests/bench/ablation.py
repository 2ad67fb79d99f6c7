"""What each mechanism of the format is worth: the packer without it, one after the other (ablations.txt), in a copy of
the tree; sizes compared with those of the tree as it is. README.md says how to read the table.
"""
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MOST = 4  # files shown in a row


class Mechanism:
    """A paragraph of ablations.txt: `# name | options | options of what it is compared with`, then edits."""

    def __init__(self, paragraph):
        head, *edits = paragraph.strip("\n").split("\n@ ")
        fields = [field.strip() for field in head.removeprefix("# ").split("|")]
        self.name, self.options = fields[0], tuple(fields[1].split())
        self.whole_options = tuple(fields[2].split()) if len(fields) > 2 else self.options
        self.edits = []
        for edit in edits:
            path, rest = edit.split("\n", 1)
            old, new = (rest + "\n").split("\n=>\n")
            self.edits.append((path, old, new.rstrip("\n")))

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


def read_mechanisms(wanted):
    text = (HERE / "ablations.txt").read_text()
    found = [Mechanism(paragraph) for paragraph in text.split("\n---\n")[1:]]
    return [one for one in found if wanted in one.name]


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


def packed_size(tree, options, source):
    """The packed size, or None where the text does not come back."""
    packed = tree / "build/packed"
    with open(source, "rb") as text, open(packed, "wb") as target:
        if subprocess.run([tree / "build/pgnpack", "-qc", "-T1", *options], stdin=text, stdout=target).returncode != 0:
            return None
    back = subprocess.run([tree / "build/pgnunpack", "-qc", "-T1", packed], capture_output=True)
    return os.path.getsize(packed) if back.stdout == Path(source).read_bytes() else None


class Sizes:
    """Of the unchanged tree, by options and file."""

    def __init__(self, tree):
        self.tree, self.sizes = tree, {}

    def measure(self, options, sources):
        for source in sources:
            if (options, source) not in self.sizes:
                self.sizes[options, source] = packed_size(self.tree, options, source)
        if None in self.sizes.values():
            sys.exit("ablation: the unchanged tree does not give a text back")

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
        print(f"| {one.name} | {' '.join(one.options)} | {result} |", flush=True)
