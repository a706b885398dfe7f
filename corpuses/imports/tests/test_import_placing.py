"""Rows of an import find their documents by id or name."""

import pytest

from corpuses.corpora.services import add_documents, create_corpus
from corpuses.imports.placing import DocumentAmbiguous, DocumentFinder
from documents.models import Document
from documents.tests.factories import parsed_document

pytestmark = pytest.mark.django_db


class Row:
    def __init__(self, *names, document_id=None):
        self.names, self.document_id = names, document_id


@pytest.fixture
def documents(user):
    return [parsed_document(user, text, title="Annex") for text in ("One.", "Two.")]


@pytest.fixture
def corpus(user, documents):
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, documents, actor=user)
    return corpus


def test_a_name_of_two_documents_is_ambiguous(user, corpus):
    row = Row("Annex")
    with pytest.raises(DocumentAmbiguous):
        DocumentFinder(corpus, user, [row]).find(row)


def test_what_a_newer_version_has_replaced_is_found_by_its_id_only(user, corpus, documents):
    older, newest = documents
    Document.objects.filter(pk=older.pk).update(superseded_by=newest)
    rows = Row("Annex"), Row(document_id=older.pk)
    finder = DocumentFinder(corpus, user, rows)
    assert [finder.find(row).pk for row in rows] == [newest.pk, older.pk]
