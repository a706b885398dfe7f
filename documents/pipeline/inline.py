"""Text with its marks as Markdown and HTML write them: emphasis, code, links. Knows nothing of lines and blocks."""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from documents.types import Mark

_SIGNS = (("s", "~~"), ("i", "*"), ("b", "**"))  # from the inside out
_TAGS = (("c", "code"), ("s", "s"), ("i", "em"), ("b", "strong"))
_SCHEME = re.compile(r"\s*([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_SCHEMES = frozenset({"http", "https", "mailto", "tel", "ftp"})  # nothing that a browser would run
_TICKS = re.compile(r"`+")
_BRACKET = re.compile(r"([\[\]])")
_PLAIN_TARGET = re.compile(r"[^\s()<>]+")


def inline(text: str, marks: Sequence[Mark]) -> str:
    """Marks come in order and do not overlap; what has the same style and target is one where it touches."""
    return "".join(_marked(part, mark) if mark else part for part, mark in _parts(text, marks))


def html_inline(text: str, marks: Sequence[Mark]) -> str:
    return "".join(
        _tagged(escape(part, quote=False), mark) if mark else escape(part, quote=False)
        for part, mark in _parts(text, marks)
    )


def moved(marks: Iterable[Mark], by: int) -> tuple[Mark, ...]:
    return tuple(mark._replace(start=mark.start + by, end=mark.end + by) for mark in marks)


def clipped(marks: Iterable[Mark], start: int, end: int) -> tuple[Mark, ...]:
    """Those of a part of the text, with offsets in that part."""
    inside = (
        mark._replace(start=max(mark.start, start) - start, end=min(mark.end, end) - start)
        for mark in marks
        if mark.start < end and mark.end > start
    )
    return tuple(mark for mark in inside if mark.start < mark.end)


def touching(marks: Iterable[Mark]) -> list[Mark]:
    """The same with what touches and is alike as one."""
    joined: list[Mark] = []
    for mark in marks:
        if joined and joined[-1].end == mark.start and joined[-1][2:] == mark[2:]:
            joined[-1] = joined[-1]._replace(end=mark.end)
        else:
            joined.append(mark)
    return joined


def _parts(text: str, marks: Sequence[Mark]) -> Iterator[tuple[str, Mark | None]]:
    at = 0
    for mark in touching(marks):
        yield text[at : mark.start], None
        yield text[mark.start : mark.end], mark
        at = mark.end
    yield text[at:], None


def _tagged(html: str, mark: Mark) -> str:
    for letter, tag in _TAGS:
        html = f"<{tag}>{html}</{tag}>" if letter in mark.style else html
    return f'<a href="{escape(mark.link.strip())}">{html}</a>' if _is_safe(mark.link) else html


def _marked(text: str, mark: Mark) -> str:
    """Signs stand at words: white space is left outside."""
    body = text.strip()
    if not body:
        return text
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    written = _code(body) if "c" in mark.style else body
    for letter, sign in _SIGNS:
        written = f"{sign}{written}{sign}" if letter in mark.style else written
    return f"{before}{_link(written, mark.link)}{after}"


def _code(text: str) -> str:
    ticks = "`" * (max((len(found) for found in _TICKS.findall(text)), default=0) + 1)
    pad = " " if text[0] == "`" or text[-1] == "`" else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def _link(body: str, target: str) -> str:
    if not _is_safe(target):
        return body
    target = " ".join(target.split())
    if not _PLAIN_TARGET.fullmatch(target):
        target = f"<{target.replace('<', '%3C').replace('>', '%3E')}>"
    body = _BRACKET.sub(r"\\\1", body)
    return f"[{body}]({target})"


def _is_safe(target: str) -> bool:
    """An address that leads somewhere, and runs nothing."""
    scheme = _SCHEME.match(target)
    return bool(target.strip()) and (scheme is None or scheme.group(1).lower() in _SCHEMES)
