"""Find the annotations in a file of JSON that anybody may have sent, without parsing it as a whole.

The file is mapped into memory. One pass finds where its items are, by brackets, strings and line ends; each is parsed
by itself, then and when its turn comes. So memory depends on the greatest number and size of items, not on the file.
"""

import json
import mmap
import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from itertools import accumulate
from pathlib import Path
from typing import Final

from django.conf import settings

from core.errors import UserFault
from core.json_values import STRING, has_more_values
from corpuses.imports.comment_rows import is_comment
from corpuses.imports.rows import RowUnreadable, is_link_elsewhere, is_relation

MAX_BYTES: Final = 4_000_000
"""Of one item. A quote of 200,000 characters outside of ASCII can have 2,400,000 as `\\u` escapes."""
MAX_VALUES: Final = 10_000
"""Of one item: texts, numbers, lists and objects, each of which takes memory."""

_BOM: Final = b"\xef\xbb\xbf"
# The quantifiers are possessive: nothing is tried twice, and nothing is kept for that.
_KEY: Final = re.compile(STRING)
_SCALAR: Final = re.compile(STRING + rb'|[^\s,:\[\]{}"]++')
_BRACKET: Final = re.compile(rb'(?:[^\[\]{}"]++|' + STRING + rb")*+(?:([\[{])|([\]}])|\Z)")
_SPACE: Final = re.compile(rb"[ \t\r\n]*+")
_BLANK: Final = re.compile(rb"\s{1,65536}+")  # at most so much at once, because it is copied to count lines
_OPENS: Final = 1  # the group of `_BRACKET`

Item = tuple[int, object]
"""The number of a line, or of an annotation in a page of Web Annotations, and its JSON; a `UserFault` if it is none."""
_Found = tuple[int, int, int, object]
"""The number of an item, its start, its end and its JSON."""


class TooManyRows(UserFault):
    """The file has too many annotations to be imported."""

    code = "too_many_imported_annotations"
    what_to_do = "Divide the file into several and import them one after the other."


class _TooLong(ValueError):
    """A value has more than `MAX_BYTES`."""


class Turn(IntEnum):
    """The order of an import: annotations, then the relations between them, then comments on them."""

    ANNOTATIONS = 0
    RELATIONS = 1
    COMMENTS = 2


class Items:
    """The items of a file in the order in which they are imported. Raises `TooManyRows`."""

    def __init__(self, content: mmap.mmap) -> None:
        self._content = content
        places = _Document(content).places()
        self._places = _Places(_in_lines(content)) if places is None else places
        self._order = sorted(range(len(self._places)), key=self._places.turns.__getitem__)
        self._ends = list(accumulate(self._places.turns.count(turn) for turn in Turn))

    def __len__(self) -> int:
        return len(self._order)

    def __getitem__(self, position: int) -> Item:
        number, start, end = self._places[self._order[position]]
        return number, _line(self._content, start, end)

    def of_turn(self, turn: Turn) -> Iterator[tuple[int, Item]]:
        """Return the items of a turn with their positions."""
        for position in range(self._ends[turn - 1] if turn else 0, self._ends[turn]):
            yield position, self[position]

    def batch(self, position: int, most: int) -> tuple[Turn, list[Item]]:
        """Return some items of one turn, from a position on; few if they are large."""
        turn = Turn(bisect_right(self._ends, position))
        items: list[Item] = []
        size = 0
        for each in range(position, min(position + most, self._ends[turn])):
            _, start, end = self._places[self._order[each]]
            size += end - start
            if items and size > MAX_BYTES:
                break
            items.append(self[each])
        return turn, items


@contextmanager
def open_items(path: Path) -> Iterator[Items]:
    """Yield the items of a file, which must not change meanwhile."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        yield Items(content)


class _Places:
    """The places and turns of items, in arrays: 25 bytes for each."""

    def __init__(self, found: Iterable[_Found]) -> None:
        self._numbers, self._starts, self._ends = array("Q"), array("Q"), array("Q")
        self.turns = bytearray()
        most = settings.MAX_IMPORTED_ANNOTATIONS
        for number, start, end, item in found:
            if len(self) == most:
                raise TooManyRows(f"The file has more than {most:,} annotations.", limit=most)
            self._numbers.append(number)
            self._starts.append(start)
            self._ends.append(end)
            self.turns.append(_turn(item))

    def __len__(self) -> int:
        return len(self.turns)

    def __getitem__(self, index: int) -> tuple[int, int, int]:
        return self._numbers[index], self._starts[index], self._ends[index]


def _turn(item: object) -> Turn:
    if is_comment(item):
        return Turn.COMMENTS
    return Turn.RELATIONS if is_relation(item) else Turn.ANNOTATIONS


def _in_lines(content: mmap.mmap) -> Iterator[_Found]:
    """Return the lines that are not blank, with their numbers."""
    position, number = _begin(content), 1
    while position < len(content):
        if blank := _BLANK.match(content, position):
            number += blank.group().count(b"\n")
            position = blank.end()
            continue
        end = content.find(b"\n", position)
        end = len(content) if end < 0 else end
        yield number, position, end, _line(content, position, end)
        position = end


class _Document:
    """A file that may be one JSON document. It is read up to the first place where it is not."""

    def __init__(self, content: mmap.mmap) -> None:
        self._content = content

    def places(self) -> _Places | None:
        """Return the annotations of a page, of a collection with its first page, or of a list; else the object itself.

        Those that link something else than annotations are left out. `None` if the file is no document.
        """
        begin = self._skip(_begin(self._content))
        found: _Places | None
        try:
            if self._is(b"[", begin):
                found, end = self._list(begin, is_page=False)
            else:
                found, end = self._page(begin)
                if found is None:
                    found = _Places([(1, begin, end, _parsed(self._content, begin, end))])
            return found if self._skip(end) == len(self._content) else None
        except ValueError:
            return None

    def _page(self, begin: int, *, is_first: bool = False) -> tuple[_Places | None, int]:
        """Return the items of a page, or of the page in its member `first`, and the end of the object."""
        items: _Places | None = None
        first: _Places | None = None
        has_first = False
        position = self._skip(begin + 1)
        while not self._is(b"}", position):
            key = _KEY.match(self._content, position)
            colon = self._skip(key.end()) if key else position
            if key is None or not self._is(b":", colon):
                raise ValueError
            name, start = self._content[position : min(key.end(), position + 10)], self._skip(colon + 1)
            if name == b'"items"':
                items, end = self._list(start) if self._is(b"[", start) else (None, self._end(start))
            elif name == b'"first"' and not is_first:
                has_first = self._is(b"{", start)
                first, end = self._page(start, is_first=True) if has_first else (None, self._end(start))
            else:
                end = self._end(start)
            position = self._next(end, b"}")
        return first if has_first else items, position + 1

    def _list(self, begin: int, *, is_page: bool = True) -> tuple[_Places, int]:
        """Return the items of a list, and its end."""
        end = begin

        def found() -> Iterator[_Found]:
            nonlocal end
            number, position = 0, self._skip(begin + 1)
            while not self._is(b"]", position):
                try:
                    end = self._end(position)
                except _TooLong:
                    message = f"Annotation {number + 1} has more than {MAX_BYTES:,} bytes."
                    raise RowUnreadable(message) from None
                item = _parsed(self._content, position, end)
                if not (is_page and is_link_elsewhere(item)):
                    number += 1
                    yield number, position, end, item
                position = self._next(end, b"]")
            end = position + 1

        return _Places(found()), end

    def _next(self, end: int, close: bytes) -> int:
        """Return where the value after a comma starts, or the bracket that closes the list or object."""
        position = self._skip(end)
        if self._is(close, position):
            return position
        following = self._skip(position + 1)
        if not self._is(b",", position) or self._is(close, following):
            raise ValueError
        return following

    def _end(self, begin: int) -> int:
        """Return the end of a value by its brackets and strings; what is between them is checked when it is parsed."""
        content, limit = self._content, begin + MAX_BYTES
        if not self._is(b"[", begin) and not self._is(b"{", begin):
            scalar = _SCALAR.match(content, begin)
            if scalar is None:
                raise ValueError
            if scalar.end() > limit:
                raise _TooLong
            return scalar.end()
        depth = 0
        for bracket in _BRACKET.finditer(content, begin, limit):
            if bracket.lastindex is None:
                break
            depth += 1 if bracket.lastindex == _OPENS else -1
            if not depth:
                return bracket.end()
        raise _TooLong if limit < len(content) else ValueError

    def _is(self, byte: bytes, position: int) -> bool:
        return self._content[position : position + 1] == byte

    def _skip(self, position: int) -> int:
        space = _SPACE.match(self._content, position)
        return space.end() if space else position


def _begin(content: mmap.mmap) -> int:
    return len(_BOM) if content[: len(_BOM)] == _BOM else 0


def _line(content: mmap.mmap, start: int, end: int) -> object:
    """Return the JSON of an item, or the reason why there is none."""
    try:
        return _parsed(content, start, end)
    except ValueError:
        return RowUnreadable()


def _parsed(content: mmap.mmap, start: int, end: int) -> object:
    """Return the JSON of an item, or `RowUnreadable` if it is too large; raise `ValueError` if it is no JSON."""
    if end - start > MAX_BYTES:
        return RowUnreadable(f"An annotation may have {MAX_BYTES:,} bytes.")
    text = content[start:end]
    if has_more_values(text, MAX_VALUES):
        return RowUnreadable(f"An annotation may have {MAX_VALUES:,} values.")
    try:
        parsed: object = json.loads(text.decode("utf-8", errors="replace"))
    except RecursionError:
        return RowUnreadable("An annotation may not be nested so deeply.")
    return parsed
