"""Structs and constants against the header, by a C program."""

import ctypes
import os
import shlex
import subprocess
import unittest

from support import ROOT, path

from pgnpack import _native, _table

CONSTANTS = {'PGNPACK_OK': _native.OK, 'PGNPACK_END': _native.END, 'PGNPACK_ERROR_ARGUMENT': _native.ERROR_ARGUMENT,
             'PGNPACK_ERROR_MEMORY': _native.ERROR_MEMORY, 'PGNPACK_ERROR_READ': _native.ERROR_READ,
             'PGNPACK_ERROR_TRUNCATED': _native.ERROR_TRUNCATED, 'PGNPACK_ERROR_LIMIT': _native.ERROR_LIMIT,
             'PGNPACK_ERROR_UNSUPPORTED': _native.ERROR_UNSUPPORTED, 'PGNPACK_ERROR_CORRUPT': _native.ERROR_CORRUPT,
             'PGNPACK_BOARD_MOVES_MAX': _native.BOARD_MOVES_MAX, 'PGNPACK_SAN_SIZE': _native.SAN_SIZE,
             'PGNPACK_FEN_SIZE': _native.FEN_SIZE, 'PGNPACK_NO_CLOCK': _table.NO_CLOCK, 'PGNPACK_NO_EVAL': _table.NO_EVAL,
             'PGNPACK_ITEM_MOVE': _native.ITEM_MOVE, 'PGNPACK_ITEM_NULL_MOVE': _native.ITEM_NULL_MOVE,
             'PGNPACK_ITEM_DROP': _native.ITEM_DROP, 'PGNPACK_ITEM_VARIATION_BEGIN': _native.ITEM_VARIATION_BEGIN,
             'PGNPACK_ITEM_VARIATION_END': _native.ITEM_VARIATION_END}
CONSTANTS.update({f'PGNPACK_BATCH_{name}': getattr(_native, f'BATCH_{name}') for name in
                  ('PLIES', 'RESULTS', 'MOVES', 'SAN', 'UCI', 'CLOCKS', 'EVALS', 'COMMENTS', 'KEYS', 'TEXT')})
CONSTANTS.update({f'PGNPACK_ID_{name}': getattr(_native, f'ID_{name}') for name in ('SIZE', 'NOW', 'OWN', 'OWN_DELETED')})
CONSTANTS.update({f'PGNPACK_DELETED_{name}': number for number, name in enumerate(('LEFT_OUT', 'KEPT'))})
CONSTANTS.update({f'PGNPACK_PART_{name}': getattr(_native, f'PART_{name}') for name in ('TAGS', 'SHAPE', 'MOVES', 'TEXT')})
CONSTANTS.update({f'PGNPACK_RESULT_{name}': number for number, name in enumerate(('UNKNOWN', 'WHITE', 'BLACK', 'DRAW'))})
CONSTANTS.update({f'PGNPACK_INDEX_{name}': number for number, name in enumerate(('BY_SIZE', 'NONE', 'ALWAYS'))})


def expected():
    lines = {f'{name} {value}' for name, value in CONSTANTS.items()}
    for name, struct in _native.STRUCTS.items():
        lines.add(f'{name} {ctypes.sizeof(struct)}')
        for field, *_ in struct._fields_:
            place = getattr(struct, field)
            lines.add(f'{name}.{field} {place.offset} {place.size}')
    return lines


def program():
    text = ['#include <stddef.h>', '#include <stdio.h>', '#include "pgnpack_extra.h"', 'int main(void) {']
    text += [f'printf("{name} %lld\\n", (long long)({name}));' for name in CONSTANTS]
    for name, struct in _native.STRUCTS.items():
        text.append(f'printf("{name} %zu\\n", sizeof(struct {name}));')
        text += [f'printf("{name}.{field} %zu %zu\\n", offsetof(struct {name}, {field}), sizeof(((struct {name} *)0)->{field}));'
                 for field, *_ in struct._fields_]
    return '\n'.join(text + ['return 0; }', ''])


class Layouts(unittest.TestCase):
    def test_structs_and_constants(self):
        with open(path('layouts.c'), 'w', encoding='ascii') as file:
            file.write(program())
        compiler = shlex.split(os.environ.get('CC') or 'cc')
        subprocess.run(compiler + ['-std=c11', '-I', os.path.join(ROOT, 'include'), '-o', path('layouts'), path('layouts.c')], check=True)
        told = subprocess.run([path('layouts')], stdout=subprocess.PIPE, check=True).stdout.decode().splitlines()
        self.assertEqual(set(told), expected())
        self.assertGreater(len(told), 200)


if __name__ == '__main__':
    unittest.main()
