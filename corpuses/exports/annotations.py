"""Annotations as a table, and as Web Annotations of the W3C (JSON-LD)."""

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, Final

from django.db.models import QuerySet

from core.api.ordering import Order
from corpuses.annotations.models import Annotation
from corpuses.annotations.parts import ranges_of, split_quote
from corpuses.comments.models import Thread
from corpuses.exports.comments import comments_by_annotation, web_comments
from corpuses.exports.rectangles import PLACE_COLUMNS, rectangles_of
from corpuses.exports.relations import web_relations
from corpuses.exports.tables import Table
from documents.services.boxes import PageBox

_BATCH: Final = 1_000
_IN_DOCUMENTS: Final = Order(("document_id", "page", "start", "id"))
_HEADER: Final = (
    *("document", "document id", "page", "label", "quote", "note", "made by", "source", "created", "modified"),
    *("start", "end", "link", "annotation id", "left", "top", "right", "bottom", "review", "label path", "score"),
    *("parts", "comments", "pages", "rectangles"),
)
_CONTEXT: Final = "http://www.w3.org/ns/anno.jsonld"
_PDF_FRAGMENT: Final = "http://tools.ietf.org/rfc/rfc3778"
_MEDIA_FRAGMENT: Final = "http://www.w3.org/TR/media-frags/"

Link = Callable[[Annotation], str]
"""Returns the address of an annotation in the user interface."""


def annotation_table(
    annotations: "QuerySet[Annotation]", *, threads: "QuerySet[Thread]", link: Link, others: Sequence[Table] = ()
) -> Table:
    """Return one line for each annotation, by document and place, with its comments."""
    lines = (line for batch in _batches(annotations) for line in _lines(batch, threads, link))
    return Table(_HEADER, lines, title="Annotations", others=others)


def web_annotations(
    annotations: "QuerySet[Annotation]", *, threads: "QuerySet[Thread]", origin: str, link: Link
) -> Iterator[bytes]:
    """Write an annotation page of the Web Annotation Data Model (W3C, 2017).

    The target of an annotation is the text of its document; positions count code points, as the model wants it.
    A passage with gaps has a target for each of its parts. Further targets are the rectangles of its lines on the pages
    of the document as PDF, which is the target of a box. The relations between the annotations follow, and the comments
    of the threads.
    """
    yield f'{{"@context": "{_CONTEXT}", "type": "AnnotationPage", "items": ['.encode()
    separator = "\n"
    written = (item for batch in _batches(annotations) for item in _web_annotations(batch, origin, link))
    for item in chain(written, web_relations(annotations, origin=origin), web_comments(threads, origin=origin)):
        yield f"{separator}{json.dumps(item, ensure_ascii=False)}".encode()
        separator = ",\n"
    yield b"\n]}\n"


def _batches(annotations: "QuerySet[Annotation]") -> Iterator[list[Annotation]]:
    """Read annotations by document and place; one query for a batch."""
    related = annotations.select_related("document", "label", "creator")
    only = ("document__title", "label__name", "label__parent_path", "creator__username", *_COLUMNS)
    ordered = _IN_DOCUMENTS.apply(related.only(*only))
    batch = list(ordered[:_BATCH])
    while batch:
        yield batch
        batch = list(_IN_DOCUMENTS.after(_IN_DOCUMENTS.cursor(batch[-1]), ordered)[:_BATCH])


_COLUMNS: Final = (
    *("corpus_id", "start", "end", "parts", "quote", "prefix", "suffix", "note", "source"),
    *("created", "modified", "reviewed", "score", *PLACE_COLUMNS),
)


def _lines(batch: Sequence[Annotation], threads: "QuerySet[Thread]", link: Link) -> Iterator[list[str]]:
    comments = comments_by_annotation(threads, [each.pk for each in batch])
    rectangles = rectangles_of(batch)
    return (_line(each, comments.get(each.pk, ""), rectangles[each.pk], link) for each in batch)


def _line(annotation: Annotation, comments: str, rectangles: Sequence[PageBox], link: Link) -> list[str]:
    return [
        *(annotation.document.title, str(annotation.document_id), str(annotation.page), annotation.label.name),
        *(annotation.quote, annotation.note, _maker(annotation), annotation.source),
        *(annotation.created.isoformat(), annotation.modified.isoformat()),
        *(str(annotation.start), str(annotation.end), link(annotation), str(annotation.pk)),
        *(map(str, annotation.box) if annotation.box else ("",) * 4),
        *(str(annotation.review or ""), annotation.label.path),
        "" if annotation.score is None else f"{annotation.score:.2f}",
        " ".join(f"{start}-{end}" for start, end in annotation.parts),
        comments,
        " ".join(map(str, dict.fromkeys(each.page for each in rectangles))),
        " ".join(f"{each.page}:{','.join(map(str, each.sides))}" for each in rectangles),
    ]


def _maker(annotation: Annotation) -> str:
    return annotation.creator.username if annotation.creator else ""


def _web_annotations(batch: Sequence[Annotation], origin: str, link: Link) -> Iterator[dict[str, Any]]:
    rectangles = rectangles_of(batch)
    return (_web_annotation(each, rectangles[each.pk], origin, link) for each in batch)


def _web_annotation(annotation: Annotation, rectangles: Sequence[PageBox], origin: str, link: Link) -> dict[str, Any]:
    bodies = [{"type": "TextualBody", "purpose": "tagging", "value": annotation.label.name}]
    if annotation.label.parent_path:
        bodies.append({"type": "TextualBody", "purpose": "classifying", "value": annotation.label.path})
    if annotation.note:
        bodies.append({"type": "TextualBody", "purpose": "commenting", "value": annotation.note})
    if annotation.review:
        bodies.append({"type": "TextualBody", "purpose": "assessing", "value": str(annotation.review)})
    maker = {"type": "Person", "nickname": _maker(annotation)}
    targets = _text_targets(annotation, origin) if annotation.box is None else []
    targets += [_box_target(annotation, each, origin) for each in rectangles]
    scoped = [target | {"scope": link(annotation)} for target in targets]
    return {
        "id": f"{origin}/api/v1/annotations/{annotation.pk}",
        "type": "Annotation",
        "motivation": "highlighting",
        "created": annotation.created.isoformat(),
        "modified": annotation.modified.isoformat(),
        "creator": maker if annotation.source == Annotation.Source.HUMAN else {"type": "Software"},
        "body": bodies,
        "target": scoped[0] if len(scoped) == 1 else scoped,
    }


def _text_targets(annotation: Annotation, origin: str) -> list[dict[str, Any]]:
    """Select the text of each part. The page, and the text before the passage, are those of its first part."""
    ranges = ranges_of(annotation)
    quotes = split_quote(annotation.quote, ranges) or [annotation.quote]
    selectors: list[list[dict[str, Any]]] = [
        [
            {"type": "TextPositionSelector", "start": start, "end": end},
            {"type": "TextQuoteSelector", "exact": quote},
        ]
        for (start, end), quote in zip(ranges, quotes, strict=False)
    ]
    selectors[0][1]["prefix"] = annotation.prefix
    selectors[-1][1]["suffix"] = annotation.suffix
    selectors[0].append(_page_selector(annotation.page))
    source = f"{origin}/api/v1/documents/{annotation.document_id}/text"
    return [{"source": source, "selector": each} for each in selectors]


def _box_target(annotation: Annotation, box: PageBox, origin: str) -> dict[str, Any]:
    """Select a page of the PDF, and in it a rectangle as in the Media Fragments recommendation (W3C, 2012)."""
    sides = box.left, box.top, box.right - box.left, box.bottom - box.top
    percent = ",".join(f"{100 * part:.3f}".rstrip("0").rstrip(".") for part in sides)
    rectangle = {"type": "FragmentSelector", "conformsTo": _MEDIA_FRAGMENT, "value": f"xywh=percent:{percent}"}
    return {
        "source": f"{origin}/api/v1/documents/{annotation.document_id}/pdf",
        "selector": _page_selector(box.page) | {"refinedBy": rectangle},
    }


def _page_selector(page: int) -> dict[str, Any]:
    return {"type": "FragmentSelector", "conformsTo": _PDF_FRAGMENT, "value": f"page={page}"}
