"""MIME types of texts: by unambiguous signatures first, then by the file name and by typical features."""

import re
from collections.abc import Callable

from documents.pipeline.mime_types import (
    ASCIIDOC,
    CSV,
    EML,
    HTML,
    JATS,
    MARKDOWN,
    RTF,
    TEXT,
    TSV,
    VTT,
    XML,
)

_EXTENSIONS = {
    "md": MARKDOWN,
    "markdown": MARKDOWN,
    "mdown": MARKDOWN,
    "adoc": ASCIIDOC,
    "asciidoc": ASCIIDOC,
    "asc": ASCIIDOC,
    "csv": CSV,
    "tsv": TSV,
    "tab": TSV,
}
_PLAIN_EXTENSIONS = frozenset({"txt", "text", "log"})
_PROLOGUE = re.compile(r"(?:\s|<\?xml[^>]*\?>|<!--.*?-->|<\?[^>]*\?>)*", re.DOTALL)
_ELEMENTS = "html|head|body|title|meta|link|base|div|p|h[1-6]|table|ul|ol|span|script|style|section|main|center|font"
_HTML = re.compile(rf"<!doctype\s+html\b|<(?:{_ELEMENTS})(?:\s[^<>]*)?>", re.IGNORECASE)
_XHTML = re.compile(r"<(?:\w+:)?html[\s>]", re.IGNORECASE)
_JATS = re.compile(
    r"<!DOCTYPE\s+article\s+PUBLIC\s+\"-//NLM//DTD|<article[\s>](?=.*?<(?:front|article-meta)[\s>])", re.DOTALL
)
_MAIL_FIELDS = (
    "From|To|Cc|Subject|Date|Message-ID|MIME-Version|Received|Return-Path|Delivered-To|Content-Type"
    "|Content-Transfer-Encoding|Reply-To|Sender|X-[\\w-]+"
)
_HEADER = re.compile(rf"(?m)^(?:From |(?:{_MAIL_FIELDS}):)", re.IGNORECASE)
_FIELD = re.compile(r"[!-9;-~]+:(?:[ \t]|$)")
_MIN_FEATURES = 2  # one feature may be a coincidence
_MARKDOWN = (
    re.compile(r"(?m)^#{1,6} \S"),
    re.compile(r"(?m)^(?:```|~~~)"),
    re.compile(r"\[[^\]\n]+\]\([^)\s]+\)"),
    re.compile(r"(?m)^\|?(?: *:?-{3,}:? *\|)+"),
    re.compile(r"\*\*[^*\n]+\*\*"),
    re.compile(r"(?m)^ {0,3}[-*+] \S.*\n {0,3}[-*+] \S"),
    re.compile(r"\A---\n(?:.*\n){1,40}?---\n"),
)
_ASCIIDOC = (
    re.compile(r"\A= \S"),
    re.compile(r"(?m)^={2,5} \S"),
    re.compile(r"(?m)^:[\w-]+:(?: |$)"),
    re.compile(r"(?m)^\|===$"),
    re.compile(r"(?m)^(?:-{4}|\.{4}|={4})$"),
    re.compile(r"(?m)^\[(?:source|NOTE|TIP|quote|cols)\b"),
)


def text_type(text: str, *, name: str = "") -> str:
    """Return the MIME type of a text that begins with `text`. `name` is the file name."""
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    for detect in (_signature_type, _markup_type, _mail_type):
        if mime_type := detect(text):
            return mime_type
    return _type_by_features(text, name)


def _signature_type(text: str) -> str | None:
    start = text.lstrip()
    if start.startswith("{\\rtf"):
        return RTF
    return VTT if re.match(r"WEBVTT(?:[ \t\n]|\Z)", text) else None


def _markup_type(text: str) -> str | None:
    prologue = _PROLOGUE.match(text)
    start = text[prologue.end() if prologue else 0 :]
    if _JATS.match(start):
        return JATS
    if _HTML.match(start):
        return HTML
    is_xml = "<?xml" in text[: prologue.end() if prologue else 0] or start.startswith("<!DOCTYPE")
    if is_xml:
        return HTML if _XHTML.search(start[:2000]) else XML
    return XML if re.match(r"<[\w:-]+(?:\s[^<>]*)?>", start) else None


def _mail_type(text: str) -> str | None:
    """Return `EML` if the text begins with header fields only, one per line, and some of them are those of e-mail."""
    head = text.partition("\n\n")[0]
    lines = [line for line in head.split("\n") if not line.startswith((" ", "\t"))]
    if not lines or not all(_FIELD.match(line) or line.startswith("From ") for line in lines):
        return None
    return EML if len(set(_HEADER.findall(head))) >= _MIN_FEATURES else None


def _type_by_features(text: str, name: str) -> str:
    extension = name.rpartition(".")[2].lower() if "." in name else ""
    if extension in _PLAIN_EXTENSIONS:
        return TEXT
    type_of_name = _EXTENSIONS.get(extension)
    if type_of_name is not None and _CHECKS[type_of_name](text):
        return type_of_name
    counts = {kind: sum(1 for pattern in patterns if pattern.search(text)) for kind, patterns in _FEATURES.items()}
    best = max(counts, key=lambda kind: counts[kind])
    return best if counts[best] >= _MIN_FEATURES and type_of_name is None else TEXT


def _is_not_blank(text: str) -> bool:
    return bool(text.strip())


def _has_columns(delimiters: str) -> Callable[[str], bool]:
    """Return a check for lines with delimiters; a table of one column passes, too, if all lines are short."""

    def check(text: str) -> bool:
        lines = [line for line in text.split("\n") if line.strip()][:50]
        delimited = sum(any(delimiter in line for delimiter in delimiters) for line in lines)
        return bool(lines) and (2 * delimited >= len(lines) or max(map(len, lines)) <= 80)  # noqa: PLR2004  # a cell

    return check


_FEATURES = {MARKDOWN: _MARKDOWN, ASCIIDOC: _ASCIIDOC}
_CHECKS: dict[str, Callable[[str], bool]] = {
    MARKDOWN: _is_not_blank,
    ASCIIDOC: _is_not_blank,
    CSV: _has_columns(",;\t|"),
    TSV: _has_columns("\t"),
}
