"""Import annotations from a file, in batches that are each stored once, with a report by line."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import Any, Final, TypeVar
from uuid import UUID

from audit.actions import Action
from audit.log import record
from core.access import Permission, require
from core.db.ids import uuid7
from core.errors import UserFault
from corpuses.annotations.edits import record_edits
from corpuses.annotations.labels.services import labels_named, lock_labels
from corpuses.annotations.models import Annotation, Edit, Label
from corpuses.annotations.states import CREATION
from corpuses.events import record_corpus_event
from corpuses.holding import hold_in_job
from corpuses.imports.comment_rows import CommentRow, read_comment
from corpuses.imports.comments import first_comment, store_comments
from corpuses.imports.items import Item, Items, Turn, open_items
from corpuses.imports.models import AnnotationImport
from corpuses.imports.placing import DocumentFinder, DocumentText, Found
from corpuses.imports.relations import ids_of, store_relations, visible_annotations
from corpuses.imports.rows import Row, read_relation, read_row
from corpuses.job_reports import complete
from corpuses.models import Corpus
from documents.models import Document, Upload
from documents.services import resumable
from documents.services.progress import Progress
from tasks.errors import Cancelled

DISCARD: Final = "corpuses.tidy_annotation_import"
MAX_PROBLEMS: Final = 1_000
"""The refused rows that a report lists; all are counted."""

_BATCH: Final = 500
_Placed = list[tuple[Row, Found]]
T = TypeVar("T")


def import_annotations(import_id: UUID, *, job: Progress) -> None:
    """Import the rows that have no result yet. A row that is refused does not affect the others."""
    imported = AnnotationImport.objects.select_related("corpus").filter(pk=import_id).first()
    if imported is None or imported.corpus.deleted_at is not None:
        raise Cancelled
    if imported.state != AnnotationImport.State.WAITING:
        return
    upload = Upload.objects.select_related("owner").get(pk=imported.upload)
    imported.owner = resumable.owner_of(upload)
    with resumable.assemble(upload) as received, open_items(received.path) as items:
        _import_items(imported, items, job=job)
        row_count = len(items)
    with job.commit():
        complete(imported, row_count=row_count)
        record_end(imported)


def record_end(imported: AnnotationImport) -> None:
    """Record what was imported, and an event for the pages that show the corpus."""
    counts = {name: getattr(imported, name) for name in ("added", "existing", "comments", "refused")}
    record(Action.ANNOTATIONS_IMPORTED, imported.corpus, actor=imported.owner, **counts)
    if imported.added or imported.relations:
        record_corpus_event(imported.corpus, "annotations")
    if imported.comments:
        record_corpus_event(imported.corpus, "comments")


def _import_items(imported: AnnotationImport, items: Items, *, job: Progress) -> None:
    of_file = _RowsOfFile(items)
    while imported.done < len(items):
        turn, batch = items.batch(imported.done, _BATCH)
        if turn == Turn.ANNOTATIONS:
            while not _import_batch(imported, batch, job=job):
                pass  # a document was processed again meanwhile
        elif turn == Turn.RELATIONS:
            _import_relations(imported, batch, of_file, job=job)
        else:
            _import_comments(imported, batch, of_file, job=job)
        job.progress(100 * imported.done // len(items), f"{imported.done} of {len(items)} annotations")


class _RowsOfFile:
    """The rows of a file by their ids, for those that refer to them."""

    def __init__(self, items: Items) -> None:
        self._items = items

    def annotations(self, ids: Iterable[UUID]) -> dict[int, Row]:
        """Return the annotations with these ids, by their lines."""
        rows = {}
        for key in ids:
            if key in self._positions:
                number, item = self._items[self._positions[key]]
                rows[number] = read_row(item)
        return rows

    @cached_property
    def _positions(self) -> dict[UUID, int]:
        found = {}
        for position, (_, item) in self._items.of_turn(Turn.ANNOTATIONS):
            with suppress(UserFault):
                row = read_row(item)
                if row.id:
                    found[row.id] = position
        return found

    @cached_property
    def comments(self) -> dict[UUID, CommentRow]:
        """All comments, without their texts: those that begin the threads of others are looked for."""
        found = {}
        for _, (_, item) in self._items.of_turn(Turn.COMMENTS):
            with suppress(UserFault):
                row = read_comment(item)
                found[row.id] = replace(row, text="")
        return found


def _import_relations(
    imported: AnnotationImport, batch: Sequence[Item], of_file: _RowsOfFile, *, job: Progress
) -> None:
    """Store some relations between annotations that have been imported, or that were there."""
    job.check_cancelled()
    rows, problems = _read(batch, read_relation)
    stored = _find_stored(imported, ids_of(rows.values()), of_file, job=job)
    with job.guarded():
        require(imported.owner, Permission.ANNOTATE, imported.corpus)
        hold_in_job(imported.corpus_id)
        lock_labels(imported.corpus_id)
        imported.relations += store_relations(imported, rows, stored, problems)
        _report(imported, len(batch), problems)


def _import_comments(imported: AnnotationImport, batch: Sequence[Item], of_file: _RowsOfFile, *, job: Progress) -> None:
    """Store some comments on annotations that have been imported or that were there, on documents, or on the corpus."""
    job.check_cancelled()
    rows, problems = _read(batch, read_comment)
    first = {number: first_comment(row, of_file.comments) for number, row in rows.items()}
    about = {row.annotation for row in first.values() if row.annotation}
    stored = _find_stored(imported, about, of_file, job=job)
    with job.guarded():
        require(imported.owner, Permission.ANNOTATE, imported.corpus)
        hold_in_job(imported.corpus_id)
        lock_labels(imported.corpus_id)  # as below: imports follow one another
        imported.comments += store_comments(imported, rows, first, stored, problems)
        _report(imported, len(batch), problems)


def _read(batch: Sequence[Item], read: Callable[[object], T]) -> tuple[dict[int, T], dict[int, UserFault]]:
    """Return the rows of a batch by their lines, and why others cannot be read."""
    rows: dict[int, T] = {}
    problems: dict[int, UserFault] = {}
    for number, item in batch:
        try:
            rows[number] = read(item)
        except UserFault as refusal:
            problems[number] = refusal
    return rows, problems


def _find_stored(
    imported: AnnotationImport, ids: set[UUID], of_file: _RowsOfFile, *, job: Progress
) -> dict[UUID, UUID]:
    """Return the annotations that rows with these ids have become, where they have other ids."""
    ids = ids - set(visible_annotations(imported).filter(pk__in=ids).values_list("pk", flat=True))
    placed = _place(imported, of_file.annotations(ids), {}, job=job)
    stored = _by_place(imported, placed)
    labels = {
        label.name: label.pk for label in imported.corpus.labels.filter(name__in=[row.label for row, _ in placed])
    }
    found = {}
    for row, place in placed:
        columns = Annotation(**place.columns)
        key = _place_key(place.document_id, labels[row.label], columns) if row.label in labels else None
        if row.id and key in stored:
            found[row.id] = stored[key]
    return found


def _import_batch(imported: AnnotationImport, batch: Sequence[Item], *, job: Progress) -> bool:
    """Place and store some rows; return whether that succeeded, because their documents are as they were."""
    job.check_cancelled()
    rows, problems = _read(batch, read_row)
    placed = _place(imported, rows, problems, job=job)
    with job.guarded():
        require(imported.owner, Permission.ANNOTATE, imported.corpus)
        hold_in_job(imported.corpus_id)
        lock_labels(imported.corpus_id)  # imports into a corpus follow one another, so that none adds a row twice
        if not _are_current(placed):
            return False
        added = _store(imported, placed)
        imported.added += added
        imported.existing += len(placed) - added
        _report(imported, len(batch), problems)
    return True


def _report(imported: AnnotationImport, done: int, problems: Mapping[int, UserFault]) -> None:
    """Store the counts of a batch, and its refused rows."""
    listed = [
        {"line": number, "code": problem.code, "message": problem.message}
        for number, problem in sorted(problems.items())
    ]
    imported.done += done
    imported.refused += len(problems)
    imported.problems = (imported.problems + listed)[:MAX_PROBLEMS]
    imported.save(update_fields=["done", "added", "existing", "relations", "comments", "refused", "problems"])


def _place(
    imported: AnnotationImport, rows: Mapping[int, Row], problems: dict[int, UserFault], *, job: Progress
) -> _Placed:
    """Return the place of each row that has one, in their order; add the others to the problems."""
    finder = DocumentFinder(imported.corpus, imported.owner, rows.values())
    documents: dict[UUID, Document] = {}
    numbers: dict[UUID, list[int]] = defaultdict(list)
    for number, row in rows.items():
        try:
            document = finder.find_parsed(row)
        except UserFault as refusal:
            problems[number] = refusal
        else:
            documents[document.pk] = document
            numbers[document.pk].append(number)
    placed: dict[int, Found] = {}
    for key, document in documents.items():
        job.check_cancelled()
        results = DocumentText(document).place([rows[number] for number in numbers[key]])
        for number, result in zip(numbers[key], results, strict=True):
            if isinstance(result, UserFault):
                problems[number] = result
            else:
                placed[number] = result
    return [(rows[number], placed[number]) for number in sorted(placed)]


def _are_current(placed: _Placed) -> bool:
    revisions = {found.document_id: found.revision_id for _, found in placed}
    current = Document.objects.filter(pk__in=revisions).values_list("pk", "revision_id")
    return dict(current) == revisions


def _store(imported: AnnotationImport, placed: _Placed) -> int:
    """Store the rows that are not there yet, each as an edit of the group of the import; return their number."""
    labels = _labels(imported.corpus, [row for row, _ in placed])
    keys = {row.id for row, _ in placed if row.id}
    taken = {each.pk: each for each in Annotation.with_deleted.filter(pk__in=keys)}
    seen = set(visible_annotations(imported).filter(pk__in=keys).values_list("pk", flat=True))
    there = set(_by_place(imported, placed))
    rows: list[Annotation] = []
    for row, found in placed:
        label = labels[row.label]
        same = taken.get(row.id) if row.id else None
        new = Annotation(
            id=row.id or uuid7(),
            corpus=imported.corpus,
            document_id=found.document_id,
            revision_id=found.revision_id,
            label=label,
            creator=imported.owner,
            note=row.note,
            confidence=found.confidence,
            **found.columns,
        )
        key = _place_key(found.document_id, label.pk, new)
        # One on a hidden document is any other taken id: to leave out the row would show that it is there.
        if (same is not None and same.pk in seen) or key in there:
            continue
        if same is not None:
            new.pk = _free_key(same, imported)
        there.add(key)
        taken[new.pk] = new
        seen.add(new.pk)
        rows.append(new)
    Annotation.objects.bulk_create(rows)
    changes = ((each, CREATION) for each in rows)
    record_edits(Edit.Kind.CREATED, changes, actor=imported.owner, group=imported.pk)
    return len(rows)


def _by_place(imported: AnnotationImport, placed: _Placed) -> dict[tuple[Any, ...], UUID]:
    """Return the annotations of the documents of these rows, by document, label and place."""
    documents = {found.document_id for _, found in placed}
    rows = Annotation.objects.filter(corpus=imported.corpus, document__in=documents)
    only = rows.only("document_id", "label_id", "page", "start", "end", "parts", "box")
    return {_place_key(each.document_id, each.label_id, each): each.pk for each in only.iterator()}


def _free_key(same: Annotation, imported: AnnotationImport) -> UUID:
    """Return the id of an annotation that its importer deleted, which gives way; else a new id."""
    is_theirs = same.deleted_at is not None and same.creator_id == imported.owner_id
    if not is_theirs or same.corpus_id != imported.corpus_id:
        return uuid7()
    key = same.pk
    same.delete()
    return key


def _place_key(document_id: UUID, label_id: UUID, annotation: Annotation) -> tuple[Any, ...]:
    if annotation.box is not None:
        return (document_id, label_id, annotation.page, *annotation.box)
    return (document_id, label_id, annotation.start, annotation.end, *map(tuple, annotation.parts))


def _labels(corpus: Corpus, rows: Sequence[Row]) -> dict[str, Label]:
    """Return the labels of rows by name; new ones have the color of the first row that has it."""
    names: dict[str, set[str]] = defaultdict(set)
    colors: dict[str, str] = {}
    for row in rows:
        colors[row.label] = colors.get(row.label) or row.color
    for name, color in colors.items():
        names[color].add(name)
    labels: dict[str, Label] = {}
    for color, same in names.items():
        labels |= labels_named(corpus, same, color)
    return labels
