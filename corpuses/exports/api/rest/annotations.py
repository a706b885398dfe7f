"""Annotations as files: CSV, Excel, JSON Lines, Parquet, and Web Annotations."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db.models import Q, QuerySet
from rest_framework import serializers
from rest_framework.request import Request

from audit.actions import Action
from audit.log import record_read
from core.access import Actor
from core.api.openapi.operations import operation
from core.api.rest.negotiation import AnyMediaType
from core.api.rest.serializers import Media
from core.api.rest.validation import validate_query
from core.api.rest.views import ListView
from corpuses.annotations.api.rest.annotations import AnnotationQuery
from corpuses.annotations.api.selectors import list_annotations
from corpuses.annotations.models import Annotation
from corpuses.comments.api.selectors import list_threads
from corpuses.comments.models import Thread
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.exports.annotations import Link, annotation_table, web_annotations
from corpuses.exports.api.files import (
    MEDIA_TYPES,
    WEB_ANNOTATIONS,
    choose_rows,
    chosen_field,
    excluded_field,
    file_response,
    require_excel_room,
)
from corpuses.exports.comments import comment_table
from corpuses.exports.relations import relation_table
from corpuses.exports.sources import Source, Watch
from corpuses.exports.writers import FORMATS
from corpuses.models import Corpus
from documents.api.selectors import get_visible_documents
from users.api.rest.base import site_of

COMMENTS_HELP: Final = "Whether comments are in the file; only members of the corpus see any."
FORMAT_NAMES: Final = (*sorted(FORMATS), WEB_ANNOTATIONS)


class AnnotationExportQuery(AnnotationQuery):
    """The format, and filters as in the list of annotations."""

    corpus = None  # type: ignore[assignment]  # in the path
    order_by = None  # type: ignore[assignment]  # files are in the order of documents and places
    format = serializers.ChoiceField(FORMAT_NAMES, default="csv")
    document = chosen_field("Document")  # type: ignore[assignment]  # several, unlike in the list
    annotation = chosen_field("Annotation")
    excluded = excluded_field("Annotation")
    comments = serializers.BooleanField(default=True, help_text=COMMENTS_HELP)


class AnnotationExportView(ListView):
    """`/corpuses/{id}/annotations/export`."""

    content_negotiation_class = AnyMediaType

    @operation(
        "exportAnnotations",
        "Export the annotations of a corpus as a file",
        query=AnnotationExportQuery,
        response={200: Media(tuple(MEDIA_TYPES.values()))},
    )
    def get(self, request: Request, corpus_id: UUID) -> Any:
        """By document and place, each with its quote, page, label, note and link.

        `jsonl` and `jsonld`, Web Annotations of the W3C, end with the relations between them and the comments, for
        which `xlsx` has sheets. Comments on documents and on the corpus are added if no filter but `document` is given.
        The file is written while it is sent.
        """
        corpus = get_visible_corpus(request.user, corpus_id)
        given = validate_query(request, AnnotationExportQuery).arguments()
        origin = site_of(request).url("")
        name = given["format"]
        source = annotation_source(request.user, corpus, given, origin=origin)
        response = file_response(request, source.chunks(), media_type=MEDIA_TYPES[name], filename=source.filename)
        record_read(Action.ANNOTATIONS_EXPORTED, corpus, actor=request.user, format=name)
        return response


@dataclass(frozen=True, slots=True)
class SelectedAnnotations:
    """Annotations of a corpus, the threads that `actor` sees in it, and those about these annotations.

    `about` has the threads about documents and the corpus, too, if all of them are selected.
    """

    annotations: "QuerySet[Annotation]"
    threads: "QuerySet[Thread]"
    about: "QuerySet[Thread]"


def select_annotations(actor: Actor, corpus: Corpus, given: Mapping[str, Any]) -> SelectedAnnotations:
    """Return the annotations of a corpus that these arguments select; `format` is ignored."""
    filters = {name: value for name, value in given.items() if name != "format"}
    with_comments = filters.pop("comments", True)
    chosen, excluded = filters.pop("annotation", None), filters.pop("excluded", None)
    if "document" in filters:
        filters["document__in"] = [each.pk for each in get_visible_documents(actor, set(filters.pop("document")))]
    annotations = choose_rows(list_annotations(actor, corpus=corpus.pk, **filters), chosen=chosen, excluded=excluded)
    threads = list_threads(actor, corpus) if with_comments else Thread.objects.none()
    about = _exported_threads(threads, annotations, filters | {"chosen": chosen or excluded or None})
    return SelectedAnnotations(annotations, threads, about)


def annotation_source(actor: Actor, corpus: Corpus, given: Mapping[str, Any], *, origin: str) -> Source:
    """Return the annotations of a corpus that these arguments select, as a file."""
    name = given["format"]
    selected = select_annotations(actor, corpus, given)
    annotations = selected.annotations
    require_excel_room(name, annotations.count)
    link = link_to(origin)

    def write(watch: Watch) -> Iterator[bytes]:
        if name == WEB_ANNOTATIONS:
            return watch(web_annotations(annotations, threads=selected.about, origin=origin, link=link))
        others = [relation_table(annotations), comment_table(selected.about)]
        table = annotation_table(annotations, threads=selected.threads, link=link, others=others)
        return FORMATS[name].write(table.watched(watch))

    return Source(f"{corpus.title} annotations.{name}", annotations.count, write)


def _exported_threads(
    threads: "QuerySet[Thread]", annotations: "QuerySet[Annotation]", filters: Mapping[str, Any]
) -> "QuerySet[Thread]":
    """Return the threads about these annotations; if all of documents or of the corpus are exported, about that too.

    A choice of annotations is exported without the discussions about everything else.
    """
    about = Q(annotation__in=annotations.order_by().values("pk"))
    given = {name: value for name, value in filters.items() if value not in (None, "", ())}
    if given.keys() <= {"document__in"}:
        about |= Q(annotation=None, **given)
    return threads.filter(about)


def link_to(origin: str) -> Link:
    """Return the function that returns the address of an annotation in the user interface."""

    def link(annotation: Annotation) -> str:
        return f"{origin}/d/{annotation.document_id}?c={annotation.corpus_id}&a={annotation.pk}"

    return link
