"""Create, change, order, archive, delete and restore the labels of a corpus."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final, TypedDict, Unpack
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from audit.actions import Action
from audit.log import record
from core.access import Permission, require
from core.db.compiled_lookup import CompiledLookup
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.row_locks import lock_for_delete, lock_keys_against_delete
from core.db.rows import get_row, refuse_duplicate, saved_changes
from core.db.transactions import atomic_with_retry, purging
from core.deletion import free_name, move_to_bin, take_from_bin
from core.errors import Conflict, Invalid, NotFound
from corpuses.annotations.labels.hierarchy import LabelArchived, LabelTree
from corpuses.annotations.labels.states import (
    delete_label_edits,
    deletion_of,
    record_label_creation,
    record_label_deletion,
    record_label_edit,
    record_label_restoration,
    state_of_label,
)
from corpuses.annotations.models import Annotation, Label
from corpuses.events import record_corpus_event
from corpuses.holding import require_held
from corpuses.models import Corpus
from documents.models import Document
from users.models import User

# Distinct for the common color-vision deficiencies (after Okabe and Ito, 2008), contrast 3:1 on white; the same eight
# as in frontend/src/lib/label-hues.ts.
PALETTE = ("#2f7fc4", "#c97706", "#0f9a73", "#d4502a", "#8b62d0", "#c8649b", "#857f14", "#64748b")
DESCRIPTION_LIMIT = 1_000
COLOR: Final = r"^#[0-9A-Fa-f]{6}$"
COLOR_HELP: Final = "Write the color like #0369a1."

_NAME_LIMIT = 100
_LABEL: Final = CompiledLookup(Label.objects.all, "corpus", "pk")
_LABELS: Final = CompiledLookup(Label.objects.all, "corpus", "name__any")


class Placement(TypedDict, total=False):
    """The parent (`None`: the top), the place among its children, and whether a label is archived."""

    parent: UUID | None
    position: int | None
    archived: bool | None


class LabelInUse(Conflict):
    """There are annotations, relations or documents with this label."""

    code = "label_in_use"
    what_to_do = "Delete it with `with_annotations`, or merge it into another label."


class LabelExists(Conflict):
    """The corpus already has a label of this name."""

    code = "label_exists"
    what_to_do = "Choose another name, or use the existing label."


def version_of_label(label: Label) -> str:
    """Return the version of the fields that can be edited."""
    return fingerprint(label.name, label.color, label.description)


@transaction.atomic
def create_label(
    corpus: Corpus,
    *,
    name: str,
    color: str = "",
    description: str = "",
    parent: UUID | None = None,
    actor: User,
    group: UUID | None = None,
) -> Label:
    """Create a label, or return the label of this name unchanged. `group` is that of the edit."""
    require(actor, Permission.ANNOTATE, corpus)
    lock_labels(corpus.pk)
    if existing := Label.objects.filter(corpus=corpus, name=label_name(name)).first():
        return existing
    label = label_named(corpus, name, color, description)
    if parent is not None:
        tree = LabelTree(corpus.pk)
        tree.move(label.pk, parent)
        tree.save()
        label = tree.label(label.pk)
    record_label_creation(label, version=version_of_label(label), actor=actor, group=group)
    return label


@transaction.atomic
def update_label(
    label: Label,
    *,
    actor: User,
    name: str | None = None,
    color: str | None = None,
    description: str | None = None,
    expected: str | None = None,
    group: UUID | None = None,
    **placement: Unpack[Placement],
) -> Label:
    """Change the given fields of a label, which its annotations keep. `group` is that of the edit."""
    require(actor, Permission.EDIT, label.corpus)
    lock_labels(label.corpus_id)
    label = _locked(label)
    before = state_of_label(label)
    require_unchanged(expected, version_of_label(label))
    with refuse_duplicate("label_name_once", LabelExists(field="name")), saved_changes(label) as fields:
        label.name = label.name if name is None else label_name(name)
        label.color = label.color if color is None else label_color(color)
        label.description = label.description if description is None else label_description(description)
    changed = _rearranged(label, placement)
    after = state_of_label(changed)
    if before == after:
        return changed
    record_label_edit(changed, before, actor=actor, group=group)
    (parent, position), (new_parent, new_position) = before["place"], after["place"]
    fields += ["parent"] if parent != new_parent else ["position"] if position != new_position else []
    if fields:
        record(Action.LABEL_CHANGED, label, actor=actor, fields=fields)
    if bool(label.archived) != bool(changed.archived):
        record(Action.LABEL_ARCHIVED if changed.archived else Action.LABEL_UNARCHIVED, label, actor=actor)
    record_corpus_event(label.corpus, "labels")
    return changed


def _rearranged(label: Label, placement: Placement) -> Label:
    """Return a label at its new place in the tree of the labels, archived or not."""
    tree = LabelTree(label.corpus_id)
    archived, position = placement.get("archived"), placement.get("position")
    if archived is False:
        tree.unarchive(label.pk)
    if "parent" in placement and placement["parent"] != label.parent_id:
        tree.move(label.pk, placement["parent"])
    if position is not None:
        tree.place(label.pk, position)
    if archived and not label.archived:
        tree.archive(label.pk, timezone.now())
    tree.save()
    found = tree.label(label.pk)
    found.corpus = label.corpus
    return found


@atomic_with_retry
def delete_label(
    label: Label,
    *,
    actor: User,
    with_annotations: bool = False,
    permanently: bool = False,
    group: UUID | None = None,
) -> None:
    """Move a label to the bin, and its annotations with `with_annotations`; else require that nothing has it.

    The labels below it move up. Relations and documents have a deleted label no longer; they get it back when it is
    restored. `group` is that of the edit.
    """
    require(actor, Permission.EDIT, label.corpus)
    deletion = move_label_to_bin(label, actor=actor, with_annotations=with_annotations)
    if permanently:
        purge_label(label)
    else:
        record_label_deletion(label, deletion, actor=actor, group=group)


def move_label_to_bin(
    label: Label, *, actor: User, with_annotations: bool, moment: datetime | None = None
) -> dict[str, Any]:
    """Delete a label without an edit; return what is needed to undo that."""
    lock_labels(label.corpus_id)
    lock_for_delete(label)
    moment = moment or timezone.now()
    documents, relations = label.document_labels.count(), label.relations.count()
    if not with_annotations:
        _require_unused(label, actor)
    annotations = list(label.annotations.values_list("pk", flat=True))
    counts: dict[str, Any] = {"annotations": len(annotations), "documents": documents, "relations": relations}
    deletion = deletion_of(label, moment=moment, annotations=annotations, with_use=with_annotations)
    move_to_bin(label.annotations.filter(pk__in=annotations), user_id=actor.pk, moment=moment)
    leave_tree(label)
    if not move_to_bin(Label.objects.filter(pk=label.pk), user_id=actor.pk, moment=moment):
        raise NotFound
    record(Action.LABEL_DELETED, label, actor=actor, **counts)
    record_corpus_event(label.corpus, "labels", "annotations", "document_labels")
    return deletion


@transaction.atomic
def restore_label(label: Label, *, actor: User) -> None:
    """Restore a label with the annotations that were deleted together with it; rename it if its name is taken."""
    require_held(actor, Permission.EDIT, label.corpus)
    if label.deleted_at is None:
        raise NotFound
    moment = label.deleted_at
    annotations = take_label_from_bin(label, actor=actor)
    restored = Label.objects.get(pk=label.pk)
    deletion = deletion_of(restored, moment=moment, annotations=annotations, with_use=True)
    record_label_restoration(label, deletion, actor=actor)


def take_label_from_bin(label: Label, *, actor: User) -> list[UUID]:
    """Restore a label without an edit; return the annotations that were restored with it."""
    rows = Annotation.with_deleted.filter(label=label, deleted_at=label.deleted_at)
    annotations = list(rows.values_list("pk", flat=True))
    take_from_bin(rows)
    record(Action.LABEL_RESTORED, label, actor=actor, annotations=len(annotations))
    restore_without_annotations(label)
    record_corpus_event(label.corpus, "labels", "annotations", "document_labels")
    return annotations


def restore_without_annotations(label: Label) -> None:
    """Restore a label alone, for an annotation that is restored; rename it if its name is taken.

    It is below its parent again if that is there.
    """
    lock_labels(label.corpus_id)
    labels = Label.objects.filter(corpus=label.corpus_id)
    name = free_name(label.name, lambda name: labels.filter(name=name).exists())
    Label.with_deleted.filter(pk=label.pk).update(name=name, deleted_at=None, deleted_by=None)
    tree = LabelTree(label.corpus_id)
    tree.attach(label.pk)
    tree.save()


def leave_tree(label: Label) -> None:
    """Let the children of a label that is to be deleted take its place."""
    tree = LabelTree(label.corpus_id)
    if tree.has(label.pk):
        tree.remove(label.pk)
        tree.save()


@purging
def purge_label(label: Label) -> None:
    """Remove a label with all annotations that have it, and from all documents, from the database."""
    record(Action.LABEL_PURGED, label)
    record_corpus_event(label.corpus, "bin")
    delete_label_edits(label)
    Annotation.with_deleted.filter(label=label).delete()
    Label.with_deleted.filter(pk=label.pk).delete()


def label_of(corpus: Corpus, label_id: UUID | None, name: str, *, current: UUID | None = None) -> Label:
    """Return a label of the corpus by id, or by name; a new name creates it.

    Raise `LabelArchived` if it is archived, unless it is the `current` one.
    """
    if label_id is None:
        found = label_named(corpus, name)
    else:
        label = _LABEL.get(corpus.pk, label_id)
        if label is None or not lock_keys_against_delete(Label.objects, [label.pk]):
            raise NotFound("This label is not in the corpus.", field="labelId")
        found = label
    if found.pk != current:
        require_not_archived(found)
    return found


def require_not_archived(label: Label) -> None:
    """Raise `LabelArchived` if a label is not for new annotations."""
    if label.archived:
        raise LabelArchived(f"The label “{label.name}” is archived.", field="label")


def label_named(corpus: Corpus, name: str, color: str = "", description: str = "") -> Label:
    """Return the label of this name, which is created if it is missing, locked against deletion."""
    return labels_named(corpus, [name], color, description)[name]


def labels_named(corpus: Corpus, names: Iterable[str], color: str = "", description: str = "") -> dict[str, Label]:
    """Return labels by name, creating missing ones, locked against deletion until the transaction ends."""
    stored_names = {name: label_name(name) for name in sorted(set(names))}
    color, description = color and label_color(color), label_description(description)
    while True:
        labels = {label.name: label for label in _LABELS.all(corpus.pk, list(stored_names.values()))}
        if missing := [name for name in dict.fromkeys(stored_names.values()) if name not in labels]:
            labels |= _create_labels(corpus, missing, color, description)
        keys = {label.pk for label in labels.values()}
        # Repeat if a label was deleted in between.
        if lock_keys_against_delete(Label.objects, keys) == keys:
            return {name: labels[stored] for name, stored in stored_names.items()}


def label_name(text: str) -> str:
    """Return the name of a label as it is stored; raise `Invalid` if it is empty or too long."""
    name = " ".join(text.replace("\x00", "").split())
    if not 0 < len(name) <= _NAME_LIMIT:
        raise Invalid(f"The name of a label must have 1 to {_NAME_LIMIT} characters.", field="label")
    return name


def label_color(text: str) -> str:
    """Return the color of a label as it is stored; raise `Invalid` if it is malformed."""
    if not re.fullmatch(COLOR, text):
        raise Invalid(COLOR_HELP, field="color")
    return text.lower()


def label_description(text: str) -> str:
    """Return the description of a label as it is stored; raise `Invalid` if it is too long."""
    if len(text) > DESCRIPTION_LIMIT:
        raise Invalid(f"The description must have at most {DESCRIPTION_LIMIT} characters.", field="description")
    return text.replace("\x00", "").strip()


def next_color(used: Sequence[str]) -> str:
    """Return the first color of the palette that is not used, or else is used least."""
    return min(PALETTE, key=used.count)


def lock_labels(corpus_id: UUID) -> None:
    """Let additions, moves and merges in a corpus follow one another, by a lock on its row.

    It is no lock against deletion: annotating goes on meanwhile.
    """
    Corpus.with_deleted.select_for_update(no_key=True).filter(pk=corpus_id).exists()


def _create_labels(corpus: Corpus, names: Iterable[str], color: str, description: str) -> dict[str, Label]:
    """Create labels after the others of the corpus; those that were created in the meantime are returned."""
    lock_labels(corpus.pk)
    others = list(corpus.labels.all())
    labels = {}
    for name in names:
        defaults = {
            "color": color or next_color([each.color for each in others]),
            "description": description,
            "position": max((each.position + 1 for each in others), default=0),
        }
        labels[name], is_new = Label.objects.get_or_create(corpus=corpus, name=name, defaults=defaults)
        if is_new:
            others.append(labels[name])
            record(Action.LABEL_CREATED, labels[name])
            record_corpus_event(corpus, "labels")
    return labels


def _require_unused(label: Label, actor: User) -> None:
    """Raise `LabelInUse` if annotations, relations or documents have a label, with how many of them the actor sees.

    The others count, too, because they would lose the label; the message says that there are some, not how many.
    """
    visible = Document.objects.visible_to(actor)
    uses: list[QuerySet[Any]] = [label.annotations.all(), label.document_labels.all(), label.relations.all()]
    annotations, documents, relations = (rows.filter(document__in=visible).count() for rows in uses)
    counts = {"annotations": annotations, "documents": documents, "relations": relations}
    used = [f"{count} {name}" for name, count in counts.items() if count]
    if any(rows.exclude(document__in=visible).exists() for rows in uses):
        used.append("documents that you cannot see")
    if used:
        message = f"{' and '.join(used).capitalize()} have this label. Remove it from them as well, or keep it."
        raise LabelInUse(message, annotations=annotations, documents=documents, relations=relations)


def _locked(label: Label) -> Label:
    """Return the label as it is now, locked; raise `NotFound` if it was deleted in the meantime."""
    rows = Label.objects.select_for_update(of=("self",), no_key=True).select_related("corpus")
    return get_row(rows, pk=label.pk)
