"""Visible relations between annotations, for REST and GraphQL."""

from uuid import UUID

from django.db.models import Q, QuerySet

from core.access import Actor
from corpuses.annotations.models import Annotation, Relation
from corpuses.annotations.relations.services import RelationDraft
from corpuses.models import Corpus
from corpuses.visible_rows import get_visible_row, visible_rows
from users.models import User


def list_relations(
    actor: Actor,
    corpus: Corpus | None,
    *,
    document: UUID | None = None,
    annotation: UUID | None = None,
    label: UUID | None = None,
) -> "QuerySet[Relation]":
    """Return the visible relations in a visible corpus, or in all; of a document, an annotation or a label, if given.

    Those of an annotation begin or end there.
    """
    rows = visible_rows(Relation, actor, corpus=corpus).select_related("label", "source", "target")
    if document is not None:
        rows = rows.filter(document=document)
    if annotation is not None:
        rows = rows.filter(Q(source=annotation) | Q(target=annotation))
    return rows if label is None else rows.filter(label=label)


def get_draft(
    actor: User,
    *,
    source: UUID,
    target: UUID,
    label_id: UUID | None = None,
    label_name: str = "",
    group: UUID | None = None,
) -> RelationDraft:
    """Return the draft of a relation between visible annotations."""
    return RelationDraft(
        source=get_visible_row(Annotation, actor, source),
        target=get_visible_row(Annotation, actor, target),
        label_id=label_id,
        label_name=label_name,
        group=group,
    )
