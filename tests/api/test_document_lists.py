"""Orders of lists of documents, and documents without those of subfolders: the same in REST and in GraphQL."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from documents.models import Blob, Document, DocumentShare
from tests.api.test_lists import V1, corpus, lists, populated, user
from users.models import User

__all__ = ["corpus", "lists", "populated", "user"]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("newest", [2, 1, 0]),
        ("oldest", [0, 1, 2]),
        ("title", [1, 0, 2]),  # capitals do not come first
        ("title_descending", [2, 0, 1]),
        ("type", [0, 2, 1]),  # CSV, PDF, Word
        ("type_descending", [1, 2, 0]),
        ("state", [2, 1, 0]),  # failed, partly ready, ready
        ("state_descending", [0, 1, 2]),
        ("owner", [1, 2, 0]),  # Berta, grace (without a name), Zoe
        ("owner_descending", [0, 2, 1]),
        ("language", [2, 0, 1]),  # German, English, unknown
        ("language_descending", [0, 2, 1]),
        ("size", [1, 2, 0]),
        ("size_ascending", [0, 2, 1]),
        ("pages", [0, 1, 2]),
        ("pages_ascending", [2, 1, 0]),
    ],
)
def test_documents_can_be_sorted_by_each_column(lists, order, expected):
    rows = list(Document.objects.order_by("pk"))
    word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    failed = {"state": "failed", "failure_code": "corrupt_document"}
    zoe, berta, grace = (
        User.objects.create_user(name, f"{name}@example.org", name=shown)
        for name, shown in (("ann", "Zoe"), ("zed", "Berta"), ("grace", ""))
    )
    values = [
        (5, {"title": "lease", "mime_type": "text/csv", "page_count": 3, "owner": zoe, "language": "en"}),
        (900, {"title": "Agreement", "mime_type": word, "page_count": 2, "state": "partial", "owner": berta}),
        (70, {"title": "Zoning", "page_count": 1, "owner": grace, "language": "de", **failed}),
    ]
    for row in rows:
        DocumentShare.objects.create(target=row, user=row.owner, role="viewer", created_by=row.owner)
    for number, (row, (size, changes)) in enumerate(zip(rows, values, strict=True)):
        blob = Blob.objects.create(sha256=f"{number:064}", size=size)
        Document.objects.filter(pk=row.pk).update(blob=blob, **changes)
    keys = [str(rows[number].pk) for number in expected]
    assert [row["id"] for row in lists.rest("documents", order_by=order)["results"]] == keys
    assert lists.graphql_pages("documents", order) == keys
    assert lists.pages("documents", order_by=order) == ([keys[:2], keys[2:]], [keys[:2], keys[2:]])


def test_subfolders_of_no_corpus_are_refused(lists):
    response = lists.api.get(f"{V1}/documents", {"subfolders": "false"})
    assert (response.status_code, response.json()["error"]["field"]) == (400, "corpus")


def test_documents_of_many_corpora_that_are_in_no_folder_need_one_query(lists):
    query = "{ corpuses { edges { node { documents(subfolders: false) { totalCount edges { node { uuid } } } } } } }"
    with CaptureQueriesContext(connection) as few:
        before = lists.api.execute(query)["corpuses"]["edges"]
    folder = lists.corpus.folders.create(name="F", path="F")
    moved = lists.corpus.memberships.first()
    lists.corpus.memberships.filter(pk=moved.pk).update(folder=folder)
    with CaptureQueriesContext(connection) as many:
        after = lists.api.execute(query)["corpuses"]["edges"]
    counts = [sum(edge["node"]["documents"]["totalCount"] for edge in edges) for edges in (before, after)]
    assert counts[1] == counts[0] - 1 > 0
    assert len(many) == len(few)


def test_documents_directly_in_a_folder_or_in_none(lists):
    rows = list(Document.objects.order_by("pk"))
    outer = lists.corpus.folders.create(name="O", path="O")
    inner = lists.corpus.folders.create(name="F", path="O/F", parent=outer)
    lists.corpus.memberships.filter(document=rows[2]).update(folder=inner)
    corpus = lists.corpus.pk
    cases = [
        ({"folder": outer.pk}, f', folderId: "{outer.pk}"', [2]),
        ({"folder": outer.pk, "subfolders": "false"}, f', folderId: "{outer.pk}", subfolders: false', []),
        ({"folder": inner.pk, "subfolders": "false"}, f', folderId: "{inner.pk}", subfolders: false', [2]),
        ({"subfolders": "false"}, ", subfolders: false", [0, 1]),
    ]
    for rest, graphql, expected in cases:
        keys = [str(rows[number].pk) for number in expected]
        found = lists.rest("documents", corpus=corpus, order_by="oldest", **rest)["results"]
        assert [row["id"] for row in found] == keys, rest
        edges = lists.graphql("documents", f'(corpusId: "{corpus}", orderBy: OLDEST{graphql})')["edges"]
        assert [edge["node"]["uuid"] for edge in edges] == keys, rest
