"""What the search for tables knows of a page, and which parts of it are taken already."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from documents.pipeline.pdf.geometry import middle_inside, overlap_share
from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.tables.grid import FoundTable
from documents.pipeline.pdf.words import Word
from documents.types import Box

_FREE_SHARE = 0.3


@dataclass
class TablePage:
    """The upright words of a page, its drawing, and the tables found so far. `body` is the size of the body text."""

    words: Sequence[Word]
    graphics: Graphics
    width: float
    height: float
    body: float
    tables: list[FoundTable] = field(default_factory=list)

    def inside(self, box: Box) -> list[Word]:
        return [word for word in self.words if middle_inside(word, box)]

    def rules_in(self, box: Box) -> list[Box]:
        """Horizontal rules within the box, give or take a few points."""
        return [
            rule
            for rule in self.graphics.horizontal
            if box.x0 - 5 <= rule.x0 and rule.x1 <= box.x1 + 5 and box.y0 - 2 <= rule.y0 <= box.y1 + 2
        ]

    def is_free(self, box: Box) -> bool:
        return not any(overlap_share(box, table.box) > _FREE_SHARE for table in self.tables)

    def remaining(self) -> list[Word]:
        """Words outside all tables."""
        return [word for word in self.words if not any(middle_inside(word, table.box) for table in self.tables)]
