"""The annotations that a viewer shows when it opens a document: those of one corpus."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import reduce
from operator import or_
from uuid import UUID

import graphene
from django.db.models import Q

from core.api.graphql.connections import Children, Slice, connection_field, related_page
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_key
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import as_batch, batch_of, load_for_batch
from corpuses.annotations.models import Annotation
from corpuses.api.graphql.annotations import BY_PLACE, AnnotationConnection
from corpuses.api.graphql.corpora import Corpus, corpuses_of_document, own_corpus
from corpuses.models import Corpus as CorpusRow
from documents.api.graphql.documents import Document
from documents.models import Document as DocumentRow


@dataclass(frozen=True, slots=True)
class Shown:
    """A document, and the corpus whose annotations are shown on it."""

    document: DocumentRow
    corpus: CorpusRow
    requested: UUID | None


def choose_corpus(
    containing: Sequence[CorpusRow], personal: CorpusRow | None, requested: UUID | None
) -> CorpusRow | None:
    """Return the requested corpus, else the personal one if it or no other one contains the document, else the first.

    The personal corpus can always be requested: the first annotation adds the document to it.
    """
    options = [*containing, personal] if personal is not None else list(containing)
    for corpus in options:
        if corpus.pk == requested:
            return corpus
    if personal is not None and (personal in containing or not containing):
        return personal
    return containing[0] if containing else None


def _corpora(rows: Sequence[DocumentRow], info: Info, requested: UUID | None) -> dict[UUID, CorpusRow]:
    personal = own_corpus(info.context) if info.context.actor.is_authenticated else None
    choices = ((row.pk, choose_corpus(corpuses_of_document(row, info), personal, requested)) for row in rows)
    chosen = {key: corpus for key, corpus in choices if corpus is not None}
    # One batch, although they come from two: copies, because those of the document and of the user stay in their own.
    batch = as_batch({corpus.pk: copy(corpus) for corpus in chosen.values()}.values())
    by_key = {corpus.pk: corpus for corpus in batch}
    return {key: by_key[corpus.pk] for key, corpus in chosen.items()}


def _corpus_of(document: DocumentRow, info: Info, requested: UUID | None) -> CorpusRow | None:
    return load_for_batch(document, ("shown", requested), lambda rows: _corpora(rows, info, requested), None)


def _shown(document: DocumentRow, info: Info, *, corpus_id: str | None = None) -> Shown | None:
    requested = parse_key(corpus_id, "Corpus") if corpus_id is not None else None
    corpus = _corpus_of(document, info, requested)
    return Shown(document, corpus, requested) if corpus is not None else None


def _annotations(shown: Shown, info: Info, *, window: Window) -> Slice[Annotation]:
    corpora = ((row, _corpus_of(row, info, shown.requested)) for row in batch_of(shown.document))
    pairs = (Q(document=row, corpus=corpus) for row, corpus in corpora if corpus is not None)
    children = Children(Annotation.objects.filter(reduce(or_, pairs)), "document_id", BY_PLACE)
    return related_page(shown.document, ("shown_annotations", shown.requested), children, window)


class ShownAnnotations(graphene.ObjectType):
    """The annotations of a document in one corpus."""

    corpus = graphene.Field(Corpus, required=True)
    annotations = connection_field(AnnotationConnection, _annotations, description="in the order of the text")


extend(
    Document,
    "shown_annotations",
    graphene.Field(
        ShownAnnotations,
        resolver=_shown,
        corpus_id=graphene.ID(description="a corpus of the document, or your personal one"),
        description="those to show first: of this corpus; else of your personal one, if the document is in it or"
        " in no other visible corpus; else of the first of its corpora. Null if there is no such corpus",
    ),
)
