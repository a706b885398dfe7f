"""Merge labels: all annotations, relations and documents with one get another one of the same corpus."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from audit.actions import Action
from audit.log import record
from core.access import Permission, require
from core.db.row_locks import lock_for_delete
from core.db.row_snapshots import recreate_rows
from core.db.transactions import atomic_with_retry
from core.deletion import move_to_bin, take_from_bin
from core.errors import Conflict, NotFound
from corpuses.annotations.document_labels.services import move_document_labels
from corpuses.annotations.edits import EditOutdated, store_edits
from corpuses.annotations.labels.hierarchy import LabelTree
from corpuses.annotations.labels.services import lock_labels, require_not_archived, restore_without_annotations
from corpuses.annotations.labels.states import place_of
from corpuses.annotations.models import Annotation, DocumentLabel, Edit, Label, Relation
from corpuses.annotations.relations.services import move_relations_to_label
from corpuses.events import record_corpus_event
from users.models import User

MERGE: Final = "merge"  # the part of an edit that has what was merged
_BATCH: Final = 10_000


class LabelOfOtherCorpus(Conflict):
    """These labels are in different corpora."""

    code = "label_of_other_corpus"
    what_to_do = "Choose a label of the same corpus."


class LabelIntoItself(Conflict):
    """A label cannot be merged into itself."""

    code = "label_into_itself"
    what_to_do = "Choose another label of the corpus."


@atomic_with_retry
def merge_label(label: Label, into: Label, *, actor: User, group: UUID | None = None) -> Label:
    """Assign another label of the corpus to all that has a label, which goes to the bin; return the other one.

    Annotations in the bin get it, too, and so do relations and documents as a whole. What a program found twice, once
    with each label, is kept once: the other one goes to the bin together with the label. The labels below it move below
    the other one. `group` is that of the edit.
    """
    require(actor, Permission.EDIT, label.corpus)
    if into.corpus_id != label.corpus_id:
        raise LabelOfOtherCorpus(field="into")
    if into.pk == label.pk:
        raise LabelIntoItself(field="into")
    lock_labels(label.corpus_id)
    edit = Edit(
        corpus_id=label.corpus_id,
        subject=Edit.Subject.LABEL,
        subject_id=label.pk,
        kind=Edit.Kind.MERGED,
        changes={MERGE: _merge(label, into, actor=actor)},
    )
    store_edits([edit], actor=actor, group=group)
    return into


def merge_again(edit: Edit, *, actor: User) -> None:
    """Merge the labels of an edit again; raise `EditOutdated` if one of them is gone."""
    keys = [edit.subject_key, UUID(edit.changes[MERGE]["into"])]
    found = Label.objects.select_related("corpus").in_bulk(keys)
    if len(found) < len(keys):
        raise EditOutdated
    edit.changes = {MERGE: _merge(*(found[key] for key in keys), actor=actor)}
    edit.save(update_fields=["changes"])


def split_merged(edit: Edit, *, actor: User) -> None:
    """Restore the label that was merged, for what had it and still has the other one.

    Raise `EditOutdated` if it is not in the bin any more, or the other one is.
    """
    merged = edit.changes[MERGE]
    label = Label.with_deleted.select_related("corpus").filter(pk=edit.subject_key).first()
    into = Label.objects.filter(pk=merged["into"]).first()
    if label is None or into is None or not label.deleted_at or label.deleted_at.isoformat() != merged["deleted"]:
        raise EditOutdated
    for each in sorted((label, into), key=lambda each: each.pk):
        lock_for_delete(each)
    take_from_bin(Annotation.with_deleted.filter(label=label, deleted_at=label.deleted_at))
    restore_without_annotations(label)
    for model, part in ((Annotation, "annotations"), (DocumentLabel, "documents"), (Relation, "relations")):
        _return_to(label, model.with_deleted.filter(label=into), merged[part])
    recreate_rows(merged["removed"])
    _restore_place(label, into, merged)
    record(Action.LABEL_RESTORED, label, actor=actor, annotations=len(merged["annotations"]))
    record_corpus_event(label.corpus, "labels", "annotations", "document_labels")


def _return_to(label: Label, rows: "QuerySet[Any]", keys: Sequence[str]) -> None:
    for start in range(0, len(keys), _BATCH):
        rows.filter(pk__in=keys[start : start + _BATCH]).update(label=label)


def _restore_place(label: Label, into: Label, merged: Mapping[str, Any]) -> None:
    """Move a label, what was below it, and the other one if that was, to their earlier places."""
    tree = LabelTree(label.corpus_id)
    tree.put(label.pk, merged["place"])
    for child in map(UUID, merged["children"]):
        if tree.has(child) and tree.label(child).parent_id == into.pk:
            tree.move(child, label.pk)
    if str(label.pk) in merged["into_path"]:
        tree.put(into.pk, merged["into_place"])
    tree.save()


def _merge(label: Label, into: Label, *, actor: User) -> dict[str, Any]:
    """Merge labels, and return what is needed to undo that."""
    _lock_for_merge(label, into)
    places = _places_before(label, into)
    _merge_children(label, into)
    _purge_deleted_twins(label, into)
    rows = Annotation.with_deleted.filter(~Exists(_twins(into)), label=label)
    annotations = [str(key) for key in rows.values_list("pk", flat=True)]
    rows.update(label=into)
    documents, removed = move_document_labels(label, into)
    relations, removed_relations = move_relations_to_label(label, into)
    moment = timezone.now()
    move_to_bin(label.annotations.all(), user_id=actor.pk, moment=moment)
    if not move_to_bin(Label.objects.filter(pk=label.pk), user_id=actor.pk, moment=moment):
        raise NotFound
    counts = {"annotations": len(annotations), "documents": len(documents), "relations": len(relations)}
    facts: dict[str, Any] = {"into": str(into.pk), **counts}
    record(Action.LABEL_MERGED, label, actor=actor, **facts)
    record_corpus_event(label.corpus, "labels", "annotations", "document_labels")
    return places | {
        "into": str(into.pk),
        "deleted": moment.isoformat(),
        "annotations": annotations,
        "documents": documents,
        "relations": relations,
        "removed": [*removed, *removed_relations],
    }


def _places_before(label: Label, into: Label) -> dict[str, Any]:
    tree = LabelTree(label.corpus_id)
    if not tree.has(label.pk) or not tree.has(into.pk):
        raise NotFound
    row, other = tree.label(label.pk), tree.label(into.pk)
    return {
        "names": [row.name, other.name],
        "place": place_of(row),
        "children": [str(key) for key in tree.children(label.pk)],
        "into_place": place_of(other),
        "into_path": [str(key) for key in tree.path(into.pk)],
    }


def _lock_for_merge(label: Label, into: Label) -> None:
    """Lock both labels, in the order of their keys: annotations and documents get neither of them meanwhile."""
    for each in sorted((label, into), key=lambda each: each.pk):
        lock_for_delete(each)
    if not Label.objects.filter(pk=into.pk).exists():
        raise NotFound("The other label was deleted in the meantime.", field="into")


def _merge_children(label: Label, into: Label) -> None:
    """Move the children of a label below the other one, which takes its place if it is one of its descendants."""
    tree = LabelTree(label.corpus_id)
    require_not_archived(tree.label(into.pk, field="into"))
    if not tree.has(label.pk):
        raise NotFound
    tree.merge(label.pk, into.pk)
    tree.save()


def _purge_deleted_twins(label: Label, into: Label) -> None:
    """Remove annotations in the bin that have a twin which is not in the bin and gets their label."""
    in_bin = Annotation.with_deleted.filter(label=into).exclude(deleted_at=None)
    in_bin.filter(Exists(_twins(label).filter(deleted_at=None))).delete()


def _twins(label: Label) -> "QuerySet[Annotation]":
    """Return, for the row of an outer query, the annotation by the same run on the same passage with this label."""
    same = {name: OuterRef(name) for name in ("origin", "revision", "start", "end")}
    return Annotation.with_deleted.filter(label=label, **same).exclude(origin="")
