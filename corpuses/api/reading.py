"""Which rows of corpora a request may see; what is said about a document, by those who see corpus and document."""

from typing import TYPE_CHECKING, TypeVar
from uuid import UUID

from django.db.models import F, Model, Q, QuerySet

from core.api.graphql.keys import asked_key, key_of
from core.errors import NotFound
from core.grants import Whose
from core.models import VisibleQuerySet
from core.permissions import get_visible, signed_in
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.annotations.models import Annotation, Label
from corpuses.models import Archive, Corpus, CorpusDocument, Folder
from corpuses.services.folders import folder_of
from documents.api.reading import words_of
from documents.models import Document

if TYPE_CHECKING:
    from core.permissions import Actor


M = TypeVar("M", bound=Model)


def corpora_seen_by(actor: "Actor", whose: Whose = Whose.ALL) -> VisibleQuerySet[Corpus]:
    """The corpora in sight."""
    return Corpus.objects.whose(actor, whose)


def corpus_seen_by(actor: "Actor", key: UUID) -> Corpus:
    """One corpus in sight; `NotFound` otherwise."""
    return get_visible(Corpus.objects.all(), actor, key)


def corpus_named(actor: "Actor", value: str) -> Corpus:
    """The corpus of a global id (or bare uuid) in sight; `NotFound` otherwise."""
    return corpus_seen_by(actor, asked_key(actor, value, "Corpus"))


def folder_in(corpus: Corpus, value: str) -> Folder:
    """The folder of a global id (or bare uuid) of this corpus; `NotFound` otherwise."""
    return folder_of(corpus, key_of(value, "Folder"))


def places_seen_by(actor: "Actor") -> QuerySet[CorpusDocument]:
    """Where documents lie, as far as `actor` sees the corpora; of their own wherever they are lent to."""
    places = CorpusDocument.objects.annotate(is_lent=Q(added_by=F("document__owner")))
    seen = Q(corpus__in=Corpus.objects.visible_to(actor))
    return places.filter(seen | Q(is_lent=True, document__owner=actor.pk) if actor.is_authenticated else seen)


def place_seen_by(actor: "Actor", key: UUID, *, document: Document | None = None) -> CorpusDocument:
    """One place of a document in sight; `NotFound` otherwise."""
    rows = places_seen_by(actor).filter(document__in=Document.objects.visible_to(actor))
    if document is not None:
        rows = rows.filter(document=document)
    return _one(rows.select_related("corpus", "document__owner", "document__blob"), actor, key)


def titled(queryset: VisibleQuerySet[Corpus], search: str | None) -> VisibleQuerySet[Corpus]:
    """Keep corpora whose title or description contains the words."""
    for word in words_of(search):
        queryset = queryset.filter(Q(title__icontains=word) | Q(description__icontains=word))
    return queryset


def annotations_seen_by(actor: "Actor") -> QuerySet[Annotation]:
    """The annotations in sight: the smaller of corpus and document."""
    return Annotation.objects.filter(
        corpus__in=Corpus.objects.visible_to(actor), document__in=Document.objects.visible_to(actor)
    )


def executions_seen_by(actor: "Actor") -> QuerySet[ActionExecution]:
    """The executions in sight: the smaller of corpus and document."""
    return ActionExecution.objects.filter(
        action__corpus__in=Corpus.objects.visible_to(actor), document__in=Document.objects.visible_to(actor)
    )


def archives_seen_by(actor: "Actor") -> QuerySet[Archive]:
    """The archives in sight: one's own, in corpora in sight. What was in them is the business of who sent them."""
    if not actor.is_authenticated:
        return Archive.objects.none()
    return Archive.objects.filter(owner=actor, corpus__in=corpora_seen_by(actor))


def label_seen_by(actor: "Actor", key: UUID) -> Label:
    """One label of a corpus in sight; `NotFound` otherwise."""
    return _one(Label.objects.filter(corpus__in=corpora_seen_by(actor)).select_related("corpus"), actor, key)


def annotation_seen_by(actor: "Actor", key: UUID) -> Annotation:
    """One annotation in sight; `NotFound` otherwise."""
    return _one(annotations_seen_by(actor).select_related("corpus", "document", "label"), actor, key)


def action_seen_by(actor: "Actor", key: UUID) -> CorpusAction:
    """One action of a corpus in sight; `NotFound` otherwise."""
    seen = CorpusAction.objects.filter(corpus__in=corpora_seen_by(actor))
    return _one(seen.select_related("corpus__owner", "fieldset"), actor, key)


def execution_seen_by(actor: "Actor", key: UUID) -> ActionExecution:
    """One execution in sight; `NotFound` otherwise."""
    return _one(executions_seen_by(actor), actor, key)


def _one(rows: QuerySet[M], actor: "Actor", key: UUID) -> M:
    found = rows.filter(pk=key).first()
    if found is None:
        signed_in(actor)
        raise NotFound
    return found
