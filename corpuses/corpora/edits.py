"""Record the edits of a corpus, its folders and the memberships of its documents (`corpuses.corpora.undo`)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

from django.db.models import CASCADE, Model

from core.db.row_snapshots import Snapshot, snapshot_rows
from corpuses.annotations.edits import store_edits
from corpuses.annotations.models import Edit
from corpuses.models import Corpus, CorpusDocument, Folder
from users.models import User

# The parts of edits that are changed.
FOLDER: Final = "folder"
MEMBERSHIP: Final = "membership"


def state_of_corpus(corpus: Corpus, names: Iterable[str]) -> dict[str, Any]:
    """Return fields of a corpus, each as JSON."""
    values = {name: getattr(corpus, name) for name in names}
    return {name: float(value) if isinstance(value, Decimal) else value for name, value in values.items()}


def record_corpus_edit(corpus: Corpus, before: Mapping[str, Any], *, actor: User, group: UUID | None) -> None:
    """Record which of these fields of a corpus were changed, in the transaction that does it."""
    after = state_of_corpus(corpus, before)
    changes = {name: [before[name], after[name]] for name in before if before[name] != after[name]}
    if not changes:
        return
    edit = Edit(
        corpus=corpus, subject=Edit.Subject.CORPUS, subject_id=corpus.pk, kind=Edit.Kind.CHANGED, changes=changes
    )
    store_edits([edit], actor=actor, group=group)


def state_of_folder(folder: Folder) -> dict[str, str | None]:
    """Return what an edit stores of a folder."""
    return {"name": folder.name, "parent": str(folder.parent_id) if folder.parent_id else None, "path": folder.path}


def record_folder_edit(folder: Folder, before: dict[str, str | None], *, actor: User, group: UUID | None) -> None:
    """Record how a folder differs from its earlier state."""
    after = state_of_folder(folder)
    if before == after:
        return
    _store(folder, Edit.Kind.CHANGED, [before, after], actor=actor, group=group)


def record_new_folder(folder: Folder, *, actor: User) -> None:
    """Record that a folder was created."""
    _store(folder, Edit.Kind.CREATED, [None, state_of_folder(folder)], actor=actor)


def record_folder_deletion(folder: Folder, *, actor: User, group: UUID | None) -> None:
    """Record that a folder is about to be moved to the bin."""
    _store(folder, Edit.Kind.DELETED, [state_of_folder(folder), None], actor=actor, group=group)


def record_folder_restoration(folder: Folder) -> None:
    """Record that the deletion of a folder was undone by taking it from the bin."""
    deletions = Edit.objects.filter(subject=Edit.Subject.FOLDER, subject_id=folder.pk, kind=Edit.Kind.DELETED)
    deletions.filter(is_undone=False).update(is_undone=True)


def delete_folder_edits(keys: Collection[UUID]) -> None:
    """Delete the edits of folders that are removed from the database: they contain their names."""
    Edit.objects.filter(subject=Edit.Subject.FOLDER, subject_id__in=keys).delete()


def _store(
    folder: Folder, kind: Edit.Kind, changes: list[dict[str, Any] | None], *, actor: User, group: UUID | None = None
) -> None:
    edit = Edit(
        corpus_id=folder.corpus_id,
        subject=Edit.Subject.FOLDER,
        subject_id=folder.pk,
        kind=kind,
        changes={FOLDER: changes},
    )
    store_edits([edit], actor=actor, group=group)


def record_moves(members: Sequence[CorpusDocument], folder: Folder | None, *, actor: User, group: UUID | None) -> None:
    """Record that documents were moved to a folder; the members have the folders in which they were."""
    after = _place(folder)
    edits = [_edit(each, Edit.Kind.MOVED, [_place(each.folder), after]) for each in members]
    store_edits(edits, actor=actor, group=group)


def record_additions(members: Sequence[CorpusDocument], *, actor: User, group: UUID | None) -> None:
    """Record that documents were added, in no folder."""
    state = _place(None) | {"added_by": str(actor.pk), "rows": []}
    store_edits([_edit(each, Edit.Kind.CREATED, [None, state]) for each in members], actor=actor, group=group)


def record_removals(members: Sequence[CorpusDocument], *, actor: User, group: UUID | None) -> None:
    """Record that documents are about to be removed, with what is removed together with their memberships."""
    states = states_of_members(members)
    edits = [_edit(each, Edit.Kind.DELETED, [states[each.pk], None]) for each in members]
    store_edits(edits, actor=actor, group=group)


def states_of_members(members: Sequence[CorpusDocument]) -> dict[UUID, dict[str, Any]]:
    """Return the folders of members, and the rows that are removed with them: labels of documents, values of fields."""
    rows: dict[UUID, list[Snapshot]] = defaultdict(list)
    for model, column in _dependents():
        found = list(model._base_manager.filter(**{f"{column}__in": members}).order_by("pk"))
        for row, snapshot in zip(found, snapshot_rows(found), strict=True):
            rows[getattr(row, f"{column}_id")].append(snapshot)
    return {each.pk: _place(each.folder) | {"added_by": _added_by(each), "rows": rows[each.pk]} for each in members}


def _dependents() -> list[tuple[type[Model], str]]:
    """Return the models whose rows are removed with a membership, and the columns that name it."""
    relations: list[Any] = CorpusDocument._meta.get_fields(include_hidden=True)
    return [
        (relation.related_model, relation.field.name)
        for relation in relations
        if relation.auto_created and relation.one_to_many and relation.on_delete is CASCADE
    ]


def _added_by(member: CorpusDocument) -> str | None:
    return str(member.added_by_id) if member.added_by_id else None


def _place(folder: Folder | None) -> dict[str, Any]:
    return {"folder": str(folder.pk) if folder else None, "path": folder.path if folder else ""}


def _edit(member: CorpusDocument, kind: Edit.Kind, changes: list[dict[str, Any] | None]) -> Edit:
    return Edit(
        corpus_id=member.corpus_id,
        document_id=member.document_id,
        subject=Edit.Subject.MEMBERSHIP,
        subject_id=member.document_id,
        kind=kind,
        changes={MEMBERSHIP: changes},
    )
