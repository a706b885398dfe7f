"""Parse the answer of a language model into its sentences and the list of its sources.

The model is asked for a line `---` and then, for each source, `[1] <id of the document> "the exact words"`. Models vary
this: bullets, bold numbers, `1.` instead of `[1]`, other quotation marks, page numbers, a heading, no line before it.
"""

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Final, NamedTuple

SEPARATOR: Final = "---"

_LINE: Final = re.compile(r"^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*$", re.MULTILINE)
_NUMBER: Final = re.compile(
    r"^[ \t>*_#\u2022\u2013-]*(?:(?:\d{1,3}[.)][ \t]+)?[*_]*\[(?P<inside>\d{1,3})\]|(?P<plain>\d{1,3})[.)][ \t])",
    re.MULTILINE,
)
_KEY: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_QUOTES: Final = tuple(  # the words may contain quotation marks, and the line breaks of the document
    re.compile(rf"(?<!\w)[{opening}](?P<quote>.+|[^{closing}]+?)[{closing}]")
    for opening, closing in (
        ('"\u201c\u201e\u00ab\u00bb', '"\u201c\u201d\u00ab\u00bb'),
        ("'`\u2018\u201a\u2039\u203a", "'`\u2018\u2019\u2039\u203a"),
    )
)
_TITLE: Final = re.compile(
    r"(?:^|\n)[ \t#*_]*(?:sources?|references?|citations?|quellen?|belege?)[ \t*_:]*\Z", re.IGNORECASE
)


class ListedSource(NamedTuple):
    """A source as the model lists it: its number, the key of the document, the words."""

    number: int
    document: str
    quote: str


class _Entry(NamedTuple):
    start: int
    is_plain: bool
    source: ListedSource


def split_answer(text: str) -> tuple[str, list[ListedSource]]:
    """Return the answer without the list of its sources, and that list."""
    line = _LINE.search(text)
    entries = list(_entries(text))
    if line is None:
        listed = [each for each in entries if not each.is_plain]
    else:
        listed = [each for each in entries if each.start > line.start()]
    if listed:
        body = _without_title(text[: listed[0].start])
        if body:
            return body, [each.source for each in listed]
    return (text[: line.start()] if line else text).strip(), []


def _entries(text: str) -> Iterator[_Entry]:
    numbers = list(_NUMBER.finditer(text))
    for number, following in zip_longest(numbers, numbers[1:]):
        content = text[number.end() : following.start() if following else len(text)]
        key = _KEY.search(content)
        quote = key and (_quote(content[key.end() :]) or _quote(content[: key.start()]))
        if key and quote:
            value = int(number["inside"] or number["plain"])
            yield _Entry(number.start(), number["inside"] is None, ListedSource(value, key[0].lower(), quote))


def _quote(text: str) -> str | None:
    found = next(filter(None, (each.search(text) for each in _QUOTES)), None)
    return found["quote"].strip() if found else None


def _without_title(text: str) -> str:
    """Remove what is between the answer and its sources: a heading, and lines that separate them."""
    before = None
    while text != before:
        before = text
        text = _TITLE.sub("", re.sub(rf"{_LINE.pattern}\s*\Z", "", text, flags=re.MULTILINE)).strip()
    return text
