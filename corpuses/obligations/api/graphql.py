"""Obligations and calendar feeds in GraphQL."""

from typing import Any

import graphene

from core.api.graphql.connections import Children, Slice, connection_field, connection_of, related_page
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import batch_of, related_object
from core.api.graphql.resource_types import ResourceType
from core.api.rest.pagination import NEWEST_FIRST
from corpuses import models as corpora
from corpuses.annotations import models as annotations
from corpuses.annotations.api.graphql.annotations import Annotation
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.obligations import models
from corpuses.obligations.api.rest.calendar_feeds import CalendarFeedSerializer, CalendarFeedsView, CalendarFeedView
from corpuses.obligations.api.rest.obligations import ObligationQuery, ObligationSerializer, ObligationView
from corpuses.obligations.api.selectors import BY_DATE, list_calendar_feeds, list_obligations
from documents import models as documents
from documents.api.graphql.documents import Document
from documents.api.selectors import visible_documents


def _document(obligation: models.Obligation, info: Info) -> documents.Document:
    return related_object(obligation, "document_id", lambda: visible_documents(info.context.actor))


def _annotation(obligation: models.Obligation, _: Info) -> annotations.Annotation:
    known = (each.annotation for each in batch_of(obligation))
    return related_object(obligation, "annotation_id", annotations.Annotation.objects.all, known=known)


class Obligation(ResourceType):
    """A deadline that an analyzer found in a document: a term end, a renewal, a notice, a payment, a delivery."""

    class Meta:
        resource = ObligationSerializer
        model = models.Obligation
        exclude = ("corpus", "document", "annotation")
        views = (ObligationView,)

    document = graphene.Field(Document, required=True, resolver=_document)
    annotation = graphene.Field(
        Annotation, required=True, resolver=_annotation, description="It has the place in the document."
    )


class CalendarFeed(ResourceType):
    """An address at which a calendar program reads the obligations that you see in a corpus."""

    class Meta:
        resource = CalendarFeedSerializer
        model = models.CalendarFeed
        exclude = ("corpus",)
        views = (CalendarFeedsView, CalendarFeedView)


ObligationConnection = connection_of(Obligation)
CalendarFeedConnection = connection_of(CalendarFeed)


def _obligations(corpus: corpora.Corpus, info: Info, *, window: Window, **filters: Any) -> Slice[models.Obligation]:
    children = Children(list_obligations(info.context.actor, None, **filters), "corpus_id", BY_DATE)
    return related_page(corpus, ("obligations", *sorted(filters.items())), children, window)


def _calendar_feeds(corpus: corpora.Corpus, info: Info, *, window: Window) -> Slice[models.CalendarFeed]:
    children = Children(list_calendar_feeds(info.context.actor, None), "corpus_id", NEWEST_FIRST)
    return related_page(corpus, ("calendar_feeds",), children, window)


extend(
    Corpus,
    "obligations",
    connection_field(
        ObligationConnection,
        _obligations,
        query=ObligationQuery,
        description="Obligations in its documents, by date; those whose date is not known come last.",
    ),
)
extend(
    Corpus,
    "calendar_feeds",
    connection_field(
        CalendarFeedConnection, _calendar_feeds, description="Your calendar addresses of it, newest first."
    ),
)
