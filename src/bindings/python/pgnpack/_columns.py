"""Columns of values of different lengths, laid out as Apache Arrow has them: data and offsets."""

from __future__ import annotations

import collections
from typing import Any, Counter, Dict, Iterator, List, Optional, Sequence, Tuple, Union, overload

from . import _memory


def decoded(value: Optional[bytes]) -> Optional[str]:
    """Bytes of a file as text: see Strings."""
    return None if value is None else value.decode('utf-8', 'surrogateescape')


class _OfArrow:
    """What others take the columns by, without a copy: Arrow's PyCapsule interface."""

    def __arrow_c_schema__(self) -> object:
        from . import _arrow
        return _arrow.schema_capsule(self)

    def __arrow_c_array__(self, requested_schema: object = None) -> Tuple[object, object]:
        from . import _arrow
        return _arrow.array_capsules(self)


class Strings(_OfArrow, Sequence[Optional[str]]):
    """Texts as one run of bytes and offsets into it; None where there is none.

    Texts of a file are any bytes, mostly UTF-8. What is not UTF-8 is decoded with 'surrogateescape', so that nothing is lost:
    text.encode('utf-8', 'surrogateescape') gives the bytes back; raw() has them at once.
    """

    __slots__ = ('data', 'offsets', 'is_set')

    def __init__(self, data: Any, offsets: Any, is_set: Any = None) -> None:
        #: The bytes of all values with nothing in between: a buffer.
        self.data = data
        #: Value i is data[offsets[i]:offsets[i + 1]]; 32 bits each, or 64 where they do not suffice.
        self.offsets = offsets
        #: 1 for values that there are, 0 for None; or None: all are there.
        self.is_set = is_set

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, i: int) -> Optional[str]: ...

    @overload
    def __getitem__(self, i: slice) -> 'Strings': ...

    def __getitem__(self, i: Union[int, slice]) -> Union[Optional[str], 'Strings']:
        if isinstance(i, slice):
            start, stop, step = i.indices(len(self))
            if step != 1:
                return self.take(range(start, stop, step))
            stop = max(start, stop)
            return Strings(self.data, self.offsets[start:stop + 1], None if self.is_set is None else self.is_set[start:stop])
        return decoded(self.raw(i))

    def raw(self, i: int) -> Optional[bytes]:
        """Value i as bytes."""
        i = _checked(i, len(self))
        if self.is_set is not None and not self.is_set[i]:
            return None
        return bytes(self.data[self.offsets[i]:self.offsets[i + 1]])

    def raw_list(self) -> List[Optional[bytes]]:
        """All values as bytes."""
        numbers = _memory.to_list(self.offsets)
        data = bytes(memoryview(self.data)[numbers[0]:numbers[-1]])
        if numbers[0]:
            numbers = [number - numbers[0] for number in numbers]
        values: List[Optional[bytes]] = list(map(data.__getitem__, map(slice, numbers, numbers[1:])))
        if self.is_set is not None:
            is_set = bytes(self.is_set)
            i = is_set.find(0)
            while i >= 0:
                values[i] = None
                i = is_set.find(0, i + 1)
        return values

    def tolist(self) -> List[Optional[str]]:
        """All values as str; equal ones are one object."""
        values = self.raw_list()
        known = {value: decoded(value) for value in set(values)}
        return [known[value] for value in values]

    def __iter__(self) -> Iterator[Optional[str]]:
        return iter(self.tolist())

    def __eq__(self, other: Any) -> Any:
        """With a str: which values are it, as an array (NumPy's) or list; with Strings: are all the same?"""
        if isinstance(other, Strings):
            return self.raw_list() == other.raw_list()
        if not isinstance(other, (str, bytes)):
            return NotImplemented
        return self._those(other.encode('utf-8', 'surrogateescape') if isinstance(other, str) else other)

    def __ne__(self, other: Any) -> Any:
        """The opposite of ==, place by place with a str."""
        same = self.__eq__(other)
        if isinstance(same, list):
            return [not one for one in same]
        return same if same is NotImplemented else not same if isinstance(same, bool) else ~same

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return _strings_again, tuple(map(_memory.portable, (self.data, self.offsets, self.is_set)))

    def _those(self, value: bytes) -> Any:
        np = _memory.numpy()
        if np is None:
            return [one == value for one in self.raw_list()]
        offsets, data = np.asarray(self.offsets), np.frombuffer(self.data, 'uint8')
        found = np.diff(offsets) == len(value)
        if self.is_set is not None:
            found &= np.asarray(self.is_set) != 0
        for i, byte in enumerate(value):
            rows = np.flatnonzero(found)
            found[rows] = data[offsets[rows] + i] == byte
        return found

    @property
    def is_null(self) -> Any:
        """1 for None: an array of NumPy's, or a list."""
        np = _memory.numpy()
        if np is None:
            return [False] * len(self) if self.is_set is None else [not one for one in self.is_set]
        return np.zeros(len(self), bool) if self.is_set is None else np.asarray(self.is_set) == 0

    def value_counts(self) -> Counter[Optional[str]]:
        """How often each value comes, most first; None for where there is none."""
        counts = collections.Counter(self.raw_list())
        return collections.Counter({decoded(value): count for value, count in counts.most_common()})

    def factorize(self) -> Tuple[Any, List[str]]:
        """Numbers of values in a list of the different ones, in the order in which they come; -1: None."""
        values = self.raw_list()
        known: Dict[Optional[bytes], int] = {value: i for i, value in enumerate(one for one in dict.fromkeys(values) if one is not None)}
        different = [str(decoded(value)) for value in known]
        known[None] = -1
        np = _memory.numpy()
        codes = _memory.of(np, 'i', map(known.__getitem__, values))
        return _memory.public(np, 'i', codes), different

    def take(self, indices: Any) -> 'Strings':
        """Values of these places, in their order."""
        np = _memory.loaded_numpy()
        values = self.raw_list()
        chosen = [values[i] for i in _memory.indexes(indices)]
        return Strings.of_list(chosen, np)

    @classmethod
    def of_list(cls, values: Sequence[Optional[bytes]], np: Any = None) -> 'Strings':
        """A column of these bytes."""
        offsets = _memory.offsets_of(np, [len(value or b'') for value in values])
        data = memoryview(bytearray().join(value or b'' for value in values))
        is_set = None
        if None in values:
            is_set = _memory.of(np, 'B', (value is not None for value in values))
        return cls(data, offsets, is_set)

    def to_numpy(self) -> Any:
        """An array of objects, str or None."""
        np = _memory.numpy()
        result = np.empty(len(self), object)
        result[:] = self.tolist()
        return result

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        array = self.to_numpy()
        return array if dtype is None else array.astype(dtype)

    def _arrow_node(self, np: Any) -> Any:
        from . import _arrow
        column = self
        if not _arrow.is_utf8(self.data):
            column = Strings.of_list([None if value is None else value.decode('utf-8', 'replace').encode() for value in self.raw_list()], np)
        return _arrow.texts_node(np, column.data, column.offsets, column.is_set)

    def to_pandas(self) -> Any:
        """A Series of str and None."""
        import pandas
        return pandas.Series(self.to_numpy(), dtype=object)

    def __repr__(self) -> str:
        first = ', '.join(repr(self[i]) for i in range(min(3, len(self))))
        return f'<Strings of {len(self)}: {first}{", ..." if len(self) > 3 else ""}>'


class Lists(_OfArrow, Sequence[Any]):
    """Lists of values as one run of values and offsets into it.

    lists[i] is a part of `values`: of numbers an array of NumPy's (masked where numbers may be missing) or, without NumPy, of the
    module array (a list with None where numbers may be missing); of texts Strings.
    """

    __slots__ = ('values', 'offsets', 'null')

    def __init__(self, values: Any, offsets: Any, null: Optional[int] = None) -> None:
        #: All values, one list's behind the other's.
        self.values = values
        #: List i is values[offsets[i]:offsets[i + 1]].
        self.offsets = offsets
        #: The number that stands in the memory of `values` where there is none; None: there is no such.
        self.null = null

    def __reduce__(self) -> Any:
        return _lists_again, (*map(_memory.portable, (self.values, self.offsets)), self.null)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, i: int) -> Any: ...

    @overload
    def __getitem__(self, i: slice) -> 'Lists': ...

    def __getitem__(self, i: Union[int, slice]) -> Any:
        if isinstance(i, slice):
            start, stop, step = i.indices(len(self))
            if step != 1:
                return self.take(range(start, stop, step))
            return Lists(self.values, self.offsets[start:max(start, stop) + 1], self.null)
        i = _checked(i, len(self))
        return self.values[self.offsets[i]:self.offsets[i + 1]]

    def __iter__(self) -> Iterator[Any]:
        numbers, values = _memory.to_list(self.offsets), self.values
        return (values[start:stop] for start, stop in zip(numbers, numbers[1:]))

    @property
    def lengths(self) -> Any:
        """How many values each list has: an array."""
        np = _memory.loaded_numpy()
        if np is not None:
            return np.diff(np.asarray(self.offsets))
        numbers = _memory.to_list(self.offsets)
        return _memory.public(None, 'i', _memory.of(None, 'i', (b - a for a, b in zip(numbers, numbers[1:]))))

    def tolist(self) -> List[List[Any]]:
        """Lists of int or str, None where there is none."""
        numbers = _memory.to_list(self.offsets)
        first = numbers[0]
        values = self.values[first:numbers[-1]]
        values = values if isinstance(values, list) else values.tolist()
        return [values[start - first:stop - first] for start, stop in zip(numbers, numbers[1:])]

    def take(self, indices: Any) -> 'Lists':
        """Lists of these places, in their order."""
        np = _memory.loaded_numpy()
        places = [_checked(i, len(self)) for i in _memory.indexes(indices)]
        offsets = _memory.to_list(self.offsets)
        runs = [(offsets[i], offsets[i + 1]) for i in places]
        new_offsets = _memory.offsets_of(np, [stop - start for start, stop in runs])
        inner = [k for start, stop in runs for k in range(start, stop)]
        if isinstance(self.values, Strings):
            return Lists(self.values.take(inner), new_offsets)
        if np is not None and isinstance(self.values, np.ndarray):
            return Lists(self.values[np.array(inner, 'int64')], new_offsets, self.null)
        chosen = [self.values[k] for k in inner]
        if not isinstance(self.values, list):
            chosen = type(self.values)(self.values.typecode, chosen)
        return Lists(chosen, new_offsets, self.null)

    def to_numpy(self) -> Any:
        """An array of objects, each a list's values."""
        np = _memory.numpy()
        result = np.empty(len(self), object)
        for i, values in enumerate(self):
            result[i] = values
        return result

    def _arrow_node(self, np: Any) -> Any:
        from . import _arrow
        return _arrow.lists_node(np, self.values, self.offsets)

    def to_pandas(self) -> Any:
        """A Series of arrays, or of lists of str."""
        import pandas
        if isinstance(self.values, Strings):
            return pandas.Series(self.tolist(), dtype=object)
        return pandas.Series(self.to_numpy(), dtype=object)

    def __repr__(self) -> str:
        return f'<Lists of {len(self)}, {len(self.values)} values>'


def _strings_again(data: Any, offsets: Any, is_set: Any) -> Strings:
    return Strings(*map(_memory.of_portable, (data, offsets, is_set)))


def _lists_again(values: Any, offsets: Any, null: Optional[int]) -> Lists:
    return Lists(_memory.of_portable(values), _memory.of_portable(offsets), null)


class Columns(_OfArrow, Dict[str, Any]):
    """Columns of some games by name: a dict of arrays, Strings and Lists, all of one length.

    pyarrow, Polars and DuckDB take it as a table by Arrow's PyCapsule interface, without copying what is UTF-8.
    """

    def __init__(self, columns: Dict[str, Any], rows: int) -> None:
        super().__init__(columns)
        #: How many games, or rows, there are.
        self.rows = rows

    def _arrow_node(self, np: Any) -> Any:
        from . import _arrow
        return _arrow.struct_node(np, self, self.rows)

    def to_pandas(self) -> Any:
        """A DataFrame: integers that may be missing as pandas' Int32, texts as str or None, lists as arrays."""
        import pandas
        return pandas.DataFrame({name: _pandas_column(pandas, column) for name, column in self.items()})

    def _repr_html_(self) -> str:
        """What notebooks show: the first rows."""
        from . import _pictures
        return _pictures.table_html(self, self.rows)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        from . import _arrow
        return _arrow.stream_capsule(self)


def _pandas_column(pandas: Any, column: Any) -> Any:
    if isinstance(column, (Strings, Lists)):
        return column.to_pandas()
    np = _memory.numpy()
    if isinstance(column, np.ma.MaskedArray):
        return pandas.arrays.IntegerArray(np.asarray(column.data), np.ma.getmaskarray(column))
    if column.dtype.kind == 'M':
        return _pandas_days(pandas, np, column)
    return column


def _pandas_days(pandas: Any, np: Any, days: Any) -> Any:
    if int(pandas.__version__.split('.')[0]) >= 2:
        return days.astype('datetime64[s]')
    return pandas.to_datetime(pandas.Series(days.astype(object)), errors='coerce')


def _checked(i: int, count: int) -> int:
    if i < 0:
        i += count
    if not 0 <= i < count:
        raise IndexError('there is no such place')
    return i
