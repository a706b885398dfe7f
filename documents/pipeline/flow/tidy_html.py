"""Web pages with their elements closed where HTML says that they end: readers lose what stands in one left open."""

import codecs
from pathlib import Path

from bs4.dammit import EncodingDetector
from lxml import etree

_HEAD = 4096


def tidied(path: Path, target: Path) -> Path:
    """The page in UTF-8, with a mark that says so; the file itself where it is XML, which has to be closed anyway."""
    content = path.read_bytes()
    if b"<?xml" in content[:_HEAD]:
        return path
    parser = etree.HTMLParser(
        encoding=_encoding_of(content), recover=True, no_network=True, remove_comments=True, huge_tree=True
    )
    root = etree.fromstring(content, parser)
    if root is None:
        return path
    target.write_bytes(codecs.BOM_UTF8 + etree.tostring(root, method="html", encoding="utf-8"))
    return target


def _encoding_of(content: bytes) -> str | None:
    """By its mark or as the page says; nothing if it does not say, or says what nobody knows."""
    _, marked = EncodingDetector.strip_byte_order_mark(content[:_HEAD])
    said = marked or EncodingDetector.find_declared_encoding(content[:_HEAD], is_html=True)
    try:
        return codecs.lookup(said).name if said else None
    except LookupError:
        return None
