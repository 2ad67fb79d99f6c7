"""Columns for Arrow's users: the C data interface in PyCapsules (__arrow_c_array__, __arrow_c_stream__), by ctypes alone.

pyarrow, Polars, DuckDB and others take columns so without copying them. Texts that are not all UTF-8 are copied: bytes that are
none become U+FFFD, as Arrow's texts are UTF-8 by contract. Needs NumPy and CPython.

The consumer takes a struct over by copying it and calls its release(), from whatever thread; until then what it points to is kept
in _kept. A capsule that nobody took from releases its struct itself.
"""

from __future__ import annotations

import ctypes
import itertools
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Tuple

from . import _memory
from ._errors import UnsupportedError

_NULLABLE = 2


class ArrowSchema(ctypes.Structure):
    pass


class ArrowArray(ctypes.Structure):
    pass


class ArrowArrayStream(ctypes.Structure):
    pass


_RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_GET = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
_LAST_ERROR = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)

ArrowSchema._fields_ = [('format', ctypes.c_char_p), ('name', ctypes.c_char_p), ('metadata', ctypes.c_void_p),
                        ('flags', ctypes.c_int64), ('n_children', ctypes.c_int64), ('children', ctypes.c_void_p),
                        ('dictionary', ctypes.c_void_p), ('release', ctypes.c_void_p), ('private_data', ctypes.c_void_p)]
ArrowArray._fields_ = [('length', ctypes.c_int64), ('null_count', ctypes.c_int64), ('offset', ctypes.c_int64),
                       ('n_buffers', ctypes.c_int64), ('n_children', ctypes.c_int64), ('buffers', ctypes.c_void_p),
                       ('children', ctypes.c_void_p), ('dictionary', ctypes.c_void_p), ('release', ctypes.c_void_p),
                       ('private_data', ctypes.c_void_p)]
ArrowArrayStream._fields_ = [('get_schema', ctypes.c_void_p), ('get_next', ctypes.c_void_p), ('get_last_error', ctypes.c_void_p),
                             ('release', ctypes.c_void_p), ('private_data', ctypes.c_void_p)]

# What structs that were handed out point to, by their private_data.
_kept: Dict[int, Any] = {}
_numbers = itertools.count(1)


def _keep(what: Any) -> int:
    number = next(_numbers)
    _kept[number] = what
    return number


# ---- A column as Arrow has it ----


class Node(NamedTuple):
    """A type with its buffers (arrays of NumPy, or None), and what is inside of it."""

    format: bytes
    length: int
    null_count: int
    buffers: List[Any]
    children: List[Tuple[bytes, 'Node']]


_FORMATS = {'uint8': b'C', 'uint16': b'S', 'int32': b'i', 'uint32': b'I', 'int64': b'l', 'uint64': b'L', 'float64': b'g'}


def _bits(np: Any, is_set: Any) -> Tuple[Optional[Any], int]:
    """A bitmap of what is there, and how many values are not; None: all are."""
    if is_set is None:
        return None, 0
    there = np.asarray(is_set) != 0
    missing = len(there) - int(there.sum())
    return (np.packbits(there, bitorder='little'), missing) if missing else (None, 0)


def texts_node(np: Any, data: Any, offsets: Any, is_set: Any) -> Node:
    """Of texts that are UTF-8."""
    bits, missing = _bits(np, is_set)
    offsets = np.ascontiguousarray(offsets)
    if offsets.dtype.itemsize == 4:
        offsets, form = offsets.view('int32'), b'u'
    else:
        form = b'U'
    return Node(form, len(offsets) - 1, missing, [bits, offsets, np.frombuffer(data, 'uint8')], [])


def is_utf8(data: Any) -> bool:
    view = memoryview(data).cast('B')
    at, step = 0, 1 << 20
    try:
        while at < len(view):
            end = min(len(view), at + step)
            while end < len(view) and view[end] & 0xC0 == 0x80 and end - at < step + 8:
                end += 1
            str(view[at:end], 'utf-8')
            at = end
    except UnicodeDecodeError:
        return False
    return True


def lists_node(np: Any, values: Any, offsets: Any) -> Node:
    offsets = np.ascontiguousarray(offsets)
    form = b'+l' if offsets.dtype.itemsize == 4 else b'+L'
    return Node(form, len(offsets) - 1, 0, [None, offsets], [(b'item', node_of(np, values))])


def struct_node(np: Any, columns: Dict[str, Any], rows: int) -> Node:
    inner = [(name.encode('utf-8', 'replace'), node_of(np, one)) for name, one in columns.items()]
    return Node(b'+s', rows, 0, [None], inner)


def node_of(np: Any, column: Any) -> Node:
    """What Arrow is given of a column."""
    if hasattr(column, '_arrow_node'):
        node: Node = column._arrow_node(np)
        return node
    if isinstance(column, list) or not isinstance(column, np.ndarray):
        raise UnsupportedError('Arrow is given columns that were read with NumPy')
    if column.dtype.kind == 'M':
        bits, missing = _bits(np, ~np.isnat(column))
        days = np.where(np.isnat(column), np.datetime64(0, 'D'), column).view('int64').astype('int32')
        return Node(b'tdD', len(column), missing, [bits, days], [])
    bits, missing = (_bits(np, ~np.ma.getmaskarray(column)) if isinstance(column, np.ma.MaskedArray) else (None, 0))
    data = np.ascontiguousarray(np.ma.getdata(column))
    return Node(_FORMATS[data.dtype.name], len(column), missing, [bits, data], [])


# ---- Structs ----


def _release(kind: Any) -> Any:
    def call(address: int) -> None:
        struct = kind.from_address(address)
        if not struct.release:
            return
        if struct.children:
            children = (ctypes.c_void_p * struct.n_children).from_address(struct.children)
            for child in children:
                inner = kind.from_address(child)
                if inner.release:
                    _RELEASE(inner.release)(child)
        struct.release = None
        _kept.pop(struct.private_data, None)
    return _RELEASE(call)


_release_schema = _release(ArrowSchema)
_release_array = _release(ArrowArray)


def _pointer(function: Any) -> Optional[int]:
    return ctypes.cast(function, ctypes.c_void_p).value


def _children(structs: List[Any]) -> Any:
    return (ctypes.c_void_p * len(structs))(*(ctypes.addressof(one) for one in structs)) if structs else None


def fill_schema(struct: Any, name: bytes, node: Node) -> None:
    inner = []
    for child_name, child in node.children:
        inner.append(ArrowSchema())
        fill_schema(inner[-1], child_name, child)
    places = _children(inner)
    struct.format, struct.name, struct.metadata, struct.flags = node.format, name, None, _NULLABLE
    struct.n_children, struct.children = len(inner), None if places is None else ctypes.addressof(places)
    struct.dictionary, struct.release = None, _pointer(_release_schema)
    struct.private_data = _keep((node.format, name, inner, places))


def fill_array(struct: Any, node: Node) -> None:
    inner = []
    for _, child in node.children:
        inner.append(ArrowArray())
        fill_array(inner[-1], child)
    places = _children(inner)
    buffers = (ctypes.c_void_p * len(node.buffers))(*(None if one is None else one.__array_interface__['data'][0] for one in node.buffers))
    struct.length, struct.null_count, struct.offset = node.length, node.null_count, 0
    struct.n_buffers, struct.buffers = len(buffers), ctypes.addressof(buffers)
    struct.n_children, struct.children = len(inner), None if places is None else ctypes.addressof(places)
    struct.dictionary, struct.release = None, _pointer(_release_array)
    struct.private_data = _keep((node.buffers, buffers, inner, places))


class _StreamState:
    def __init__(self, schema: Node, nodes: Iterator[Node]) -> None:
        self.schema, self.nodes = schema, nodes
        #: What went wrong, as a text of C.
        self.error: Any = None


def _types(node: Node) -> Any:
    return node.format, [(name, _types(child)) for name, child in node.children]


def _stream_state(address: int) -> _StreamState:
    return _kept[ArrowArrayStream.from_address(address).private_data]  # type: ignore[no-any-return]


def _get_schema(stream: int, out: int) -> int:
    try:
        fill_schema(ArrowSchema.from_address(out), b'', _stream_state(stream).schema)
        return 0
    except Exception:  # it must not pass through the consumer
        return 5


def _get_next(stream: int, out: int) -> int:
    try:
        state = _stream_state(stream)
        if state.error is not None:
            return 5
        node = next(state.nodes, None)
        if node is None:
            ArrowArray.from_address(out).release = None
        elif _types(node) != _types(state.schema):
            raise UnsupportedError('a batch has more than 2 GiB in one column: take batches of fewer rows')
        else:
            fill_array(ArrowArray.from_address(out), node)
        return 0
    except BaseException as error:  # pylint: disable=broad-except
        state.error = ctypes.create_string_buffer(str(error).encode('utf-8', 'replace') or type(error).__name__.encode())
        return 5


def _last_error(stream: int) -> Optional[int]:
    error = _stream_state(stream).error
    return None if error is None else ctypes.addressof(error)


def _release_stream_of(address: int) -> None:
    struct = ArrowArrayStream.from_address(address)
    if struct.release:
        struct.release = None
        _kept.pop(struct.private_data, None)


_stream_functions = (_GET(_get_schema), _GET(_get_next), _LAST_ERROR(_last_error), _RELEASE(_release_stream_of))

# ---- Capsules ----

_DESTRUCTOR = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


def _new_capsule() -> Callable[..., object]:
    function = ctypes.pythonapi.PyCapsule_New
    function.restype, function.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return function


# Of the same functions, objects of their own: capsules come here when they are gone already, as plain addresses.
_pointer_of = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(('PyCapsule_GetPointer', ctypes.pythonapi))


def _destructor(name: bytes, kind: Any) -> Any:
    def call(capsule: int) -> None:
        address = _pointer_of(capsule, name)
        struct = kind.from_address(address)
        if struct.release:
            _RELEASE(struct.release)(address)
        _structs.pop(address, None)
    return ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(call)


# Structs that are in capsules, by their addresses.
_structs: Dict[int, Any] = {}
_names = {ArrowSchema: b'arrow_schema', ArrowArray: b'arrow_array', ArrowArrayStream: b'arrow_array_stream'}
_destructors = {kind: _destructor(name, kind) for kind, name in _names.items()}


def _capsule(struct: Any) -> object:
    kind = type(struct)
    address = ctypes.addressof(struct)
    _structs[address] = struct
    return _new_capsule()(address, _names[kind], _pointer(_destructors[kind]))


def _node(column: Any) -> Node:
    np = _memory.numpy()
    if np is None:
        raise UnsupportedError('Arrow is given columns that were read with NumPy')
    return node_of(np, column)


def schema_capsule(column: Any) -> object:
    schema = ArrowSchema()
    fill_schema(schema, b'', _node(column))
    return _capsule(schema)


def array_capsules(column: Any) -> Tuple[object, object]:
    node, schema, array = _node(column), ArrowSchema(), ArrowArray()
    fill_schema(schema, b'', node)
    fill_array(array, node)
    return _capsule(schema), _capsule(array)


def stream_capsule(columns: Any, batches: Optional[Iterator[Any]] = None) -> object:
    """A stream of `columns`, or of `batches` with the same columns."""
    schema = _node(columns)
    stream = ArrowArrayStream()
    functions = [_pointer(function) for function in _stream_functions]
    stream.get_schema, stream.get_next, stream.get_last_error, stream.release = functions
    stream.private_data = _keep(_StreamState(schema, iter([schema]) if batches is None else map(_node, batches)))
    return _capsule(stream)
