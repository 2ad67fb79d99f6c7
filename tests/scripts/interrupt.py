#!/usr/bin/env python3
"""interrupt.py FOLDER COMMAND...: runs the command in a terminal and types Ctrl-C as soon as an unfinished output of
pgnpack's is in the folder. Fails if there was none; says nothing of what the command did of it."""
import glob
import os
import pty
import select
import sys


def main():
    folder, command = sys.argv[1], sys.argv[2:]
    child, terminal = pty.fork()
    if child == 0:
        os.execvp(command[0], command)
    typed = False
    while True:
        if not typed and glob.glob(os.path.join(folder, '.pgnpack-*')):
            os.write(terminal, b'\x03')
            typed = True
        if select.select([terminal], [], [], 0.05)[0]:
            try:
                if not os.read(terminal, 4096):
                    break
            except OSError:  # the other side is closed
                break
    os.waitpid(child, 0)
    return 0 if typed else 1


sys.exit(main())
