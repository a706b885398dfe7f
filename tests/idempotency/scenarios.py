"""One small scenario for each registered kind: the rows that lead to a job of that kind.

A kind that has none here fails the harness (`test_every_kind_has_a_scenario`).
"""

import json
import os
import re
import zipfile
from collections.abc import Callable, Mapping
from datetime import timedelta
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.files.storage import default_storage
from django.test import override_settings
from django.utils import timezone

from conftest import DEMO
from corpuses.actions import running
from corpuses.actions.kinds import ANSWER
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.analyzers.models import AnalysisRun
from corpuses.annotations import copying, moving
from corpuses.annotations.document_labels.services import label_documents
from corpuses.annotations.models import Label
from corpuses.annotations.relations.services import RelationDraft, create_relation
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.bin import services as bin_services
from corpuses.bulk import services as bulk
from corpuses.copies import services as copies
from corpuses.corpora.services import add_documents, create_corpus, delete_corpus
from corpuses.erasure.services import ERASE
from corpuses.exports import services as exports
from corpuses.exports.models import Export
from corpuses.exports.services import ExportDraft
from corpuses.extracts.columns import ColumnDraft
from corpuses.extracts.fieldsets import FieldsetDraft, create_fieldset
from corpuses.extracts.models import Column, Fieldset
from corpuses.extracts.runs import ExtractDraft, start_extract
from corpuses.fields.services import create_field
from corpuses.fields.setting import set_field_values
from corpuses.imports import starting as imports
from corpuses.llm import minilm
from corpuses.models import Corpus, CorpusDocument, Folder
from corpuses.recommender import services as recommender
from corpuses.retention.services import APPLY
from corpuses.search import corpus_embedders
from corpuses.search.indexing import create_passages, ensure
from corpuses.similarity import services as similarity
from corpuses.uploads import archives
from corpuses.uploads.services import Destination, upload_to_corpus
from documents.models import Blob, Document
from documents.services import integrity
from documents.services.uploads import NewFile, upload_document
from documents.services.versions import upload_version
from documents.storage.blobs import BlobWriter, store_bytes
from documents.tests.factories import parsed_document, publish
from tasks.models import Job
from tasks.runtime import queue, registry
from tests.idempotency import bulk_scenarios, comment_scenarios, erasure_scenarios
from tests.upstreams import Reply, calls, says, says_answers
from users.models import User

CONTRACT = (DEMO / "maintenance-agreement.txt").read_bytes()
PRINTED = (DEMO / "ag-energy-round-up.pdf").read_bytes()
QUOTE = "Customization Schedule"
_MONTHS_AGO = timedelta(days=70)
_ABOUT = re.compile(r"about the document ([0-9a-f-]{36})")


def processed(user: User) -> None:
    with BlobWriter() as writer:
        writer.write(PRINTED)
        upload_document(writer.finish(), filename="round-up.pdf", owner=user)


def scanned(user: User) -> None:
    """Upload a document that waits for a scanner which is disabled afterwards."""
    with override_settings(CLAMD_URL="tcp://127.0.0.1:9"):
        processed(user)


def embedded(user: User) -> None:
    _upload(user, create_corpus(owner=user, title="Contracts"))


def analyzed(user: User) -> None:
    _upload_for(user, kind=CorpusAction.Kind.ANALYZE, analyzer="patterns")


def extracted(user: User) -> None:
    corpus = create_corpus(owner=user, title="Contracts")
    fieldset = Fieldset.objects.create(corpus=corpus, name="Facts")
    Column.objects.create(fieldset=fieldset, name="What", question="What is agreed?")
    Column.objects.create(fieldset=fieldset, name="Still", question="And what else?")
    CorpusAction.objects.create(corpus=corpus, kind=CorpusAction.Kind.EXTRACT, name="it", fieldset=fieldset)
    _upload(user, corpus)


def extracted_in_a_run(user: User) -> None:
    """Start an extract of a document that has been parsed."""
    corpus = create_corpus(owner=user, title="Contracts")
    document = parsed_document(user, CONTRACT.decode(), title="Maintenance")
    add_documents(corpus, [document], actor=user)
    columns = [ColumnDraft(name="What", question="What is agreed?"), ColumnDraft(name="Still", question="What else?")]
    fieldset = create_fieldset(FieldsetDraft(name="Facts", columns=columns), corpus=corpus, actor=user)
    start_extract(ExtractDraft(fieldset=fieldset), corpus=corpus, actor=user)


def worked_on(user: User) -> None:
    _upload_for(user, kind=CorpusAction.Kind.AGENT, instructions="Mark the title.")


def cleaned(user: User) -> None:
    """Create three jobs that ended long ago, one that ended now, and the job that deletes the old ones."""
    old = [_enqueue("tasks.cleanup", user) for _ in range(4)]
    for job_id in old:
        queue.cancel(job_id)
    Job.objects.filter(pk__in=old[1:]).update(finished=timezone.now() - _MONTHS_AGO)
    _enqueue("tasks.cleanup", user)


def checked(user: User) -> None:
    """Store an intact file, a changed one and a missing one."""
    _, changed, gone = (_stored(content) for content in (b"sound", b"changed", b"gone"))
    changed.write_bytes(b"chanced")
    gone.unlink()
    _enqueue(integrity.CHECK, user)


def swept(user: User) -> None:
    """Store old unused files, old bytes without a row, and a new file."""
    for content in (b"one", b"two", b"stray", b"new"):
        _stored(content, is_old=content != b"new")
    Blob.objects.filter(pk=sha256(b"stray").hexdigest()).delete()
    Blob.objects.exclude(pk=sha256(b"new").hexdigest()).update(created=timezone.now() - _MONTHS_AGO)
    _enqueue(integrity.SWEEP, user)


def unpacked(user: User) -> None:
    """Upload an archive with a document in a folder, a duplicate, and a refused entry."""
    corpus = create_corpus(owner=user, title="Contracts")
    with BlobWriter() as writer:
        with zipfile.ZipFile(content := BytesIO(), "w") as archive:
            for name, entry in (("a/new.txt", CONTRACT), ("again.txt", CONTRACT), ("../up.txt", b"Words.")):
                archive.writestr(name, entry)
        writer.write(content.getvalue())
        archives.create_archive(writer.finish(), filename="a.zip", owner=user, destination=Destination(corpus=corpus))


def purged(user: User) -> None:
    """Put two corpora into the bin: one has expired, the other was deleted today."""
    for title in ("Old", "New"):
        delete_corpus(create_corpus(owner=user, title=title), actor=user)
    Corpus.with_deleted.filter(title="Old").update(deleted_at=timezone.now() - _MONTHS_AGO)
    _enqueue(bin_services.PURGE, user)


def run_on_all(user: User) -> None:
    """Add a document that is ready to a corpus, and let a job run an action on all of its documents."""
    corpus = create_corpus(owner=user, title="Contracts")
    action = CorpusAction.objects.create(corpus=corpus, kind=CorpusAction.Kind.ANALYZE, name="it", analyzer="patterns")
    document = parsed_document(user, "It costs 20 euros.")
    CorpusDocument.objects.create(corpus=corpus, document=document, added_by=user)
    args = {"action_id": str(action.pk), "user_id": str(user.pk), "after": str(UUID(int=0))}
    queue.enqueue(running.RUN, args=args, tenant_id=user.tenant_id, owner_id=user.pk)


def embedded_anew(user: User) -> None:
    """Change the embedder of a corpus with a document that the built-in one has not embedded yet."""
    corpus = create_corpus(owner=user, title="Contracts")
    document = parsed_document(user, CONTRACT.decode())
    CorpusDocument.objects.create(corpus=corpus, document=document, added_by=user)
    create_passages(document.revision)
    Corpus.objects.filter(pk=corpus.pk).update(embedder="another")
    corpus_embedders.change_embedder(corpus, minilm.NAME)


def moved(user: User) -> None:
    """Publish a new revision of a document with annotations."""
    document = parsed_document(user, "The tenant pays the rent. The landlord repairs the roof.")
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [document], actor=user)
    for start, end in ((4, 10), (30, 38)):
        draft = AnnotationDraft(label_name="Party", start=start, end=end)
        annotate(draft, corpus=corpus, document=document, actor=user)
    moving.lose_places(document, publish(document, "Version two. The tenant pays the rent. The roof is new."))
    moving.start_moving(document)


def copied(user: User) -> None:
    """Finish a new version of a document with related annotations, of which one has no place in it."""
    document = parsed_document(user, "The tenant pays the rent. The landlord repairs the roof.")
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [document], actor=user)
    ends = []
    for start, end in ((4, 10), (17, 24), (30, 38)):
        draft = AnnotationDraft(label_name="Party", start=start, end=end)
        ends.append(annotate(draft, corpus=corpus, document=document, actor=user))
    create_relation(RelationDraft(source=ends[0], target=ends[1], label_name="pays"), corpus=corpus, actor=user)
    with BlobWriter() as writer:
        writer.write(b"Version two")
        new = upload_version(document, NewFile(received=writer.finish(), filename="two.txt"), actor=user)
    Job.objects.filter(kind="documents.process").delete()
    publish(new, "Version two. The tenant pays the rent. The roof is new.")
    copying.start_copying(new)


def corpus_copied(user: User) -> None:
    """Copy a corpus with two documents, which are labelled, related and in a folder."""
    corpus = create_corpus(owner=user, title="Leases")
    field = create_field(corpus, name="Kind", type="string", actor=user)
    for text in ("The tenant pays the rent.", "The landlord repairs the roof."):
        document = parsed_document(user, text)
        folder = Folder.objects.create(corpus=corpus, name=text, path=text)
        CorpusDocument.objects.create(corpus=corpus, document=document, folder=folder, added_by=user)
        drafts = [AnnotationDraft(label_name="Party", start=start, end=start + 3) for start in (0, 4)]
        ends = [annotate(draft, corpus=corpus, document=document, actor=user) for draft in drafts]
        create_relation(RelationDraft(source=ends[0], target=ends[1], label_name="pays"), corpus=corpus, actor=user)
        label_documents(ends[0].label, [document], actor=user)
        set_field_values(field, [document], ["lease"], actor=user)
    copies.start_copy(corpus, actor=user)


def imported(user: User) -> None:
    """Import annotations: a new one, the same again, and one that has no place."""
    document = parsed_document(user, "The tenant pays the rent.")
    corpus = create_corpus(owner=user, title="Leases")
    CorpusDocument.objects.create(corpus=corpus, document=document, added_by=user)
    rows = ({"document id": str(document.pk), "label": "Party", "quote": quote} for quote in ("tenant", "tenant", "x"))
    with BlobWriter() as writer:
        writer.write("\n".join(map(json.dumps, rows)).encode())
        imports.start_import(writer.finish(), filename="a.jsonl", corpus=corpus, actor=user)


def exported(user: User) -> None:
    """Export the documents of a corpus that have a title which none has: rows contain keys, which are drawn anew."""
    document = parsed_document(user, "The tenant pays the rent.")
    corpus = create_corpus(owner=user, title="Leases")
    CorpusDocument.objects.create(corpus=corpus, document=document, added_by=user)
    draft = ExportDraft(kind="documents", format="csv", query={"search": "none"}, origin="https://cartulary.example")
    exports.start_export(draft, corpus=corpus, actor=user)


def exports_deleted(user: User) -> None:
    """Delete two exports that have expired, which have the same file, and keep another one.

    Their blobs have no files: one that a kill after the commit leaves is deleted by `documents.sweep_files`.
    """
    corpus = create_corpus(owner=user, title="Leases")
    old, new = (Blob.objects.create(sha256=digit * 64, size=3) for digit in "ab")
    for blob, days in ((old, 8), (old, 9), (new, 6)):
        ended = {"state": "done", "blob": blob, "finished": timezone.now() - timedelta(days=days)}
        kind = {"kind": "documents", "format": "csv", "filename": f"{days}.csv"}
        Export.objects.create(corpus=corpus, owner=user, **kind, **ended)
    _enqueue(exports.DELETE_OLD, user)


def ended_late(user: User) -> None:
    """End a run whose results did not come in time; another one still waits."""
    corpus = create_corpus(owner=user, title="Leases")
    action = CorpusAction.objects.create(corpus=corpus, kind=CorpusAction.Kind.ANALYZE, name="it", analyzer="remote:it")
    for hours in (-1, 1):
        document = parsed_document(user, "The tenant pays the rent.")
        about = {"document": document, "revision": document.revision, "action": action, "settings_version": 1}
        due = timezone.now() + timedelta(hours=hours)
        ActionExecution.objects.create(**about, state="waiting")
        AnalysisRun.objects.create(
            **about, corpus=corpus, analyzer=action.analyzer, state="waiting", due=due, started=timezone.now()
        )
    _enqueue("corpuses.end_late_analyses", user)


def compared(user: User) -> None:
    """Compare two near-duplicates, and two documents that share a clause."""
    corpus = create_corpus(owner=user, title="Contracts")
    clause = "Neither party may assign this agreement or a part of it without the written consent of the other party."
    for words in ("rent May", "rent May", "price June", "fee July"):
        body = " ".join(f"{words} {number}" for number in range(40))
        document = parsed_document(user, f"{body}\n\n{clause}")
        CorpusDocument.objects.create(corpus=corpus, document=document, added_by=user)
    for job in Job.objects.all():  # which process the documents: they are ready
        queue.cancel(job.pk)
    similarity.find_similar_texts(corpus, actor=user)


def suggested(user: User) -> None:
    """Suggest passages for a label with ten examples in a document; another one has two more."""
    corpus = create_corpus(owner=user, title="Contracts")
    states = ("Ohio", "Utah", "Iowa", "Maine", "Texas", "Idaho", "Nevada", "Oregon", "Kansas", "Alaska")
    law = "This contract is governed by the laws of"
    for names in (states, ("Rome", "Oz")):
        text = "\n\n".join(f"The rent of {name} is due in May.\n\n{law} {name}." for name in names)
        document = parsed_document(user, text)
        CorpusDocument.objects.create(corpus=corpus, document=document, added_by=user)
        ensure(document.revision)
        for found in re.finditer(law, text) if names == states else ():
            draft = AnnotationDraft(label_name="Law", start=found.start(), end=found.end())
            annotate(draft, corpus=corpus, document=document, actor=user)
    recommender.suggest_passages(Label.objects.select_related("corpus").get(name="Law"), actor=user)


SCENARIOS: Mapping[str, Callable[[User], None]] = {
    "documents.process": processed,
    "documents.scan": scanned,
    "corpuses.embed": embedded,
    "corpuses.change_embedder": embedded_anew,
    moving.MOVE: moved,
    copying.COPY: copied,
    copies.COPY: corpus_copied,
    bulk.CHANGE: bulk_scenarios.labelled,
    bulk.DELETE_OLD: bulk_scenarios.old_changes_deleted,
    imports.IMPORT: imported,
    exports.WRITE: exported,
    exports.DELETE_OLD: exports_deleted,
    similarity.FIND: compared,
    recommender.SUGGEST: suggested,
    "corpuses.end_late_analyses": ended_late,
    running.RUN: run_on_all,
    "corpuses.analyze": analyzed,
    "corpuses.extract": extracted,
    "corpuses.extract_row": extracted_in_a_run,
    "corpuses.agent": worked_on,
    ANSWER: comment_scenarios.answered,
    ERASE: erasure_scenarios.erased,
    APPLY: erasure_scenarios.retained,
    "corpuses.unpack": unpacked,
    "corpuses.purge_bin": purged,
    "documents.check_files": checked,
    "documents.sweep_files": swept,
    "tasks.cleanup": cleaned,
}


def product_kinds() -> dict[str, registry.JobKind]:
    """Return the kinds of jobs that are not of tests."""
    kinds = (kind for kind in registry.all_kinds() if "tests" not in kind.steps[0].work.__module__.split("."))
    return {kind.name: kind for kind in kinds}


def once_more(job: Job) -> UUID:
    """Record a job that says the same as another, and is the next one."""
    twin = queue.enqueue(
        job.kind,
        args=json.loads(job.args),
        tenant_id=job.tenant_id,
        owner_id=job.owner_id,
        subject_id=job.subject_id,
    )
    Job.objects.filter(pk=twin).update(queue_rank=0)
    return twin


def model_says(request: Mapping[str, Any]) -> Reply:
    """Return the answer of the scripted model: the same question always gets the same answer."""
    turns = request["messages"]
    if "tools" not in request:
        answer = {"value": "maintenance", "quotes": [QUOTE]}
        return says_answers(answer, answer)  # there are at most two questions
    if any(turn["role"] == "tool" for turn in turns):
        return says("It is marked.")
    (key,) = _ABOUT.findall(turns[0]["content"])
    place = {"document": key, "quote": QUOTE, "page": 1}
    return calls(("propose_annotation", place | {"label": "Title", "note": ""}))


def _stored(content: bytes, *, is_old: bool = False) -> Path:
    path = Path(default_storage.path(store_bytes(content).name))
    if is_old:
        os.utime(path, (0, 0))
    return path


def _enqueue(kind: str, user: User) -> UUID:
    return queue.enqueue(kind, args={}, tenant_id=user.tenant_id, owner_id=user.pk)


def _upload_for(user: User, **action: Any) -> None:
    corpus = create_corpus(owner=user, title="Contracts")
    CorpusAction.objects.create(corpus=corpus, name="it", **action)
    _upload(user, corpus)


def _upload(user: User, corpus: Corpus) -> Document:
    with BlobWriter() as writer:
        writer.write(CONTRACT)
        return upload_to_corpus(writer.finish(), filename="maintenance.txt", owner=user, corpus=corpus)
