"""Find words or regular expressions in a folded text. Pure."""

import re
from collections.abc import Iterable
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
    spans = _pattern_spans(text, options) if options.is_regex else _text_spans(text, options)
    found = np.array(list(islice(spans, MAX_MATCHES + 1)), dtype=np.int64).reshape(-1, 2)
    kept = found[:MAX_MATCHES]
    return Matches(text.starts(kept[:, 0]), text.ends(kept[:, 1]), is_complete=len(found) == len(kept))


def _text_spans(folded: FoldedText, options: FindOptions) -> Iterable[tuple[int, int]]:
    """Find a text. Where the query has a hyphen, the document may have one at the end of a line."""
    query = fold(options.query).text.strip()
    if not query:
        return ()
    text, query = (folded.text, query) if options.match_case else (folded.lower, lower(query))
    pattern = re.compile("-?".join(map(re.escape, query.split("-"))) if query.strip("-") else re.escape(query))
    spans = (match.span() for match in pattern.finditer(text))
    return (span for span in spans if _is_whole(text, *span)) if options.whole_words else spans


def _is_whole(text: str, start: int, end: int) -> bool:
    """Check that no word goes on at either end. A pattern that looks behind would be slower by far."""
    goes_on_before = start > 0 and _is_word(text[start - 1]) and _is_word(text[start])
    goes_on_after = end < len(text) and _is_word(text[end - 1]) and _is_word(text[end])
    return not goes_on_before and not goes_on_after


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _pattern_spans(folded: FoldedText, options: FindOptions) -> Iterable[tuple[int, int]]:
    source = rf"(?<!\w)(?:{options.query})(?!\w)" if options.whole_words else options.query
    try:
        pattern = regex.compile(source, 0 if options.match_case else regex.IGNORECASE)
        # Concurrent: other threads go on meanwhile.
        found = pattern.finditer(folded.text, timeout=PATTERN_SECONDS, concurrent=True)
        return [span for span in (match.span() for match in islice(found, MAX_MATCHES + 1)) if span[0] < span[1]]
    except regex.error as error:
        raise InvalidPattern(
            f"This is not a regular expression: {error.msg}.", field="query", position=error.pos
        ) from None
    except TimeoutError:
        raise PatternTooSlow(field="query") from None
