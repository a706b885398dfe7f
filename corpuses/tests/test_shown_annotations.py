"""The annotations that the viewer shows when it opens a document: of which corpus, and at how many queries."""

import json

import pytest
from django.conf import settings as project
from django.db import connection
from django.test.utils import CaptureQueriesContext

from corpuses.annotations.services import AnnotationDraft, annotate

pytestmark = pytest.mark.django_db

OPERATIONS = project.BASE_DIR / "frontend" / "dist" / "operations.json"


def test_x(api, user, add_parsed, corpus):
    document = add_parsed("The tenant pays the rent.", "Dogs are not allowed.")
    annotate(AnnotationDraft(label_name="Rent", start=0, end=3), corpus=corpus, document=document, actor=user)
    query = json.loads(OPERATIONS.read_text())["OpenDocument"]
    v = {"id": str(document.pk), "corpusId": None, "pages": 2000, "annotations": 200}
    r = api.graphql(query, v)
    with CaptureQueriesContext(connection) as captured:
        r = api.graphql(query, v)
    print(json.dumps(r.data)[:3000], r.codes)
    for q in captured.captured_queries:
        print("----", len(q["sql"]), q["sql"][:150], "...", q["sql"][q["sql"].find(" FROM ") :][:300])
    assert 0
