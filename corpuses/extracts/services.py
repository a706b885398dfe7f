"""Ask the questions of a fieldset about one revision and store the answers, one cell per question, all or none."""

import logging
from collections.abc import Sequence

from corpuses.extracts.models import Column, Datacell, Fieldset
from corpuses.extracts.questions import Finding, messages_for, read_answer
from corpuses.llm.client import LlmClient
from corpuses.llm.errors import LlmAnswerInvalid
from corpuses.search import embedding
from corpuses.search.queries import best_passages
from corpuses.search.sentences import Span
from corpuses.services.language_model import client_for
from documents.models import DocumentRevision
from documents.services.progress import Progress

logger = logging.getLogger(__name__)

WHOLE_TEXT = 12_000  # characters; the model gets shorter documents completely
PASSAGES = 12  # of a longer one, about 2,500 tokens

_ANSWER = ("document", "value", "is_found", "absence", "quote", "start", "end")


def extract(revision: DocumentRevision, fieldset: Fieldset, *, job: Progress) -> int:
    """Fill the cells of `fieldset` for `revision`; return how many have a value. A second run replaces the first."""
    columns = list(fieldset.columns.all())
    client = client_for(job)
    embedding.ensure(revision)
    cells: list[Datacell] = []
    for column in columns:
        job.check_cancelled()
        job.progress(100 * len(cells) // len(columns), f"Looking for “{column.name}”")
        cells.append(_answer(revision, column, client))
    # One invalid answer is an empty cell; if no answer is valid, the model is unsuitable and the job fails.
    if cells and all(cell.absence == Datacell.Absence.UNREADABLE for cell in cells):
        raise LlmAnswerInvalid
    with job.commit():
        Datacell.objects.bulk_create(
            cells, update_conflicts=True, unique_fields=["column", "revision"], update_fields=_ANSWER
        )
    return sum(cell.is_found for cell in cells)


def _answer(revision: DocumentRevision, column: Column, client: LlmClient) -> Datacell:
    spans = _passages_for(revision, column.question)
    messages = messages_for(column.question, [revision.text[span.start : span.end] for span in spans])
    cell = Datacell(column=column, document_id=revision.document_id, revision=revision, is_found=False)
    try:
        found = read_answer(client.complete(messages, as_json=True).text, text=revision.text, near=spans)
    except LlmAnswerInvalid:
        logger.warning("extract.answer_invalid", extra={"column": column.pk, "revision": revision.pk})
        cell.absence = Datacell.Absence.UNREADABLE
        return cell
    if isinstance(found, Finding):
        cell.value, cell.is_found = found.value, True
        cell.start, cell.end = found.span
        cell.quote = revision.text[found.span.start : found.span.end]
    else:
        cell.absence = Datacell.Absence.UNPROVEN if found.is_unproven else Datacell.Absence.NOT_IN_DOCUMENT
    return cell


def _passages_for(revision: DocumentRevision, question: str) -> Sequence[Span]:
    """Return the text for the model: the whole text, or the passages that match the question, in reading order."""
    if len(revision.text) <= WHOLE_TEXT:
        return [Span(0, len(revision.text))]
    passages = best_passages(revision, question, count=PASSAGES)
    return sorted(Span(passage.start, passage.end) for passage in passages)
