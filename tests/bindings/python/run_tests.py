"""Runs all tests, with NumPy and without, and prints "python: N passed, M failed"."""

import os
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))


def run(names):
    """Passed and failed tests. What is skipped belongs to the other one of the two runs."""
    result = unittest.TextTestRunner(verbosity=0).run(unittest.defaultTestLoader.loadTestsFromNames(names))
    failed = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
    return result.testsRun - failed - len(result.skipped), failed


def main():
    names = sys.argv[1:] or sorted(name[:-3] for name in os.listdir(HERE) if name.startswith('test_'))
    passed, failed = run(names)
    if os.environ.get('PGNPACK_TEST_WITHOUT_NUMPY'):
        print(f'without NumPy: {passed} {failed}')
        return 1 if failed or not passed else 0
    try:
        import numpy  # noqa: F401
    except ImportError:
        print('python: NumPy is not installed')
        failed += 1
    other = subprocess.run([sys.executable, __file__] + sys.argv[1:], env=dict(os.environ, PGNPACK_TEST_WITHOUT_NUMPY='1'),
                           stdout=subprocess.PIPE, check=False)
    lines = other.stdout.decode().splitlines()
    words = lines[-1].split() if lines else []
    if words[:2] != ['without', 'NumPy:']:
        failed += 1
    else:
        passed, failed = passed + int(words[2]), failed + int(words[3])
    print('\n'.join(lines[:-1] if words[:1] == ['without'] else lines), end='\n' if len(lines) > 1 else '')
    print(f'python: {passed} passed, {failed} failed')
    return 1 if failed or not passed else 0


if __name__ == '__main__':
    sys.exit(main())
