"""Choice between alternative bodies of a message, and preparation of HTML bodies."""

from base64 import b64encode
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from lxml import etree

from documents.pipeline.mail.message import Body

_VISIBLE_TEXT = "//text()[not(ancestor::style or ancestor::script or ancestor::title or ancestor::head)]"
_CID = "cid:"
_LAYOUT_ROLES = frozenset({"presentation", "none"})
_TABLE_ELEMENTS = frozenset({"table", "tbody", "thead", "tfoot", "tr", "td", "th", "center"})


def choose_alternative(alternatives: Sequence[Sequence[Body]], pictures: Collection[str] = ()) -> Sequence[Body]:
    """Return the plain text, unless it has less than half of the words of the HTML: some clients put only a hint there.

    HTML that displays one of the `pictures` (content ids) takes precedence.
    """
    counted = [(bodies, count_words(bodies)) for bodies in alternatives]
    most = max((words for _, words in counted), default=0)
    for bodies in alternatives:
        if any(_displays(body, pictures) for body in bodies):
            return bodies
    for bodies, words in counted:
        if words and 2 * words >= most and not any(body.is_html for body in bodies):
            return bodies
    return next((bodies for bodies, words in counted if words == most), ())


def count_words(bodies: Sequence[Body]) -> int:
    """Return the number of visible words."""
    return sum(len((_visible_text(body.text) if body.is_html else body.text).split()) for body in bodies)


def prepare_html(html: str, pictures: Mapping[str, bytes]) -> bytes:
    """Return the page in UTF-8, with layout tables replaced by divisions and pictures embedded."""
    root = _parse(html)
    if root is None:
        return b""
    for table in [table for table in root.iter("table") if _is_layout(table)]:
        for element in _table_elements(table):
            element.tag = "div"
    for image in root.iter("img"):
        content = pictures.get(_content_id(image.get("src") or ""))
        if content is not None:
            image.set("src", f"data:image/png;base64,{b64encode(content).decode()}")
    return bytes(etree.tostring(root, method="html", encoding="utf-8"))


def _displays(body: Body, pictures: Collection[str]) -> bool:
    return body.is_html and any(f"{_CID}{content_id}" in body.text for content_id in pictures)


def _content_id(source: str) -> str:
    """Return the content id of an attached picture; "" for other pictures."""
    return unquote(source.strip()[len(_CID) :]) if source.strip().lower().startswith(_CID) else ""


def _is_layout(table: Any) -> bool:
    """Return whether a table has a layout role, contains a table, or has at most one filled cell per row."""
    if (table.get("role") or "").lower() in _LAYOUT_ROLES or next(table.iterdescendants("table"), None) is not None:
        return True
    rows = (element for element in _table_elements(table) if element.tag == "tr")
    return all(sum(map(_is_filled_cell, row)) <= 1 for row in rows)


def _is_filled_cell(element: Any) -> bool:
    return element.tag in {"td", "th"} and bool("".join(element.itertext()).strip())


def _table_elements(table: Any) -> Iterator[Any]:
    """Yield the table, its rows and its cells, without those of tables inside it."""
    pending = [table]
    while pending:
        element = pending.pop()
        yield element
        pending += [child for child in element if child.tag in _TABLE_ELEMENTS and child.tag != "table"]


def _visible_text(html: str) -> str:
    root = _parse(html)
    return "" if root is None else " ".join(root.xpath(_VISIBLE_TEXT))


def _parse(html: str) -> Any:
    """Return the root element; None for unreadable HTML. Nothing is fetched."""
    parser = etree.HTMLParser(no_network=True, recover=True, encoding="utf-8", remove_comments=True)
    try:
        return etree.fromstring(html.encode("utf-8", "replace"), parser)
    except (etree.XMLSyntaxError, ValueError):
        return None
