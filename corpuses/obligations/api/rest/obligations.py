"""Obligations in REST: lists, and calendar files."""

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request

from audit.actions import Action
from audit.log import record_read
from core.access import Actor
from core.api.openapi.operations import operation
from core.api.rest.list_query import KeyField, ListQuery
from core.api.rest.negotiation import AnyMediaType
from core.api.rest.serializers import EnumField, Media, Resource, StrictSerializer
from core.api.rest.validation import validate_query
from core.api.rest.views import ListView, ObjectView, list_resources, retrieve, update
from corpuses.annotations.api.rest.annotations import AnnotationSerializer
from corpuses.annotations.models import Annotation
from corpuses.corpora.api.rest.corpora import VERSION_HELP, CorpusSerializer
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.exports.api.files import file_response
from corpuses.models import Corpus
from corpuses.obligations import services
from corpuses.obligations.api.selectors import BY_DATE, list_obligations
from corpuses.obligations.calendar import MEDIA_TYPE, calendar_of
from corpuses.obligations.models import Obligation
from corpuses.visible_rows import get_visible_row
from documents.api.rest.documents import DocumentSerializer
from users.api.rest.base import site_of


class ObligationSerializer(Resource):
    """A deadline that an analyzer found in a document: a term end, a renewal, a notice, a payment, a delivery."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField(source="corpus_id")
    document = serializers.UUIDField(source="document_id")
    document_title = serializers.CharField(source="document.title")
    annotation = serializers.UUIDField(source="annotation_id", help_text="It has the place in the document.")
    kind = EnumField(Obligation.Kind)
    due = serializers.DateField(
        allow_null=True, help_text="Null if the document does not say from which date it is counted."
    )
    computed_due = serializers.DateField(
        allow_null=True, help_text="The date that the last run of the analyzer has computed."
    )
    is_due_by_user = serializers.BooleanField(help_text="Whether a user has set `due`.")
    quote = serializers.CharField(source="annotation.quote", help_text="The words that set the deadline.")
    page = serializers.IntegerField(source="annotation.page")
    review = EnumField(
        Annotation.Review, source="annotation.review", allow_null=True, help_text="Whether a user has accepted it."
    )
    done = serializers.DateTimeField(allow_null=True, help_text="When a user has ticked it off.")
    created = serializers.DateTimeField()
    version = serializers.CharField(help_text=VERSION_HELP)

    read_version = staticmethod(services.version_of_obligation)
    example = {
        "id": "01990c6e-0e0b-7c22-8d33-1f2e3d4c5b6a",
        "corpus": CorpusSerializer.example["id"],
        "document": DocumentSerializer.example["id"],
        "document_title": DocumentSerializer.example["title"],
        "annotation": AnnotationSerializer.example["id"],
        "kind": "term_end",
        "due": "2028-02-29",
        "computed_due": "2028-02-29",
        "is_due_by_user": False,
        "quote": "for a term of two years",
        "page": 3,
        "review": "pending",
        "done": None,
        "created": "2026-11-20T08:40:00.000000Z",
        "version": "5f0a5d0c3e2b7a91",
    }


class ObligationQuery(ListQuery):
    """Filters of the obligations in a corpus."""

    document = KeyField("Document", help_text="Only obligations in this document.")
    kind = EnumField(Obligation.Kind, required=False)
    review = EnumField(Annotation.Review, required=False, help_text="Only those that are pending, or accepted.")
    is_done = serializers.BooleanField(
        required=False, allow_null=True, default=None, help_text="Only those that are ticked off, or only the others."
    )
    due_from = serializers.DateField(source="due__gte", required=False, help_text="Due on this day or later.")
    due_until = serializers.DateField(source="due__lte", required=False, help_text="Due on this day or earlier.")


class ObligationChange(StrictSerializer):
    """Changes of an obligation; absent fields stay as they are."""

    is_done = serializers.BooleanField(required=False, help_text="Whether it is ticked off.")
    due = serializers.DateField(
        required=False,
        allow_null=True,
        help_text="Another run of the analyzer leaves a date that you set; null: the computed date again.",
    )
    example = {"is_done": True}


class ObligationView(ObjectView):
    """`/obligations/{id}`."""

    get = retrieve("getObligation", "Get an obligation", ObligationSerializer)
    patch = update(
        "updateObligation",
        "Tick off an obligation, or set its date",
        ObligationSerializer,
        ObligationChange,
        services.update_obligation,
        errors=[services.NoComputedDate],
    )

    def get_object(self, actor: Actor, *, obligation_id: UUID) -> Obligation:
        return get_visible_row(Obligation, actor, obligation_id)


class ObligationsView(ListView):
    """`/corpuses/{id}/obligations`."""

    order = BY_DATE
    get = list_resources(
        "listObligations",
        "List the obligations in the documents of a corpus, by date",
        ObligationSerializer,
        query=ObligationQuery,
        description="Those whose date is not known come last. Rejected suggestions are left out.",
    )

    def get_queryset(self, actor: Actor, *, corpus_id: UUID, **filters: Any) -> QuerySet[Obligation]:
        return list_obligations(actor, get_visible_corpus(actor, corpus_id), **filters)


class ObligationCalendarView(ListView):
    """`/corpuses/{id}/obligations/calendar`."""

    content_negotiation_class = AnyMediaType

    @operation(
        "exportObligations",
        "Export the obligations of a corpus as a calendar file",
        query=ObligationQuery,
        response={200: Media((MEDIA_TYPE,))},
    )
    def get(self, request: Request, corpus_id: UUID) -> Any:
        """Return an iCalendar file (RFC 5545): an all-day event for each obligation that has a date, with its link."""
        corpus = get_visible_corpus(request.user, corpus_id)
        given = validate_query(request, ObligationQuery).arguments()
        rows = list_obligations(request.user, corpus, **given)
        response = calendar_response(request, corpus, rows)
        record_read(Action.OBLIGATIONS_EXPORTED, corpus, actor=request.user)
        return response


def calendar_response(request: Request, corpus: Corpus, rows: "QuerySet[Obligation]") -> Any:
    """Return the calendar file of obligations that the caller has found visible."""
    origin = site_of(request).url("")
    chunks = calendar_of(
        corpus.title,
        _in_batches(BY_DATE.apply(rows.exclude(due=None))),
        link=lambda each: f"{origin}/d/{each.document_id}?c={each.corpus_id}&a={each.annotation_id}",
        host=origin.partition("://")[2] or "cartulary",
    )
    return file_response(request, chunks, media_type=MEDIA_TYPE, filename=f"{corpus.title} obligations.ics")


def _in_batches(rows: "QuerySet[Obligation]") -> Iterator[Obligation]:
    found: Iterable[Obligation] = rows.iterator(chunk_size=500)
    yield from found
