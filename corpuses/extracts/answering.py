"""Answer the open cells of one row, in its job: each exactly once, also if the job is delivered twice or crashes.

Cells are stored as their answers come, each in a transaction that holds the lease of the job. A job that begins again
finds those that have an answer, and asks only about the rest.
"""

import logging
from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import cache, partial
from uuid import UUID

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from core.errors import DependencyFault, UserFault
from core.observability import log_context
from corpuses.events import record_corpus_event
from corpuses.extracts.cells import Sources, columns_of_answer
from corpuses.extracts.columns import question_of
from corpuses.extracts.engines.protocol import EngineInput
from corpuses.extracts.engines.registry import get_engine
from corpuses.extracts.limits import PASSAGES, WHOLE_TEXT
from corpuses.extracts.models import Cell, Column, Extract, ExtractRow, Fieldset
from corpuses.extracts.runs import row_for, standing_extract
from corpuses.extracts.settling import leave_open
from corpuses.models import Corpus
from corpuses.providers.sending import require_sendable
from corpuses.providers.services import MeteredClient, Spent, client_for
from corpuses.search import indexing
from corpuses.search.corpus_search import best_passages
from corpuses.search.sentences import Span
from documents.models import DocumentRevision
from documents.services.progress import Progress
from tasks.errors import Cancelled, Parked


def engine_input(
    revision: DocumentRevision, corpus: Corpus, *, job: Progress, before_request: Callable[[Spent], None]
) -> EngineInput:
    """Return what an engine needs to answer questions about a revision."""

    @cache
    def client() -> MeteredClient:
        require_sendable(revision.document_id, corpus)
        return client_for(job, corpus, purpose="extract", before_request=before_request)

    passages = partial(passages_for, revision)
    return EngineInput(text=revision.text, passages=passages, check=job.check_cancelled, client=client)


def passages_for(revision: DocumentRevision, question: str) -> Sequence[Span]:
    """Return the parts of a text that are worth reading for a question, in order; all of a short one."""
    if len(revision.text) <= WHOLE_TEXT:
        return [Span(0, len(revision.text))]
    indexing.ensure(revision)
    found = best_passages(revision, question, count=PASSAGES)
    return sorted(Span(each.start, each.end) for each in found)


logger = logging.getLogger(__name__)


class NoAnswerReadable(UserFault):
    """No answer of the engine could be read."""

    code = "no_answer_readable"
    what_to_do = "Try another engine; operators: try another model."


class _MoreCells(Exception):
    """A user asked for cells to be answered again while the job was ending."""


class _BudgetUsedUp(Exception):
    """The budget of the extract is used up."""


def answer_row(row_id: UUID, *, job: Progress) -> None:
    """Answer the open cells of a row."""
    related = ("extract__corpus", "revision__document")
    row = (
        ExtractRow.objects.select_related(*related)
        .filter(pk=row_id, extract__deleted_at=None, extract__corpus__deleted_at=None)
        .first()
    )
    if row is None:
        raise Cancelled  # the extract or the document has been deleted
    log_context.bind(document=str(row.document_id))
    RowWork(row, job).run()


def extract(revision: DocumentRevision, fieldset: Fieldset, *, job: Progress, engine: str = "") -> int:
    """Answer the questions of a fieldset about a revision, in its standing extract; return how many have a value.

    A second run answers only what has no answer yet. Without an `engine`, the default one answers.
    """
    with job.guarded():
        standing = standing_extract(fieldset, engine)
        row = row_for(standing, revision)
    return RowWork(row, job).run()


class RowWork:
    """The work on one row in one job."""

    def __init__(self, row: ExtractRow, job: Progress) -> None:
        self._row = row
        self._job = job
        self._extract = row.extract
        self._columns: dict[UUID, Column] = {}
        self._stored = Spent(0, Decimal(0))
        """Tokens and cost of the answers that this job has stored."""

    def run(self) -> int:
        """Answer all open cells; return how many of the row have a value."""
        if self._is_answered():
            with self._job.commit():
                return self._found()
        while True:
            if self._row.revision is None:
                return self._end(ExtractRow.State.SKIPPED, "The document has no text.")
            if not self._begin():
                return self._end(ExtractRow.State.CANCELLED, "Cancelled by a user.")
            try:
                self._answer(self._row.revision)
                self._require_readable()
                return self._end(ExtractRow.State.DONE)
            except Parked as parked:
                self._show_wait(parked.error)
                raise
            except _BudgetUsedUp:
                return self._end(ExtractRow.State.SKIPPED, "The budget of the extract is used up.")
            except _MoreCells:
                continue

    def _is_answered(self) -> bool:
        """Check whether an earlier job has answered everything."""
        answered = self._row.cells.exclude(status__in=Cell.OPEN).count()
        return self._row.state == ExtractRow.State.DONE and answered == self._extract.columns.count()

    def _found(self) -> int:
        return self._row.cells.filter(status=Cell.Status.FOUND).count()

    def _begin(self) -> bool:
        """Create missing cells and mark the open ones as running; return whether the extract goes on."""
        with self._job.guarded():
            self._extract.refresh_from_db(fields=["stop", "budget_tokens", "budget_cost"])
            if self._extract.stop == Extract.Stop.CANCELLED:
                return False
            self._columns = {column.pk: column for column in self._extract.columns.all()}
            missing = self._columns.keys() - set(self._row.cells.values_list("column", flat=True))
            Cell.objects.bulk_create(
                (Cell(row=self._row, column=self._columns[key]) for key in sorted(missing)), ignore_conflicts=True
            )
            self._row.cells.filter(status=Cell.Status.PENDING).update(status=Cell.Status.RUNNING)
            started = self._row.started or timezone.now()
            ExtractRow.objects.filter(pk=self._row.pk).update(
                state=ExtractRow.State.RUNNING, job=self._job.id, started=started, finished=None, code="", message=""
            )
            self._record_event()
        return True

    def _show_wait(self, reason: DependencyFault) -> None:
        """Show the row as waiting, with the reason, until its job begins again."""
        with self._job.guarded():
            self._row.cells.filter(status=Cell.Status.RUNNING).update(status=Cell.Status.PENDING)
            ExtractRow.objects.filter(pk=self._row.pk).update(
                state=ExtractRow.State.PENDING, code=reason.code, message=reason.message
            )
            self._record_event()

    def _answer(self, revision: DocumentRevision) -> None:
        engine = get_engine(self._extract.engine)
        running = self._row.cells.filter(status=Cell.Status.RUNNING).values_list("column", "pk")
        cells = dict(running)
        columns = [column for column in self._columns.values() if column.pk in cells]
        sources = Sources(revision)
        document = engine_input(revision, self._extract.corpus, job=self._job, before_request=self._require_budget)
        self._stored = Spent(0, Decimal(0))
        answers = engine.answer([question_of(column) for column in columns], document)
        for done, (question, answer) in enumerate(answers, 1):
            self._store(cells[question.key], columns_of_answer(answer, self._columns[question.key], sources))
            self._job.progress(100 * done // len(columns), f"{done} of {len(columns)} answers")
            self._stored = Spent(
                self._stored.tokens + answer.input_tokens + answer.output_tokens, self._stored.cost + answer.cost
            )
            self._job.extend_deadline()

    def _store(self, cell: UUID, values: dict[str, object]) -> None:
        """Store an answer, unless the cell has one already, or is to be answered anew."""
        with self._job.guarded():
            rows = Cell.objects.filter(pk=cell, status=Cell.Status.RUNNING)
            rows.update(**{**values, "has_conflict": self._differs(cell, str(values["sort_key"]))})
            self._record_event()

    def _differs(self, cell: UUID, sort_key: str) -> bool:
        """Check whether the run before this one has another value for the same document and question."""
        if self._extract.previous_id is None:
            return False
        lineage = Column.objects.filter(cells=cell).values("lineage")
        before = Cell.objects.filter(
            row__extract=self._extract.previous_id, row__document=self._row.document_id, column__lineage__in=lineage
        )
        return before.exclude(status__in=Cell.OPEN).exclude(sort_key=sort_key).exists()

    def _require_budget(self, sent: Spent) -> None:
        """Raise if the cells of the extract, and the requests without a valid answer yet, have used up its budget."""
        extract = self._extract
        if extract.budget_tokens is None and extract.budget_cost is None:
            return
        spent = Cell.objects.filter(row__extract=extract).aggregate(
            input=Sum("input_tokens"), output=Sum("output_tokens"), cost=Sum("cost")
        )
        tokens = (spent["input"] or 0) + (spent["output"] or 0) + sent.tokens - self._stored.tokens
        cost = (spent["cost"] or 0) + sent.cost - self._stored.cost
        is_used_up = (extract.budget_tokens is not None and tokens >= extract.budget_tokens) or (
            extract.budget_cost is not None and cost >= extract.budget_cost
        )
        if is_used_up:
            with transaction.atomic():
                Extract.objects.filter(pk=extract.pk).update(stop=Extract.Stop.BUDGET)
                record_corpus_event(extract.corpus, "extracts")
            raise _BudgetUsedUp

    def _require_readable(self) -> None:
        """Fail the job if no answer could be read: one is a failed cell, all of them an unsuitable engine."""
        statuses = set(self._row.cells.values_list("status", flat=True))
        if statuses == {Cell.Status.FAILED}:
            raise NoAnswerReadable

    def _end(self, state: ExtractRow.State, message: str = "") -> int:
        """End the job with the row; go on if a user has asked for cells again in the meantime."""
        with self._job.commit():
            cells = self._row.cells.all()
            if state == ExtractRow.State.DONE and cells.filter(status__in=Cell.OPEN).exists():
                raise _MoreCells
            leave_open(cells, Cell.Status.SKIPPED, message)
            ExtractRow.objects.filter(pk=self._row.pk).update(
                state=state, code="", message=message, finished=timezone.now()
            )
            self._record_event()
            return self._found()

    def _record_event(self) -> None:
        record_corpus_event(self._extract.corpus, "cells", about=self._row.document_id)
