"""Visible annotations, of lists and by their ids, and the review of suggestions, for REST and GraphQL."""

from collections.abc import Collection
from typing import Any, Final
from uuid import UUID

from django.db.models import Q, QuerySet

from core.access import Actor, ListScope, require_reader
from core.errors import Invalid, NotFound
from corpuses.annotations import reviews
from corpuses.annotations.labels.hierarchy import with_descendants
from corpuses.annotations.models import Annotation
from corpuses.annotations.placements import with_placement
from corpuses.annotations.reviews import with_review
from corpuses.annotations.selections import MAX_ANNOTATIONS
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.models import Corpus
from corpuses.visible_rows import visible_rows
from documents.api.selectors import (
    get_visible_document,
    search_words,
)
from users.models import User

MAX_ANNOTATORS: Final = 500


def list_annotations(
    actor: Actor,
    *,
    corpus: UUID | None = None,
    document: UUID | None = None,
    search: str | None = None,
    review: str | None = None,
    placement: str | None = None,
    label: Collection[UUID] = (),
    **lookups: Any,
) -> QuerySet[Annotation]:
    """Return the annotations in a visible corpus or on a visible document, else those of the own and shared ones.

    `search`: words of the quote or the note; `label`: any of these labels, or one below them.
    """
    if corpus is None and document is None:
        rows = visible_rows(Annotation, require_reader(actor), scope=ListScope.ALL, newest=True)
    else:
        within = get_visible_corpus(actor, corpus) if corpus else None
        on_document = get_visible_document(actor, document) if document else None
        rows = visible_rows(Annotation, actor, corpus=within, document=on_document, newest=True)
    for word in search_words(search):
        rows = rows.filter(Q(quote__icontains=word) | Q(note__icontains=word))
    if review is not None:
        rows = with_review(rows, review)
    if placement is not None:
        rows = with_placement(rows, placement)
    if label:
        rows = rows.filter(label__in=with_descendants(label))
    return rows.filter(**lookups)


def list_annotators(actor: Actor, corpus: Corpus) -> list[User]:
    """Return the users who made the annotations of a visible corpus that `actor` sees, by user name."""
    rows = visible_rows(Annotation, actor, corpus=corpus, newest=True).filter(source=Annotation.Source.HUMAN)
    return list(User.objects.filter(pk__in=rows.values("creator")).order_by("username")[:MAX_ANNOTATORS])


def get_visible_annotations(actor: User, keys: Collection[UUID]) -> list[Annotation]:
    """Return these visible annotations; raise `NotFound` if one of them is missing."""
    keys = set(keys)
    if len(keys) > MAX_ANNOTATIONS:
        raise Invalid(f"Send at most {MAX_ANNOTATIONS} annotations at once.", field="annotations")
    rows = list(visible_rows(Annotation, actor).filter(pk__in=keys).select_related("corpus"))
    if len(rows) != len(keys):
        raise NotFound("Not all of these annotations were found.", field="annotations")
    return rows


def review_suggestions(
    actor: User,
    review: Annotation.Review,
    *,
    annotations: Collection[UUID] | None = None,
    corpus: UUID | None = None,
    group: UUID | None = None,
    **filters: Any,
) -> int:
    """Review suggestions by id, or all of a corpus that match the filters of its list; return how many were changed."""
    if annotations is not None:
        if corpus is not None or filters:
            raise Invalid("Send `annotations`, or a `corpus` with filters, not both.", field="annotations")
        return reviews.review_annotations(get_visible_annotations(actor, annotations), review, actor=actor, group=group)
    if corpus is None:
        raise Invalid("Send `annotations`, or the `corpus` whose suggestions are reviewed.", field="annotations")
    rows = list_annotations(actor, corpus=corpus, **filters)
    within = get_visible_corpus(actor, corpus)
    return reviews.review_matching(rows, within, review, actor=actor, group=group, **filters)
