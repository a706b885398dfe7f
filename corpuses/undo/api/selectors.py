"""Visible edits, for REST and GraphQL."""

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from core.access import Actor, require_reader
from core.errors import NotFound
from corpuses.annotations.models import Annotation, Edit
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.imports.models import AnnotationImport
from corpuses.visible_rows import get_visible_row, visible_rows
from documents.api.selectors import get_visible_document

_ON_BOTH_PAGES: Final = (
    Edit.Subject.DOCUMENT_LABEL,
    Edit.Subject.FIELD_VALUE,
    Edit.Subject.DOCUMENT,
    Edit.Subject.COMMENT,
    Edit.Subject.THREAD,
)
_OF_CORPORA: Final = (
    Edit.Subject.LABEL,
    Edit.Subject.FOLDER,
    Edit.Subject.MEMBERSHIP,
    Edit.Subject.CELL,
    Edit.Subject.CORPUS,
    Edit.Subject.FIELD,
)
# The page of a corpus reviews many suggestions at once.
_REVIEW: Final = Q(subject=Edit.Subject.ANNOTATION, kind__in=[Edit.Kind.ACCEPTED, Edit.Kind.REJECTED])
# The page of a corpus imports into many documents; that of one document must not undo it.
_IMPORTED: Final = Q(Exists(AnnotationImport.objects.filter(pk=OuterRef("group"))))
_AREAS: Final[Mapping[Edit.Area, Q]] = {
    # Comments on a corpus have no document.
    Edit.Area.DOCUMENT: ~Q(subject__in=_OF_CORPORA) & Q(document__isnull=False) & ~_IMPORTED,
    Edit.Area.CORPUS: Q(subject__in=[*_ON_BOTH_PAGES, *_OF_CORPORA]) | _REVIEW | _IMPORTED,
}


def list_edits(
    actor: Actor,
    *,
    corpus: UUID | None = None,
    document: UUID | None = None,
    annotation: UUID | None = None,
    mine: bool | None = None,
    area: Edit.Area | None = None,
    per_group: bool | None = None,
) -> "QuerySet[Edit]":
    """Return the edits in corpora that the actor is a member of; those of annotations in the bin only if they are own.

    Those of an annotation are also about its relations and the comments on it. `mine` selects the actor's own edits;
    if false, those of others. `area` selects those that are made on the page of a document, or of a corpus. `per_group`
    selects the newest of each group, of those that the other filters select.
    """
    if not (corpus or document or annotation):
        require_reader(actor)
    within = get_visible_corpus(actor, corpus) if corpus else None
    on_document = get_visible_document(actor, document) if document else None
    rows = visible_rows(Edit, actor, corpus=within, document=on_document)
    own = Q(actor=actor.pk)
    rows = rows.filter(own | Q(annotation__deleted_at=None, target__deleted_at=None))
    if annotation is not None:
        found = get_visible_row(Annotation, actor, annotation)
        rows = rows.filter(Q(annotation=found) | Q(target=found))
    if mine is not None:
        rows = rows.filter(own) if mine else rows.exclude(own)
    if area is not None:
        rows = rows.filter(_AREAS[area])
    return _newest_of_groups(rows) if per_group else rows


def _newest_of_groups(rows: "QuerySet[Edit]") -> "QuerySet[Edit]":
    # One pass over all rows. Looking for a newer one of each row takes minutes for an import of 100,000.
    newest = rows.order_by("group", "-pk").distinct("group")
    return Edit.objects.filter(pk__in=newest.values("pk"))


def get_visible_edit(actor: Actor, key: UUID) -> Edit:
    """Return one edit that `list_edits` has; raise `NotFound` or `NotAuthenticated`."""
    edit = get_visible_row(Edit, actor, key)
    ends = (edit.annotation, edit.target)
    if edit.actor_id != actor.pk and any(each is not None and each.deleted_at is not None for each in ends):
        raise NotFound
    return edit
