"""The request with which the user interface opens a document, and its number of queries."""

import json

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.services.corpora import create_corpus
from tasks.testing import run_jobs

FILE = settings.BASE_DIR / "frontend" / "dist" / "operations.json"

MAX_QUERIES = 15  # two for the session; in all requests of a page 20

pytestmark = [pytest.mark.django_db, pytest.mark.skipif(not FILE.exists(), reason="`make ui` writes the operations")]


def test_a_document_opens_with_few_queries(api, user, upload):
    corpus = create_corpus(owner=user, title="Contracts")
    document = upload("maintenance-agreement.txt", corpus=corpus)
    run_jobs()
    document.refresh_from_db()
    annotate(AnnotationDraft(label_name="Rent", start=0, end=3), corpus=corpus, document=document, actor=user)
    variables = {"id": str(document.pk), "corpusId": None, "pages": 2_000, "links": 300, "annotations": 200}
    query = json.loads(FILE.read_text())["OpenDocument"]
    api.graphql(query, variables)  # creates the personal corpus
    with CaptureQueriesContext(connection) as captured:
        data = api.graphql(query, variables).data
    assert data["me"]["personalCorpus"]["title"] == "My documents"
    assert data["document"]["pages"]["edges"]
    assert data["document"]["shownAnnotations"]["corpus"]["labels"][0]["name"] == "Rent"
    assert len(data["document"]["shownAnnotations"]["annotations"]["edges"]) == 1
    assert len(captured) <= MAX_QUERIES, [query["sql"][:80] for query in captured]
