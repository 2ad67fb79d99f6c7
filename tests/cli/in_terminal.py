"""in_terminal.py COMMAND...: runs it with a terminal as its input, output and error, and prints what it wrote.

The exit status is the command's. With a leading "-o" only standard error is the terminal, and standard output
goes to /dev/null.
"""
import os
import pty
import sys


def run_in_terminal(command, output_too):
    child, terminal = pty.fork()
    if child == 0:
        if not output_too:
            os.dup2(os.open("/dev/null", os.O_WRONLY), 1)
        os.execvp(command[0], command)
    text = b""
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # the other side is closed
            piece = b""
        if not piece:
            break
        text += piece
    sys.stdout.buffer.write(text)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


if __name__ == "__main__":
    only_error = sys.argv[1] == "-o"
    sys.exit(run_in_terminal(sys.argv[2 if only_error else 1:], not only_error))
