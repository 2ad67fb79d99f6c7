"""in_terminal.py [-o] [-i ANSWERS] COMMAND...: runs it with a terminal as its input, output and error, and prints what it wrote.

The exit status is the command's. With -o only standard error is the terminal, and standard output goes to /dev/null. With -i each
question, which ends with "]? ", gets the next of ANSWERS, lines with "," between; behind the last one the input ends.
"""
import argparse
import os
import pty
import sys


def run_in_terminal(command, output_too, answers):
    child, terminal = pty.fork()
    if child == 0:
        if not output_too:
            os.dup2(os.open("/dev/null", os.O_WRONLY), 1)
        os.execvp(command[0], command)
    text, asked = b"", 0
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # the other side is closed
            piece = b""
        if not piece:
            break
        text += piece
        while answers is not None and text.count(b"]? ") > asked:
            os.write(terminal, answers[asked].encode() + b"\n" if asked < len(answers) else b"\x04")
            asked += 1
    sys.stdout.buffer.write(text)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("-o", action="store_true")
    parser.add_argument("-i")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    sys.exit(run_in_terminal(options.command, not options.o, None if options.i is None else options.i.split(",") if options.i else []))
