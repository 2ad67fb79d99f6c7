"""A command run with its first, second ... call of a kind failing, until there is none (faults.c says which kinds, and how).

With FAULTS=all each of them; else ever fewer: first come the program's own, then those of libraries, again and again; and tests/reliability
lets each call fail that the library makes.
"""
import os
import subprocess

FAULT_MAX = 4000


def next_fault(number, kind):
    if os.environ.get("FAULTS") == "all":
        return number + 1
    return number + 1 + number // (2 if kind == "malloc" else 4)


def run(command, folder=".", **environment):
    return subprocess.run(command, cwd=folder, env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False)


def each(command, kind, fault, library, folder=".", before=lambda: None):
    """Yields (number of the call that failed, the ended process); `before` is done before each run. The last run, in which no call
    is left to fail, is not among them."""
    mark = os.path.abspath("mark")
    number = 1
    while number < FAULT_MAX:
        if os.path.exists(mark):
            os.remove(mark)
        before()
        result = run(command, folder, LD_PRELOAD=library, FAULT_CALL=kind, FAULT_AT=str(number), FAULT=fault, FAULT_MARK=mark)
        if not os.path.exists(mark):
            return
        yield number, result
        number = next_fault(number, kind)
    raise RuntimeError(f"{kind} ({fault}): no end")


def read(path):
    with open(path, "rb") as stream:
        return stream.read()


def first_line(result):
    return result.stderr.decode(errors="replace").split("\n", maxsplit=1)[0]
