"""The files that benchmarks run on: the *.pgn and *.pgn.zst of a folder, each cut to its first whole games."""
import glob
import os
import subprocess
import sys


def corpus_files(folder):
    return sorted(glob.glob(folder + "/*.pgn") + glob.glob(folder + "/*.pgn.zst"))


def short_name(path):
    return os.path.basename(path).removesuffix(".zst").removesuffix(".pgn")


def read_start(path, size):
    """The file's first bytes, up to `size`, whole games only."""
    command = ["zstd", "-dqcf", path] if path.endswith(".zst") else ["cat", path]  # -f: of a link, too
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as source:
        text = source.stdout.read(size + 1)
        source.kill()
    if not text:
        sys.exit(f"{path}: no text to measure")
    if len(text) <= size:
        return text
    end = text.rfind(b"\n[Event ", 0, size)
    return text[: end + 1] if end > 0 else text[:size]


def common_size(sizes, total):
    """The largest size to which all files are cut so that they fit into `total` together."""
    remaining = total
    for place, size in enumerate(sorted(sizes)):
        share = remaining // (len(sizes) - place)
        if size > share:
            return share
        remaining -= size
    return max(sizes, default=0)


def copy_start(path, size, target):
    with open(target, "wb") as copy:
        copy.write(read_start(path, size))
