"""Access to the events of a parse by type."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from documents.types import (
    DocumentInfo,
    Item,
    ParsedPage,
    ParsedStructure,
    ParseEvent,
    ParseWarning,
    Rendition,
    StructureKind,
)


@dataclass
class Result:
    """The events of a parser."""

    events: list[ParseEvent] = field(default_factory=list)

    def of(self, kind: type) -> list:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def page_count(self) -> int:
        return self.of(DocumentInfo)[0].page_count

    @property
    def pages(self) -> list[ParsedPage]:
        return self.of(ParsedPage)

    @property
    def structure(self) -> ParsedStructure:
        return self.of(ParsedStructure)[-1]

    @property
    def docling(self) -> bytes:
        return self.structure.docling or Path(self.structure.docling_path).read_bytes()

    @property
    def warnings(self) -> list[ParseWarning]:
        return self.of(ParseWarning)

    @property
    def rendition(self) -> Rendition:
        return self.of(Rendition)[-1]

    @property
    def text(self) -> str:
        return "\n".join(page.text for page in self.pages)

    def items(self, *kinds: StructureKind) -> list[Item]:
        return [item for item in self.structure.items if not kinds or item.kind in kinds]

    def text_of(self, item: Item) -> str:
        return self.pages[item.page - 1].text[item.start : item.end]


def collect(events: Iterable[ParseEvent]) -> Result:
    return Result(list(events))
