"""The parts of a passage that has gaps: "the tenant … shall pay … the rent".

Each part is found for itself in another text, with its own context. The confidence of the passage is that of its least
certain part.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from corpuses.annotations.anchoring import Range
from corpuses.annotations.models import Annotation
from corpuses.annotations.placing import CONTEXT, GAP, Passage, Place, place_all


@dataclass(frozen=True, slots=True)
class PlacedParts:
    """The places of the parts of a passage, in order; `confidence` is 1 if all are certain."""

    parts: tuple[Range, ...]
    confidence: float


def ranges_of(annotation: Annotation) -> list[Range]:
    """Return the ranges of the text that an annotation covers: its parts, or all from its start to its end."""
    return [(start, end) for start, end in annotation.parts] or [(annotation.start, annotation.end)]


def split_quote(quote: str, parts: Sequence[Range]) -> list[str] | None:
    """Return the quotes of parts; `None` if the quote is not as long as these together."""
    quotes, position = [], 0
    for start, end in parts:
        quotes.append(quote[position : position + end - start])
        position += end - start + len(GAP)
    is_whole = all(len(each) == end - start > 0 for each, (start, end) in zip(quotes, parts, strict=True))
    return quotes if is_whole and GAP.join(quotes) == quote else None


def place_annotations(annotations: Sequence[Annotation], *, old: str, new: str) -> list[PlacedParts | None]:
    """Return where each annotation of the old text is in the new one; `None` if it or one of its parts is not there."""
    passages = [_passages(each, old) for each in annotations]
    flat = sorted(
        (part.start, index, number) for index, each in enumerate(passages) for number, part in enumerate(each)
    )
    places = place_all([passages[index][number] for _, index, number in flat], old=old, new=new)
    by_part = {(index, number): place for (_, index, number), place in zip(flat, places, strict=True)}
    return [join_places([by_part[index, number] for number in range(len(each))]) for index, each in enumerate(passages)]


def join_places(places: Iterable[Place | None]) -> PlacedParts | None:
    """Return the place of a passage; `None` if a part was not found, or if they are not in order."""
    found = list(places)
    parts = [(place.start, place.end) for place in found if place]
    if not parts or len(parts) < len(found) or any(other[0] < one[1] for one, other in pairwise(parts)):
        return None
    return PlacedParts(tuple(parts), min(place.confidence for place in found if place))


def _passages(annotation: Annotation, text: str) -> list[Passage]:
    """Return an annotation of a text as passages to be found: its parts, or itself."""
    if not annotation.parts:
        return [Passage(annotation.start, annotation.quote, annotation.prefix, annotation.suffix)]
    return [
        Passage(start, text[start:end], text[max(0, start - CONTEXT) : start], text[end : end + CONTEXT])
        for start, end in annotation.parts
    ]
