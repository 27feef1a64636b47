"""Stands in for `numpy` where there is none: as much of it as rules, faces and drawings use.

Arrays have one or two dimensions over a typed buffer. As in NumPy, slices and rows are views. A
number that does not fit its type is an error, where NumPy would wrap it or convert it.
"""

from __future__ import annotations

from array import array as typed
from collections.abc import Iterable, Iterator
from typing import Any

int16, int32, int64, uint64 = "h", "i", "q", "Q"
float32, float64 = "f", "d"
bool_ = "b"


class ndarray:  # noqa: N801
    """A view of a buffer: its items, and the length of each dimension."""

    __slots__ = ("flat", "shape")

    def __init__(self, flat: memoryview, shape: tuple[int, ...]) -> None:
        self.flat, self.shape = flat, shape

    @property
    def dtype(self) -> str:
        return self.flat.format

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, index: Any) -> Any:
        if len(self.shape) == 1:
            found = self.flat[index]
            return ndarray(found, (len(found),)) if isinstance(index, slice) else found
        if isinstance(index, tuple):
            return self._row(index[0])[index[1]]
        return self._row(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, tuple):
            self._row(index[0])[index[1]] = value
        elif isinstance(index, slice):
            self._fill(index, value)
        else:
            self.flat[index] = value

    def __iter__(self) -> Iterator[Any]:
        return (self[place] for place in range(len(self)))

    def _row(self, number: int) -> ndarray:
        rows, length = self.shape
        if not -rows <= number < rows:
            raise IndexError(f"there are {rows} rows, not {number}")
        begin = number % rows * length
        return ndarray(self.flat[begin : begin + length], (length,))

    def _fill(self, where: slice, value: Any) -> None:
        """Set a part of a row to one number, or to as many as it has."""
        part = self.flat[where]
        values = value if isinstance(value, Iterable) else [value] * len(part)
        part[:] = memoryview(typed(self.flat.format, values))

    def copy(self) -> ndarray:
        return ndarray(memoryview(typed(self.flat.format, self.flat.tobytes())), self.shape)

    def tolist(self) -> list[Any]:
        if len(self.shape) == 1:
            return self.flat.tolist()
        return [row.tolist() for row in self]

    def tobytes(self) -> bytes:
        return self.flat.tobytes()


def full(shape: int | tuple[int, ...], value: float, dtype: str = float64) -> ndarray:
    lengths = (shape,) if isinstance(shape, int) else tuple(shape)
    count = 1
    for length in lengths:
        count *= length
    return ndarray(memoryview(typed(dtype, [value]) * count), lengths)


def zeros(shape: int | tuple[int, ...], dtype: str = float64) -> ndarray:
    return full(shape, 0, dtype)


empty = zeros


def array(values: Iterable[Any], dtype: str = float64) -> ndarray:
    """An array of numbers, or of rows of the same length."""
    listed = list(values)
    if not listed or not isinstance(listed[0], Iterable):
        return ndarray(memoryview(typed(dtype, listed)), (len(listed),))
    rows = [list(row) for row in listed]
    numbers = [number for row in rows for number in row]
    return ndarray(memoryview(typed(dtype, numbers)), (len(rows), len(rows[0])))
