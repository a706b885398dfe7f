"""Books (EPUB): their pictures are put into the pages that show them, and it is told which chapters are missing."""

import posixpath
import re
import zipfile
from base64 import b64encode
from collections.abc import Iterator
from functools import partial
from typing import Final
from urllib.parse import unquote

from lxml import etree

from documents.types import ParseWarning

_PAGES: Final = (".xhtml", ".html", ".htm")
_SOURCE = re.compile(rb"(<img\b[^>]*?\bsrc\s*=\s*)([\"'])([^\"'>]+)\2", re.IGNORECASE)
_MOST_PICTURE: Final = 8 << 20  # bytes
_MOST_PICTURES: Final = 64 << 20


def with_pictures(archive: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    """Pages of the book that show pictures of the book. Beyond some size pictures are left out."""
    pictures = _Pictures(archive)
    for entry in archive.infolist():
        if entry.filename.lower().endswith(_PAGES):
            content = archive.read(entry)
            changed = _SOURCE.sub(partial(pictures.embedded, posixpath.dirname(entry.filename)), content)
            if changed != content:
                yield entry.filename, changed


class _Pictures:
    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._sizes = {entry.filename: entry.file_size for entry in archive.infolist()}
        self._room = _MOST_PICTURES

    def embedded(self, folder: str, image: re.Match[bytes]) -> bytes:
        """The picture itself in place of its name."""
        source = unquote(image.group(3).decode("utf-8", "replace").partition("#")[0])
        name = posixpath.normpath(posixpath.join(folder, source))
        size = self._sizes.get(name, _MOST_PICTURE + 1)
        if size > min(_MOST_PICTURE, self._room):
            return image.group()
        self._room -= size
        return image.group(1) + b'"data:image/png;base64,' + b64encode(self._archive.read(name)) + b'"'


def missing_chapters(archive: zipfile.ZipFile) -> list[ParseWarning]:
    """What the book names in its order of reading and does not have."""
    names = set(archive.namelist())
    missing = [
        place
        for package in names
        if package.endswith(".opf")
        for place in _chapters(archive.read(package), posixpath.dirname(package))
        if place not in names
    ]
    message = f"{len(missing)} chapters of this book are missing in the file."
    return [ParseWarning("chapter_missing", message)] if missing else []


def _chapters(content: bytes, folder: str) -> Iterator[str]:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True)
    root = etree.fromstring(content, parser)
    if root is None:
        return
    places = {item.get("id"): item.get("href") or "" for item in root.iter("{*}item")}
    for entry in root.iter("{*}itemref"):
        place = places.get(entry.get("idref"))
        if place:
            yield posixpath.normpath(posixpath.join(folder, unquote(place)))
