#!/usr/bin/env python3
"""Each change of tests/bench/ablations.txt still fits the sources: a mechanism that moved would silently not be measured."""
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/bench"))
import ablation  # noqa: E402


def misfit(mechanism):
    """The first file whose text is not there just once, changes one after the other; None if all fit."""
    texts = {}
    for path, old, new in mechanism.edits:
        text = texts.get(path)
        if text is None:
            text = (ROOT / path).read_text() if (ROOT / path).exists() else ""
        if text.count(old) != 1:
            return path
        texts[path] = text.replace(old, new)
    return None


mechanisms = ablation.read_mechanisms("")
failed = [(one.name, misfit(one)) for one in mechanisms if misfit(one) is not None]
for name, path in failed:
    print(f"check_ablations: {name}: the text is not in {path} just once")
if len(mechanisms) < 100:
    failed.append("too few")
print(f"ablations that fit: {len(mechanisms) - len(failed)} passed, {len(failed)} failed")
sys.exit(1 if failed else 0)
