#!/usr/bin/env python3
"""check_ends.py: every public function that returns a status leaves by handle_end() of src/base/handle.h, whichever way it takes: by a
function of its file or its handle that calls that, or by another public function."""
import glob
import re
import sys

header = re.sub(r'/\*.*?\*/', '', ''.join(open(f'include/{name}.h').read() for name in ('pgnpack', 'pgnpack_extra')), flags=re.S)
declared = set(re.findall(r'PGNPACK_API\s+enum\s+pgnpack_status\s+(pgnpack_\w+)\(', header))
definition = re.compile(r'^(?:static )?(?:inline )?enum pgnpack_status (\w+)\([^{;]*?\)\n\{\n(.*?)^\}\n', re.S | re.M)
sources = {path: definition.findall(open(path).read()) for path in sorted(glob.glob('src/lib/*/*.[ch]') + glob.glob('src/ba*/*.[ch]') + glob.glob('src/bc*/*_api.c'))}
failures = []


def calls(text, names):
    return re.search(r'(?<!\w)(?:%s)\(' % '|'.join(names), text)


def enders(functions, known):
    """Those that return nothing but what handle_end() or one of `known` says, or tell something later that their error keeps."""
    found = set(known)
    for _ in range(3):
        found |= {name for name, body in functions if 'end' in name and calls(body, found)}
    return found


shared = enders([function for path, functions in sources.items() for function in functions if function[0] != 'end'],
                {'handle_end', 'handle_end_with'})
seen = set()
for path, functions in sources.items():
    own = enders(functions, shared)
    for name, body in functions:
        if name not in declared:
            continue
        seen.add(name)
        for value in re.findall(r'\breturn\b([^;]*);', body):
            value = re.sub(r'"[^"]*"', '', value).strip()
            ends = calls(value, own | {r'pgnpack_\w+'})
            if not ends and not (value == 'status' and re.search(r'status = (?:%s)\(' % '|'.join(own), body)):
                failures.append('%s: %s() leaves by "return %s"' % (path, name, value))
failures += ['%s() was not found' % name for name in sorted(declared - seen)]
if len(declared) < 80:
    failures.append('hardly any functions in the headers')
for failure in failures:
    print('check_ends:', failure)
print('ends of %d public functions: %d passed, %d failed' % (len(declared), len(seen), len(failures)))
sys.exit(1 if failures else 0)
