"""Read comments from files: lines as they are exported, and Web Annotations that reply or comment."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID, uuid5

from corpuses.imports.rows import (
    RowUnreadable,
    annotation_id,
    bodies_of,
    document_of,
    has_purpose,
    read_text,
    source_of,
    uuid_of,
)

_COMMENT: Final = re.compile(r"/comments/([0-9a-fA-F-]{36})$")
_CORPUS: Final = re.compile(r"/corpuses/[0-9a-fA-F-]{36}$")
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}(?=T|$)")
_MOTIVATIONS: Final = {"replying", "commenting"}
_NOT_TEXT: Final = {"assessing", "tagging", "classifying"}
_NAMESPACE: Final = UUID("5b8f2d1c-7a4e-4c55-9b0f-3f6f2f0f8f11")


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentRow:
    """A comment of a file, about an annotation, another comment, or a document; else about the corpus."""

    id: UUID
    thread: UUID | None = None
    reply_to: UUID | None = None
    annotation: UUID | None = None
    document_id: UUID | None = None
    names: tuple[str, ...] = ()  # of the document: file name, title
    text: str
    author: str
    day: str
    resolved: bool


def is_comment(item: object) -> bool:
    """Check whether an item is a comment: a line, or a Web Annotation about something as a whole."""
    return isinstance(item, dict) and ("comment id" in item or _is_web_comment(item))


def read_comment(item: object) -> CommentRow:
    """Return a comment; raise a `UserFault` if something has the wrong type."""
    if not isinstance(item, dict):
        raise RowUnreadable
    return _exported(item) if "comment id" in item else _web_comment(item)


def _exported(row: Mapping[str, Any]) -> CommentRow:
    text = {key: read_text(value) for key, value in row.items()}
    return CommentRow(
        id=uuid_of(text["comment id"]) or _id_of(row),
        thread=uuid_of(text.get("thread id", "")),
        annotation=uuid_of(text.get("annotation id", "")),
        document_id=uuid_of(text.get("document id", "")),
        names=tuple(filter(None, [text.get("document", "")[:300]])),
        text=text.get("comment", ""),
        author=_name(text.get("made by", "")),
        day=_day(text.get("created", "")),
        resolved=bool(text.get("resolved")),
    )


def _is_web_comment(item: Mapping[str, Any]) -> bool:
    given = item.get("motivation")
    motivations = given if isinstance(given, list) else [given]
    target = item.get("target")
    is_whole = isinstance(target, str) or (isinstance(target, dict) and "selector" not in target)
    return is_whole and any(isinstance(each, str) and each in _MOTIVATIONS for each in motivations)


def _web_comment(item: Mapping[str, Any]) -> CommentRow:
    address = source_of(item["target"])
    replied = _COMMENT.search(address)
    annotation, document = annotation_id(address), document_of(address)
    is_known = replied or annotation or document or _CORPUS.search(address)
    return CommentRow(
        id=_own_id(read_text(item.get("id", ""))) or _id_of(item),
        reply_to=uuid_of(replied.group(1)) if replied else None,
        annotation=annotation,
        document_id=document,
        names=() if is_known else tuple(filter(None, [address.rsplit("/", 1)[-1][:300]])),
        text=next(_texts(item), ""),
        author=_name(_creator(item.get("creator"))),
        day=_day(read_text(item.get("created", ""))),
        resolved=any(has_purpose(each, "assessing") and each.get("value") == "resolved" for each in bodies_of(item)),
    )


def _own_id(address: str) -> UUID | None:
    found = _COMMENT.search(address)
    return uuid_of(found.group(1)) if found else annotation_id(address)


def _texts(item: Mapping[str, Any]) -> Iterator[str]:
    for body in bodies_of(item):
        if "value" in body and not any(has_purpose(body, purpose) for purpose in _NOT_TEXT):
            yield read_text(body["value"])
    if "bodyValue" in item:
        yield read_text(item["bodyValue"])


def _creator(given: object) -> str:
    if isinstance(given, dict):
        return next((read_text(given[key]) for key in ("nickname", "name", "id") if given.get(key)), "")
    return given if isinstance(given, str) else ""


def _name(text: str) -> str:
    return " ".join(read_text(text).split())[:150]


def _day(text: str) -> str:
    found = _DAY.match(text)
    return found.group() if found else ""


def _id_of(item: Mapping[str, Any]) -> UUID:
    """Return an id for a comment that has none, the same each time that the file is imported."""
    return uuid5(_NAMESPACE, json.dumps(item, sort_keys=True))
