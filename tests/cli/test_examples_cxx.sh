# The same programs, compiled as C++.
EXAMPLES=examples_cxx
. "$(dirname "$0")/test_examples.sh"
