"""Doctests: of the modules, and of docs/bindings/python.md, whose tasks stand beside data/ and are done in a folder of their own."""

import doctest
import importlib
import os
import pkgutil
import shutil
import tempfile
import unittest

from shown_code import blocks_of
from support import BUILD, DATA, ROOT, numpy

import pgnpack

DOCUMENT = os.path.join(ROOT, 'docs', 'bindings', 'python.md')


def run(test):
    output = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS, verbose=False)
    runner.run(test, out=output.append)
    return runner.tries, runner.failures, ''.join(output)


class Modules(unittest.TestCase):
    def test_modules(self):
        tries = 0
        for module in pkgutil.iter_modules(pgnpack.__path__, 'pgnpack.'):
            if module.name in ('pgnpack.dask', 'pgnpack.parts', 'pgnpack.remote'):
                continue  # dask's, tested by check-dask
            for test in doctest.DocTestFinder().find(importlib.import_module(module.name)):
                tried, failures, output = run(test)
                tries += tried
                self.assertFalse(failures, output)
        self.assertGreater(tries, 5)

    def test_all_is_explained(self):
        for name in pgnpack.__all__:
            one = getattr(pgnpack, name)
            if callable(one):
                self.assertTrue(one.__doc__, name)
                for inner, value in vars(one).items() if isinstance(one, type) else ():
                    if callable(value) and not inner.startswith('_') and inner not in ('columns', 'to_pandas', 'san_moves', 'uci_moves'):
                        self.assertTrue(value.__doc__, f'{name}.{inner}')


@unittest.skipUnless(numpy, 'the document shows arrays of NumPy')
class Document(unittest.TestCase):
    def test_tasks(self):
        code = ''.join(blocks_of(DOCUMENT, 'python'))
        folder, before = tempfile.mkdtemp(prefix='pgnpack-doc-'), os.getcwd()
        try:
            os.symlink(DATA, os.path.join(folder, 'data'))
            os.symlink(BUILD, os.path.join(folder, 'build'))
            os.chdir(folder)
            tries, failures, output = run(doctest.DocTestParser().get_doctest(code, {}, 'python.md', DOCUMENT, 0))
        finally:
            os.chdir(before)
            shutil.rmtree(folder)
        self.assertFalse(failures, output)
        self.assertGreater(tries, 30)


if __name__ == '__main__':
    unittest.main()
