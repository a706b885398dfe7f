"""Read annotations from files: JSON Lines as they are exported, and Web Annotations of the W3C (JSON-LD)."""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID

from core.errors import Invalid, UserFault
from corpuses.annotations.labels.services import label_color, label_name
from corpuses.annotations.parts import split_quote
from corpuses.annotations.placing import CONTEXT
from corpuses.annotations.services import note
from documents.services.boxes import PageBox

_MAX_QUOTE: Final = 200_000
_MAX_NUMBER: Final = 2**31 - 1
_BEGINNING: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*[\[{]")
_DOCUMENT: Final = re.compile(r"/documents/([0-9a-fA-F-]{36})(?:[/?#]|$)")
_ANNOTATION: Final = re.compile(r"(?:/annotations/|^urn:uuid:|^)([0-9a-fA-F-]{36})$")
_PAGE: Final = re.compile(r"(?:^|[#&])page=(\d{1,9})(?:&|$)")
_RECTANGLE: Final = re.compile(r"xywh=percent:([0-9.eE+-]+),([0-9.eE+-]+),([0-9.eE+-]+),([0-9.eE+-]+)$")
_PARTS: Final = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


class RowUnreadable(UserFault):
    """This line is not an annotation in JSON."""

    code = "annotation_unreadable"
    what_to_do = "Send one JSON object on each line, as in the export, or a page of Web Annotations."


class QuoteMissing(UserFault):
    """This annotation has neither a quote nor a box."""

    code = "annotation_without_quote"
    what_to_do = "Add the quote of the passage, or a box."


class LabelMissing(UserFault):
    """This annotation has no label."""

    code = "annotation_without_label"
    what_to_do = "Add a label; in Web Annotations a `TextualBody` with the purpose `tagging`."


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of a row, and what helps to find them."""

    exact: str
    start: int | None = None
    prefix: str = ""
    suffix: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """An annotation of a file: a passage, with several quotes if it has gaps, or a box."""

    id: UUID | None
    document_id: UUID | None
    names: tuple[str, ...] = ()  # of the document: SHA-256, file name, title
    label: str
    color: str
    note: str
    quotes: tuple[Quote, ...] = ()
    box: PageBox | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationRow:
    """A relation of a file, between annotations by their ids in the file."""

    source: UUID
    target: UUID
    label: str


def looks_like_annotations(head: bytes) -> bool:
    """Check whether a file may be JSON."""
    return _BEGINNING.match(head) is not None and b"\x00" not in head


def read_row(item: object) -> Row:
    """Return an annotation; raise a `UserFault` if something is missing or has the wrong type."""
    if isinstance(item, UserFault):
        raise item
    if not isinstance(item, dict):
        raise RowUnreadable
    return _web_annotation(item) if "target" in item else _exported(item)


def is_relation(item: object) -> bool:
    """Check whether an item is a relation between annotations: a line with their ids, or a Web Annotation."""
    return isinstance(item, dict) and ("source annotation id" in item or _is_link(item))


def is_link_elsewhere(item: object) -> bool:
    """Check whether an item links something else than annotations."""
    return _has_link(item) and not is_relation(item)


def read_relation(item: object) -> RelationRow:
    """Return a relation; raise a `UserFault` if something is missing or has the wrong type."""
    if not isinstance(item, dict):
        raise RowUnreadable
    if "source annotation id" in item:
        ends = [uuid_of(read_text(item.get(f"{end} annotation id", ""))) for end in ("source", "target")]
        label = read_text(item.get("label", ""))
    else:
        ends = [annotation_id(read_text(item.get("target", ""))), annotation_id(_linked(item))]
        label = _body(item, "tagging")
    source, target = ends
    if source is None or target is None:
        raise RowUnreadable
    if not label.strip():
        raise LabelMissing
    return RelationRow(source=source, target=target, label=label_name(label))


def _has_link(item: object) -> bool:
    return isinstance(item, dict) and item.get("motivation") == "linking" and isinstance(item.get("target"), str)


def _is_link(item: Mapping[str, Any]) -> bool:
    return _has_link(item) and None not in (annotation_id(read_text(item["target"])), annotation_id(_linked(item)))


def _linked(item: Mapping[str, Any]) -> str:
    """Return the address of the annotation that a Web Annotation links to its target."""
    return next((read_text(each.get("source", "")) for each in bodies_of(item) if has_purpose(each, "linking")), "")


def annotation_id(address: str) -> UUID | None:
    """Return the id of an annotation by its address, or by its URN."""
    found = _ANNOTATION.search(address)
    return uuid_of(found.group(1)) if found else None


def _exported(row: Mapping[str, Any]) -> Row:
    text = {key: read_text(value) for key, value in row.items()}
    label, color = text.get("label", ""), text.get("color", "")
    sides = [text.get(side, "") for side in ("left", "top", "right", "bottom")]
    box = None
    if any(sides):
        box = PageBox(_integer(text.get("page", "")) or 0, *(_number(side) for side in sides))
    return _checked(
        Row(
            id=uuid_of(text.get("annotation id", "")),
            document_id=uuid_of(text.get("document id", "")),
            names=tuple(text[key] for key in ("sha256", "file name", "document") if text.get(key)),
            label=label,
            color=color,
            note=text.get("note", ""),
            quotes=_quotes(text),
            box=box,
        )
    )


def _quotes(text: Mapping[str, str]) -> tuple[Quote, ...]:
    """Return the quote of a line, or those of its parts if they are given and as long as the quote."""
    quote, prefix, suffix = (text.get(key, "") for key in ("quote", "prefix", "suffix"))
    ranges = [(int(start), int(end)) for start, end in _PARTS.findall(text.get("parts", ""))]
    parts = split_quote(quote, ranges) if len(ranges) > 1 else None
    if parts is None:
        return (Quote(quote, _integer(text.get("start", "")), prefix, suffix),)
    quotes = [Quote(part, start) for part, (start, _) in zip(parts, ranges, strict=True)]
    return (replace(quotes[0], prefix=prefix), *quotes[1:-1], replace(quotes[-1], suffix=suffix))


def _web_annotation(item: Mapping[str, Any]) -> Row:
    targets = item["target"] if isinstance(item["target"], list) else [item["target"]]
    by_source: dict[str, list[list[Mapping[str, Any]]]] = {}
    for each in targets:
        by_source.setdefault(source_of(each), []).append(list(_selectors(each)))
    # Several targets in the same document are the parts of a passage with gaps; those without quotes, rectangles of it.
    address, selectors = max(by_source.items(), key=lambda each: _has_quote(each[1]), default=("", []))
    quotes = [_selected(each) for each in selectors]
    document = document_of(address)
    return _checked(
        Row(
            id=annotation_id(read_text(item.get("id", ""))),
            document_id=document,
            names=tuple(filter(None, [address.rsplit("/", 1)[-1]])) if document is None else (),
            label=_body(item, "tagging"),
            color="",
            note=_body(item, "commenting"),
            quotes=tuple(quote for quote in quotes if quote.exact.strip()),
            box=_box(selectors[0]) if selectors else None,
        )
    )


def document_of(address: str) -> UUID | None:
    """Return the id of a document by its address, or by that of its text or its PDF."""
    found = _DOCUMENT.search(address)
    return uuid_of(found.group(1)) if found else None


def source_of(target: object) -> str:
    """Return the address of the document of a target."""
    source = target.get("source", target.get("id", "")) if isinstance(target, dict) else target
    return read_text(source.get("id", "") if isinstance(source, dict) else source)


def _has_quote(targets: list[list[Mapping[str, Any]]]) -> bool:
    return any(_selected(selectors).exact.strip() for selectors in targets)


def _selected(selectors: list[Mapping[str, Any]]) -> Quote:
    quote = next((each for each in selectors if each.get("type") == "TextQuoteSelector"), {})
    position = next((each for each in selectors if each.get("type") == "TextPositionSelector"), {})
    start = _integer(read_text(position.get("start", "")))
    exact, prefix, suffix = (read_text(quote.get(key, "")) for key in ("exact", "prefix", "suffix"))
    return Quote(exact, start, prefix, suffix)


def _selectors(target: object) -> Iterator[Mapping[str, Any]]:
    """Return the selectors of a target, and those that refine them."""
    given = target.get("selector") if isinstance(target, dict) else None
    for each in given if isinstance(given, list) else [given]:
        selector = each
        while isinstance(selector, dict):
            yield selector
            selector = selector.get("refinedBy")


def _box(selectors: list[Mapping[str, Any]]) -> PageBox | None:
    values = [read_text(each.get("value", "")) for each in selectors if each.get("type") == "FragmentSelector"]
    page = next((found for value in values if (found := _PAGE.search(value))), None)
    rectangle = next((found for value in values if (found := _RECTANGLE.search(value))), None)
    if rectangle is None:
        return None
    left, top, width, height = (_number(part) / 100 for part in rectangle.groups())
    return PageBox(int(page.group(1)) if page else 1, left, top, left + width, top + height)


def _body(item: Mapping[str, Any], purpose: str) -> str:
    return next((read_text(each.get("value", "")) for each in bodies_of(item) if has_purpose(each, purpose)), "")


def bodies_of(item: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the bodies of a Web Annotation that are objects."""
    bodies = item.get("body")
    return [each for each in (bodies if isinstance(bodies, list) else [bodies]) if isinstance(each, dict)]


def has_purpose(body: Mapping[str, Any], purpose: str) -> bool:
    """Check whether a body of a Web Annotation has a purpose."""
    given = body.get("purpose")
    return purpose in (given if isinstance(given, list) else [given])


def _checked(row: Row) -> Row:
    """Return the row as it is stored, with the same limits as one that is created by hand."""
    if not row.label.strip():
        raise LabelMissing
    if row.box is None and not any(quote.exact.strip() for quote in row.quotes):
        raise QuoteMissing
    if sum(len(quote.exact) for quote in row.quotes) > _MAX_QUOTE:
        raise Invalid(f"A quote must have at most {_MAX_QUOTE} characters.", field="quote")
    if row.box is not None and not 0 < row.box.page <= _MAX_NUMBER:
        raise Invalid("The document has no such page.", field="box")
    return Row(
        id=row.id,
        document_id=row.document_id,
        names=tuple(name[:300] for name in row.names),
        label=label_name(row.label),
        color=row.color and label_color(row.color),
        note=note(row.note),
        quotes=tuple(
            Quote(quote.exact, quote.start, quote.prefix[-CONTEXT:], quote.suffix[:CONTEXT]) for quote in row.quotes
        ),
        box=row.box,
    )


def read_text(value: object) -> str:
    """Return a text or a number as text without what the database cannot store; raise if it is something else."""
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise RowUnreadable("A field of this annotation has the wrong type.")
    return _SURROGATE.sub("\ufffd", str(value)).replace("\x00", "")


def _integer(text: str) -> int | None:
    """Return a position; `None` if there is none. It helps to find the quote, so a wrong one is no error."""
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise Invalid("The sides of a box must be numbers.", field="box")
    return number


def uuid_of(text: str) -> UUID | None:
    """Return an id; `None` if the text is none."""
    try:
        return UUID(text)
    except ValueError:
        return None
