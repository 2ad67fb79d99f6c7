"""Arrow's C data interface: a consumer of our own reads what columns export, takes it over and releases it.

There is no pyarrow in Debian 12; what is tested here is the interface as Arrow's specification has it (columnar format, C data
interface, PyCapsule interface).
"""

import ctypes
import datetime
import gc
import unittest

from support import games_of, data, numpy, odd, packed, plain

import pgnpack
from pgnpack import _arrow


class Schema(ctypes.Structure):
    _fields_ = [('format', ctypes.c_char_p), ('name', ctypes.c_char_p), ('metadata', ctypes.c_void_p), ('flags', ctypes.c_int64),
                ('n_children', ctypes.c_int64), ('children', ctypes.c_void_p), ('dictionary', ctypes.c_void_p),
                ('release', ctypes.CFUNCTYPE(None, ctypes.c_void_p)), ('private_data', ctypes.c_void_p)]


class Array(ctypes.Structure):
    _fields_ = [('length', ctypes.c_int64), ('null_count', ctypes.c_int64), ('offset', ctypes.c_int64), ('n_buffers', ctypes.c_int64),
                ('n_children', ctypes.c_int64), ('buffers', ctypes.POINTER(ctypes.c_void_p)), ('children', ctypes.c_void_p),
                ('dictionary', ctypes.c_void_p), ('release', ctypes.CFUNCTYPE(None, ctypes.c_void_p)), ('private_data', ctypes.c_void_p)]


class Stream(ctypes.Structure):
    _fields_ = [('get_schema', ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)),
                ('get_next', ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)),
                ('get_last_error', ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p)),
                ('release', ctypes.CFUNCTYPE(None, ctypes.c_void_p)), ('private_data', ctypes.c_void_p)]


_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(('PyCapsule_GetPointer', ctypes.pythonapi))
NUMBERS = {b'C': ctypes.c_uint8, b'S': ctypes.c_uint16, b'i': ctypes.c_int32, b'I': ctypes.c_uint32, b'l': ctypes.c_int64,
           b'L': ctypes.c_uint64, b'tdD': ctypes.c_int32}


def taken(capsule, name, kind):
    """Moves the struct out of the capsule, as a consumer does."""
    address = _pointer(capsule, name)
    result = kind()
    ctypes.memmove(ctypes.addressof(result), address, ctypes.sizeof(kind))
    # The capsule's struct is empty now: its release is NULL.
    ctypes.memset(address + kind.release.offset, 0, 8)
    return result


def children(struct, kind):
    places = (ctypes.c_void_p * struct.n_children).from_address(struct.children) if struct.n_children else []
    return [kind.from_address(place) for place in places]


def numbers(kind, address, count):
    return list((kind * count).from_address(address)) if count else []


def values(schema, array):
    """What an array of a schema has, as Python's objects."""
    there = [True] * array.length
    if array.n_buffers and array.buffers[0]:
        bits = numbers(ctypes.c_uint8, array.buffers[0], (array.length + 7) // 8)
        there = [bool(bits[i // 8] >> (i % 8) & 1) for i in range(array.length)]
    assert array.null_count == there.count(False), 'null_count'
    assert array.offset == 0
    if schema.format == b'+s':
        assert array.n_buffers == 1
        return {one.name.decode(): values(one, inner) for one, inner in zip(children(schema, Schema), children(array, Array))}
    if schema.format in (b'u', b'U', b'+l', b'+L'):
        offsets = numbers(ctypes.c_int32 if schema.format in (b'u', b'+l') else ctypes.c_int64, array.buffers[1], array.length + 1)
    if schema.format in (b'u', b'U'):
        assert array.n_buffers == 3
        result = [ctypes.string_at(array.buffers[2] + a, b - a).decode() if a != b else '' for a, b in zip(offsets, offsets[1:])]
    elif schema.format in (b'+l', b'+L'):
        assert array.n_buffers == 2
        inner = values(children(schema, Schema)[0], children(array, Array)[0])
        result = [inner[a:b] for a, b in zip(offsets, offsets[1:])]
    else:
        assert array.n_buffers == 2
        result = numbers(NUMBERS[schema.format], array.buffers[1], array.length)
        if schema.format == b'tdD':
            result = [datetime.date(1970, 1, 1) + datetime.timedelta(days) for days in result]
    return [value if is_there else None for value, is_there in zip(result, there)]


@unittest.skipUnless(numpy, 'Arrow is given columns that were read with NumPy')
class Arrow(unittest.TestCase):
    def setUp(self):
        gc.collect()
        self.assertEqual((len(_arrow._kept), len(_arrow._structs)), (0, 0))

    def tearDown(self):
        gc.collect()
        self.assertEqual((len(_arrow._kept), len(_arrow._structs)), (0, 0))

    def read(self, column):
        schema_capsule, array_capsule = column.__arrow_c_array__()
        schema, array = taken(schema_capsule, b'arrow_schema', Schema), taken(array_capsule, b'arrow_array', Array)
        del schema_capsule, array_capsule, column
        gc.collect()
        result = values(schema, array)
        for struct in (schema, array):
            struct.release(ctypes.addressof(struct))
            self.assertFalse(struct.release)
        return result

    def test_columns(self):
        for name in ('classics', 'clocked'):
            with pgnpack.open(packed(name)) as database:
                for one in ('White', 'ECO', 'day', 'year', 'WhiteElo', 'plies', 'game', 'file', 'outcome', 'san', 'text', 'moves', 'clocks',
                            'evals', 'comments'):
                    for column in (database.column(one, strict=False), database.column(one, strict=False)[7:12]):
                        self.assertEqual(self.read(pgnpack.Columns({one: column}, len(column))), {one: plain(column)})
                for column in (database.column('White'), database.column('evals')[3:5]):
                    self.assertEqual(self.read(column), plain(column))
                keys = database.positions('key', 'move', 'ply')
                self.assertEqual(self.read(keys), {name: plain(column) for name, column in keys.items()})

    def test_nothing_is_copied(self):
        with pgnpack.open(packed('clocked')) as database:
            moves, names = database.column('moves'), database.column('White')
            for column, buffer in ((moves, moves.values), (names, names.data)):
                _, capsule = column.__arrow_c_array__()
                array = Array.from_address(_pointer(capsule, b'arrow_array'))
                inner = children(array, Array)[0] if array.n_children else array
                self.assertEqual(inner.buffers[inner.n_buffers - 1], numpy.frombuffer(buffer, 'uint8').ctypes.data)

    def test_schema(self):
        with pgnpack.open(packed('clocked')) as database:
            columns = database.columns('White', 'day', 'moves', 'WhiteElo')
        schema = taken(columns.__arrow_c_schema__(), b'arrow_schema', Schema)
        inner = children(schema, Schema)
        self.assertEqual([(one.name, one.format, one.flags) for one in inner],
                         [(b'White', b'u', 2), (b'day', b'tdD', 2), (b'moves', b'+l', 2), (b'WhiteElo', b'i', 2)])
        schema.release(ctypes.addressof(schema))

    def test_table(self):
        games = games_of(data('classics.pgn'))
        with pgnpack.open(packed('classics')) as database:
            columns = database.columns('White', 'moves', 'ECO')
        expected = {name: plain(column) for name, column in columns.items()}
        self.assertEqual(self.read(columns), expected)
        self.assertEqual(expected['White'], [game['White'].decode() for game in games])
        stream = taken(columns.__arrow_c_stream__(), b'arrow_array_stream', Stream)
        del columns
        schema, array = Schema(), Array()
        place = ctypes.addressof(stream)
        self.assertEqual(stream.get_schema(place, ctypes.addressof(schema)), 0)
        self.assertEqual(stream.get_next(place, ctypes.addressof(array)), 0)
        self.assertEqual(values(schema, array), expected)
        end = Array()
        self.assertEqual(stream.get_next(place, ctypes.addressof(end)), 0)
        self.assertFalse(end.release)
        for struct in (schema, array, stream):
            struct.release(ctypes.addressof(struct))

    def test_what_nobody_takes(self):
        with pgnpack.open(packed('classics')) as database:
            columns = database.columns('White', 'moves')
        for _ in range(3):
            columns.__arrow_c_array__()
            columns.__arrow_c_stream__()
            columns.__arrow_c_schema__()
            columns['White'].__arrow_c_array__()

    def test_bytes_that_are_no_utf_8(self):
        with pgnpack.open(odd()) as database:
            self.assertEqual(self.read(database.column('Event')), ['Latin-1: M\ufffdller', 'Müller', None, 'x'])
            self.assertEqual(self.read(database.column('White')), ['A "B" \\C', None, None, None])
            self.assertEqual(self.read(database.columns('day'))['day'], plain(database.column('day')))

    def test_long_utf_8(self):
        text = pgnpack.Strings.of_list(['é'.encode() * 700000, b'x'], numpy)
        self.assertTrue(_arrow.is_utf8(text.data))
        self.assertEqual(self.read(text), ['é' * 700000, 'x'])
        self.assertFalse(_arrow.is_utf8(b'x' * (1 << 20) + b'\xa9' + b'x' * 100))
        self.assertFalse(_arrow.is_utf8(b'x' + b'\xa9' * (1 << 21)))


@unittest.skipIf(numpy, 'without NumPy')
class Without(unittest.TestCase):
    def test_told(self):
        with pgnpack.open(packed('classics')) as database:
            for column in (database.columns('White'), database.column('White'), database.column('moves')):
                with self.assertRaises(pgnpack.UnsupportedError):
                    column.__arrow_c_array__()


if __name__ == '__main__':
    unittest.main()
