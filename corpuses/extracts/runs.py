"""Start an extract, add documents to it, answer parts of it again, cancel it; one job for each document."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from audit.actions import Action
from audit.log import record
from core.access import Permission, require
from core.db.optimistic_locking import require_unchanged
from core.db.rows import get_row, saved_changes
from core.db.transactions import atomic_with_retry
from core.errors import Invalid
from corpuses.events import record_corpus_event
from corpuses.extracts.cells import EMPTY
from corpuses.extracts.columns import ColumnDraft, copy_columns, replace_columns
from corpuses.extracts.engines.protocol import Engine
from corpuses.extracts.engines.registry import default_engine, get_engine
from corpuses.extracts.estimates import documents_to_read, estimate
from corpuses.extracts.fieldsets import checked_name, version_with
from corpuses.extracts.models import Cell, Extract, ExtractRow, Fieldset
from corpuses.llm.errors import LlmNotAllowed
from corpuses.models import Corpus
from documents.models import Document, DocumentRevision
from documents.services import locking
from tasks.runtime import queue
from users.models import User

KIND: Final = "corpuses.extract_row"
_BATCH: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractDraft:
    """A new extract: the columns of a fieldset, for these documents or for all of the corpus."""

    fieldset: Fieldset
    name: str = ""
    engine: str = ""
    documents: Sequence[UUID] | None = None
    budget_tokens: int | None = None
    budget_cost: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The cells of an extract to answer again: those in any of the rows and columns, and single ones."""

    rows: Sequence[UUID] = ()
    columns: Sequence[UUID] = ()
    cells: Sequence[UUID] = ()
    only_failed: bool = False


def version_of(extract: Extract) -> str:
    """Return the version of what can be edited."""
    return version_with(extract, extract.columns.all())


@atomic_with_retry
def start_extract(draft: ExtractDraft, *, corpus: Corpus, actor: User) -> Extract:
    """Start an extract of documents of the corpus that are visible to `actor`."""
    require(actor, Permission.EDIT, corpus)
    engine = chosen_engine(draft.engine, corpus)
    columns = list(draft.fieldset.columns.all())
    if draft.fieldset.corpus_id != corpus.pk or not columns:
        raise Invalid("Choose a fieldset of this corpus, with columns.", field="fieldset")
    documents = documents_to_read(corpus, actor, draft.documents)
    if not documents:
        raise Invalid("There is no document to extract from.", field="documents")
    expected = estimate(documents, len(columns), engine)
    extract = Extract.objects.create(
        corpus=corpus,
        fieldset=draft.fieldset,
        name=checked_name(draft.name or draft.fieldset.name),
        engine=engine.name,
        creator=actor,
        previous=Extract.objects.filter(fieldset=draft.fieldset).order_by("-id").first(),
        estimated_tokens=expected.tokens,
        estimated_cost=expected.cost,
        budget_tokens=draft.budget_tokens,
        budget_cost=draft.budget_cost,
    )
    copy_columns(columns, extract)
    _add_rows(extract, documents)
    record(Action.EXTRACT_STARTED, extract, actor=actor, documents=len(documents), engine=engine.name)
    record_corpus_event(corpus, "extracts")
    return extract


def chosen_engine(name: str, corpus: Corpus) -> Engine:
    """Return the engine of this name, or the default one; raise `LlmNotAllowed` if the corpus forbids it."""
    engine = get_engine(name) if name else default_engine(corpus)
    if engine.needs_model and not corpus.allows_language_models:
        raise LlmNotAllowed("This corpus does not allow language models.", field="engine")
    return engine


@atomic_with_retry
def update_extract(
    extract: Extract,
    *,
    actor: User,
    name: str | None = None,
    columns: Sequence[ColumnDraft] | None = None,
    budget_tokens: int | None = None,
    budget_cost: Decimal | None = None,
    expected: str | None = None,
) -> Extract:
    """Change the given fields; `columns` replaces all columns. `rerun` answers new and changed ones."""
    require(actor, Permission.EDIT, extract.corpus)
    extract = lock_extract(extract)
    require_unchanged(expected, version_of(extract))
    with saved_changes(extract) as changed:
        extract.name = checked_name(name) if name is not None else extract.name
        extract.budget_tokens = budget_tokens if budget_tokens is not None else extract.budget_tokens
        extract.budget_cost = budget_cost if budget_cost is not None else extract.budget_cost
    are_columns_changed = columns is not None and replace_columns(extract, columns)
    if not (changed or are_columns_changed):
        return extract
    record(Action.EXTRACT_CHANGED, extract, actor=actor)
    record_corpus_event(extract.corpus, "extracts")
    return extract


@atomic_with_retry
def add_documents(extract: Extract, documents: Sequence[UUID], *, actor: User) -> int:
    """Add rows for documents of the corpus; return how many were not in the extract."""
    require(actor, Permission.EDIT, extract.corpus)
    present = set(extract.rows.values_list("document", flat=True))
    added = [key for key in documents_to_read(extract.corpus, actor, documents) if key not in present]
    if added:
        _add_rows(extract, added)
        record(Action.EXTRACT_CHANGED, extract, actor=actor, documents=len(added))
        record_corpus_event(extract.corpus, "extracts")
    return len(added)


@atomic_with_retry
def rerun(extract: Extract, selection: Selection, *, actor: User) -> int:
    """Answer cells again, and those that have no answer yet; return the number of rows that are started.

    Reviewed cells are answered again only if they are selected one by one. Rows of a document that was parsed again
    are read from its new text.
    """
    require(actor, Permission.EDIT, extract.corpus)
    rows = _selected_rows(extract, selection)
    documents = locking.lock_documents(rows.values_list("document", flat=True))
    extract = lock_extract(extract)
    Extract.objects.filter(pk=extract.pk).update(stop=Extract.Stop.NONE)
    chosen = list(rows.filter(document__in=documents).select_related("document"))
    _reset_cells(_selected_cells(extract, selection, chosen))
    idle = [row for row in chosen if row.state not in {ExtractRow.State.PENDING, ExtractRow.State.RUNNING}]
    _move_to_current_text(idle)
    _enqueue(extract, idle)
    record(Action.EXTRACT_RERUN, extract, actor=actor, rows=len(chosen))
    record_corpus_event(extract.corpus, "extracts", "cells")
    return len(chosen)


@atomic_with_retry
def cancel_extract(extract: Extract, *, actor: User) -> Extract:
    """Stop answering; cells that have an answer keep it. Waiting jobs end without work when their turn comes.

    An extract that has ended stays as it is.
    """
    require(actor, Permission.EDIT, extract.corpus)
    if not extract.rows.filter(state__in=[ExtractRow.State.PENDING, ExtractRow.State.RUNNING]).exists():
        return extract
    cancel_running(extract.rows.all())
    extract = lock_extract(extract)
    stop_extract(extract, Extract.Stop.CANCELLED)
    record(Action.EXTRACT_CANCELLED, extract, actor=actor)
    record_corpus_event(extract.corpus, "extracts", "cells")
    return extract


def cancel_running(rows: QuerySet[ExtractRow]) -> None:
    """Cancel the running jobs of rows whose extract or corpus ends; waiting ones end when their turn comes."""
    running = rows.filter(state=ExtractRow.State.RUNNING).order_by("pk")
    documents = locking.lock_documents(running.values_list("document", flat=True))
    queue.cancel_all(running.filter(document__in=documents).values_list("job", flat=True))


def stop_extract(extract: Extract, reason: Extract.Stop) -> None:
    """Record why the extract ends early; rows that have not begun are cancelled."""
    Extract.objects.filter(pk=extract.pk).update(stop=reason)
    extract.rows.filter(state=ExtractRow.State.PENDING).update(
        state=ExtractRow.State.CANCELLED, message=reason.label.capitalize() + ".", finished=timezone.now()
    )
    extract.stop = reason


def standing_extract(fieldset: Fieldset, engine: str = "") -> Extract:
    """Return the extract that the actions of a fieldset write to, with the columns that the fieldset has now."""
    chosen = chosen_engine(engine, fieldset.corpus).name
    extract, is_new = Extract.objects.get_or_create(
        fieldset=fieldset,
        is_standing=True,
        deleted_at=None,
        defaults={
            "corpus_id": fieldset.corpus_id,
            "name": fieldset.name,
            "engine": chosen,
        },
    )
    if extract.engine != chosen:
        extract.engine = chosen
        extract.save(update_fields=["engine"])
    _follow(fieldset, extract, is_new=is_new)
    return extract


def row_for(extract: Extract, revision: DocumentRevision) -> ExtractRow:
    """Return the row of a document; if it was answered from another revision, its cells are open again."""
    keys = {"extract": extract, "document_id": revision.document_id}
    row, _ = ExtractRow.objects.get_or_create(**keys, defaults={"revision": revision})
    if row.revision_id != revision.pk:
        row.revision = revision
        row.save(update_fields=["revision"])
        _reset_cells(row.cells.all())
    return row


def lock_extract(extract: Extract) -> Extract:
    """Lock an extract until the transaction ends; raise `NotFound` if it has been deleted."""
    rows = Extract.objects.select_for_update(of=("self",), no_key=True).select_related("corpus")
    return get_row(rows, pk=extract.pk)


def _follow(fieldset: Fieldset, extract: Extract, *, is_new: bool) -> None:
    columns = list(fieldset.columns.all())
    own = {column.lineage: column for column in extract.columns.all()}
    if is_new or any(column.lineage not in own for column in columns):
        copy_columns([column for column in columns if column.lineage not in own], extract)
        record_corpus_event(fieldset.corpus, "extracts")


def _add_rows(extract: Extract, documents: Iterable[UUID]) -> None:
    found = Document.objects.filter(pk__in=list(documents)).only("id", "title", "revision").order_by("pk")
    rows = [ExtractRow(extract=extract, document=each, revision_id=each.revision_id) for each in found]
    ExtractRow.objects.bulk_create(rows, batch_size=_BATCH)
    _enqueue(extract, rows)


def _enqueue(extract: Extract, rows: Sequence[ExtractRow]) -> None:
    corpus = extract.corpus
    jobs = [
        queue.NewJob(
            kind=KIND,
            args={"row_id": str(row.pk)},
            tenant_id=corpus.tenant_id,
            owner_id=corpus.owner_id,
            subject_id=row.document_id,
            subject_title=row.document.title,
            priority=queue.Priority.LOW,  # a new upload does not wait for an extract of old ones
            dedupe_key=f"extract:{row.pk}",
        )
        for row in rows
    ]
    for row, job in zip(rows, queue.enqueue_many(jobs), strict=True):
        row.job = job
        row.state, row.started, row.finished = ExtractRow.State.PENDING, None, None
        row.code, row.message = "", ""
    fields = ["job", "state", "code", "message", "started", "finished", "revision"]
    ExtractRow.objects.bulk_update(rows, fields, batch_size=_BATCH)


def _selected_rows(extract: Extract, selection: Selection) -> QuerySet[ExtractRow]:
    rows = extract.rows.order_by("pk")
    if selection.cells:
        return rows.filter(cells__in=selection.cells).distinct()
    if selection.rows:
        rows = rows.filter(pk__in=selection.rows)
    return rows.filter(_has_failed()).distinct() if selection.only_failed else rows


def _has_failed() -> Q:
    failed = Q(state__in=[ExtractRow.State.FAILED, ExtractRow.State.CANCELLED, ExtractRow.State.SKIPPED])
    return failed | Q(cells__status__in=[Cell.Status.FAILED, Cell.Status.SKIPPED])


def _selected_cells(extract: Extract, selection: Selection, rows: Sequence[ExtractRow]) -> QuerySet[Cell]:
    cells = Cell.objects.filter(row__in=rows)
    if selection.cells:
        return cells.filter(pk__in=selection.cells)
    if selection.columns:
        cells = cells.filter(column__in=selection.columns, column__extract=extract)
    if selection.only_failed:
        cells = cells.filter(status__in=[Cell.Status.FAILED, Cell.Status.SKIPPED])
    return cells.filter(review=Cell.Review.UNREVIEWED)


def _reset_cells(cells: QuerySet[Cell]) -> None:
    """Forget answers, but not what they took."""
    cells.update(**{**EMPTY, "status": Cell.Status.PENDING})


def _move_to_current_text(rows: Sequence[ExtractRow]) -> None:
    """Let rows refer to the published revision; cells that were answered from another one are answered again."""
    for row in rows:
        if row.revision_id != row.document.revision_id:
            row.revision_id = row.document.revision_id
            _reset_cells(row.cells.all())
