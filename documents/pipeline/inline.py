"""Inline formatting: text with marks as Markdown and as HTML. Lines and blocks are handled in `markdown`."""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from documents.types import Mark

_DELIMITERS = (("s", "~~"), ("i", "*"), ("b", "**"))  # from the inside out
_TAGS = (("c", "code"), ("s", "s"), ("i", "em"), ("b", "strong"))
_SCHEME = re.compile(r"\s*([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_SAFE_SCHEMES = frozenset({"http", "https", "mailto", "tel", "ftp"})  # no scheme that a browser would execute
_DOLLAR = re.compile(r"(?<!\\)((?:\\\\)*)\$")
_BACKTICKS = re.compile(r"`+")
# Characters that CommonMark or GitHub's Markdown would read as markup in this place. At the end of a part the next one
# decides what they mean, so they are escaped there.
_MARKUP = re.compile(
    r"""
    [\\`\[]
    | (?<![ ])\* | \*(?![ ])            # emphasis needs a neighbour that is no space; a bullet begins a line
    | (?<![^\W_])_ | _(?![^\W_])       # not inside of a word
    | <(?=[A-Za-z/!?]|$)               # a tag or an automatic link
    | &(?=\#?\w*(?:;|$))               # an entity
    | ~(?=~) | (?<=~)~
    """,
    re.VERBOSE,
)
_PLAIN_TARGET = re.compile(r"[^\s()<>]+")


def markdown_inline(text: str, marks: Sequence[Mark]) -> str:
    """Return the text with its marks as Markdown. Marks are in order and do not overlap."""
    return "".join(
        _markdown_span(part, mark) if mark else escape_markdown(part) for part, mark in _split_by_marks(text, marks)
    )


def escape_markdown(text: str) -> str:
    """Return the Markdown that is rendered as this text, inside of a line."""
    return _MARKUP.sub(r"\\\g<0>", text)


def latex(text: str) -> str:
    """Return a formula in LaTeX in one line that can stand between dollar signs, without those around it."""
    return _DOLLAR.sub(r"\1\\$", " ".join(text.strip().strip("$").split()))


def markdown_picture(alt: str, url: str) -> str:
    """Return a picture with the text that is shown instead of it; the URL needs no escapes."""
    return f"![{_escaped_span(' '.join(alt.split()), is_link=True)}]({url})"


def html_inline(text: str, marks: Sequence[Mark]) -> str:
    """Return the text with its marks as HTML."""
    return "".join(
        _html_span(escape(part, quote=False), mark) if mark else escape(part, quote=False)
        for part, mark in _split_by_marks(text, marks)
    )


def shift_marks(marks: Iterable[Mark], by: int) -> tuple[Mark, ...]:
    """Return the marks with their offsets increased."""
    return tuple(mark._replace(start=mark.start + by, end=mark.end + by) for mark in marks)


def clip_marks(marks: Iterable[Mark], start: int, end: int) -> tuple[Mark, ...]:
    """Return the marks inside a slice of the text, with offsets into the slice."""
    inside = (
        mark._replace(start=max(mark.start, start) - start, end=min(mark.end, end) - start)
        for mark in marks
        if mark.start < end and mark.end > start
    )
    return tuple(mark for mark in inside if mark.start < mark.end)


def merge_adjacent_marks(marks: Iterable[Mark]) -> list[Mark]:
    """Return the marks with neighbours of the same style and target joined."""
    merged: list[Mark] = []
    for mark in marks:
        if merged and merged[-1].end == mark.start and merged[-1][2:] == mark[2:]:
            merged[-1] = merged[-1]._replace(end=mark.end)
        else:
            merged.append(mark)
    return merged


def _split_by_marks(text: str, marks: Sequence[Mark]) -> Iterator[tuple[str, Mark | None]]:
    position = 0
    for mark in merge_adjacent_marks(marks):
        yield text[position : mark.start], None
        yield text[mark.start : mark.end], mark
        position = mark.end
    yield text[position:], None


def _html_span(html: str, mark: Mark) -> str:
    for style, tag in _TAGS:
        html = f"<{tag}>{html}</{tag}>" if style in mark.style else html
    return f'<a href="{escape(mark.link.strip())}">{html}</a>' if _is_safe_link(mark.link) else html


def _markdown_span(text: str, mark: Mark) -> str:
    """Return the text between its delimiters. They must touch a word, so white space stays outside of them."""
    body = text.strip()
    if not body:
        return text
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    if "m" in mark.style:
        return f"{before}${latex(body)}${after}"
    formatted = _code_span(body) if "c" in mark.style else _escaped_span(body, is_link=_is_safe_link(mark.link))
    for style, delimiter in _DELIMITERS:
        formatted = f"{delimiter}{formatted}{delimiter}" if style in mark.style else formatted
    return f"{before}{_markdown_link(formatted, mark.link)}{after}"


def _escaped_span(text: str, *, is_link: bool) -> str:
    escaped = escape_markdown(text)
    return escaped.replace("]", "\\]") if is_link else escaped


def _code_span(text: str) -> str:
    backticks = "`" * (max((len(run) for run in _BACKTICKS.findall(text)), default=0) + 1)
    pad = " " if text[0] == "`" or text[-1] == "`" else ""
    return f"{backticks}{pad}{text}{pad}{backticks}"


def _markdown_link(body: str, target: str) -> str:
    if not _is_safe_link(target):
        return body
    target = " ".join(target.split())
    if not _PLAIN_TARGET.fullmatch(target):
        target = f"<{target.replace('<', '%3C').replace('>', '%3E')}>"
    return f"[{body}]({target})"


def _is_safe_link(target: str) -> bool:
    """Return whether a link has a target and cannot run a script."""
    scheme = _SCHEME.match(target)
    return bool(target.strip()) and (scheme is None or scheme.group(1).lower() in _SAFE_SCHEMES)
