"""Pages that grow block by block: text, tokens and items together, so that every offset is true by construction."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypedDict, Unpack

from documents.pipeline.flow.pieces import Piece
from documents.types import Box, Item, Mark, ParsedPage, StructureKind, Table, Token


class Further(TypedDict, total=False):
    """What an item has besides its place."""

    level: int | None
    table: Table | None
    marks: tuple[Mark, ...]
    continues: bool


@dataclass(slots=True)
class GrowingPage:
    """`number` counts the pages of the document."""

    number: int
    width: float
    height: float
    items: list[Item] = field(default_factory=list)
    tokens: list[Token] = field(default_factory=list)
    _texts: list[str] = field(default_factory=list)
    _length: int = 0

    def write(self, text: str, pieces: Iterable[Piece], *, offset: int) -> tuple[int, int]:
        """Add text and the tokens in it; `offset` is where in the pieces' text it begins. Gives where it stands now."""
        start = self._length
        for piece in pieces:
            begin, end = piece.start - offset, piece.end - offset
            self.tokens.append(Token(text[begin:end], start + begin, piece.box))
        self.append(text)
        return start, start + len(text.rstrip())

    def append(self, text: str) -> None:
        self._texts.append(text)
        self._length += len(text)

    def end_line(self) -> None:
        """A paragraph that goes on on the next page ends with the space that is between its words."""
        if self._length and not self._texts[-1][-1:].isspace():
            self.append("\n")

    @property
    def length(self) -> int:
        return self._length

    def add(
        self,
        kind: StructureKind,
        box: Box,
        span: tuple[int, int],
        **further: Unpack[Further],
    ) -> None:
        self.items.append(Item(kind, self.number, box, *span, **further))

    def finished(self) -> ParsedPage:
        return ParsedPage(self.number, self.width, self.height, "".join(self._texts), self.tokens)


@dataclass(frozen=True, slots=True)
class Fragment:
    """What of a text stands on one page; `end` is where the next page's part begins, if there is one (`goes_on`)."""

    page: int
    start: int
    end: int
    pieces: Sequence[Piece]
    goes_on: bool = False


def fragments_of(pieces: Sequence[Piece], length: int) -> list[Fragment]:
    """The text between the first and the last word, cut where a page ends."""
    groups: list[list[Piece]] = []
    for piece in pieces:
        if groups and groups[-1][-1].page >= piece.page:
            groups[-1].append(piece)
        else:
            groups.append([piece])
    starts = [group[0].start for group in groups]
    ends = [*starts[1:], min(length, groups[-1][-1].end)] if groups else []
    found = zip(groups, starts, ends, strict=True)
    return [Fragment(group[0].page, start, end, group, group is not groups[-1]) for group, start, end in found]
