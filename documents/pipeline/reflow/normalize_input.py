"""Normalisation of input files before they are read: packages, text encodings and unclosed HTML."""

import codecs
import re
from dataclasses import dataclass, field
from pathlib import Path

from bs4.dammit import EncodingDetector
from lxml import etree

from documents.errors import CorruptDocument, EmptyFile
from documents.pipeline.mime_types import ASCIIDOC, CSV, HTML, JATS, MARKDOWN, TSV, VTT
from documents.pipeline.reflow.packages import Package, is_package
from documents.pipeline.text.encoding import decode_text
from documents.pipeline.text.markup_safety import refuse_deep_nesting, refuse_entities
from documents.types import ParseWarning

_TEXTS = frozenset({ASCIIDOC, CSV, MARKDOWN, TSV, VTT})
_MARKUP = frozenset({HTML, JATS})
_HEAD = 4096
_XML_ENCODING = re.compile(r"""(<\?xml[^>]{0,200}?)\s+encoding\s*=\s*["'][^"'>]*["']""")
# No declaration can mean these: it could not be read as ASCII, or browsers do not know them (WHATWG Encoding, 4.2).
_NEVER_DECLARED = ("utf-7", "utf-16", "utf-32", "unicode-escape", "raw-unicode-escape")


@dataclass(slots=True)
class NormalizedInput:
    """The file to be read, and warnings about content that was left out."""

    path: Path
    warnings: list[ParseWarning] = field(default_factory=list)


def normalize_input(path: Path, mime_type: str, scratch: Path) -> NormalizedInput:
    """Return the normalised file; raise the reason if the file is refused."""
    if path.stat().st_size == 0:
        raise EmptyFile
    if is_package(mime_type):
        package = Package(path, mime_type)
        return NormalizedInput(package.normalize(scratch), package.warnings)
    if mime_type in _TEXTS:
        return _normalize_text(path, mime_type, scratch)
    if mime_type in _MARKUP:
        refuse_entities(path)
        refuse_deep_nesting(path)
    if mime_type == HTML:
        is_declared = _declared_encoding(path.read_bytes()) is not None
        source = NormalizedInput(path) if is_declared else _normalize_text(path, mime_type, scratch)
        return NormalizedInput(_close_elements(source.path, scratch / "tidy.html"), source.warnings)
    return NormalizedInput(path)


def _normalize_text(path: Path, mime_type: str, scratch: Path) -> NormalizedInput:
    content = path.read_bytes()
    text = decode_text(content)
    if text is None and mime_type == HTML:
        text = decode_text(content.replace(b"\x00", b""))  # browsers leave out NULs, too
    if text is None:
        raise CorruptDocument
    text = text.removeprefix("\ufeff").replace("\x00", "\ufffd")
    if not text.strip():
        raise EmptyFile
    result = NormalizedInput(scratch / "text")
    if mime_type == HTML:
        text = _XML_ENCODING.sub(r"\1", text, count=1)
    result.path.write_text(text, encoding="utf-8-sig" if mime_type == HTML else "utf-8")
    return result


def _close_elements(path: Path, target: Path) -> Path:
    """Write the page in UTF-8 with a BOM and all elements closed, because readers lose the content of open elements.

    Return the file itself if it is XML, where all elements are closed.
    """
    content = path.read_bytes()
    if b"<?xml" in content[:_HEAD]:
        return path
    encoding = _declared_encoding(content)
    if encoding is not None and not _is_known_to_libxml(encoding):
        content, encoding = content.decode(encoding, "replace").encode(), "utf-8"
    parser = etree.HTMLParser(encoding=encoding, recover=True, no_network=True, remove_comments=True, huge_tree=True)
    root = etree.fromstring(content, parser)
    if root is None:
        return path
    target.write_bytes(codecs.BOM_UTF8 + etree.tostring(root, method="html", encoding="utf-8"))
    return target


def _declared_encoding(content: bytes) -> str | None:
    """Return the encoding by BOM or declaration; None if there is none, or if it cannot be the encoding of the file."""
    head = content[:_HEAD]
    _, bom_encoding = EncodingDetector.strip_byte_order_mark(head)
    if bom_encoding:
        return codecs.lookup(bom_encoding).name
    declared = EncodingDetector.find_declared_encoding(head, is_html=True, search_entire_document=True)
    try:
        "".encode(declared or "")  # fails for codecs that are not text encodings
        content.decode(declared or "", "replace")  # fails for domain names ("idna") and "undefined"
        name = codecs.lookup(declared or "").name
    except (LookupError, ValueError):
        return None
    return None if name.replace("_", "-").startswith(_NEVER_DECLARED) else name


def _is_known_to_libxml(encoding: str) -> bool:
    """Check whether the library can decode it: Python knows more encodings (mac-roman)."""
    try:
        etree.HTMLParser(encoding=encoding)
    except LookupError:
        return False
    return True
