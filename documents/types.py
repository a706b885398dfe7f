"""Data types shared by the pure pipeline and the rest of the product. No Django, no input or output.

Boxes are PDF points with the origin at the top left of the displayed page (after crop and rotation). Offsets count
Unicode code points; `end` is exclusive. Pages are numbered from 1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Literal, NamedTuple

MAX_PAGE_SIDE: Final = 1_000_000.0  # points
MAX_ALT: Final = 2_000  # characters of the text instead of a picture


class Box(NamedTuple):
    """A rectangle in points."""

    x0: float
    y0: float
    x1: float
    y1: float


class Token(NamedTuple):
    """A word without white space and its box; `start` is an offset into the text of the page.

    `confidence`, from 0 to 1, is set for words recognised by OCR only.
    """

    text: str
    start: int
    box: Box
    confidence: float | None = None


class StructureKind(StrEnum):
    """Kinds of structure items, named as docling labels them where docling has a label."""

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
    """The style and the link target of a span; offsets count from the start of the item's or cell's text.

    `style` holds one character per style: b bold, i italic, c code, s strikethrough, m formula in LaTeX. `link` is
    copied from the source.
    """

    start: int
    end: int
    style: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell of a table; rows and columns count from 0. Marks are in order and do not overlap."""

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
    """The grid of a table, or of the part of it on one page.

    `row_numbers` are the numbers, from 0, that the rows of such a part have in the whole table.
    """

    rows: int
    columns: int
    cells: tuple[TableCell, ...]
    row_numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """One element of a page's structure, in reading order. `start` and `end` are offsets into the text of the page.

    `level` is the level of a heading, or the nesting level of a list item, from 1. `continues` marks the rest of
    the last item of its kind, which a page or column break has split; page footers, footnotes and figures may stand
    between them. `alt` is the text that the source has instead of a picture, for those who do not see it.
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
    alt: str = ""


@dataclass(frozen=True, slots=True)
class ParsedPage:
    """One page: its size in points, its text in reading order, and its tokens in the same order.

    The text of a document is the concatenation of its pages; a page that ends a line contains the line break. `label`
    is the page label of the source ("iv", "A-3") where it differs from the page number.
    """

    number: int
    width: float
    height: float
    text: str
    tokens: Sequence[Token]
    label: str = ""


@dataclass(frozen=True, slots=True)
class Rendition:
    """The PDF for the viewer: set from a source without pages, or the source PDF rewritten for range requests.

    `path` is in the scratch folder.
    """

    path: str
    mime_type: str = "application/pdf"


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file inside the source that becomes a document of its own. `path` is in the scratch folder.

    `folder` is its folder in the source, with "/" between names; "" is the top level.
    """

    path: str
    filename: str
    folder: str = ""


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A bookmark of the source: levels count from 1; `page` is 0 without a target page."""

    title: str
    level: int
    page: int


@dataclass(frozen=True, slots=True)
class Link:
    """A link on a page: `target` is a URL, or "#12" for page 12 of the same document."""

    page: int
    box: Box
    target: str


@dataclass(frozen=True, slots=True)
class ParseWarning:
    """Something that is missing from the result, so that the document is partial instead of ready."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """The first event: the number of pages, for the progress display."""

    page_count: int


@dataclass(frozen=True, slots=True)
class PagesRead:
    """All pages have been yielded. Structure analysis starts only when the next event is requested (S0-5)."""


@dataclass(frozen=True, slots=True)
class ParsedStructure:
    """The last event: items of all pages in reading order, language (ISO 639-1, "" if unknown), title.

    `docling` is the same structure as DoclingDocument JSON; for long documents `docling_path` names a file with it in
    the scratch folder instead. `metadata` holds properties of the source (`author`, `subject`, `created`, `from`, …)
    under short lower-case names. `ocr_engines` names the OCR engines that were used.
    """

    items: Sequence[Item]
    language: str = ""
    title: str = ""
    docling: bytes = b""
    metadata: Mapping[str, str] = field(default_factory=dict)
    outline: Sequence[OutlineEntry] = ()
    links: Sequence[Link] = ()
    docling_path: str = ""
    ocr_engines: str = ""


@dataclass(frozen=True, slots=True)
class PageOcr:
    """The OCR result of one page, sent before the page itself, so that a retry need not repeat it.

    Only the parser knows the format of `data`.
    """

    number: int
    data: bytes


ParseEvent = DocumentInfo | PageOcr | ParsedPage | PagesRead | Rendition | Attachment | ParseWarning | ParsedStructure


class DegradedPage(NamedTuple):
    """A page that ended an earlier attempt to parse the document, and why: the code of the error.

    Only the words of its text layer are read; if `is_blank`, nothing is.
    """

    number: int
    cause: str
    is_blank: bool = False


@dataclass(frozen=True, slots=True)
class ParseOptions:
    """Options of a parser. Their hash, with the parser's name and version, is the provenance of a revision.

    `ocr_cache` is a file with OCR results of an earlier attempt; it does not change the result. `degraded_pages` ended
    earlier attempts; nothing is read of the pages from `unread_from` on, unless it is 0.
    """

    mime_type: str
    scratch: str
    passwords: tuple[str, ...] = field(default=(), repr=False)
    max_pages: int = 20_000
    extra: Mapping[str, str] = field(default_factory=dict)
    ocr_cache: str = ""
    degraded_pages: tuple[DegradedPage, ...] = ()
    unread_from: int = 0


@dataclass(frozen=True, slots=True)
class PdfReply:
    """A reply to an annotation of a PDF; one that replies to another reply gives its name in `to`.

    `state` is that of the review model of PDF: "Completed", or empty.
    """

    name: str
    author: str
    contents: str
    created: str
    modified: str
    to: str = ""
    state: str = ""


@dataclass(frozen=True, slots=True)
class PdfAnnotation:
    """An annotation to write into a PDF: a highlight of lines, a square, or a note in the corner, on one page.

    The boxes are fractions of the displayed page; dates are those of PDF.
    """

    page: int
    boxes: tuple[Box, ...]
    shape: Literal["highlight", "square", "note"]
    color: str
    author: str
    label: str
    contents: str
    name: str
    created: str
    modified: str
    replies: tuple[PdfReply, ...] = ()
