"""The numbers of annotations and labels of the documents of a corpus: returned, and an order of its lists."""

import csv
import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.api.testing import ApiClient
from corpuses.annotations.document_labels.services import label_documents
from corpuses.annotations.labels.services import create_label
from corpuses.annotations.models import Annotation
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.models import Corpus, CorpusShare
from documents.models import Document, DocumentShare
from tests.api.list_pairs import ORDERS_IN_CORPUS
from tests.api.test_lists import V1, corpus, lists, populated, user
from users.models import User

__all__ = ["corpus", "lists", "populated", "user"]

pytestmark = pytest.mark.django_db

ORDERS = ORDERS_IN_CORPUS["documents"]
ROWS = "{ corpuses { edges { node { uuid documents(orderBy: %s, first: 2) { edges { cursor node { uuid } } } } } } }"


@pytest.fixture
def rows(lists, user):
    """Three documents: with 2, 1 and 2 annotations, and no label, two labels and none. Other corpora differ."""
    found = list(Document.objects.order_by("pk"))
    first = lists.corpus
    for number in (0, 2):
        draft = AnnotationDraft(label_name="Duty", start=0, end=5)
        annotate(draft, corpus=first, document=found[number], actor=user)
    for name in ("Urgent", "Reviewed"):
        label_documents(create_label(first, name=name, actor=user), [found[1]], actor=user)
    other = Corpus.objects.exclude(pk=first.pk).filter(is_personal=False).first()
    Annotation.objects.filter(corpus=other, document=found[0]).delete()
    return found


def keys_of(rows, numbers):
    return [str(rows[number].pk) for number in numbers]


EXPECTED = {
    "annotations": [2, 0, 1],
    "annotations_ascending": [1, 0, 2],
    "labels": [1, 2, 0],
    "labels_ascending": [0, 2, 1],
}


@pytest.mark.parametrize("order", ORDERS)
def test_the_orders_are_the_same_in_both_apis_and_pages_lose_no_row(lists, rows, order):
    # proves: S3-6
    corpus, expected = lists.corpus.pk, keys_of(rows, EXPECTED[order])
    assert lists.pages("documents", corpus=corpus, order_by=order)[0] == [expected[:2], expected[2:]]
    nested = f"corpuses/{corpus}/documents"
    forward, backward = lists.pages(nested, order_by=order)
    assert forward == backward == [expected[:2], expected[2:]]
    ids, after = [], ""
    for _ in range(3):
        given = f'(corpusId: "{corpus}", orderBy: {order.upper()}, first: 1{after})'
        (edge,) = lists.graphql("documents", given)["edges"]
        ids.append(edge["node"]["uuid"])
        after = f', after: "{edge["cursor"]}"'
    assert ids == expected


def test_equal_counts_are_on_one_page_only(lists, rows):
    Annotation.objects.all().delete()
    whole = keys_of(rows, [2, 1, 0])
    forward, backward = lists.pages("documents", corpus=lists.corpus.pk, order_by="annotations")
    assert forward == backward == [whole[:2], whole[2:]]
    assert lists.pages("documents", corpus=lists.corpus.pk, order_by="annotations_ascending")[0] == [
        keys_of(rows, [0, 1]),
        keys_of(rows, [2]),
    ]


def test_each_of_several_corpora_is_sorted_by_its_own_counts(lists, rows):
    other = Corpus.objects.exclude(pk=lists.corpus.pk).filter(is_personal=False).first()
    edges = lists.api.execute(ROWS % "ANNOTATIONS_ASCENDING")["corpuses"]["edges"]
    found = {
        edge["node"]["uuid"]: [each["node"]["uuid"] for each in edge["node"]["documents"]["edges"]] for edge in edges
    }
    assert found[str(lists.corpus.pk)] == keys_of(rows, [1, 0])
    assert found[str(other.pk)] == keys_of(rows, [0, 1])
    with CaptureQueriesContext(connection) as several:
        lists.api.execute(ROWS % "LABELS")
    with CaptureQueriesContext(connection) as newest:
        lists.api.execute(ROWS % "NEWEST")
    assert len(several) == len(newest)


def test_filters_and_folders_keep_the_order(lists, rows):
    corpus = lists.corpus
    folder = corpus.folders.create(name="F", path="F")
    corpus.memberships.filter(document__in=rows[:2]).update(folder=folder)
    query = {"corpus": corpus.pk, "order_by": "annotations"}
    assert [row["id"] for row in lists.rest("documents", folder=folder.pk, **query)["results"]] == keys_of(rows, [0, 1])
    given = f'(folderId: "{folder.pk}", orderBy: ANNOTATIONS_ASCENDING)'
    nested = lists.api.execute(
        f'{{ corpus(id: "{corpus.pk}") {{ documents{given} {{ edges {{ node {{ uuid }} }} }} }} }}'
    )
    assert [edge["node"]["uuid"] for edge in nested["corpus"]["documents"]["edges"]] == keys_of(rows, [1, 0])
    text = lists.api.get(f"{V1}/corpuses/{corpus.pk}/documents/export?order_by=annotations_ascending").body.decode()
    assert [line.split(",")[2] for line in text.splitlines()[1:]] == keys_of(rows, EXPECTED["annotations_ascending"])


def test_the_exported_list_has_the_counts_of_the_corpus(lists, rows):
    path = f"{V1}/corpuses/{lists.corpus.pk}/documents/export?order_by=annotations"
    text = lists.api.get(path).body.decode("utf-8-sig")
    exported = [(line["annotations"], line["labels"]) for line in csv.DictReader(io.StringIO(text))]
    listed = lists.rest("documents", corpus=lists.corpus.pk, order_by="annotations")["results"]
    assert {line["annotations"] for line in csv.DictReader(io.StringIO(text))} != {"0"}
    memberships = {str(each.document_id): each for each in lists.corpus.memberships.all()}
    counted = [memberships[row["id"]] for row in listed]
    assert exported == [(str(each.annotation_count), str(each.label_count)) for each in counted]


@pytest.mark.parametrize("order", ORDERS)
def test_without_a_corpus_nothing_is_counted(lists, order):
    response = lists.api.get(f"{V1}/documents?order_by={order}")
    assert (response.status_code, response.json()["error"]["field"]) == (400, "corpus")
    query = f"{{ documents(orderBy: {order.upper()}) {{ edges {{ node {{ uuid }} }} }} }}"
    assert lists.api.graphql(query).codes == ["invalid"]


def test_a_cursor_of_another_order_is_refused(lists, rows):
    page = lists.rest("documents", corpus=lists.corpus.pk, page_size=2, order_by="annotations")
    response = lists.api.get(page["next"].replace("order_by=annotations", "order_by=labels"))
    assert (response.status_code, response.json()["error"]["code"]) == (400, "invalid_cursor")


def test_rows_have_their_counts_for_one_query(lists, rows):
    corpus = lists.corpus.pk
    listed = lists.rest(f"corpuses/{corpus}/documents", order_by="oldest")["results"]
    assert [(row["annotation_count"], row["label_count"]) for row in listed] == [(2, 0), (1, 2), (2, 0)]
    query = '{ corpus(id: "%s") { documents(orderBy: OLDEST) { edges { node { title %s } } } } }'
    fields = f'annotationCount(corpusId: "{corpus}") labelCount(corpusId: "{corpus}")'
    with CaptureQueriesContext(connection) as without:
        lists.api.execute(query % (corpus, ""))
    with CaptureQueriesContext(connection) as captured:
        edges = lists.api.execute(query % (corpus, fields))["corpus"]["documents"]["edges"]
    assert [(edge["node"]["annotationCount"], edge["node"]["labelCount"]) for edge in edges] == [(2, 0), (1, 2), (2, 0)]
    assert len(captured) == len(without) + 1


class TestVisibility:
    """The counts are those of what the list of annotations shows to the same user."""

    QUERY = '{ document(id: "%s") { annotationCount(corpusId: "%s") labelCount(corpusId: "%s") } }'

    @pytest.fixture
    def grace(self):
        return User.objects.create_user("grace", "grace@example.org")

    def count(self, user, document, corpus):
        found = ApiClient(user).execute(self.QUERY % (document.pk, corpus.pk, corpus.pk))["document"]
        return found["annotationCount"], found["labelCount"]

    @pytest.mark.parametrize("role", ["viewer", "annotator", "editor"])
    def test_members_see_all(self, lists, rows, grace, role):
        CorpusShare.objects.create(target=lists.corpus, user=grace, role=role, created_by=lists.corpus.owner)
        assert [self.count(grace, row, lists.corpus) for row in rows] == [(2, 0), (1, 2), (2, 0)]
        for row in rows:
            listed = ApiClient(grace).get(f"{V1}/annotations?corpus={lists.corpus.pk}&document={row.pk}").json()
            assert len(listed["results"]) == self.count(grace, row, lists.corpus)[0]

    def test_access_to_the_document_alone_shows_nothing_of_the_corpus(self, lists, rows, grace):
        DocumentShare.objects.create(target=rows[1], user=grace, role="editor", created_by=rows[1].owner)
        assert self.count(grace, rows[1], lists.corpus) == (0, 0)
        listed = ApiClient(grace).get(f"{V1}/documents?corpus={lists.corpus.pk}&order_by=annotations")
        assert listed.status_code == 404

    def test_access_to_the_corpus_shows_only_documents_that_are_visible(self, lists, rows, grace, other_user):
        """A document that another user added to the corpus is not shown, nor counted for the others."""
        lists.corpus.memberships.filter(document=rows[1]).update(added_by=other_user)
        CorpusShare.objects.create(target=lists.corpus, user=grace, role="viewer", created_by=lists.corpus.owner)
        listed = ApiClient(grace).get(f"{V1}/corpuses/{lists.corpus.pk}/documents?order_by=annotations").json()
        assert [row["id"] for row in listed["results"]] == keys_of(rows, [2, 0])

    def test_readers_of_a_public_corpus_see_the_counts_of_its_annotations(self, lists, rows):
        Corpus.objects.filter(pk=lists.corpus.pk).update(is_public=True)
        listed = ApiClient().get(f"{V1}/corpuses/{lists.corpus.pk}/documents?order_by=oldest").json()
        assert [(row["annotation_count"], row["label_count"]) for row in listed["results"]] == [(2, 0), (1, 2), (2, 0)]
        annotations = ApiClient().get(f"{V1}/annotations?corpus={lists.corpus.pk}").json()["results"]
        assert len(annotations) == 5
