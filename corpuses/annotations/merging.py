"""Merge labels: all annotations, relations and documents with one get another one of the same corpus."""

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from audit.actions import Action
from audit.log import record
from core.access.permissions import require
from core.access.roles import Permission
from core.db.row_locks import lock_for_delete
from core.db.transactions import atomic_with_retry
from core.deletion import move_to_bin
from core.errors import Conflict, NotFound
from corpuses.annotations.document_labels import move_document_labels
from corpuses.annotations.hierarchy import LabelTree
from corpuses.annotations.labels import lock_labels, require_not_archived
from corpuses.annotations.models import Annotation, Label
from corpuses.annotations.relations import move_relations_to_label
from corpuses.events import record_corpus_event
from users.models import User


class LabelOfOtherCorpus(Conflict):
    """These labels are in different corpora."""

    code = "label_of_other_corpus"
    what_to_do = "Choose a label of the same corpus."


class LabelIntoItself(Conflict):
    """A label cannot be merged into itself."""

    code = "label_into_itself"
    what_to_do = "Choose another label of the corpus."


@atomic_with_retry
def merge_label(label: Label, into: Label, *, actor: User) -> Label:
    """Assign another label of the corpus to all that has a label, which goes to the bin; return the other one.

    Annotations in the bin get it, too, and so do relations and documents as a whole. What a program found twice, once
    with each label, is kept once: the other one goes to the bin together with the label. The labels below it move below
    the other one.
    """
    require(actor, Permission.EDIT, label.corpus)
    if into.corpus_id != label.corpus_id:
        raise LabelOfOtherCorpus(field="into")
    if into.pk == label.pk:
        raise LabelIntoItself(field="into")
    lock_labels(label.corpus_id)
    _lock_for_merge(label, into)
    _merge_children(label, into)
    _purge_deleted_twins(label, into)
    moved = Annotation.with_deleted.filter(~Exists(_twins(into)), label=label).update(label=into)
    documents = move_document_labels(label, into)
    relations = move_relations_to_label(label, into)
    moment = timezone.now()
    move_to_bin(label.annotations.all(), user_id=actor.pk, moment=moment)
    if not move_to_bin(Label.objects.filter(pk=label.pk), user_id=actor.pk, moment=moment):
        raise NotFound
    record(
        Action.LABEL_MERGED,
        label,
        actor=actor,
        into=str(into.pk),
        annotations=moved,
        documents=documents,
        relations=relations,
    )
    record_corpus_event(label.corpus, "labels", "annotations", "document_labels")
    return into


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
