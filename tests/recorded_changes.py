"""Watch each transaction that the program makes in a test: changes of rows that pages show are recorded in it.

Open pages are brought up to date by events (`events.outbox`), the audit log says who did what, and what users change
can be undone by an edit (`corpuses.undo`). A service that changes such a row and forgets one of them fails the test
that runs it, whichever service and test these are: the statements are watched (docs/adr/0059). Not watched are programs
that tests start, and rows that tests write.
"""

import contextlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock, local
from typing import Any, Final

from django.db import connection, transaction
from django.db.backends.signals import connection_created

from audit import log
from events import outbox

ANY: Final = "*"
# Of each table, the parts (`changed`) of which an event names one when a row is added, changed or deleted. An empty
# one: the event of a deleted object, which stands for all that was part of it.
SHOWN: Final[Mapping[str, frozenset[str]]] = {
    table: frozenset(parts.split())
    for table, parts in {
        "corpuses_actionexecution": "executions actions documents",
        "corpuses_analysisrun": "analysis_runs executions",
        "corpuses_annotation": "annotations",
        "corpuses_cell": "cells extracts",
        "corpuses_column": "fieldsets extracts",
        "corpuses_comment": "comments",
        "corpuses_corpus": ANY,
        "corpuses_corpusaction": "actions executions description",
        "corpuses_corpusdocument": "documents folders",
        "corpuses_corpusshare": "access",
        "corpuses_documentfield": "fields",
        "corpuses_documentlabel": "document_labels documents",
        "corpuses_extract": "extracts cells",
        "corpuses_extractrow": "cells extracts",
        "corpuses_fieldset": "fieldsets",
        "corpuses_fieldvalue": "field_values documents",
        "corpuses_folder": "folders",
        "corpuses_label": "labels",
        "corpuses_languagemodel": "language_model",
        "corpuses_notification": "notification",
        "corpuses_obligation": "annotations",
        "corpuses_proposal": "proposals",
        "corpuses_relation": "annotations",
        "corpuses_remoteanalyzer": "remote_analyzers",
        "corpuses_savedview": "saved_views",
        "corpuses_thread": "comments annotations",
        "documents_document": ANY,
        "documents_documentshare": "access versions",
        "users_team": "members",
        "users_teaminvitation": "members",
        "users_teammembership": "members access",
    }.items()
}

# Tables whose changes are in the audit log.
AUDITED: Final = SHOWN.keys() - {
    "corpuses_actionexecution",  # the start and the end of a run are; not each step
    "corpuses_analysisrun",
    "corpuses_cell",  # of a review the cells are; answers belong to its extract
    "corpuses_column",
    "corpuses_extractrow",
    "corpuses_notification",
    "corpuses_proposal",  # the decision is
}

# Tables whose changes by users can be undone: they store an edit (`corpuses.undo`).
UNDOABLE: Final = frozenset(
    {
        "corpuses_annotation",
        "corpuses_cell",
        "corpuses_comment",
        "corpuses_corpus",
        "corpuses_corpusdocument",
        "corpuses_documentfield",
        "corpuses_documentlabel",
        "corpuses_fieldvalue",
        "corpuses_folder",
        "corpuses_label",
        "corpuses_relation",
        "corpuses_thread",
    }
)

# Columns that no page shows, or only where it is loaded anew anyway.
UNSEEN: Final = frozenset({"last_used", "copied_from_id", "external_id", "modified"})
# Of rows that stay when an account goes, and of grants to an address that has one now (`users.sharing.pending`).
_USERS: Final = re.compile(
    r"(creator|reviewer|author|user|(deleted|created|added|modified|started|uploaded|resolved)_by)_id"
)

# Functions whose callers record the event in another transaction, or that need none; why.
ANNOUNCED_ELSEWHERE: Final[Mapping[str, str]] = {
    "corpuses.actions.settling.cancel_actions": "by who deletes the corpus, or the action",
    "corpuses.actions.starting.add_default_actions": "with the corpus, which is new",
    "corpuses.actions.starting.start_for_document": "by its caller",
    "corpuses.annotations.copying.copy_annotations": "when all are copied",
    "corpuses.annotations.moving.lose_places": "with the revision that has not their words",
    "corpuses.annotations.moving.move_annotations": "when all of a document have been moved",
    "corpuses.comments.services.purge_comment": "its notifications went to the bin with it",
    "corpuses.copies.definitions.copy_definitions": "with the corpus, which is new",
    "corpuses.copies.services.copy_documents": "when the copy is complete",
    "corpuses.erasure.services.erase": "operators erase accounts; pages show it when they load",
    "corpuses.exports.services.delete_old_exports": "its notifications are those that are shown",
    "corpuses.extracts.runs.row_for": "when its answers begin",
    "corpuses.imports.services.import_annotations": "when the import has ended",
    "documents.services.ingestion.extract_thumbnail": "when the document is complete",
    "documents.services.ingestion.ingest": "when the document is complete",
    "documents.services.lifecycle.begin_processing": "by the job, whose events are written by a trigger",
    "documents.services.versions.choose_newest": "by its caller, as `versions`",
    "django.contrib.admin": "operators repair by hand; pages show it when they load",
    "users.models.delete": "the account ends with all of its pages",
}
# Functions that change rows without an entry of their own; why.
NOT_AUDITED: Final[Mapping[str, str]] = {
    "corpuses.actions.starting.add_default_actions": "the creation of the corpus is",
    "corpuses.analyzers.services.store_results": "the end of the run is",
    "corpuses.annotations.copying.copy_annotations": "when all are copied",
    "corpuses.annotations.moving.lose_places": "the annotations stay what they are",
    "corpuses.annotations.moving.move_annotations": "the annotations stay what they are",
    "corpuses.copies.services.copy_documents": "the start of the copy is",
    "corpuses.erasure.services.erase": "the erasure is",
    "corpuses.extracts.answering.extract": "the action has its executions",
    "corpuses.extracts.answering.answer_row": "the start of the extract is",
    "corpuses.imports.services.import_annotations": "the end of the import is",
    "corpuses.search.corpus_embedders.fill": "the change that it completes is",
    "documents.services.ingestion.extract_thumbnail": "no user has done it",
    "documents.services.ingestion.ingest": "no user has done it",
    "documents.services.lifecycle.begin_processing": "the upload is, and the end of its processing",
    "documents.services.lifecycle.complete_processing": "by its caller",
    "documents.services.lifecycle.fail_processing": "by its caller",
    "documents.services.scanning.scan": "no user has done it",
    "documents.services.versions.choose_newest": "the upload or the deletion of the version is",
}
# Functions whose changes cannot be undone, or are undone otherwise; why.
NOT_UNDONE: Final[Mapping[str, str]] = {
    "corpuses.analyzers.suggestions.suggest": "suggestions are reviewed, and a new run replaces them",
    "corpuses.analyzers.suggestions.suggest_labels": "the same",
    "corpuses.annotations.copying.copy_annotations": "what the earlier version has was copied",
    "corpuses.annotations.proposals.propose_annotation": "a suggestion, which is reviewed or deleted",
    "corpuses.annotations.services.annotate_many": "programs annotate; users delete it with the run",
    "corpuses.bin.services.restore": "it is deleted again instead",
    "corpuses.bulk.operations.undo": "the undo of a bulk change",
    "corpuses.comments.changes.add_answer": "an agent answers; its comment is deleted instead",
    "corpuses.copies.services.copy_documents": "the copy is deleted instead",
    "corpuses.copies.services.start_copy": "the copy is deleted instead",
    "corpuses.corpora.folders.make_path": "with what is put into it",
    "corpuses.corpora.services.add_new_documents": "an upload is deleted instead",
    "corpuses.corpora.services.add_documents": "a bulk change has an undo of its own, and the samples need none",
    "corpuses.corpora.services.create_corpus": "it is deleted instead",
    "corpuses.corpora.services.delete_corpus": "it is restored from the bin instead",
    "corpuses.corpora.services.pass_on": "with the account",
    "corpuses.corpora.services.personal_corpus": "created when it is needed",
    "corpuses.erasure.services.erase": "an erasure is final",
    "corpuses.extracts.runs.rerun": "answers are computed again",
    "corpuses.extracts.runs.update_extract": "of the definition; the values of other columns stay",
    "corpuses.extracts.settling.settle_row": "the state of the job",
    "corpuses.extracts.suggestions.suggest_sources": "suggestions are reviewed",
    "corpuses.first_steps.sample.create_sample": "it is deleted instead",
    "corpuses.memberships.services.add_attachments": "with their document",
    "corpuses.memberships.services.move_memberships": "with the version of the document",
    "corpuses.memberships.services.remove_own_document": "by someone who is no member any more",
    "corpuses.receivers.replace_by_newest": "with the version of the document",
    "corpuses.retention.services.apply_all": "a rule of the owner",
    "corpuses.search.corpus_embedders.change_embedder": "it is changed again instead",
    "corpuses.uploads.services.add_to_destination": "with what is uploaded",
    "users.sharing.services.set_public": "it is made private again instead",
}

ROOT: Final = f"{Path(__file__).parent.parent}/"
_WRITE: Final = re.compile(r'\s*(INSERT INTO|UPDATE|DELETE FROM) "(\w+)"(?: SET (.*?) (?:FROM|WHERE) )?', re.DOTALL)
_COLUMN: Final = re.compile(r'"(\w+)" = ')


@dataclass(slots=True)
class _Transaction:
    """The work of a transaction so far: tables with the functions that wrote them, and the parts that events named."""

    depth: int = 0
    written: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)
    is_audited: bool = False
    has_edit: bool = False


_open = local()
_lock = Lock()
_silent: list[str] = []


def take_silent() -> list[str]:
    """Return what was changed silently since the last call, a line each."""
    with _lock:
        found, _silent[:] = list(_silent), []
    return found


def watch() -> None:
    """Watch all connections of this process from now on."""
    connection_created.connect(_watch, weak=False, dispatch_uid="tests.recorded_changes")
    transaction.Atomic.__enter__ = _watching_entry(transaction.Atomic.__enter__)
    transaction.Atomic.__exit__ = _watching_exit(transaction.Atomic.__exit__)
    outbox.record_for = _recording(outbox.record_for)
    log._write = _auditing(log._write)


def begin() -> None:
    """Begin a test: what one before has left (a transaction that ended in another thread) must hide no change."""
    if not connection.in_atomic_block:
        _open.current = None
    if connection.connection is not None:
        _watch(connection)
    take_silent()


def _watch(connection: Any, **_: Any) -> None:
    # The first: a connection may be opened within `execute_wrapper`, which removes the last one when it ends.
    if _execute not in connection.execute_wrappers:
        connection.execute_wrappers.insert(0, _execute)


def _execute(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Mapping[str, Any]) -> Any:
    result = execute(sql, params, many, context)
    found = _WRITE.match(sql) if isinstance(sql, str) else None
    current = getattr(_open, "current", None)
    if current is not None and found and found[2] == "corpuses_edit":
        current.has_edit = True
    if found and found[2] in SHOWN and context["cursor"].rowcount and (functions := tuple(_functions())):
        columns = {name for name in _COLUMN.findall(found[3] or "") if name != "id" and not _USERS.fullmatch(name)}
        if found[1] != "UPDATE" or columns - UNSEEN:
            if current is None:
                _judge(_Transaction(written={(found[1], found[2]): functions}))
            else:
                current.written.setdefault((found[1], found[2]), functions)
    return result


def _functions() -> Iterator[str]:
    """Return the functions of the program that led here, the innermost first; none if the test itself wrote."""
    frame = sys._getframe(2)
    while frame is not None:
        path = frame.f_code.co_filename
        if path.startswith(ROOT) and "/.venv/" not in path:
            if "/tests/" in path or "/benchmarks/" in path or path.endswith("conftest.py"):
                return
            if "/core/" not in path:
                module = path.removeprefix(ROOT).removesuffix(".py").replace("/", ".")
                yield f"{module}.{frame.f_code.co_name}"
        elif "/django/contrib/admin/" in path:
            yield "django.contrib.admin"
        frame = frame.f_back


def _judge(done: _Transaction) -> None:
    """Note the rows whose change was not recorded as it should be."""
    for (statement, table), functions in done.written.items():
        parts = SHOWN[table]
        is_announced = bool(done.named) if ANY in parts else not parts.isdisjoint(done.named)
        if not done.named.isdisjoint({"", "bin"}):
            is_announced = True  # with the object that is removed: what was part of it or referred to it
        lacks = []
        if not is_announced and ANNOUNCED_ELSEWHERE.keys().isdisjoint(functions):
            lacks.append(f"event of {', '.join(sorted(parts))}")
        if not done.is_audited and table in AUDITED and NOT_AUDITED.keys().isdisjoint(functions):
            lacks.append("audit entry")
        if done.is_audited and not done.has_edit and table in UNDOABLE and NOT_UNDONE.keys().isdisjoint(functions):
            lacks.append("edit")
        if lacks:
            with _lock:
                _silent.append(f"{statement} {table} without {' and '.join(lacks)}: {' < '.join(functions[:6])}")


def _is_of_fixture() -> bool:
    """Check whether a transaction that begins is one of pytest-django or of a fixture in a `conftest.py`."""
    frame = sys._getframe(2)
    while frame is not None:
        path = frame.f_code.co_filename
        if path.startswith(ROOT) and "/.venv/" not in path:
            return path.endswith("conftest.py")
        if path == contextlib.__file__ and "func" in frame.f_locals:  # `@transaction.atomic`
            return False
        frame = frame.f_back
    return True


def _watching_entry(enter: Callable[[Any], None]) -> Callable[[Any], None]:
    def watched(self: Any) -> None:
        enter(self)
        if getattr(_open, "current", None) is None and not _is_of_fixture():
            _open.current = _Transaction()
        if getattr(_open, "current", None) is not None:
            _open.current.depth += 1

    return watched


def _watching_exit(leave: Callable[..., None]) -> Callable[..., None]:
    def watched(self: Any, *raised: Any) -> None:
        current = getattr(_open, "current", None)
        is_kept = raised[0] is None  # also if a test rolls its requests back
        try:
            leave(self, *raised)
        except BaseException:
            is_kept = False
            raise
        finally:
            if current is not None:
                current.depth -= 1
                if current.depth == 0:
                    _open.current = None
                    if is_kept:
                        _judge(current)

    return watched


def _recording(record_for: Callable[..., None]) -> Callable[..., None]:
    def recording(users: Iterable[Any], entity: Any, uuid: Any, *, changed: Iterable[str], **options: Any) -> None:
        users, names = list(users), list(changed)
        current = getattr(_open, "current", None)
        if current is not None:
            current.named.update(names or [""])
        record_for(users, entity, uuid, changed=names, **options)

    return recording


def _auditing(write: Callable[[list[Any]], None]) -> Callable[[list[Any]], None]:
    def auditing(entries: list[Any]) -> None:
        current = getattr(_open, "current", None)
        if current is not None and entries:
            current.is_audited = True
        write(entries)

    return auditing
