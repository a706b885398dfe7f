"""Ground truth of printed documents: Markdown with what can be seen on paper, tables as HTML."""

import re
from collections import Counter
from collections.abc import Iterator
from html import escape, unescape

from lxml import html

_HIDDEN = re.compile(r"<!--.*?-->|^```.*$|!\[[^\]]*\]\([^)]*\)", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\[([^\]]*)\]\((?:[^()\s]|\([^()]*\))*\)")
_EMPHASIS = re.compile(r"(\*\*\*|\*\*|\*|~~|(?<!\w)_)(?=\S)([^|\n]*?\S)\1(?!\w)")
_ESCAPE = re.compile(r"\\([_*#\[\]<>~`.!-])")
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
_TAG = re.compile(r"</?[a-z][^>]*>")
_WORD = re.compile(r"\w+")
_LEAVES = frozenset({"p", "figcaption", "caption", "dt", "dd", "pre", "address"})
_INLINE = frozenset({"span", "a", "b", "i", "sup", "em", "strong"})
_APART = frozenset({"br", "p", "div", "li", "tr", "td", "th", "table", "ul", "ol"})
_SKIPPED = frozenset({"script", "style", "head", "nav"})


def as_printed(markdown: str) -> str:
    """Return Markdown without what no paper shows: targets of links, comments, marks of emphasis."""
    text = _LINK.sub(r"\1", _HIDDEN.sub("", markdown))
    for _ in range(3):  # marks inside marks
        text = _EMPHASIS.sub(r"\2", text)
    return unescape(_ESCAPE.sub(r"\1", text))


def from_html(source: str) -> str:
    """Return the Markdown of a page: headings, lines of text, lists and tables in the order of the source.

    An element with `data-skip` is not part of it, as a header of every page.
    """
    body = html.fromstring(source).find("body")
    return "\n\n".join(_blocks(body)) if body is not None else ""


def without_unprinted_headings(markdown: str, printed: str) -> str:
    """Return Markdown without the headings that are no line of the print, as the names of sheets."""
    lines = {_characters(line) for line in printed.splitlines()}
    return _HEADING.sub(lambda match: match.group() if _characters(match[1]) in lines else "", markdown)


def shares(truth: str, printed: str) -> tuple[float, float]:
    """Return the share of the words of the truth that were printed, and the share of the print that is in the truth.

    White space in the print does not count, because pdfium parts the characters of some fonts. Each word counts once:
    the ground truth repeats cells that span columns. The second share is one of characters.
    """
    words = [_WORD.findall(text.casefold()) for text in (_TAG.sub(" ", truth), printed)]
    expected, actual = ("".join(parts) for parts in words)
    found = [word in actual for word in set(words[0])]
    common = (Counter(expected) & Counter(actual)).total()
    return sum(found) / max(1, len(found)), common / max(1, len(actual))


def _characters(text: str) -> str:
    return "".join(_WORD.findall(text.casefold()))


def _blocks(parent: html.HtmlElement) -> Iterator[str]:
    for element in parent.iterchildren("*"):
        if element.tag not in _SKIPPED and element.get("data-skip") is None:
            yield from _block(element)


def _block(element: html.HtmlElement) -> Iterator[str]:
    tag = element.tag
    if re.fullmatch("h[1-6]", tag):
        yield f"{'#' * int(tag[1])} {_text(element)}"
    elif tag == "table":
        yield _table(element)
    elif tag == "svg":  # the labels of a drawing are one block
        yield " ".join(_text(label) for label in element.iterdescendants("text"))
    elif tag == "li":
        yield from _item(element)
    elif tag not in _LEAVES and _has_blocks(element):
        yield from _blocks(element)
    elif text := _text(element):
        yield text


def _has_blocks(element: html.HtmlElement) -> bool:
    inner = ("p", "div", "table", "ul", "ol", "li", "figure", "section", "pre", "svg", *(f"h{n}" for n in range(1, 7)))
    return next(element.iterdescendants(*inner), None) is not None


def _item(element: html.HtmlElement) -> Iterator[str]:
    parent = element.getparent()
    siblings = [child for child in parent if child.tag == "li"]
    is_marked = "list-style-type: none" not in (parent.get("style") or "")
    mark = f"{siblings.index(element) + int(parent.get('start') or 1)}. " if parent.tag == "ol" else "- "
    if not _has_blocks(element):
        yield f"{mark if is_marked else ''}{_text(element)}"
        return
    if own := " ".join((element.text or "").split()):
        yield f"{mark}{own}"
    yield from _blocks(element)


def _table(table: html.HtmlElement) -> str:
    """Return the rows of a table; a table inside a cell is the text of the cell."""
    rows = [row for row in table.iterdescendants("tr") if next(row.iterancestors("table")) is table]
    lines = ["".join(_cell(cell) for cell in row.iterchildren("td", "th")) for row in rows]
    caption = table.find("caption")
    text = f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"
    return text if caption is None else f"{_text(caption)}\n\n{text}"


def _cell(cell: html.HtmlElement) -> str:
    spans = "".join(f' {name}="{cell.get(name)}"' for name in ("rowspan", "colspan") if cell.get(name, "1") != "1")
    return f"<{cell.tag}{spans}>{escape(_text(cell), quote=False)}</{cell.tag}>"


def _text(element: html.HtmlElement) -> str:
    """Return the text on one line; blocks and line breaks inside are parted by a space."""
    parts = [element.text or ""]
    for child in element.iterchildren("*"):
        if child.tag not in _SKIPPED and child.get("data-skip") is None:
            parts.append(f" {_text(child)} " if child.tag in _APART else _text(child))
        parts.append(child.tail or "")
    text = "".join(parts)
    return text if element.tag in _INLINE else " ".join(text.split())
