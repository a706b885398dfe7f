"""The tree of the labels of a corpus: at most three levels, and archived branches."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet

from core.errors import Conflict, Invalid, NotFound
from corpuses.annotations.models import Label

MAX_LEVELS: Final = 3

_FIELDS: Final = ("parent_id", "parent_path", "position", "archived")


class LabelTooDeep(Conflict):
    """Labels have at most three levels."""

    code = "label_too_deep"
    what_to_do = "Choose a parent that is higher up, or move the labels below it first."


class LabelCycle(Conflict):
    """A label cannot be moved below itself."""

    code = "label_cycle"
    what_to_do = "Choose a parent that is not below the label."


class LabelArchived(Conflict):
    """This label is archived."""

    code = "label_archived"
    what_to_do = "Restore the label, or choose another one."


def with_descendants(keys: Collection[UUID]) -> "QuerySet[Label]":
    """Return these labels and all labels below them."""
    return Label.objects.filter(Q(pk__in=keys) | Q(parent__in=keys) | Q(parent__parent__in=keys))


class LabelTree:
    """The labels of a corpus that are not in the bin; `save` stores what was changed.

    Positions are numbered depth first, so that a list by position shows the tree. Needs the lock of `lock_labels`.
    """

    def __init__(self, corpus_id: UUID) -> None:
        self._labels = {label.pk: label for label in Label.objects.filter(corpus=corpus_id)}
        self._before = {key: _state(label) for key, label in self._labels.items()}
        for label in self._labels.values():
            if label.parent_id not in self._labels:  # it was deleted by a version that knows no parents
                label.parent_id = None
        self._order = list(self._labels)

    def label(self, key: UUID, *, field: str = "parent") -> Label:
        """Return a label of the corpus; raise `NotFound` if it is none."""
        if key not in self._labels:
            raise NotFound("This label is not in the corpus.", field=field)
        return self._labels[key]

    def has(self, key: UUID) -> bool:
        """Check whether a label is in the tree."""
        return key in self._labels

    def move(self, key: UUID, parent: UUID | None) -> None:
        """Move a label with those below it to another parent, behind its other children; `None` is the top."""
        label = self.label(key)
        if parent is not None:
            self._require_parent(label, self.label(parent))
        label.parent_id = parent
        self._order.remove(key)
        self._order.append(key)

    def place(self, key: UUID, position: int) -> None:
        """Move a label to this place among the children of its parent, from 0."""
        if position < 0:
            raise Invalid("The position must be 0 or more.", field="position")
        siblings = [each for each in self._children(self._labels[key].parent_id) if each != key]
        self._order.remove(key)
        if position < len(siblings):
            self._order.insert(self._order.index(siblings[position]), key)
        else:
            self._order.append(key)

    def put(self, key: UUID, place: Sequence[str | int | None]) -> None:
        """Move a label to a parent, by its key as text, and to a place among its children."""
        above, position = place
        parent = UUID(str(above)) if above else None
        if parent != self.label(key).parent_id:
            self.move(key, parent)
        self.place(key, int(position or 0))

    def path(self, key: UUID) -> list[UUID]:
        """Return the keys from a label up to the top."""
        return self._path(self.label(key))

    def children(self, key: UUID) -> list[UUID]:
        """Return the labels directly below a label, in their order."""
        return self._children(key)

    def merge(self, key: UUID, into: UUID) -> None:
        """Remove a label, whose children move below another one; a descendant takes its place first."""
        if key in self._path(self.label(into)):
            self.move(into, self._labels[key].parent_id)
        for child in self._children(key):
            self.move(child, into)
        self.remove(key)

    def remove(self, key: UUID) -> None:
        """Remove a label, whose children take its place."""
        label = self._labels[key]
        children = self._children(key)
        for child in children:
            self._labels[child].parent_id = label.parent_id
        others = [each for each in self._order if each not in children]
        place = others.index(key)
        self._order = [*others[:place], *children, *others[place + 1 :]]
        del self._labels[key]

    def attach(self, key: UUID) -> None:
        """Leave a label that was restored below its parent if that allows it, else move it to the top."""
        label = self.label(key)
        try:
            if label.parent_id is not None:
                self._require_parent(label, self._labels[label.parent_id])
        except (LabelTooDeep, LabelArchived):
            label.parent_id = None

    def archive(self, key: UUID, moment: datetime) -> None:
        """Archive a label and those below it."""
        for each in (key, *self._below(key)):
            self._labels[each].archived = self._labels[each].archived or moment

    def unarchive(self, key: UUID) -> None:
        """Take a label out of the archive, with those that were archived together with it and those above it."""
        moment = self._labels[key].archived
        together = [each for each in self._below(key) if self._labels[each].archived == moment]
        for each in (*self._path(self._labels[key]), *together):
            self._labels[each].archived = None

    def set_archived(self, moments: Mapping[UUID, datetime | None]) -> None:
        """Set since when labels are archived; raise `LabelArchived` if one is not, below an archived one."""
        for key, moment in moments.items():
            self.label(key).archived = moment
        for label in self._labels.values():
            if label.parent_id and self._labels[label.parent_id].archived and not label.archived:
                raise LabelArchived

    def save(self) -> None:
        """Store the tree: parents, paths and positions."""
        children: dict[UUID | None, list[UUID]] = {}
        for key in self._order:
            children.setdefault(self._labels[key].parent_id, []).append(key)
        self._order = list(_depth_first(children, None))
        for position, key in enumerate(self._order):
            label = self._labels[key]
            label.position = position
            above = self._labels[label.parent_id] if label.parent_id else None
            label.parent_path = above.path if above else ""
        changed = [label for key, label in self._labels.items() if _state(label) != self._before[key]]
        Label.objects.bulk_update(changed, [*_FIELDS])

    def _require_parent(self, label: Label, parent: Label) -> None:
        """Raise a typed error if a label cannot be below another one."""
        if label.pk in self._path(parent):
            raise LabelCycle(field="parent")
        if len(self._path(parent)) + self._height(label.pk) > MAX_LEVELS:
            raise LabelTooDeep(field="parent")
        if parent.archived and not label.archived:
            raise LabelArchived(field="parent")

    def _children(self, parent: UUID | None) -> list[UUID]:
        return [key for key in self._order if self._labels[key].parent_id == parent]

    def _below(self, key: UUID) -> Iterator[UUID]:
        """Return the labels below a label, depth first."""
        for child in self._children(key):
            yield child
            yield from self._below(child)

    def _path(self, label: Label) -> list[UUID]:
        """Return the keys from a label up to the top."""
        path = [label.pk]
        while (above := self._labels[path[-1]].parent_id) is not None:
            path.append(above)
        return path

    def _height(self, key: UUID) -> int:
        """Return the number of levels of a label and those below it."""
        return 1 + max((self._height(child) for child in self._children(key)), default=0)


def _state(label: Label) -> tuple[object, ...]:
    return tuple(getattr(label, field) for field in _FIELDS)


def _depth_first(children: Mapping[UUID | None, Sequence[UUID]], key: UUID | None) -> Iterator[UUID]:
    for child in children.get(key, ()):
        yield child
        yield from _depth_first(children, child)
