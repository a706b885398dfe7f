"""Metadata of documents: author, title, dates, keywords and the like."""

import re
import zipfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path

from lxml import etree

from documents.pipeline.mime_types import HTML
from documents.pipeline.reflow.package_parts import xml_root
from documents.pipeline.reflow.packages import is_package

_XML_NAMES = {
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
_MAX_READ = 512 * 1024
_MAX_VALUE = 500
_TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.IGNORECASE | re.DOTALL)
_META = re.compile(r"<meta\s+([^>]*)>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_HTML_NAMES = {"author": "author", "description": "description", "keywords": "keywords", "date": "date"}


def read_metadata(path: Path, mime_type: str) -> dict[str, str]:
    """Return the metadata by name; of repeated names the first value is used."""
    metadata: dict[str, str] = {}
    pairs = _of_package(path) if is_package(mime_type) else _of_html(path) if mime_type == HTML else ()
    for name, text in pairs:
        value = " ".join(text.split())[:_MAX_VALUE].replace("\x00", "")
        if value:
            metadata.setdefault(name, value)
    return metadata


def _of_package(path: Path) -> Iterator[tuple[str, str]]:
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if name in _PARTS or name.endswith(".opf"):
                with archive.open(name) as part:
                    yield from _of_xml(part.read(_MAX_READ))


def _of_xml(content: bytes) -> Iterator[tuple[str, str]]:
    root = xml_root(content)
    for element in root.iter() if root is not None else ():
        name = _XML_NAMES.get(etree.QName(element).localname) if isinstance(element.tag, str) else None
        if name is not None and element.text:
            yield name, element.text


def _of_html(path: Path) -> Iterator[tuple[str, str]]:
    with path.open("rb") as file:
        head = file.read(_MAX_READ).replace(b"\x00", b"").decode("utf-8", "replace")
    for title in _TITLE.findall(head)[:1]:
        yield "title", unescape(title)
    for meta in _META.findall(head):
        attributes = {name.lower(): double or single for name, double, single in _ATTRIBUTE.findall(meta)}
        name = _HTML_NAMES.get(attributes.get("name", "").lower())
        if name is not None:
            yield name, unescape(attributes.get("content", ""))
