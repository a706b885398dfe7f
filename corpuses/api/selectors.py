"""Visible corpora and what belongs to them. Annotations and executions need a visible corpus and a visible document."""

from collections.abc import Callable, Collection, Sequence
from typing import TypeVar
from uuid import UUID

from django.db.models import F, Model, Q, QuerySet

from core.access.actors import Actor, require_user
from core.access.permissions import get_visible, has_permission
from core.access.roles import Permission
from core.api.graphql.global_ids import parse_key, parse_key_for
from core.errors import Invalid, NotFound
from core.models import ListScope, Owned, VisibleQuerySet
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.annotations.models import Annotation, Label
from corpuses.models import Archive, Corpus, CorpusDocument, Folder
from corpuses.services.archives import archives_of
from corpuses.services.folders import folder_of
from documents.api.selectors import search_words, visible_documents
from documents.models import Document
from users.models import User

M = TypeVar("M", bound=Model)

MAX_DOCUMENTS = 500


def visible_corpora(actor: Actor, scope: ListScope = ListScope.ALL) -> VisibleQuerySet[Corpus]:
    """Return the corpora that `actor` may see."""
    return Corpus.objects.in_scope(actor, scope)


def get_visible_corpus(actor: Actor, key: UUID) -> Corpus:
    """Return one visible corpus; raise `NotFound` or `NotAuthenticated`."""
    return get_visible(Corpus.objects.all(), actor, key)


def get_corpus_by_id(actor: Actor, value: str) -> Corpus:
    """Return the visible corpus of a global id (or bare uuid)."""
    return get_visible_corpus(actor, parse_key_for(actor, value, "Corpus"))


def get_folder_by_id(corpus: Corpus, value: str) -> Folder:
    """Return the folder of a global id (or bare uuid) in this corpus; raise `NotFound`."""
    return folder_of(corpus, parse_key(value, "Folder"))


def search_corpora(queryset: VisibleQuerySet[Corpus], search: str | None) -> VisibleQuerySet[Corpus]:
    """Keep corpora with these words in title or description."""
    for word in search_words(search):
        queryset = queryset.filter(Q(title__icontains=word) | Q(description__icontains=word))
    return queryset


def get_visible_documents(actor: Actor, keys: Collection[UUID], *, field: str = "documents") -> list[Document]:
    """Return these visible documents; raise `NotFound` if one of them is missing."""
    documents = list(visible_documents(actor).filter(pk__in=keys))
    if len(documents) != len(keys):
        raise NotFound("Not all of these documents were found.", field=field)
    return documents


def get_documents_by_id(actor: Actor, ids: Sequence[str]) -> list[Document]:
    """Return the visible documents of these global ids; raise `NotFound` if one of them is missing."""
    if len(ids) > MAX_DOCUMENTS:
        raise Invalid(f"Send at most {MAX_DOCUMENTS} documents at once.", field="documentIds")
    return get_visible_documents(actor, {parse_key(each, "Document") for each in ids}, field="documentIds")


def visible_memberships(actor: Actor) -> QuerySet[CorpusDocument]:
    """Return memberships in visible corpora, and all memberships that give access to the actor's own documents."""
    is_visible, is_inherited = Q(corpus__in=visible_corpora(actor)), Q(added_by=F("document__owner"))
    memberships = CorpusDocument.objects.annotate(is_visible=is_visible, is_inherited=is_inherited)
    condition = Q(is_visible=True)
    if actor.is_authenticated:
        condition |= Q(is_inherited=True, document__owner=actor.pk)
    return memberships.filter(condition)


def get_visible_membership(actor: Actor, key: UUID, *, document: Document | None = None) -> CorpusDocument:
    """Return one visible membership of a visible document (of this one, if it is given)."""
    rows = visible_memberships(actor).filter(document__in=Document.objects.visible_to(actor))
    if document is not None:
        rows = rows.filter(document=document)
    return _require_found(rows.select_related("corpus", "document__owner", "document__blob").filter(pk=key), actor)


def visible_annotations(
    actor: Actor, *, corpus: Corpus | None = None, document: Document | None = None
) -> QuerySet[Annotation]:
    """Return the annotations whose corpus and document are both visible.

    With a corpus or document that the caller has found visible, only its annotations; planning the subquery of all
    visible ones would take most of the time of the request.
    """
    in_corpus = Q(corpus=corpus) if corpus else Q(corpus__in=visible_corpora(actor))
    on_document = Q(document=document) if document else Q(document__in=Document.objects.visible_to(actor))
    return Annotation.objects.filter(in_corpus, on_document)


def get_visible_annotation(actor: Actor, key: UUID) -> Annotation:
    """Return one visible annotation with its corpus, document and label."""
    rows = Annotation.objects.select_related("corpus", "document", "label").filter(pk=key)
    return _require_visible(rows, actor, lambda annotation: (annotation.corpus, annotation.document))


def visible_executions(actor: Actor) -> QuerySet[ActionExecution]:
    """Return the executions whose corpus and document are both visible."""
    return ActionExecution.objects.filter(
        action__corpus__in=visible_corpora(actor), document__in=Document.objects.visible_to(actor)
    )


def get_visible_execution(actor: Actor, key: UUID) -> ActionExecution:
    """Return one visible execution."""
    rows = ActionExecution.objects.select_related("action__corpus", "document").filter(pk=key)
    return _require_visible(rows, actor, lambda execution: (execution.action.corpus, execution.document))


def own_archives(actor: Actor) -> QuerySet[Archive]:
    """Return the archives that `actor` uploaded to corpora that are still visible. No one else sees their entries."""
    if not actor.is_authenticated:
        return Archive.objects.none()
    return Archive.objects.filter(owner=actor, corpus__in=visible_corpora(actor))


def get_own_archive(actor: User, corpus_id: UUID, key: UUID) -> Archive:
    """Return one archive that `actor` uploaded to a visible corpus; raise `NotFound`."""
    archive = archives_of(get_visible_corpus(actor, corpus_id), actor).filter(pk=key).first()
    if archive is None:
        raise NotFound
    return archive


def get_visible_label(actor: Actor, key: UUID) -> Label:
    """Return one label of a visible corpus."""
    rows = Label.objects.select_related("corpus").filter(pk=key)
    return _require_visible(rows, actor, lambda label: (label.corpus,))


def get_visible_action(actor: Actor, key: UUID) -> CorpusAction:
    """Return one action of a visible corpus."""
    rows = CorpusAction.objects.select_related("corpus__owner", "fieldset").filter(pk=key)
    return _require_visible(rows, actor, lambda action: (action.corpus,))


def get_visible_folder(actor: Actor, key: UUID) -> Folder:
    """Return one folder of a visible corpus."""
    rows = Folder.objects.select_related("corpus").filter(pk=key)
    return _require_visible(rows, actor, lambda folder: (folder.corpus,))


def _require_visible(rows: QuerySet[M], actor: Actor, parents: Callable[[M], tuple[Owned, ...]]) -> M:
    """Return the row if all of its parents are visible; their owner needs no further query."""
    row = _require_found(rows, actor)
    if not all(has_permission(actor, Permission.VIEW, parent) for parent in parents(row)):
        require_user(actor)
        raise NotFound
    return row


def _require_found(rows: QuerySet[M], actor: Actor) -> M:
    row = rows.first()
    if row is None:
        require_user(actor)
        raise NotFound
    return row
