"""random_names.py PGNPACK PGNUNPACK RUNS: packs files of random names, wrappers and repetitions, and lays them out.

The multiset of contents must come back, under names of their own; the packed bytes are the same for each number of
threads; what --rm takes comes back too; and joined databases are laid out as well. The names are made of few pieces, so
that they meet often: as files, as folders, behind their endings, and with the numbers that names get.
"""
import bz2
import collections
import gzip
import io
import lzma
import os
import random
import shutil
import subprocess
import sys
import tarfile
import warnings
import zipfile

PGNPACK, PGNUNPACK = sys.argv[1:3]
STEMS = ["a", "a-2", "a-2-2", "b", "..a", "x y", "n\nl", "\x1b[m", "\u00e9", "\u0085", "-r", "-"]
ENDINGS = ["", "", ".pgn", ".pgn", ".gz", ".pgn.gz", ".tar", ".zip"]
WRAPPERS = [gzip.compress, bz2.compress, lambda data: lzma.compress(data, preset=0)]


class Run:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count = 0

    def name(self):
        part = self.random.choice(STEMS) + self.random.choice(ENDINGS)
        if self.random.random() < 0.03:
            part = "l" * self.random.randint(240, 250) + self.random.choice(ENDINGS)[:5]
        return part

    def path(self):
        return "/".join(self.name() for _ in range(self.random.choice((1, 1, 1, 2, 2, 3))))

    def content(self):
        self.count += 1
        return b"" if self.random.random() < 0.1 else b'[Event "%d"]\n\n1. e4 e5 *\n\n' % self.count

    def entry_name(self):
        kind = self.random.random()
        if kind < 0.1:
            return self.random.choice(("..", ".", "../..", "/" + self.path(), "./" + self.path()))
        if kind < 0.15:
            return "/".join("d" * self.random.randint(1, 300) for _ in range(self.random.randint(1, 40)))
        return self.path()

    def archive(self):
        """Returns (bytes, contents): entries with names that may be there twice."""
        entries = [(self.entry_name(), self.content()) for _ in range(self.random.randint(0, 5))]
        contents, sink = [content for _, content in entries], io.BytesIO()
        if self.random.random() < 0.5:
            with tarfile.open(fileobj=sink, mode="w", format=tarfile.PAX_FORMAT) as archive:
                for name, content in entries:
                    entry = tarfile.TarInfo(name)
                    entry.size = len(content)
                    archive.addfile(entry, io.BytesIO(content))
            if not entries:
                return b"plain\n", [b"plain\n"]  # zeros only: no archive that could be told
        else:
            with zipfile.ZipFile(sink, "w") as archive:
                for name, content in entries:
                    archive.writestr(zipfile.ZipInfo(name if not name.endswith("/") else name + "x"), content)
        return sink.getvalue(), contents

    def file(self):
        """Returns (bytes, contents, removable)."""
        kind = self.random.random()
        if kind < 0.25:
            data, contents = self.archive()
            is_archive = data != b"plain\n"
        else:
            data = self.content()
            contents, is_archive = [data], False
        for _ in range(self.random.choice((0, 0, 0, 1, 1, 2)) if data else 0):
            data = self.random.choice(WRAPPERS)(data)
        return data, contents, not is_archive

    def operand(self, path):
        kind = self.random.random()
        if kind < 0.2:
            return "./" + path
        return os.path.join(os.getcwd(), path) if kind < 0.3 else path


def program(*arguments):
    result = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert result.returncode == 0, (arguments, result.returncode, result.stderr.decode("utf-8", "replace"))
    return result


def tree(folder):
    """Path -> content."""
    files = {}
    for root, _, names in os.walk(folder.encode()):
        for name in names:
            path = os.path.join(root, name)
            with open(path, "rb") as stream:
                files[path] = stream.read()
    return files


def lay_out(database):
    shutil.rmtree("laid", ignore_errors=True)
    result = program(PGNUNPACK, database, "-C", "laid")
    return collections.Counter(tree("laid").values()), result


def one(seed):
    run = Run(seed)
    shutil.rmtree("in", ignore_errors=True)
    expected, files = [], {}
    os.mkdir("in")
    for _ in range(run.random.randint(1, 12)):
        path = "in/" + run.path()
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            data, contents, removable = run.file()
            if not os.path.lexists(path):
                with open(path, "wb") as stream:
                    stream.write(data)
                files[path] = contents, removable
        except (FileExistsError, NotADirectoryError):
            pass  # a file where the path has a folder
    if run.random.random() < 0.5:
        operands = ["-r", "in"]
        expected = [content for contents, _ in files.values() for content in contents]
    else:
        chosen = [run.random.choice(list(files)) for _ in range(run.random.randint(2, 15))]
        operands = [run.operand(path) for path in chosen]
        expected = [content for path in chosen for content in files[path][0]]
        files = {path: files[path] for path in chosen}
    expected = collections.Counter(expected)
    if not expected:
        return 0  # only empty archives: a database of nothing, which is laid out as one empty file
    program(PGNPACK, "-f", "-T", "1", *operands, "-o", "one.bcgn")
    program(PGNPACK, "-f", "-T", "3", *operands, "-o", "three.bcgn")
    with open("one.bcgn", "rb") as one_file, open("three.bcgn", "rb") as three_file:
        assert one_file.read() == three_file.read(), "bytes differ by threads"
    got, result = lay_out("one.bcgn")
    assert got == expected, (got - expected, expected - got)
    assert b"becomes" not in result.stderr, ("packed with names that cannot be laid out", result.stderr)
    program(PGNPACK, "-f", "--rm", *operands, "-o", "rm.bcgn")
    left = {path for path, (_, removable) in files.items() if os.path.exists(path)}
    assert left == {path for path, (_, removable) in files.items() if not removable}, left
    with open("rm.bcgn", "rb") as one_file, open("three.bcgn", "rb") as three_file:
        assert one_file.read() == three_file.read(), "bytes differ with --rm"
    with open("joined.bcgn", "wb") as joined, open("one.bcgn", "rb") as one_file:
        joined.write(one_file.read() * 2)
    got, result = lay_out("joined.bcgn")
    assert got == expected + expected, (got - expected - expected, expected + expected - got)
    return sum(expected.values())


def main():
    files = 0
    warnings.simplefilter("ignore")  # of names that are twice in an archive: they are meant to be
    for seed in range(int(sys.argv[3])):
        try:
            files += one(seed)
        except AssertionError as fault:
            sys.exit(f"seed {seed}: {fault}")
    assert files > 5 * int(sys.argv[3]), f"only {files} files"
    print(f"{files} files")


main()
