"""The query language of search: words, phrases, excluded words and operators. Pure.

    late payment "notice period" -draft label:Rent type:pdf before:2024-06 in:Leases title:mill

Any text is a query: quotes that are not closed are ignored, and an unknown operator is a word.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from functools import lru_cache
from typing import Final

from core.errors import UserFault
from corpuses.search.sentences import Span
from corpuses.search.tokenizer import MAX_QUESTION, clean_question, terms_of

# Exact phrases in any spelling: line breaks, quotes, dashes and other punctuation between words do not matter. The
# patterns mean the same in Python and in PostgreSQL.

# Characters that are typed or typeset in different ways.
ALIKE: Final = (
    '"\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033',
    "'\u2018\u2019\u201a\u201b\u2032`",
    "-\u00ad\u2010\u2011\u2012\u2013\u2014\u2212",
)
_WORD = re.compile(r"[^\W_]+")


def phrase_pattern(phrase: str) -> str:
    """Return the pattern of whole words that follow each other; it is to be matched without regard to case."""
    return r"(?<!\w)" + r"(?:\W|_)+".join(_WORD.findall(phrase)) + r"(?!\w)"


def find_phrase(text: str, phrase: str) -> Span | None:
    """Return where a text contains a phrase for the first time."""
    found = _compiled(phrase).search(text)
    return Span(found.start(), found.end()) if found else None


@lru_cache(maxsize=256)
def _compiled(phrase: str) -> re.Pattern[str]:
    return re.compile(phrase_pattern(phrase), re.IGNORECASE)


MAX_PARTS: Final = 50  # phrases, excluded words and operators of one query; each is a condition of the SQL
MAX_PHRASE: Final = 300  # characters


class InvalidSearchDate(UserFault):
    """A date of the search cannot be read."""

    code = "invalid_search_date"
    what_to_do = "Write the date as year, year and month, or year, month and day: `before:2024-06-30`."


class InvalidSearchType(UserFault):
    """A file type of the search is unknown."""

    code = "invalid_search_type"
    what_to_do = "Write a file name extension, such as `type:pdf`; `listFileTypes` has all of them."


class Operator(StrEnum):
    """The names before a colon that restrict a search."""

    LABEL = "label"
    TYPE = "type"
    IN = "in"
    TITLE = "title"
    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Condition:
    """An operator with its value; with a minus, `is_excluded`."""

    operator: Operator
    value: str
    is_excluded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedQuery:
    """The parts of a query. `text` has the words and phrases in order, as an embedder reads them."""

    text: str = ""
    terms: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    after: datetime | None = None
    before: datetime | None = None

    @property
    def has_text(self) -> bool:
        """Return whether there is anything to rank by."""
        return bool(self.text)

    @property
    def has_filters(self) -> bool:
        """Return whether an operator restricts the documents."""
        return bool(self.conditions or self.after or self.before)

    def values(self, operator: Operator, *, is_excluded: bool = False) -> list[str]:
        """Return the values of an operator."""
        return [each.value for each in self.conditions if (each.operator, each.is_excluded) == (operator, is_excluded)]


_QUOTES = str.maketrans(dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"'))
_PART = re.compile(
    r"""(?<!\S)(?P<minus>-)?
        (?:(?P<name>[A-Za-z]+):)?
        (?:"(?P<phrase>[^"]*)"(?=[\s.,;:!?)]|$) | (?P<word>\S+))""",
    re.VERBOSE,
)
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")
_OTHER_DATES = ("%d.%m.%Y", "%m/%d/%Y", "%d/%m/%Y", "%Y/%m/%d", "%Y.%m.%d", "%Y%m%d")


def parse_query(query: str) -> ParsedQuery:
    """Return the parts of a query; raise `InvalidSearchDate` for a date that cannot be read."""
    text: list[str] = []
    phrases: list[str] = []
    excluded: list[str] = []
    conditions: list[Condition] = []
    dates: dict[Operator, datetime] = {}
    for part in _parts(query):
        operator = _operator(part)
        value = part["word"].strip('"') if part["phrase"] is None else part["phrase"]
        if operator in {Operator.BEFORE, Operator.AFTER}:
            dates[operator] = _date(operator, value)
        elif operator is not None:
            conditions.append(Condition(operator, value, is_excluded=bool(part["minus"])))
        elif part["minus"]:
            excluded += _searchable(part.group()[1:])
        else:
            text += _searchable(part.group(), keep=True)
            phrases += _searchable(value) if part["phrase"] is not None else []
    joined = clean_question(" ".join(text))
    return ParsedQuery(
        text=joined,
        terms=tuple(terms_of(joined)),
        phrases=tuple(dict.fromkeys(phrases)),
        excluded=tuple(dict.fromkeys(excluded)),
        conditions=tuple(dict.fromkeys(conditions)),
        after=dates.get(Operator.AFTER),
        before=dates.get(Operator.BEFORE),
    )


def _parts(query: str) -> Iterator[re.Match[str]]:
    text = query[:MAX_QUESTION].encode("utf-8", "replace").decode().replace("\x00", " ").translate(_QUOTES)
    special = 0
    for part in _PART.finditer(text):
        special += part["phrase"] is not None or bool(part["minus"]) or part["name"] is not None
        if special > MAX_PARTS:
            return
        yield part


def _operator(part: re.Match[str]) -> Operator | None:
    """Return the operator, if it is known and has a value."""
    name, value = (part["name"] or "").lower(), part["phrase"] or part["word"] or ""
    known = name in set(Operator) and bool(value.strip('" '))
    return Operator(name) if known else None


def _searchable(text: str, *, keep: bool = False) -> list[str]:
    """Return the text without the quotes around it, in a list; nothing if it has no letter or digit."""
    cleaned = " ".join(text.replace('"', " ").split())[:MAX_PHRASE]
    return [cleaned] if keep or any(map(str.isalnum, cleaned)) else []


def _date(operator: Operator, value: str) -> datetime:
    """Return the first moment of a day, month or year, in UTC."""
    match = _DATE.fullmatch(value.strip())
    with suppress(ValueError):
        if match is not None:
            year, month, day = (int(each or 1) for each in match.groups())
            return datetime(year, month, day, tzinfo=UTC)
    suggestion = f"{operator}:{_suggestion(value)}"
    raise InvalidSearchDate(f"“{value[:50]}” is not a date. Write {suggestion}.", field="query", suggestion=suggestion)


def _suggestion(value: str) -> str:
    """Return the date that was probably meant, else an example."""
    for form in _OTHER_DATES:
        try:
            return datetime.strptime(value.strip(), form).replace(tzinfo=UTC).date().isoformat()
        except ValueError:
            continue
    return date(2024, 6, 30).isoformat()
