"""Annotations as files: CSV, Excel, JSON Lines, Parquet, and Web Annotations."""

from typing import Any, Final
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request

from audit.actions import Action
from audit.log import record_read
from core.api.openapi.operations import operation
from core.api.rest.negotiation import AnyMediaType
from core.api.rest.serializers import Media
from core.api.rest.validation import django_request, validate_query
from core.api.rest.views import ListView
from corpuses.annotations.models import Annotation
from corpuses.api.rest.annotations import AnnotationQuery
from corpuses.api.rest.exports import file_response, require_excel_room
from corpuses.api.selectors import get_visible_corpus, list_annotations
from corpuses.exports.annotations import Link, annotation_table, web_annotations
from corpuses.exports.writers import FORMATS
from users.api.rest.base import site_of

_WEB_ANNOTATIONS: Final = "jsonld"
_JSON_LD: Final = "application/ld+json"


class AnnotationExportQuery(AnnotationQuery):
    """The format, and filters as in the list of annotations."""

    corpus = None  # type: ignore[assignment]  # in the path
    order_by = None  # type: ignore[assignment]  # files are in the order of documents and places
    format = serializers.ChoiceField([*sorted(FORMATS), _WEB_ANNOTATIONS], default="csv")


class AnnotationExportView(ListView):
    """`/corpuses/{id}/annotations/export`."""

    content_negotiation_class = AnyMediaType

    @operation(
        "exportAnnotations",
        "Export the annotations of a corpus as a file",
        query=AnnotationExportQuery,
        response={200: Media((*(each.media_type for each in FORMATS.values()), _JSON_LD))},
    )
    def get(self, request: Request, corpus_id: UUID) -> Any:
        """By document and place, each with its quote, page, label, note and link.

        `jsonld` are Web Annotations of the W3C. The file is written while it is sent.
        """
        corpus = get_visible_corpus(request.user, corpus_id)
        given = validate_query(request, AnnotationExportQuery).arguments()
        name = given.pop("format")
        annotations = list_annotations(request.user, corpus=corpus.pk, **given)
        require_excel_room(name, annotations.count)
        origin = site_of(django_request(request)).url("")
        record_read(Action.ANNOTATIONS_EXPORTED, corpus, actor=request.user, format=name)
        if name == _WEB_ANNOTATIONS:
            chunks, media_type = web_annotations(annotations, origin=origin, link=link_to(origin)), _JSON_LD
        else:
            table = annotation_table(annotations, link=link_to(origin))
            chunks, media_type = FORMATS[name].write(table), FORMATS[name].media_type
        return file_response(request, chunks, media_type=media_type, filename=f"{corpus.title} annotations.{name}")


def link_to(origin: str) -> Link:
    """Return the function that returns the address of an annotation in the user interface."""

    def link(annotation: Annotation) -> str:
        return f"{origin}/d/{annotation.document_id}?c={annotation.corpus_id}&a={annotation.pk}"

    return link
