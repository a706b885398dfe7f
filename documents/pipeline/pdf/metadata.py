"""Metadata, outline, links and page labels of a PDF. No link is followed."""

import ctypes
import re
from collections.abc import Iterator
from typing import Any

from documents.pipeline.filenames import without_invisible
from documents.pipeline.pdf.file import Handle
from documents.pipeline.pdf.geometry import PageFrame
from documents.pipeline.pdfium import raw as pdfium
from documents.types import Link, OutlineEntry

_METADATA_KEYS = {
    "title": b"Title",
    "author": b"Author",
    "subject": b"Subject",
    "keywords": b"Keywords",
    "creator": b"Creator",
    "producer": b"Producer",
    "created": b"CreationDate",
    "modified": b"ModDate",
}
# Dates as ISO 32000-1, 7.9.4 defines them: D:20260131094500+01'00'
_DATE = re.compile(r"^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?\s*(?:([Zz+-])(?:(\d\d)'?(\d\d)?)?)?")
_ALLOWED_URL = re.compile(r"^(?:https?://|mailto:|ftp://|tel:)", re.IGNORECASE)  # others may be scripts or local files
_URL_WITHOUT_SCHEME = re.compile(r"^www\.[\w-]+\.", re.IGNORECASE)
_MAX_CHARACTERS = 2000  # of a metadata value, a title or a URL
_MAX_LEVEL = 20
_MAX_OUTLINE_ENTRIES = 10_000
_MAX_LINKS = 2_000  # of one page


def read_metadata(document: Handle) -> dict[str, str]:
    """Return the metadata values that are not empty; dates are in ISO 8601."""
    metadata: dict[str, str] = {}
    for name, key in _METADATA_KEYS.items():
        text = read_text(lambda buffer, size, key=key: pdfium.FPDF_GetMetaText(document, key, buffer, size))
        value = _to_iso_date(text) if name in {"created", "modified"} else text
        if value:
            metadata[name] = value
    return metadata


def read_outline(document: Handle) -> tuple[OutlineEntry, ...]:
    """Return the bookmarks in their order. Those in a reference cycle are returned once."""
    return tuple(_outline_entries(document, None, level=1, visited=set()))


def read_links(document: Handle, page: Handle, number: int, frame: PageFrame) -> tuple[Link, ...]:
    """Return the links to URLs and to pages of the same document, with boxes on the displayed page."""
    links: list[Link] = []
    position, link, rect = ctypes.c_int(0), pdfium.FPDF_LINK(), pdfium.FS_RECTF()
    while len(links) < _MAX_LINKS and pdfium.FPDFLink_Enumerate(page, position, link):
        target = _target(document, link)
        if target and pdfium.FPDFLink_GetAnnotRect(link, rect):
            sides = sorted((rect.left, rect.right)), sorted((rect.bottom, rect.top))
            box = frame.to_page(sides[0][0], sides[1][0], sides[0][1], sides[1][1])
            if frame.contains(box):
                links.append(Link(number, box, target))
    return tuple(links)


def page_label(document: Handle, number: int) -> str:
    """Return the page label that the document defines ("iv", "A-3"), or "" if it is the page number."""
    label = read_text(lambda buffer, size: pdfium.FPDF_GetPageLabel(document, number - 1, buffer, size))
    return "" if label == str(number) else label[:100]


def _outline_entries(document: Handle, parent: Handle, *, level: int, visited: set[int]) -> Iterator[OutlineEntry]:
    if level > _MAX_LEVEL:
        return
    bookmark = pdfium.FPDFBookmark_GetFirstChild(document, parent)
    while bookmark:
        address = ctypes.cast(bookmark, ctypes.c_void_p).value or 0
        if address in visited or len(visited) >= _MAX_OUTLINE_ENTRIES:
            return
        visited.add(address)
        title = _bookmark_title(bookmark)
        if title:
            yield OutlineEntry(title, level, _bookmark_page(document, bookmark))
        yield from _outline_entries(document, bookmark, level=level + 1, visited=visited)
        bookmark = pdfium.FPDFBookmark_GetNextSibling(document, bookmark)


def _bookmark_title(bookmark: Handle) -> str:
    return read_text(lambda buffer, size: pdfium.FPDFBookmark_GetTitle(bookmark, buffer, size))


def _bookmark_page(document: Handle, bookmark: Handle) -> int:
    """Return the number of the page that a bookmark leads to, by a destination or an action, or 0."""
    page = _page_number(document, pdfium.FPDFBookmark_GetDest(document, bookmark))
    if page:
        return page
    action = pdfium.FPDFBookmark_GetAction(bookmark)
    return _page_number(document, pdfium.FPDFAction_GetDest(document, action)) if action else 0


def _target(document: Handle, link: Handle) -> str:
    """Return the URL of a link, or "#12" for page 12, or "" if the link cannot be followed safely."""
    page = _page_number(document, pdfium.FPDFLink_GetDest(document, link))
    if page:
        return f"#{page}"
    action = pdfium.FPDFLink_GetAction(link)
    if not action:
        return ""
    match pdfium.FPDFAction_GetType(action):
        case pdfium.PDFACTION_GOTO:
            page = _page_number(document, pdfium.FPDFAction_GetDest(document, action))
            return f"#{page}" if page else ""
        case pdfium.PDFACTION_URI:
            return _url(document, action)
        case _:
            return ""


def _url(document: Handle, action: Handle) -> str:
    size = pdfium.FPDFAction_GetURIPath(document, action, None, 0)
    if not 1 < size <= _MAX_CHARACTERS:
        return ""
    buffer = ctypes.create_string_buffer(size)
    pdfium.FPDFAction_GetURIPath(document, action, buffer, size)
    url = without_invisible(buffer.value.decode("utf-8", "replace"))
    if _URL_WITHOUT_SCHEME.match(url):
        return f"https://{url}"
    return url if _ALLOWED_URL.match(url) else ""


def _page_number(document: Handle, destination: Handle) -> int:
    if not destination:
        return 0
    index = int(pdfium.FPDFDest_GetDestPageIndex(document, destination))
    return index + 1 if 0 <= index < pdfium.FPDF_GetPageCount(document) else 0


def read_text(read: Any) -> str:
    """Return the text of a pdfium function that writes UTF-16LE: call it for the size, then with a buffer."""
    size = int(read(None, 0))
    if size <= 2:  # bytes of the terminating zero
        return ""
    buffer = ctypes.create_string_buffer(size)
    read(buffer, size)
    return without_invisible(buffer.raw[: size - 2].decode("utf-16-le", "replace"))[:_MAX_CHARACTERS]


def _to_iso_date(text: str) -> str:
    """Convert a PDF date to ISO 8601. Text that is no PDF date is returned unchanged."""
    match = _DATE.match(text)
    if match is None:
        return text
    year, month, day, hour, minute, second, sign, hours, minutes = match.groups()
    date = f"{year}-{month or '01'}-{day or '01'}"
    if hour is None:
        return date
    zone = "" if sign is None else "Z" if sign in "Zz" else f"{sign}{hours or '00'}:{minutes or '00'}"
    return f"{date}T{hour}:{minute or '00'}:{second or '00'}{zone}"
