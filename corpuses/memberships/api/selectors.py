"""Documents in visible corpora, and their memberships."""

from typing import Any
from uuid import UUID

from django.db.models import F, Q, QuerySet

from core.access import Actor, VisibleQuerySet, access_of, list_scope, require_reader, require_user
from core.errors import Invalid, NotFound
from corpuses.annotations.labels.hierarchy import with_descendants
from corpuses.annotations.models import Annotation, DocumentLabel, Label
from corpuses.corpora.api.selectors import get_visible_corpus, visible_corpora
from corpuses.corpora.folders import folder_of
from corpuses.fields.api.selectors import split_arguments, visible_field, with_fields
from corpuses.memberships.services import memberships_in
from corpuses.models import Corpus, CorpusDocument
from corpuses.visible_rows import get_visible_row
from documents.api.selectors import (
    filter_documents,
    get_visible_document,
    visible_documents,
    visible_newest_versions,
)
from documents.models import Document
from documents.services.attachments import attachments_of


def list_documents(
    actor: Actor,
    *,
    scope: str | None = None,
    corpus: UUID | None = None,
    folder: UUID | None = None,
    subfolders: bool = True,
    parent: UUID | None = None,
    label: UUID | None = None,
    document_label: UUID | None = None,
    **filters: Any,
) -> VisibleQuerySet[Document]:
    """Return the visible documents of a corpus, a label, a field or a parent; else the own and shared, or a scope."""
    fields = split_arguments(filters)
    within = corpus or parent or label or document_label or fields.get("field")
    if not within:
        require_reader(actor)
    visible = visible_documents if parent else visible_newest_versions  # attachments of an older version are older, too
    rows = filter_documents(visible(actor, list_scope(scope, within=within)), **filters)
    if corpus is not None:
        rows = in_corpus(rows, get_visible_corpus(actor, corpus), folder, subfolders=subfolders)
    elif folder is not None or not subfolders:
        raise Invalid("Send the corpus of this folder as well.", field="corpus")
    if parent is not None:
        rows = rows.filter(pk__in=attachments_of(get_visible_document(actor, parent)).order_by())
    rows = with_fields(rows, fields, visible_field(actor))
    return with_document_label(with_label(rows, actor, label), actor, document_label)


def in_corpus(
    rows: VisibleQuerySet[Document], corpus: Corpus, folder: UUID | None = None, *, subfolders: bool = True
) -> VisibleQuerySet[Document]:
    """Keep the documents in a corpus, or in one of its folders and those below it (see `memberships_in`)."""
    within = folder_of(corpus, folder) if folder else None
    return rows.filter(memberships__in=memberships_in(corpus, within, subfolders=subfolders))


def with_label(rows: VisibleQuerySet[Document], actor: Actor, label: UUID | None) -> VisibleQuerySet[Document]:
    """Keep the documents with an annotation with this label or one below it; raise `NotFound` if it is not visible."""
    if label is None:
        return rows
    annotations = Annotation.objects.filter(label__in=with_descendants([get_visible_row(Label, actor, label).pk]))
    return rows.filter(pk__in=annotations.values("document"))


def with_document_label(rows: VisibleQuerySet[Document], actor: Actor, label: UUID | None) -> VisibleQuerySet[Document]:
    """Keep the documents that have this label, or one below it, as a whole; raise `NotFound` if it is not visible."""
    if label is None:
        return rows
    labelled = DocumentLabel.objects.filter(label__in=with_descendants([get_visible_row(Label, actor, label).pk]))
    return rows.filter(pk__in=labelled.values("document"))


def visible_memberships(actor: Actor) -> QuerySet[CorpusDocument]:
    """Return memberships in visible corpora, and all memberships that give access to the actor's own documents."""
    is_visible, is_inherited = Q(corpus__in=visible_corpora(actor)), Q(added_by=F("document__owner"))
    memberships = CorpusDocument.objects.annotate(is_visible=is_visible, is_inherited=is_inherited)
    condition = Q(is_visible=True)
    if actor.is_authenticated and access_of(actor).limits is None:
        condition |= Q(is_inherited=True, document__owner=actor.pk)
    return memberships.filter(condition)


def get_visible_membership(actor: Actor, key: UUID, *, document: Document | None = None) -> CorpusDocument:
    """Return one visible membership of a visible document (of this one, if it is given)."""
    rows = visible_memberships(actor).filter(document__in=Document.objects.visible_to(actor))
    if document is not None:
        rows = rows.filter(document=document)
    row = rows.select_related("corpus", "document__owner", "document__blob").filter(pk=key).first()
    if row is None:
        require_user(actor)
        raise NotFound
    return row
