"""Values that cross between the pure pipeline and the rest. No Django, no input or output.

Boxes are PDF points with the origin at the top left of the page as shown (after crop and rotation). Offsets count
Unicode code points; `end` is exclusive. Pages are numbered from 1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle in points."""

    x0: float
    y0: float
    x1: float
    y1: float


class Token(NamedTuple):
    """A word (no white space inside) and where it stands: `start` is an offset into the page's text.

    `confidence`, from 0 to 1, is that of a word that was read off a picture; other words have none.
    """

    text: str
    start: int
    box: Box
    confidence: float | None = None


class StructureKind(StrEnum):
    """What a part of a document is; the words are those of docling's labels where it has one."""

    TITLE = "title"
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    TABLE = "table"
    FIGURE = "figure"
    CAPTION = "caption"
    FOOTNOTE = "footnote"
    PAGE_HEADER = "page_header"
    PAGE_FOOTER = "page_footer"
    CODE = "code"
    FORMULA = "formula"


class Mark(NamedTuple):
    """How a part of an item's or a cell's text is set, and where it leads; offsets are those of that text.

    `style` has a letter for each: b bold, i italic, c code, s struck through. `link` is as the source has it.
    """

    start: int
    end: int
    style: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell of a table; rows and columns count from 0. Marks come in order and do not overlap."""

    row: int
    column: int
    text: str
    row_span: int = 1
    column_span: int = 1
    is_header: bool = False
    box: Box | None = None
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table's grid. Where a table goes over pages, `numbers` says which of its rows these are, from 0."""

    rows: int
    columns: int
    cells: tuple[TableCell, ...]
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """One element of a page's structure, in reading order. `start` and `end` are offsets into the page's text.

    `level` is that of a heading, or of the list that a list item stands in, from 1. What `continues` is the rest of the
    item before it, of the same kind, which ended with its page: a paragraph, a table.
    """

    kind: StructureKind
    page: int
    box: Box
    start: int
    end: int
    level: int | None = None
    table: Table | None = None
    marks: tuple[Mark, ...] = ()
    continues: bool = False


@dataclass(frozen=True, slots=True)
class ParsedPage:
    """One page: its size in points, its text in reading order, its tokens in the same order.

    The text of a document is that of its pages, one after the other; a page that ends a line says so itself. `label` is
    what the source calls the page ("iv", "A-3"), where that is not its number.
    """

    number: int
    width: float
    height: float
    text: str
    tokens: Sequence[Token]
    label: str = ""


@dataclass(frozen=True, slots=True)
class Rendition:
    """The PDF that the viewer shows: made from a source that is none, or the same PDF arranged for reading in ranges.

    `path` lies in the scratch folder.
    """

    path: str
    mime_type: str = "application/pdf"


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that was found inside the source and becomes a document of its own. `path` lies in the scratch folder.

    `folder` says where in the source it lay, with "/" between names; "" is the top.
    """

    path: str
    filename: str
    folder: str = ""


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A line of the outline that the source carries (bookmarks): levels from 1, `page` 0 when it leads to none."""

    title: str
    level: int
    page: int


@dataclass(frozen=True, slots=True)
class Link:
    """A link on a page: `target` is an address, or "#12" for page 12 of the same document."""

    page: int
    box: Box
    target: str


@dataclass(frozen=True, slots=True)
class ParseWarning:
    """Something that is missing from the result, so that the document is partial rather than ready."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """Comes first: how many pages there are, so that progress can be shown."""

    page_count: int


@dataclass(frozen=True, slots=True)
class PagesRead:
    """All pages have come. Work on the structure begins when the next event is asked for, and not before (S0-5)."""


@dataclass(frozen=True, slots=True)
class ParsedStructure:
    """Comes last: the items of all pages in reading order, the language (ISO 639-1, "" if unknown), a title if any.

    `docling` is the same structure as DoclingDocument JSON, or `docling_path` a file of it in the scratch folder, as is
    better for long documents. `facts` is what the source says of itself (`author`,
    `subject`, `created`, `from`, … in short lower-case words). `read_by` names the engines that read its pictures.
    """

    items: Sequence[Item]
    language: str = ""
    title: str = ""
    docling: bytes = b""
    facts: Mapping[str, str] = field(default_factory=dict)
    outline: Sequence[OutlineEntry] = ()
    links: Sequence[Link] = ()
    docling_path: str = ""
    read_by: str = ""


@dataclass(frozen=True, slots=True)
class PageReading:
    """What was read off the pictures of a page, before the page comes: another attempt need not read it again.

    What `data` means is known to the parser alone.
    """

    number: int
    data: bytes


ParseEvent = (
    DocumentInfo | PageReading | ParsedPage | PagesRead | Rendition | Attachment | ParseWarning | ParsedStructure
)


@dataclass(frozen=True, slots=True)
class ParseOptions:
    """How to parse. The hash of these, with the parser's name and version, is the provenance of a revision.

    `readings` is a file of what an earlier attempt has read (`documents.pipeline.ocr.kept`); it changes no result.
    """

    mime_type: str
    scratch: str
    passwords: tuple[str, ...] = field(default=(), repr=False)
    max_pages: int = 20_000
    extra: Mapping[str, str] = field(default_factory=dict)
    readings: str = ""
