"""Fields of documents for opening one in the viewer: the corpus whose annotations are shown, and these annotations."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

import graphene
from django.db.models import Model, Q, QuerySet

from core.api.graphql.connections import Children, Slice, connection_field, related_page
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import split_global_id
from core.api.graphql.keyset import Window
from core.api.ordering import Order
from core.api.rest.list_query import ListQuery, OrderField
from corpuses import models
from corpuses.annotations.api.graphql.annotations import AnnotationConnection
from corpuses.annotations.api.rest.annotations import ANNOTATION_ORDER
from corpuses.annotations.models import Annotation
from corpuses.corpora.api.graphql.corpora import Corpus, corpora_of_document
from corpuses.visible_rows import visible_rows
from documents.api.graphql.documents import Document
from documents.models import Document as DocumentRow


class _AnnotationsQuery(ListQuery):
    """The order of the annotations on a document."""

    order_by = OrderField(ANNOTATION_ORDER)


def _selected_corpus(document: DocumentRow, info: Info, *, corpus_id: str | None = None) -> models.Corpus | None:
    """Return, of the corpora that contain the document, the requested one, else your personal one, else the first."""
    corpora = corpora_of_document(document, info)
    _, key = split_global_id(corpus_id or "")
    requested = [corpus for corpus in corpora if str(corpus.pk) == key]
    personal = [corpus for corpus in corpora if corpus.is_personal and corpus.owner_id == info.context.actor.pk]
    return next(iter([*requested, *personal, *corpora]), None)


@dataclass(frozen=True, slots=True)
class _InSelectedCorpus(Children[Annotation]):
    """Annotations on documents, each only in the corpus that is selected for its document."""

    corpus_of: Callable[[Any], models.Corpus | None]

    def of(self, rows: Iterable[Model]) -> QuerySet[Any]:
        rows = list(rows)
        selected = [(row.pk, corpus.pk) for row in rows if (corpus := self.corpus_of(row))]
        condition = reduce(or_, (Q(document=document, corpus=corpus) for document, corpus in selected), Q(pk__in=[]))
        return Children.of(self, rows).filter(condition)


def _annotations(
    document: DocumentRow, info: Info, *, window: Window, order: Order, corpus_id: str | None = None
) -> Slice[Annotation]:
    rows = visible_rows(Annotation, info.context.actor).select_related("label")
    children = _InSelectedCorpus(
        rows, "document_id", order, lambda row: _selected_corpus(row, info, corpus_id=corpus_id)
    )
    return related_page(document, ("annotations", corpus_id, order), children, window)


extend(
    Document,
    "selected_corpus",
    graphene.Field(
        Corpus,
        resolver=_selected_corpus,
        corpus_id=graphene.ID(),
        description="Of the corpora that contain it: the requested one, else your personal one, else the first.",
    ),
)
extend(
    Document,
    "annotations",
    connection_field(
        AnnotationConnection,
        _annotations,
        query=_AnnotationsQuery,
        corpus_id=graphene.Argument(graphene.ID),
        description="The annotations on it in its `selectedCorpus`.",
    ),
)
