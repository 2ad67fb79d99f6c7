#!/usr/bin/env bash
# timed.sh NAME COMMAND...: runs it and says afterwards what it took: "NAME took 12 s (processor: 20 + 1 s)", in and outside of
# the kernel. Its status is that of the command.
name=$1
shift
TIMEFORMAT="$name took %0R s (processor: %0U + %0S s)"
time "$@"
