"""What a document says of itself: who wrote it, when, about what."""

import re
import zipfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path

from lxml import etree

from documents.pipeline.flow.packages import is_package
from documents.pipeline.sniffing.types import HTML

_WORDS = {
    "creator": "author",
    "initial-creator": "author",
    "lastModifiedBy": "modified_by",
    "title": "title",
    "subject": "subject",
    "description": "description",
    "keywords": "keywords",
    "keyword": "keywords",
    "category": "category",
    "language": "language",
    "publisher": "publisher",
    "created": "created",
    "creation-date": "created",
    "modified": "modified",
    "date": "date",
    "identifier": "identifier",
    "rights": "rights",
}
_PARTS = ("docProps/core.xml", "meta.xml")
_MOST_BYTES = 512 * 1024
_LONGEST = 500
_TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.IGNORECASE | re.DOTALL)
_META = re.compile(r"<meta\s+([^>]*)>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_META_NAMES = {"author": "author", "description": "description", "keywords": "keywords", "date": "date"}


def facts_of(path: Path, mime_type: str) -> dict[str, str]:
    """Facts in short words; the first of each kind counts."""
    facts: dict[str, str] = {}
    found = _of_package(path) if is_package(mime_type) else _of_page(path) if mime_type == HTML else ()
    for word, text in found:
        value = " ".join(text.split())[:_LONGEST].replace("\x00", "")
        if value:
            facts.setdefault(word, value)
    return facts


def _of_package(path: Path) -> Iterator[tuple[str, str]]:
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        for name in names:
            if name in _PARTS or name.endswith(".opf"):
                with archive.open(name) as part:
                    yield from _of_xml(part.read(_MOST_BYTES))


def _of_xml(content: bytes) -> Iterator[tuple[str, str]]:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True)
    root = etree.fromstring(content, parser)
    for element in root.iter() if root is not None else ():
        word = _WORDS.get(etree.QName(element).localname) if isinstance(element.tag, str) else None
        if word is not None and element.text:
            yield word, element.text


def _of_page(path: Path) -> Iterator[tuple[str, str]]:
    with path.open("rb") as file:
        head = file.read(_MOST_BYTES).replace(b"\x00", b"").decode("utf-8", "replace")
    for title in _TITLE.findall(head)[:1]:
        yield "title", unescape(title)
    for attributes in _META.findall(head):
        named = {name.lower(): double or single for name, double, single in _ATTRIBUTE.findall(attributes)}
        word = _META_NAMES.get(named.get("name", "").lower())
        if word is not None:
            yield word, unescape(named.get("content", ""))
