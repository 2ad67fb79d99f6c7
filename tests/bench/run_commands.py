"""Commands from a file to a file, with what they take."""
import os
import subprocess
import sys


def run(command, source, target):
    """The command's processor time in seconds and the size of its output."""
    with open(source, "rb") as read_from, open(target, "wb") as write_to:
        process = subprocess.Popen(command, stdin=read_from, stdout=write_to)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"run_commands: {' '.join(command)} ended with status {process.returncode}")
    return usage.ru_utime + usage.ru_stime, os.path.getsize(target)
