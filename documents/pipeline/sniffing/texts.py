"""Kinds of text. Marks that no other text begins with decide; where only habits tell, the file's name may choose."""

import re
from collections.abc import Callable

from documents.pipeline.sniffing.types import (
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

_NAMES = {
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
_PLAIN_NAMES = frozenset({"txt", "text", "log"})
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
_ENOUGH = 2  # features of a kind of text that are no accident
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
    """The kind of a text that begins so. `name` is what the file is called."""
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return next((found for look in (_marked, _markup, _mail) if (found := look(text))), None) or _by_habit(text, name)


def _marked(text: str) -> str | None:
    start = text.lstrip()
    if start.startswith("{\\rtf"):
        return RTF
    return VTT if re.match(r"WEBVTT(?:[ \t\n]|\Z)", text) else None


def _markup(text: str) -> str | None:
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


def _mail(text: str) -> str | None:
    """Fields of a message stand at the very beginning, one to a line, and some of them are those of mail."""
    head = text.partition("\n\n")[0]
    lines = [line for line in head.split("\n") if not line.startswith((" ", "\t"))]
    if not lines or not all(_FIELD.match(line) or line.startswith("From ") for line in lines):
        return None
    return EML if len(set(_HEADER.findall(head))) >= _ENOUGH else None


def _by_habit(text: str, name: str) -> str:
    extension = name.rpartition(".")[2].lower() if "." in name else ""
    if extension in _PLAIN_NAMES:
        return TEXT
    named = _NAMES.get(extension)
    if named is not None and _LOOKS[named](text):
        return named
    features = {kind: sum(1 for each in marks if each.search(text)) for kind, marks in _FEATURES.items()}
    best = max(features, key=lambda kind: features[kind])
    return best if features[best] >= _ENOUGH and named is None else TEXT


def _is_any(text: str) -> bool:
    return bool(text.strip())


def _has_columns(delimiters: str) -> Callable[[str], bool]:
    """Whether lines are divided; a table of one column is one, too, if it is short lines."""

    def look(text: str) -> bool:
        lines = [line for line in text.split("\n") if line.strip()][:50]
        divided = sum(any(mark in line for mark in delimiters) for line in lines)
        return bool(lines) and (2 * divided >= len(lines) or max(map(len, lines)) <= 80)  # noqa: PLR2004  # a cell

    return look


_FEATURES = {MARKDOWN: _MARKDOWN, ASCIIDOC: _ASCIIDOC}
_LOOKS: dict[str, Callable[[str], bool]] = {
    MARKDOWN: _is_any,
    ASCIIDOC: _is_any,
    CSV: _has_columns(",;\t|"),
    TSV: _has_columns("\t"),
}
