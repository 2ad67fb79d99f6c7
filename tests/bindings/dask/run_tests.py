"""Runs all tests, counts them, and prints "python: N passed, M failed"."""

import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    names = sys.argv[1:] or sorted(name[:-3] for name in os.listdir(HERE) if name.startswith('test_'))
    suite = unittest.defaultTestLoader.loadTestsFromNames(names)
    result = unittest.TextTestRunner(verbosity=0).run(suite)
    failures = result.failures + result.errors + [(test, '') for test in result.unexpectedSuccesses]
    failed = len({getattr(test, 'test_case', test) for test, _ in failures})
    if result.skipped:
        print('skipped:', ', '.join(f'{test}: {why}' for test, why in result.skipped))
    print(f'python: {result.testsRun - failed - len(result.skipped)} passed, {failed} failed')
    return 1 if failed or not result.testsRun else 0


if __name__ == '__main__':
    sys.exit(main())
