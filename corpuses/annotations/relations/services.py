"""Relations between annotations of a document: create, relabel and delete them, and move them to other labels or
annotations."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from audit.actions import Action
from audit.log import record
from core.access import Permission, require
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.row_locks import lock_keys_against_delete
from core.db.row_snapshots import Snapshot, snapshot_rows
from core.db.rows import get_row, refuse_duplicate
from core.db.transactions import atomic_with_retry
from core.errors import Conflict, NotFound
from corpuses.annotations.edits import store_edits
from corpuses.annotations.labels.services import label_of
from corpuses.annotations.models import Annotation, Edit, Label, Relation
from corpuses.events import record_corpus_event
from corpuses.holding import require_held
from corpuses.models import Corpus
from users.models import User

RELATION: Final = "relation"  # the part of an edit that is changed


class RelationToItself(Conflict):
    """An annotation cannot be related to itself."""

    code = "relation_to_itself"
    what_to_do = "Choose another annotation."


class RelationAcrossDocuments(Conflict):
    """These annotations are of different documents."""

    code = "relation_across_documents"
    what_to_do = "Choose an annotation of the same document."


class RelationExists(Conflict):
    """There is a relation between these annotations with this label already."""

    code = "relation_exists"
    what_to_do = "Choose another label, or delete this relation."


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationDraft:
    """A new relation: two annotations, and a label by id or by name."""

    source: Annotation
    target: Annotation
    label_id: UUID | None = None
    label_name: str = ""
    group: UUID | None = None  # of the edit


def state_of_relation(relation: Relation) -> dict[str, str | None]:
    """Return what an edit stores of a relation."""
    return {
        "source": str(relation.source_id),
        "target": str(relation.target_id),
        "label": str(relation.label_id),
        "creator": str(relation.creator_id) if relation.creator_id else None,
    }


def version_of_relation(relation: Relation) -> str:
    """Return the version of the field that can be edited."""
    return fingerprint(relation.label_id)


@atomic_with_retry
def create_relation(draft: RelationDraft, *, corpus: Corpus, actor: User) -> Relation:
    """Relate an annotation to another one, or return the relation that exists already."""
    require_held(actor, Permission.ANNOTATE, corpus)
    require(actor, Permission.VIEW, draft.source.document)
    _require_related(draft, corpus)
    label = label_of(corpus, draft.label_id, draft.label_name)
    ends = {draft.source.pk, draft.target.pk}
    if lock_keys_against_delete(Annotation.objects, ends) != ends:
        raise NotFound("One of the annotations was deleted in the meantime.")
    relation = Relation(
        corpus=corpus,
        document_id=draft.source.document_id,
        source=draft.source,
        target=draft.target,
        label=label,
        creator=actor,
    )
    Relation.objects.bulk_create([relation], ignore_conflicts=True)
    existing = Relation.objects.filter(source=draft.source, target=draft.target, label=label)
    stored = existing.select_related("label", "source", "target", "corpus").get()
    if stored.pk == relation.pk:
        record_relation(Action.RELATION_CREATED, stored, actor)
        record_new_relations([stored], actor=actor, group=draft.group)
    return stored


def record_new_relations(relations: Iterable[Relation], *, actor: User, group: UUID | None) -> None:
    """Record that a user added relations, in the transaction that stores them."""
    edits = [_edit(Edit.Kind.CREATED, each, [None, state_of_relation(each)]) for each in relations]
    store_edits(edits, actor=actor, group=group)


@atomic_with_retry
def update_relation(
    relation: Relation,
    *,
    actor: User,
    label_id: UUID | None = None,
    label_name: str = "",
    expected: str | None = None,
    group: UUID | None = None,
) -> Relation:
    """Change the label of a relation, by id, or by name (a new name creates it). `group` is that of the edit."""
    _require_change(relation, actor)
    label = label_of(relation.corpus, label_id, label_name, current=relation.label_id)
    relation = _locked(relation)
    before, version = state_of_relation(relation), version_of_relation(relation)
    if relation.label_id == label.pk:
        return relation  # a request that is repeated has no effect
    require_unchanged(expected, version)
    set_label(relation, label)
    record_relation(Action.RELATION_CHANGED, relation, actor)
    edit = _edit(Edit.Kind.CHANGED, relation, [before, state_of_relation(relation)])
    store_edits([edit], actor=actor, group=group)
    return relation


def set_label(relation: Relation, label: Label) -> None:
    """Store the label of a relation; raise `RelationExists` if there is one with it already."""
    relation.label = label
    with refuse_duplicate("relation_once", RelationExists(field="label")):
        relation.save(update_fields=["label"])


def _locked(relation: Relation) -> Relation:
    """Return the row as it is now, locked; raise `NotFound` if it has just been deleted."""
    rows = Relation.objects.select_for_update(of=("self",)).select_related("label", "source", "target", "corpus")
    return get_row(rows, pk=relation.pk)


def _require_change(relation: Relation, actor: User) -> None:
    """Require the permission to change a relation, and hold its corpus.

    Annotators change their own ones, and editors of the corpus all.
    """
    require(actor, Permission.VIEW, relation.document)
    is_own = relation.creator_id == actor.pk
    require_held(actor, Permission.ANNOTATE if is_own else Permission.EDIT, relation.corpus)


@transaction.atomic
def delete_relation(relation: Relation, *, actor: User, group: UUID | None = None) -> None:
    """Delete a relation. `group` is that of the edit."""
    _require_change(relation, actor)
    deleted, _ = Relation.with_deleted.filter(pk=relation.pk).delete()
    if not deleted:
        raise NotFound
    record_relation(Action.RELATION_DELETED, relation, actor)
    changes = [state_of_relation(relation), None]
    store_edits([_edit(Edit.Kind.DELETED, relation, changes)], actor=actor, group=group)


def move_relations_to_label(label: Label, into: Label) -> tuple[list[str], list[Snapshot]]:
    """Replace the label of relations by another one; no relation gets that twice.

    Return the keys of those that got it, and the relations that were deleted because there is one with it already.
    """
    twins = Relation.with_deleted.filter(label=into, source=OuterRef("source"), target=OuterRef("target"))
    rows = Relation.with_deleted.filter(label=label)
    deleted = snapshot_rows(rows.filter(Exists(twins)))
    rows.filter(Exists(twins)).delete()
    moved = [str(key) for key in rows.values_list("pk", flat=True)]
    rows.update(label=into)
    return moved, deleted


def move_relations_to_annotation(annotation: Annotation, other: Annotation) -> None:
    """Move the relations of an annotation, which will be removed, to another one that has the same place."""
    rows = Relation.with_deleted
    rows.filter(Q(source=annotation, target=other) | Q(source=other, target=annotation)).delete()
    _move_ends(rows.filter(source=annotation), "source", other)
    _move_ends(rows.filter(target=annotation), "target", other)


def _move_ends(rows: "QuerySet[Relation]", end: str, other: Annotation) -> None:
    kept = "target" if end == "source" else "source"
    same = {end: other, kept: OuterRef(kept), "label": OuterRef("label")}
    rows.filter(~Exists(Relation.with_deleted.filter(**same))).update(**{end: other})


def _edit(kind: Edit.Kind, relation: Relation, changes: list[dict[str, str | None] | None]) -> Edit:
    return Edit(
        corpus_id=relation.corpus_id,
        document_id=relation.document_id,
        subject=Edit.Subject.RELATION,
        subject_id=relation.pk,
        annotation_id=relation.source_id,
        target_id=relation.target_id,
        kind=kind,
        changes={RELATION: changes},
    )


def _require_related(draft: RelationDraft, corpus: Corpus) -> None:
    for name, annotation in (("source", draft.source), ("target", draft.target)):
        if annotation.corpus_id != corpus.pk:
            raise NotFound("The annotation is not in this corpus.", field=name)
    if draft.source.document_id != draft.target.document_id:
        raise RelationAcrossDocuments(field="target")
    if draft.source.pk == draft.target.pk:
        raise RelationToItself(field="target")


def record_relation(action: Action, relation: Relation, actor: User) -> None:
    """Record that a relation was created, changed or deleted."""
    record(
        action,
        relation,
        actor=actor,
        source_id=str(relation.source_id),
        target_id=str(relation.target_id),
        label_id=str(relation.label_id),
    )
    record_corpus_event(relation.corpus, "annotations", about=relation.document_id)
