"""Store the comments of a file, in threads about annotations, documents, or the corpus itself."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID, uuid5

from django.utils import timezone

from core.db.ids import uuid7
from core.db.row_locks import lock_keys_against_delete
from core.deletion import is_in_bin
from core.errors import NotFound, UserFault
from corpuses.comments.changes import count_comments
from corpuses.comments.edits import record_new_comments
from corpuses.comments.models import Comment, Thread
from corpuses.comments.services import comment_text
from corpuses.imports.comment_rows import CommentRow
from corpuses.imports.models import AnnotationImport
from corpuses.imports.placing import DocumentFinder
from corpuses.imports.relations import lock_annotations
from documents.models import Document


class CommentSubjectUnknown(NotFound):
    """The subject of this comment is neither in the file nor in the corpus."""

    code = "comment_subject_unknown"
    what_to_do = "Import the annotations together with their comments."


@dataclass(frozen=True, slots=True)
class _Subject:
    """The subject of a thread; without document and annotation, the corpus."""

    document_id: UUID | None = None
    annotation_id: UUID | None = None


def first_comment(row: CommentRow, by_id: Mapping[UUID, CommentRow]) -> CommentRow:
    """Return the comment that begins the thread of a comment: itself, unless it replies to one of the file."""
    seen = {row.id}
    while (target := row.reply_to or row.annotation) and target in by_id and target not in seen:
        row = by_id[target]
        seen.add(row.id)
    return row


def store_comments(
    imported: AnnotationImport,
    rows: Mapping[int, CommentRow],
    first: Mapping[int, CommentRow],
    stored: Mapping[UUID, UUID],
    problems: dict[int, UserFault],
) -> int:
    """Store the comments that are not there yet, and return their number; add refused ones to the problems.

    `first` are those that begin the threads. `stored` are the annotations that have another id than in the file, by
    the latter. No one is notified.
    """
    subjects = _subjects(imported, first, stored, problems)
    known = _known(imported, [*rows.values(), *first.values()])
    visible = _visible(imported, known)
    threads: dict[UUID, Thread] = {}
    comments: list[Comment] = []
    for number, subject in subjects.items():
        row, root = rows[number], first[number]
        present = _there(visible, imported, row)
        if present is not None and not is_in_bin(present):
            continue
        try:
            text = comment_text(_attributed(row, imported.owner.username))
        except UserFault as refusal:
            problems[number] = refusal
            continue
        group = root.thread or root.id
        if group not in threads:
            there = _there(visible, imported, root)
            is_same = there is not None and _is_about(there.thread, subject)
            threads[group] = there.thread if there and is_same else _thread(imported, root, subject)
        key = _free_key(known, imported, row)
        comments.append(Comment(id=key, thread=threads[group], author=imported.owner, text=text))
        known[key] = visible[key] = comments[-1]
    Comment.objects.bulk_create(comments)
    record_new_comments(comments, actor=imported.owner, group=imported.pk)
    for thread in {comment.thread_id: comment.thread for comment in comments}.values():
        count_comments(thread)
    return len(comments)


def _subjects(
    imported: AnnotationImport,
    first: Mapping[int, CommentRow],
    stored: Mapping[UUID, UUID],
    problems: dict[int, UserFault],
) -> dict[int, _Subject]:
    """Return what the threads are about, locked against deletion."""
    finder = DocumentFinder(imported.corpus, imported.owner, first.values())
    annotations = lock_annotations(imported, {row.annotation for row in first.values() if row.annotation}, stored)
    subjects = {}
    for number, row in first.items():
        try:
            if row.annotation or row.reply_to:
                annotation = annotations.get(row.annotation) if row.annotation else None
                if annotation is None:
                    raise CommentSubjectUnknown
                subjects[number] = _Subject(annotation.document_id, annotation.pk)
            else:
                subjects[number] = _Subject(finder.find(row).pk if row.document_id or row.names else None)
        except UserFault as refusal:
            problems[number] = refusal
    documents = {each.document_id for each in subjects.values() if each.document_id}
    deleted = documents - lock_keys_against_delete(Document.objects, documents)
    problems |= {number: CommentSubjectUnknown() for number, each in subjects.items() if each.document_id in deleted}
    return {number: each for number, each in subjects.items() if each.document_id not in deleted}


def _known(imported: AnnotationImport, rows: Iterable[CommentRow]) -> dict[UUID, Comment]:
    """Return the comments that have these ids, or the ids that an import gives them where these are taken."""
    keys = {key for row in rows for key in _keys(imported, row)}
    return Comment.with_deleted.select_related("thread").in_bulk(keys)


def _visible(imported: AnnotationImport, known: Mapping[UUID, Comment]) -> dict[UUID, Comment]:
    """Return the comments of the corpus that the importer may see. Others are as if there were none."""
    of_corpus = {key: each for key, each in known.items() if each.thread.corpus_id == imported.corpus_id}
    documents = {each.thread.document_id for each in of_corpus.values() if each.thread.document_id}
    rows = Document.objects.visible_to(imported.owner).filter(pk__in=documents)
    visible: set[UUID | None] = {None, *rows.values_list("pk", flat=True)}
    return {key: each for key, each in of_corpus.items() if each.thread.document_id in visible}


def _keys(imported: AnnotationImport, row: CommentRow) -> tuple[UUID, UUID]:
    """Return the id of a row, and the one that it gets in this corpus if that is taken."""
    return row.id, uuid5(imported.corpus_id, str(row.id))


def _there(visible: Mapping[UUID, Comment], imported: AnnotationImport, row: CommentRow) -> Comment | None:
    """Return the comment that a row has become; one in the bin if there is no other."""
    found = (visible[key] for key in _keys(imported, row) if key in visible)
    return min(found, key=is_in_bin, default=None)


def _free_key(known: Mapping[UUID, Comment], imported: AnnotationImport, row: CommentRow) -> UUID:
    """Return an id of a row that is not taken, or that of a comment its importer deleted, which gives way.

    If there is neither, return a new id.
    """
    for key in _keys(imported, row):
        same = known.get(key)
        if same is None:
            return key
        is_theirs = is_in_bin(same) and same.author_id == imported.owner_id
        if is_theirs and same.thread.corpus_id == imported.corpus_id:
            same.delete()
            return key
    return uuid7()


def _thread(imported: AnnotationImport, root: CommentRow, subject: _Subject) -> Thread:
    """Return the thread that has the id of the file, if it is about this; else create one."""
    group = root.thread or root.id
    keys = group, uuid5(imported.corpus_id, str(group)), uuid7()
    taken = Thread.with_deleted.select_for_update(no_key=True).in_bulk(keys)
    for key in keys:
        thread = taken.get(key)
        if thread is None:
            return Thread.with_deleted.create(
                id=key,
                corpus=imported.corpus,
                document_id=subject.document_id,
                annotation_id=subject.annotation_id,
                resolved_at=timezone.now() if root.resolved else None,
                resolved_by=imported.owner if root.resolved else None,
            )
        if thread.corpus_id == imported.corpus_id and _is_about(thread, subject):
            return thread
    raise CommentSubjectUnknown  # the last id is new


def _is_about(thread: Thread, subject: _Subject) -> bool:
    return (thread.document_id, thread.annotation_id) == (subject.document_id, subject.annotation_id)


def _attributed(row: CommentRow, importer: str) -> str:
    """Return the text; if another user wrote it, after their name and the day, because the importer is its author."""
    if row.author in ("", importer):
        return row.text
    return f"{', '.join(filter(None, (row.author, row.day)))}:\n\n{row.text}"
