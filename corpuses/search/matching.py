"""Find words or regular expressions in a folded text. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np
import regex

from core.errors import UserFault
from corpuses.search.folding import FoldedText, Offsets, fold, lower

MAX_QUERY: Final = 500  # characters
MAX_MATCHES: Final = 100_000
PATTERN_SECONDS: Final = 1.0

Spans = tuple[Offsets, Offsets]
"""Offsets of the folded text at which matches start and end."""

_SIMPLE_ESCAPES = re.compile(r"\\(?:[bBsSwWdD]|\W)")
# Capitals, other alphabets, escaped characters, POSIX classes, flags.
_DEPENDS_ON_CASE = re.compile(r"[^\W\d_a-z]|\\|\[:|\(\?[^:=!<]")


class InvalidPattern(UserFault):
    """This is not a regular expression."""

    code = "invalid_pattern"
    what_to_do = "Correct the regular expression at `position`, or search for the text as it is, without `regex`."


class PatternTooSlow(UserFault):
    """This regular expression takes too long."""

    code = "pattern_too_slow"
    what_to_do = "Simplify it: avoid repetitions inside repetitions, such as `(a+)+`."


@dataclass(frozen=True, slots=True, kw_only=True)
class FindOptions:
    """The query of a search in a document, and its options."""

    query: str
    match_case: bool = False
    whole_words: bool = False
    is_regex: bool = False


@dataclass(frozen=True, slots=True)
class Matches:
    """The positions of the matches in the original text. If there are too many, the first ones."""

    starts: Offsets
    ends: Offsets
    is_complete: bool = True

    def __len__(self) -> int:
        return len(self.starts)


def find_matches(text: FoldedText, options: FindOptions) -> Matches:
    """Return all matches, in order; raise `InvalidPattern` or `PatternTooSlow` for a regular expression."""
    starts, ends = _pattern_spans(text, options) if options.is_regex else _text_spans(text, options)
    kept = slice(MAX_MATCHES)
    return Matches(text.starts(starts[kept]), text.ends(ends[kept]), is_complete=len(starts) <= MAX_MATCHES)


def _text_spans(folded: FoldedText, options: FindOptions) -> Spans:
    """Find a text. Where the query has a hyphen, the document may have one at the end of a line."""
    query = fold(options.query).text.strip()
    if not query:
        return _as_spans([])
    text, query = (folded.as_is, query) if options.match_case else (folded.in_lower, lower(query))
    if "-" in query and query.strip("-"):
        pattern = re.compile("-?".join(map(re.escape, query.split("-"))))
        starts, ends = _as_spans([match.span() for match in islice(pattern.finditer(text.text), MAX_MATCHES + 1)])
    else:
        starts = text.find_all(query)
        ends = starts + len(query)
    if not options.whole_words:
        return starts, ends
    is_whole = ~(text.goes_on_at(starts) | text.goes_on_at(ends))
    return starts[is_whole], ends[is_whole]


def _pattern_spans(folded: FoldedText, options: FindOptions) -> Spans:
    source = rf"(?<!\w)(?:{options.query})(?!\w)" if options.whole_words else options.query
    # In a text in lower case, a pattern without capitals is faster than one that ignores case.
    is_lower = not options.match_case and not _DEPENDS_ON_CASE.search(_SIMPLE_ESCAPES.sub("", options.query))
    ignored = 0 if options.match_case or is_lower else regex.IGNORECASE
    try:
        # Concurrent: other threads go on meanwhile.
        found = regex.compile(source, ignored).finditer(
            folded.in_lower.text if is_lower else folded.as_is.text, timeout=PATTERN_SECONDS, concurrent=True
        )
        spans = (match.span() for match in islice(found, MAX_MATCHES + 1))
        return _as_spans([span for span in spans if span[0] < span[1]])
    except regex.error as error:
        raise InvalidPattern(
            f"This is not a regular expression: {error.msg}.", field="query", position=error.pos
        ) from None
    except TimeoutError:
        raise PatternTooSlow(field="query") from None


def _as_spans(spans: Sequence[tuple[int, int]]) -> Spans:
    found = np.array(spans, dtype=np.int64).reshape(-1, 2)
    return found[:, 0], found[:, 1]
