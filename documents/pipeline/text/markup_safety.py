"""Checks that refuse harmful markup before it is parsed: entity definitions and extreme nesting."""

import re
from html import escape, unescape
from pathlib import Path

from documents.errors import UnsafeDocument
from documents.pipeline.text.encoding import decode_text

MAX_DEPTH = 800  # web pages have less than a hundred levels
_HEAD_SIZE = 64 * 1024
_DTD_SUBSET = re.compile(rb"<!DOCTYPE[^>\[]*(?:\[|\bSYSTEM\b)|<!ENTITY")
_TAG = re.compile(rb"<(/?)([a-zA-Z][a-zA-Z0-9:._-]{0,40})[^<>]{0,4096}?(/?)>")
_VOID_ELEMENTS = frozenset(
    {b"area", b"base", b"br", b"col", b"embed", b"hr", b"img", b"input", b"link", b"meta", b"param", b"source", b"wbr"}
)
_BEFORE_BODY = re.compile(r"\A.*?(?=<body\b)", re.DOTALL | re.IGNORECASE)
_BREAK = re.compile(r"</?(?:p|div|h[1-6]|li|tr|td|th|br|blockquote|section|pre)\b[^<>]*>", re.IGNORECASE)
_ANY_TAG = re.compile(r"<[^<>]*>")
# Their end tags are optional: one of these directly inside another of its kind is its sibling.
_OPTIONAL_END = frozenset({b"p", b"li", b"dt", b"dd", b"td", b"th", b"tr", b"option"})


def refuse_entities(path: Path) -> None:
    """Raise `UnsafeDocument` if the file defines entities, which can expand without limit, or names an external DTD."""
    with path.open("rb") as file:
        if defines_entities(file.read(_HEAD_SIZE)):
            raise UnsafeDocument


def defines_entities(head: bytes) -> bool:
    """Check the beginning of a file for entity definitions. A public name of a document type is harmless."""
    return _DTD_SUBSET.search(head.replace(b"\x00", b"")) is not None


def refuse_deep_nesting(path: Path) -> None:
    """Raise `UnsafeDocument` if the elements of the file are nested too deeply."""
    refuse_deep_markup(path.read_bytes())


def refuse_deep_markup(content: bytes) -> None:
    """Raise `UnsafeDocument` for deep nesting: parsers recurse, or take quadratic time. Only tags are examined."""
    open_elements: list[bytes] = []
    for match in _TAG.finditer(content):
        is_end, name, is_empty = match.group(1), match.group(2).lower(), match.group(3)
        if is_end:
            _close(open_elements, name)
            continue
        is_sibling = bool(open_elements) and open_elements[-1] == name and name in _OPTIONAL_END
        if not is_empty and name not in _VOID_ELEMENTS and not is_sibling:
            open_elements.append(name)
            if len(open_elements) > MAX_DEPTH:
                raise UnsafeDocument


def flat_page(content: bytes) -> bytes:
    """Return a harmful page as paragraphs of its text; its tags are not parsed, and its entities do not expand."""
    text = _BREAK.sub("\n", _BEFORE_BODY.sub("", decode_text(content) or ""))
    lines = (unescape(line).strip() for line in _ANY_TAG.sub("", text).splitlines())
    paragraphs = "".join(f"<p>{escape(line)}</p>" for line in lines if line)
    return f'<html xmlns="http://www.w3.org/1999/xhtml"><body>{paragraphs}</body></html>'.encode()


def _close(open_elements: list[bytes], name: bytes) -> None:
    """Remove the innermost element of this name and all inside it; ignore an end tag without a start tag."""
    for index in range(len(open_elements) - 1, -1, -1):
        if open_elements[index] == name:
            del open_elements[index:]
            return
