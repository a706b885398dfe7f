"""Rows of one user for GraphQL tests: documents in corpora, annotated, with actions that ran."""

from django.utils import timezone

from core.db.ids import uuid7
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.annotations.models import Annotation, Relation
from corpuses.annotations.relations.services import RelationDraft, create_relation
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.models import Corpus
from documents.models import Document, DocumentRevision, StructureItem
from documents.tests.factories import parsed_document
from users.models import User

TABLE = {
    "rows": 1,
    "columns": 1,
    "cells": [
        {
            "row": 0, "column": 0, "row_span": 1, "column_span": 1,
            "is_header": True, "text": "Rent", "box": [1.0, 2.0, 3.0, 4.0],
        }
    ],
}  # fmt: skip


def populate(owner: User, *, documents: int = 1, corpora: int = 1) -> list[Corpus]:
    """Create corpora that all contain the documents, with an annotation and an execution for each."""
    created = [_document(owner, number) for number in range(documents)]
    return [_corpus(owner, number, created) for number in range(corpora)]


def _document(owner: User, number: int) -> Document:
    words = ("Lease", "The tenant pays rent.")
    document = parsed_document(
        owner, f"{words[0]} {words[1]}", "Second page.", title=f"Document {number}", headings=words
    )
    StructureItem.objects.filter(revision=document.revision, order=1).update(kind="table", level=None, table=TABLE)
    warnings = [{"code": "no_text_on_page", "message": "Page 2 is a picture."}]
    DocumentRevision.objects.filter(pk=document.revision_id).update(warnings=warnings)
    return document


def _corpus(owner: User, number: int, documents: list[Document]) -> Corpus:
    corpus = create_corpus(owner=owner, title=f"Corpus {number}", description="Leases")
    add_documents(corpus, documents, actor=owner)
    for document in documents:
        annotate(
            AnnotationDraft(label_name="Duty", start=6, end=16, note="Look."),
            corpus=corpus,
            document=document,
            actor=owner,
        )
    return corpus


def relate(annotation: Annotation) -> Relation:
    """Relate an annotation to another one, which is created."""
    corpus, document, actor = annotation.corpus, annotation.document, annotation.corpus.owner
    draft = AnnotationDraft(label_name="Lease", start=0, end=5)
    target = annotate(draft, corpus=corpus, document=document, actor=actor)
    related = RelationDraft(source=annotation, target=target, label_name="of")
    return create_relation(related, corpus=corpus, actor=actor)


def finish_executions(corpus: Corpus) -> None:
    """Mark every execution of the corpus as successful."""
    rows = ActionExecution.objects.filter(action__corpus=corpus)
    rows.update(state="success", finished=timezone.now(), message="Done.")


def rows_of(corpus: Corpus) -> tuple[Document, Annotation, CorpusAction, ActionExecution]:
    """Return one row of each model in the corpus."""
    document = corpus.documents.first()
    annotation = corpus.annotations.first()
    action = corpus.actions.first()
    execution = ActionExecution.objects.filter(action=action).first()
    if not (document and annotation and action and execution):
        raise AssertionError("the corpus has not been populated", corpus.pk, uuid7())
    return document, annotation, action, execution
