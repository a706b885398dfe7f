"""An extract of any size, as it is when everything has been answered, written to the database directly."""

from typing import Final

from django.db import connection
from django.utils import timezone

from core.db.ids import uuid7
from corpuses.corpora.services import create_corpus
from corpuses.extracts.models import Column, Extract, ExtractRow
from corpuses.models import Corpus, CorpusDocument
from documents.models import Blob, Document, DocumentRevision
from users.models import User

_BATCH: Final = 2_000

# Of eight cells one says "not found", one has no proof; the others are found. Keys are in the order of the rows, as
# those of jobs are.
_CELLS: Final = """
insert into corpuses_cell (
  id, created, row_id, column_id, status, raw, value, text, sort_key, problem, sources, confidence, engine,
  question_hash, input_tokens, output_tokens, cost, has_conflict, review, is_source_picked
)
select
  (%(prefix)s || lpad(to_hex(number), 12, '0'))::uuid, now(), row_id, column_id, status,
  case when has_value then answer else '' end,
  case when has_value then to_jsonb(answer) end,
  case when has_value then answer else '' end,
  case when has_value then answer else '' end,
  '',
  case when status = 'found' then jsonb_build_array(jsonb_build_object(
    'start', number, 'end', number + 120, 'page', 1, 'quote', repeat(answer || ', as the parties agree. ', 3)
  )) else '[]' end,
  case when has_value then 0.3 + 0.07 * (number %% 10) end, 'reader', '', 0, 0, 0, number %% 50 = 0, 'unreviewed', false
from (
  select *,
    case number %% 8 when 0 then 'not_found' when 1 then 'unproven' else 'found' end as status,
    number %% 8 <> 0 as has_value,
    'Clause ' || (number * 7919) %% 1000 || ' of column ' || place || %(suffix)s as answer
  from (
    select r.id as row_id, c.id as column_id, c."order" as place, row_number() over (order by r.id, c."order") as number
    from corpuses_extractrow r join corpuses_column c on c.extract_id = r.extract_id
    where r.extract_id = %(extract)s
  ) as pairs
) as cells
"""


def fill(owner: User, *, rows: int, columns: int) -> Extract:
    """Create a corpus of documents without text, and an extract of all of them with answers."""
    corpus = create_corpus(owner=owner, title=f"{rows} contracts")
    blob = Blob.objects.create(sha256=uuid7().hex * 2, size=1)
    for first in range(0, rows, _BATCH):
        _add_documents(corpus, blob, range(first, min(first + _BATCH, rows)))
    extract = Extract.objects.create(corpus=corpus, name=f"{columns} questions", engine="reader", creator=owner)
    Column.objects.bulk_create(
        Column(extract=extract, order=place, name=f"Column {place + 1}", question=f"What does clause {place + 1} say?")
        for place in range(columns)
    )
    _add_answers(extract, suffix="")
    return extract


def run_again(extract: Extract) -> Extract:
    """Create a second run with the same columns and other values."""
    again = Extract.objects.create(
        corpus=extract.corpus, name=extract.name, engine="reader", creator=extract.creator, previous=extract
    )
    Column.objects.bulk_create(
        Column(extract=again, order=each.order, name=each.name, question=each.question, lineage=each.lineage)
        for each in extract.columns.all()
    )
    _add_answers(again, suffix=", again")
    return again


def _add_documents(corpus: Corpus, blob: Blob, numbers: range) -> None:
    documents = [
        Document(
            owner=corpus.owner, tenant=corpus.tenant, title=f"Contract {number:05}", filename="contract.pdf",
            mime_type="application/pdf", blob=blob, page_count=1,
        )
        for number in numbers
    ]  # fmt: skip
    Document.objects.bulk_create(documents)
    revisions = [
        DocumentRevision(document=each, number=1, parser="none", parser_version="1", options_hash="", page_count=1)
        for each in documents
    ]
    DocumentRevision.objects.bulk_create(revisions)
    for document, revision in zip(documents, revisions, strict=True):
        document.revision, document.state, document.backend_lock = revision, Document.State.READY, False
    Document.objects.bulk_update(documents, ["revision", "state", "backend_lock"], batch_size=_BATCH)
    CorpusDocument.objects.bulk_create(
        CorpusDocument(corpus=corpus, document=each, added_by=corpus.owner) for each in documents
    )


def _add_answers(extract: Extract, *, suffix: str) -> None:
    documents = extract.corpus.documents.order_by("pk")
    rows = [
        ExtractRow(
            extract=extract,
            document=each,
            revision_id=each.revision_id,
            state=ExtractRow.State.DONE,
            finished=timezone.now(),
        )
        for each in documents
    ]
    ExtractRow.objects.bulk_create(rows, batch_size=_BATCH)
    prefix = f"{str(uuid7())[:24]}"
    with connection.cursor() as cursor:
        cursor.execute(_CELLS, {"prefix": prefix, "extract": extract.pk, "suffix": suffix})
        cursor.execute("analyze corpuses_cell, corpuses_extractrow, corpuses_column, documents_document")
