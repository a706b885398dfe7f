"""Visible similar texts of a corpus, for REST and GraphQL."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber

from core.access import Actor
from core.api.ordering import Order
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.models import Corpus
from corpuses.search.search import SimilarSpan
from corpuses.similarity.models import SimilarGroup, SimilarText
from corpuses.similarity.same_clause import SameClause, find_same_clauses
from corpuses.similarity.services import FIND, SimilarityState
from corpuses.visible_rows import visible_rows
from documents.access import newest_versions
from documents.api.selectors import get_visible_document
from tasks.api.selectors import register_reached_jobs
from users.models import User

LARGEST_FIRST: Final = Order(("-seen", "-id"))  # `size` counts texts that the actor does not see
MAX_RETURNED: Final = 100  # texts of a group


def list_similar_groups(
    actor: Actor, corpus: Corpus | None, *, kind: str = SimilarGroup.Kind.DOCUMENT
) -> "QuerySet[SimilarGroup]":
    """Return the groups of a visible corpus, or of all, of which the actor sees texts of two documents.

    They have the number of texts that the actor sees, `seen`: an order and its cursors show what they are about.
    """
    texts = _current_texts(actor, corpus).filter(group=OuterRef("pk")).order_by().values("group")
    documents = Subquery(texts.annotate(documents=Count("document", distinct=True)).values("documents"))
    seen = Subquery(texts.annotate(seen=Count("pk")).values("seen"))
    groups = visible_rows(SimilarGroup, actor, corpus=corpus).filter(kind=kind)
    return groups.alias(documents=documents).filter(documents__gte=2).annotate(seen=seen)


def texts_of(groups: Sequence[SimilarGroup], actor: Actor) -> Mapping[UUID, list[SimilarText]]:
    """Return the visible texts of groups, the first ones of each group, with their documents."""
    found: dict[UUID, list[SimilarText]] = defaultdict(list)
    place = Window(RowNumber(), partition_by=F("group"), order_by=F("order").asc())
    rows = _current_texts(actor, None).filter(group__in=groups).annotate(place=place)
    for row in rows.filter(place__lte=MAX_RETURNED).select_related("document").order_by("group", "order"):
        found[row.group_id].append(row)
    return found


def text_counts_of(groups: Sequence[SimilarGroup], actor: Actor) -> Mapping[UUID, int]:
    """Return the numbers of visible texts of groups."""
    rows = _current_texts(actor, None).filter(group__in=groups).order_by()
    return dict(rows.values_list("group").annotate(count=Count("pk")))


def new_document_count(state: SimilarityState, actor: Actor) -> int:
    """Return how many visible documents of a corpus were added or processed after the last search."""
    documents = newest_versions(actor, None).filter(memberships__corpus=state.corpus, revision__isnull=False)
    if state.run is not None:
        later = Q(revision__published__gt=state.run.started) | Q(memberships__created__gt=state.run.started)
        documents = documents.filter(later, memberships__corpus=state.corpus)
    return documents.order_by().values("pk").distinct().count()


def same_clauses(actor: Actor, corpus_id: UUID, *, document: UUID, start: int, end: int) -> list[SameClause]:
    """Return the clauses of the other documents of a visible corpus that are like a part of a visible document."""
    corpus = get_visible_corpus(actor, corpus_id)
    return find_same_clauses(actor, corpus, SimilarSpan(get_visible_document(actor, document), start, end))


def _current_texts(actor: Actor, corpus: Corpus | None) -> "QuerySet[SimilarText]":
    """Return the visible texts of documents that are still in the corpus, and as they were compared."""
    rows = visible_rows(SimilarText, actor, corpus=corpus)
    return rows.filter(revision=F("document__revision"), document__memberships__corpus=F("group__corpus"))


@register_reached_jobs
def reached_jobs(user: User) -> Q:
    """Let a limited token see the jobs about the corpora that it reaches."""
    return Q(kind=FIND, subject_id__in=Corpus.objects.of_member(user).values("pk"))
