"""Arrays that the library fills: NumPy's where it is installed, else memoryviews of bytearrays.

NumPy is imported when it is first needed, since that takes longer than many a question.
"""

from __future__ import annotations

import array
import ctypes
import itertools
import operator
import sys
from typing import Any, Iterable, List, Optional, Sequence

from ._errors import ArgumentTypeError

ITEM_SIZE = {'B': 1, 'H': 2, 'I': 4, 'i': 4, 'Q': 8, 'q': 8}
NUMPY_NAMES = {'B': 'uint8', 'H': 'uint16', 'I': 'uint32', 'i': 'int32', 'Q': 'uint64', 'q': 'int64'}


def numpy() -> Any:
    """The module, or None."""
    try:
        import numpy as module
    except ImportError:
        return None
    return module


def loaded_numpy() -> Any:
    """The module if somebody has imported it already, or None."""
    return sys.modules.get('numpy')


def new(np: Any, code: str, count: int) -> Any:
    """An array of `count` numbers of a type code of the module array."""
    if np is not None:
        return np.empty(count, NUMPY_NAMES[code])
    return memoryview(bytearray(count * ITEM_SIZE[code])).cast(code)


def of(np: Any, code: str, numbers: Iterable[int]) -> Any:
    """An array of these numbers."""
    if np is not None:
        return np.fromiter(numbers, NUMPY_NAMES[code])
    return memoryview(array.array(code, numbers))


def of_ranges(np: Any, ranges: Sequence[range]) -> Any:
    """An array of the numbers of these ranges, one behind the other."""
    if np is not None:
        steps = np.ones(sum(map(len, ranges)), 'int64')
        at = last = 0
        for part in filter(len, ranges):
            steps[at] = part.start - last
            at, last = at + len(part), part.stop - 1
        return np.cumsum(steps, out=steps)
    numbers = array.array('q')
    for part in ranges:
        numbers.extend(part)
    return memoryview(numbers)


def address(memory: Any) -> Optional[int]:
    """Of the first byte of a writable array; None of an empty one."""
    if len(memory) == 0:
        return None
    if isinstance(memory, memoryview):
        return ctypes.addressof(ctypes.c_char.from_buffer(memory))
    return int(memory.__array_interface__['data'][0])


def joined(np: Any, code: str, parts: Sequence[Any]) -> Any:
    """One array behind the other; a single one as it is."""
    if len(parts) == 1:
        return parts[0]
    if np is not None:
        return np.concatenate(parts) if parts else np.empty(0, NUMPY_NAMES[code])
    return memoryview(bytearray().join(part.cast('B') for part in parts)).cast(code)


def joined_offsets(np: Any, parts: Sequence[Any]) -> Any:
    """Offsets of several columns, which begin with 0, as those of one: 32 bits where they suffice, else 64."""
    total = sum(int(part[-1]) for part in parts)
    code = 'q' if total >= 1 << 31 else 'i'
    if np is not None:
        if len(parts) == 1:
            return parts[0].astype('int64') if code == 'q' else parts[0].view('int32')
        offsets = np.zeros(1 + sum(len(part) - 1 for part in parts), NUMPY_NAMES[code])
        at, base = 1, 0
        for part in parts:
            offsets[at:at + len(part) - 1] = part[1:]
            offsets[at:at + len(part) - 1] += base
            at, base = at + len(part) - 1, base + int(part[-1])
        return offsets
    if len(parts) == 1 and code == 'i':
        return parts[0].cast('B').cast('i')
    result = array.array(code, [0])
    base = 0
    for part in parts:
        result.extend([base + number for number in part[1:].tolist()])
        base += part[-1]
    return memoryview(result)


def offsets_of(np: Any, sizes: Any) -> Any:
    """Where values of these sizes begin and end, one behind the other."""
    if np is not None:
        sizes = np.asarray(sizes)
        total = int(sizes.sum(dtype='int64')) if len(sizes) else 0
        offsets = np.zeros(len(sizes) + 1, 'int64' if total >= 1 << 31 else 'int32')
        np.cumsum(sizes, out=offsets[1:])
        return offsets
    numbers = list(itertools.accumulate(sizes, initial=0))
    return memoryview(array.array('q' if numbers[-1] >= 1 << 31 else 'i', numbers))


def public(np: Any, code: str, memory: Any) -> Any:
    """What callers get: NumPy's array, or one of the module array."""
    if np is not None:
        return memory
    result = array.array(code)
    result.frombytes(memory.cast('B') if memory.format != 'B' else memory)
    return result


class Portable:
    """A memoryview for pickle and copy, which do not know how."""

    def __init__(self, code: str, content: bytes) -> None:
        self.code, self.content = code, content


def portable(memory: Any) -> Any:
    """What can be pickled in place of an array."""
    return Portable(memory.format, memory.tobytes()) if isinstance(memory, memoryview) else memory


def of_portable(memory: Any) -> Any:
    """The array again."""
    return memoryview(bytearray(memory.content)).cast(memory.code) if isinstance(memory, Portable) else memory


def is_index(given: Any) -> bool:
    """Is it a single whole number?"""
    return hasattr(given, '__index__') and not isinstance(given, bool) and not getattr(given, 'ndim', None)


def indexes(given: Any) -> List[int]:
    """Whole numbers that are indexes, not True and False, which would be taken for 1 and 0."""
    values = given.tolist() if hasattr(given, 'tolist') else given
    places = []
    for value in values if isinstance(values, (list, range)) else list(values):
        if isinstance(value, bool) or type(value).__name__ in ('bool_', 'bool'):
            raise ArgumentTypeError('indexes are wanted here, not True and False for each place: numpy.flatnonzero() of them gives indexes')
        try:
            places.append(operator.index(value))
        except TypeError:
            raise ArgumentTypeError(f'an index is a whole number, not {value!r}') from None
    return places


def chosen(given: Any, count: int) -> List[int]:
    """Places, from 0, that are chosen among `count`: by indexes, of which negative ones count from the end, or by a mask, which has True or
    False for each place; what is masked in a mask of NumPy's, where nothing is known, is not chosen."""
    if isinstance(given, (str, bytes)) or not hasattr(given, '__iter__'):
        raise ArgumentTypeError(f'an index is a whole number, a slice, or a list, array or range of such, or a mask, not {type(given).__name__}')
    if getattr(given, 'ndim', 1) != 1:
        raise ArgumentTypeError(f'indexes and masks have one dimension, not {given.ndim}')
    is_mask = getattr(getattr(given, 'dtype', None), 'kind', '') == 'b'
    values = given.filled(False) if is_mask and hasattr(given, 'filled') else given
    values = values.tolist() if hasattr(values, 'tolist') else list(values)
    if is_mask or (values and all(type(one).__name__ in ('bool', 'bool_') for one in values)):
        if len(values) != count:
            raise IndexError(f'a mask of {len(values)} places for {count}')
        return list(itertools.compress(range(count), values))
    places = indexes(values)
    for i in places:
        if not -count <= i < count:
            raise IndexError(f'an index is out of range: there is no {i} of {count}')
    return [i + count if i < 0 else i for i in places]


def to_list(memory: Any) -> List[Any]:
    return memory.tolist()  # type: ignore[no-any-return]
