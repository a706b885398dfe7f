"""What a PDF says of itself and how one gets about in it: facts, outline, links. Nothing of it is followed."""

import ctypes
import re
from collections.abc import Iterator
from typing import Any

import pypdfium2.raw as pdfium

from documents.pipeline.filenames import without_invisible
from documents.pipeline.pdf.file import Handle
from documents.pipeline.pdf.frame import PageFrame
from documents.types import Link, OutlineEntry

_FACTS = {
    "title": b"Title",
    "author": b"Author",
    "subject": b"Subject",
    "keywords": b"Keywords",
    "creator": b"Creator",
    "producer": b"Producer",
    "created": b"CreationDate",
    "modified": b"ModDate",
}
_DATE = re.compile(r"^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?\s*(?:([Zz+-])(?:(\d\d)'?(\d\d)?)?)?")
_ADDRESS = re.compile(r"^(?:https?://|mailto:|ftp://|tel:)", re.IGNORECASE)  # others may be scripts or local files
_BARE_ADDRESS = re.compile(r"^www\.[\w-]+\.", re.IGNORECASE)
_LONGEST = 2000  # characters, of a fact, a title or an address
_DEEPEST = 20
_MOST_ENTRIES = 10_000
_MOST_LINKS = 2_000  # of one page


def facts_of(document: Handle) -> dict[str, str]:
    """Those that are there; dates as ISO 8601."""
    found: dict[str, str] = {}
    for name, key in _FACTS.items():
        text = _text(lambda buffer, size, key=key: pdfium.FPDF_GetMetaText(document, key, buffer, size))
        value = _date(text) if name in {"created", "modified"} else text
        if value:
            found[name] = value
    return found


def outline_of(document: Handle) -> tuple[OutlineEntry, ...]:
    """The bookmarks in their order; those that lead in circles are read once."""
    return tuple(_entries(document, None, level=1, seen=set()))


def links_of(document: Handle, page: Handle, number: int, frame: PageFrame) -> tuple[Link, ...]:
    """Links to addresses and to pages of the same document, on the page as shown."""
    found: list[Link] = []
    place, link, rect = ctypes.c_int(0), pdfium.FPDF_LINK(), pdfium.FS_RECTF()
    while len(found) < _MOST_LINKS and pdfium.FPDFLink_Enumerate(page, place, link):
        target = _target(document, link)
        if target and pdfium.FPDFLink_GetAnnotRect(link, rect):
            sides = sorted((rect.left, rect.right)), sorted((rect.bottom, rect.top))
            box = frame.shown(sides[0][0], sides[1][0], sides[0][1], sides[1][1])
            if frame.contains(box):
                found.append(Link(number, box, target))
    return tuple(found)


def label_of(document: Handle, number: int) -> str:
    """What the document itself calls a page: "iv", "A-3"; "" when that is its number."""
    label = _text(lambda buffer, size: pdfium.FPDF_GetPageLabel(document, number - 1, buffer, size))
    return "" if label == str(number) else label[:100]


def _entries(document: Handle, parent: Handle, *, level: int, seen: set[int]) -> Iterator[OutlineEntry]:
    if level > _DEEPEST:
        return
    bookmark = pdfium.FPDFBookmark_GetFirstChild(document, parent)
    while bookmark:
        address = ctypes.cast(bookmark, ctypes.c_void_p).value or 0
        if address in seen or len(seen) >= _MOST_ENTRIES:
            return
        seen.add(address)
        title = _bookmark_title(bookmark)
        if title:
            yield OutlineEntry(title, level, _page_of(document, bookmark, pdfium.FPDFBookmark_GetDest))
        yield from _entries(document, bookmark, level=level + 1, seen=seen)
        bookmark = pdfium.FPDFBookmark_GetNextSibling(document, bookmark)


def _bookmark_title(bookmark: Handle) -> str:
    return _text(lambda buffer, size: pdfium.FPDFBookmark_GetTitle(bookmark, buffer, size))


def _target(document: Handle, link: Handle) -> str:
    page = _page_of(document, link, pdfium.FPDFLink_GetDest)
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
            return _address(document, action)
        case _:
            return ""


def _address(document: Handle, action: Handle) -> str:
    size = pdfium.FPDFAction_GetURIPath(document, action, None, 0)
    if not 1 < size <= _LONGEST:
        return ""
    buffer = ctypes.create_string_buffer(size)
    pdfium.FPDFAction_GetURIPath(document, action, buffer, size)
    address = without_invisible(buffer.value.decode("utf-8", "replace"))
    if _BARE_ADDRESS.match(address):
        return f"https://{address}"
    return address if _ADDRESS.match(address) else ""


def _page_of(document: Handle, thing: Handle, destination: Any) -> int:
    """The page that a bookmark or link leads to, or 0. Bookmarks may say it by an action."""
    found = _page_number(document, destination(document, thing))
    if found or destination is not pdfium.FPDFBookmark_GetDest:
        return found
    action = pdfium.FPDFBookmark_GetAction(thing)
    return _page_number(document, pdfium.FPDFAction_GetDest(document, action)) if action else 0


def _page_number(document: Handle, destination: Handle) -> int:
    if not destination:
        return 0
    index = int(pdfium.FPDFDest_GetDestPageIndex(document, destination))
    return index + 1 if 0 <= index < pdfium.FPDF_GetPageCount(document) else 0


def _text(read: Any) -> str:
    """What a function of pdfium writes as UTF-16LE: asked first how long it is, then for it."""
    size = int(read(None, 0))
    if size <= 2:  # bytes: the mark at the end
        return ""
    buffer = ctypes.create_string_buffer(size)
    read(buffer, size)
    return without_invisible(buffer.raw[: size - 2].decode("utf-16-le", "replace"))[:_LONGEST]


def _date(text: str) -> str:
    """ISO 8601 of a date as PDFs write it (D:20260131094500+01'00'), or what stands there."""
    match = _DATE.match(text)
    if match is None:
        return text
    year, month, day, hour, minute, second, sign, hours, minutes = match.groups()
    date = f"{year}-{month or '01'}-{day or '01'}"
    if hour is None:
        return date
    zone = "" if sign is None else "Z" if sign in "Zz" else f"{sign}{hours or '00'}:{minutes or '00'}"
    return f"{date}T{hour}:{minute or '00'}:{second or '00'}{zone}"
