"""Which of several versions of the same text is read, and what is seen of one that is written in HTML."""

from base64 import b64encode
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from lxml import etree

from documents.pipeline.mail.letter import Body

_SEEN = "//text()[not(ancestor::style or ancestor::script or ancestor::title or ancestor::head)]"
_OWN = "cid:"
_NO_TABLE = frozenset({"presentation", "none"})
_GRID = frozenset({"table", "tbody", "thead", "tfoot", "tr", "td", "th", "center"})


def choose(versions: Sequence[Sequence[Body]], shown: Collection[str] = ()) -> Sequence[Body]:
    """The plain text, unless it says less than the HTML: some senders put a mere hint there.

    HTML that shows one of the pictures whose content ids are in `shown` says more than any text.
    """
    counted = [(version, words_in(version)) for version in versions]
    most = max((words for _, words in counted), default=0)
    plain = next((v for v, words in counted if words and 2 * words >= most and not any(b.is_html for b in v)), None)
    shows = next((version for version in versions if any(_shows(body, shown) for body in version)), None)
    return shows or plain or next((version for version, words in counted if words == most), ())


def words_in(bodies: Sequence[Body]) -> int:
    return sum(len((_seen(body.text) if body.is_html else body.text).split()) for body in bodies)


def with_pictures(html: str, pictures: Mapping[str, bytes]) -> bytes:
    """The same page in UTF-8, without the tables that only say where things stand, with the letter's pictures in it."""
    root = _root_of(html)
    if root is None:
        return b""
    for table in [table for table in root.iter("table") if _is_layout(table)]:
        for part in _grid_of(table):
            part.tag = "div"
    for image in root.iter("img"):
        content = pictures.get(_content_id(image.get("src") or ""))
        if content is not None:
            image.set("src", f"data:image/png;base64,{b64encode(content).decode()}")
    return bytes(etree.tostring(root, method="html", encoding="utf-8"))


def _shows(body: Body, shown: Collection[str]) -> bool:
    return body.is_html and any(f"{_OWN}{content_id}" in body.text for content_id in shown)


def _content_id(source: str) -> str:
    """Of a picture that was sent along; "" for all others."""
    return unquote(source.strip()[len(_OWN) :]) if source.strip().lower().startswith(_OWN) else ""


def _is_layout(table: Any) -> bool:
    """It says so itself, has a table inside, or has nothing that stands side by side."""
    if (table.get("role") or "").lower() in _NO_TABLE or next(table.iterdescendants("table"), None) is not None:
        return True
    rows = (row for row in _grid_of(table) if row.tag == "tr")
    return all(sum(map(_is_filled, row)) <= 1 for row in rows)


def _is_filled(cell: Any) -> bool:
    return cell.tag in {"td", "th"} and bool("".join(cell.itertext()).strip())


def _grid_of(table: Any) -> Iterator[Any]:
    """The table itself with its rows and cells, without the tables in these."""
    waiting = [table]
    while waiting:
        part = waiting.pop()
        yield part
        waiting += [child for child in part if child.tag in _GRID and child.tag != "table"]


def _seen(html: str) -> str:
    root = _root_of(html)
    return "" if root is None else " ".join(root.xpath(_SEEN))


def _root_of(html: str) -> Any:
    """What cannot be read at all is nothing. Nothing is fetched, whatever the page names."""
    parser = etree.HTMLParser(no_network=True, recover=True, encoding="utf-8", remove_comments=True)
    try:
        return etree.fromstring(html.encode("utf-8", "replace"), parser)
    except (etree.XMLSyntaxError, ValueError):
        return None
