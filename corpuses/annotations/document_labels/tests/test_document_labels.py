"""Labels of whole documents: added and removed in bulk, listed, found, merged and removed with what has them."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from graphql_relay import to_global_id

from audit.models import AuditEntry
from core.api.testing import ApiClient
from core.errors import Invalid, NotAllowed, NotFound
from corpuses.annotations.api.rest.labels import LabelSerializer
from corpuses.annotations.document_labels import services as document_labels
from corpuses.annotations.document_labels.services import label_documents, unlabel_documents
from corpuses.annotations.labels import services as labels
from corpuses.annotations.labels.merging import merge_label
from corpuses.annotations.models import DocumentLabel, Label
from corpuses.bin import services as bin_services
from corpuses.corpora.services import create_corpus, remove_documents
from corpuses.models import CorpusDocument, CorpusShare
from corpuses.search.filters import SearchFilters
from corpuses.search.search import Search
from documents.services import deletion
from documents.tests.factories import parsed_document
from events.models import Event
from users.models import User

pytestmark = pytest.mark.django_db

V1 = "/api/v1"


@pytest.fixture
def documents(add_parsed):
    return [add_parsed("The tenant pays rent.", title=f"Lease {number}") for number in range(3)]


@pytest.fixture
def label(user, corpus):
    return labels.create_label(corpus, name="Urgent", actor=user)


@pytest.fixture
def other(user, corpus):
    return labels.create_label(corpus, name="Reviewed", actor=user)


@pytest.fixture
def grace(corpus):
    grace = User.objects.create_user("grace", "grace@example.org", name="Grace Hopper")
    CorpusShare.objects.create(target=corpus, user=grace, role="annotator", created_by=corpus.owner)
    return grace


def labelled(label):
    return set(DocumentLabel.objects.filter(label=label).values_list("document", flat=True))


def keys(documents):
    return {document.pk for document in documents}


class TestChanges:
    def test_a_label_is_added_once_and_removed_once(self, user, documents, label):
        assert set(label_documents(label, documents[:2], actor=user)) == keys(documents[:2])
        assert label_documents(label, documents, actor=user) == [documents[2].pk]
        assert labelled(label) == keys(documents)
        row = DocumentLabel.objects.filter(document=documents[0]).get()
        assert (row.creator, row.source, row.corpus, row.membership.document) == (
            user,
            "human",
            label.corpus,
            documents[0],
        )
        assert unlabel_documents(label, documents[:1], actor=user) == [documents[0].pk]
        assert unlabel_documents(label, documents[:1], actor=user) == []
        assert labelled(label) == keys(documents[1:])

    def test_each_changed_document_has_an_entry_in_the_audit_log_and_the_corpus_an_event(self, user, documents, label):
        label_documents(label, documents[:1], actor=user)
        events = Event.objects.count()
        label_documents(label, documents, actor=user)
        label_documents(label, documents, actor=user)
        assert Event.objects.count() == events + 1
        assert Event.objects.latest("id").changed == ["document_labels"]
        unlabel_documents(label, documents[:2], actor=user)
        entries = AuditEntry.objects.filter(object_id=label.pk, actor_id=user.pk)
        added = entries.filter(action="label.added_to_document").values_list("document_id", flat=True)
        removed = entries.filter(action="label.removed_from_document").values_list("document_id", flat=True)
        assert sorted(added) == sorted(keys(documents))
        assert sorted(removed) == sorted(keys(documents[:2]))

    def test_documents_that_are_not_in_the_corpus_are_refused(self, user, documents, label):
        alone = parsed_document(user, "Alone.")
        with pytest.raises(NotFound):
            label_documents(label, [*documents, alone], actor=user)
        assert labelled(label) == set()

    def test_a_deleted_label_is_not_added(self, user, documents, label):
        labels.delete_label(label, actor=user)
        with pytest.raises(NotFound):
            label_documents(label, documents, actor=user)

    def test_annotators_may_and_viewers_may_not(self, grace, documents, label):
        assert label_documents(label, documents[:1], actor=grace) == [documents[0].pk]
        CorpusShare.objects.filter(user=grace).update(role="viewer")
        for change in (label_documents, unlabel_documents):
            with pytest.raises(NotAllowed):
                change(label, documents, actor=grace)
        assert labelled(label) == {documents[0].pk}

    def test_documents_that_are_not_visible_are_refused(self, user, grace, corpus, label):
        hidden = parsed_document(user, "Hidden.")
        CorpusDocument.objects.create(corpus=corpus, document=hidden)  # added by no one: no role extends to it
        with pytest.raises(NotFound):
            label_documents(label, [hidden], actor=grace)
        assert labelled(label) == set()

    def test_too_many_documents_are_refused(self, user, documents, label, monkeypatch):
        monkeypatch.setattr(document_labels, "MAX_DOCUMENTS", 2)
        with pytest.raises(Invalid):
            label_documents(label, documents, actor=user)

    @pytest.mark.parametrize("change", [label_documents, unlabel_documents])
    def test_the_number_of_queries_does_not_depend_on_the_number_of_documents(
        self, user, add_parsed, documents, label, other, change
    ):
        counts = []
        for each in (label, other):
            if change is unlabel_documents:
                label_documents(each, documents, actor=user)
            with CaptureQueriesContext(connection) as captured:
                assert len(change(each, documents, actor=user)) == len(documents)
            counts.append(len(captured))
            documents += [add_parsed("Words.", title=f"More {number}") for number in range(6)]
        assert counts[0] == counts[1] <= 12, counts


class TestRemoval:
    """Removal with the membership, the document or the label, and restoring them."""

    @pytest.fixture(autouse=True)
    def _labels(self, user, documents, label):
        label_documents(label, documents, actor=user)

    def test_it_goes_with_the_membership(self, user, corpus, documents, label):
        elsewhere = create_corpus(owner=user, title="Elsewhere")
        CorpusDocument.objects.create(corpus=elsewhere, document=documents[0], added_by=user)
        kept = labels.create_label(elsewhere, name="Urgent", actor=user)
        label_documents(kept, documents[:1], actor=user)
        remove_documents(corpus, documents[:1], actor=user)
        assert labelled(label) == keys(documents[1:])
        assert labelled(kept) == keys(documents[:1])

    def test_it_stays_with_a_document_in_the_bin_and_goes_with_its_purge(self, user, documents, label):
        deletion.delete_document(documents[0], actor=user)
        assert LabelSerializer.represent_one(label, user)["document_count"] == 2
        bin_services.restore(user, documents[0].pk)
        assert LabelSerializer.represent_one(label, user)["document_count"] == 3
        deletion.delete_document(documents[0], actor=user, permanently=True)
        assert labelled(label) == keys(documents[1:])

    def test_a_label_of_documents_is_in_use(self, user, documents, label):
        with pytest.raises(labels.LabelInUse) as refused:
            labels.delete_label(label, actor=user)
        assert dict(refused.value.data) == {"annotations": 0, "documents": 3, "relations": 0}
        labels.delete_label(label, actor=user, with_annotations=True)
        assert labelled(label) == set()
        bin_services.restore(user, label.pk)
        assert labelled(label) == keys(documents)
        labels.delete_label(label, actor=user, with_annotations=True, permanently=True)
        assert DocumentLabel.with_deleted.count() == 0

    def test_documents_get_the_label_that_it_is_merged_into_once(self, user, documents, label, other):
        label_documents(other, documents[:1], actor=user)
        merge_label(label, other, actor=user)
        assert labelled(other) == keys(documents)
        assert DocumentLabel.with_deleted.count() == 3
        entry = AuditEntry.objects.get(action="label.merged", object_id=label.pk)
        assert entry.details == {"into": str(other.pk), "annotations": 0, "documents": 2, "relations": 0}

    def test_a_set_label_is_not_replaced_by_a_suggestion_of_the_label_that_it_is_merged_into(
        self, user, documents, label, other
    ):
        label_documents(other, documents[:2], actor=user)
        suggested = DocumentLabel.objects.filter(label=other, document=documents[0])
        suggested.update(source="analyzer", creator=None)
        DocumentLabel.objects.filter(label=label, document=documents[1]).update(source="analyzer", creator=None)
        merge_label(label, other, actor=user)
        assert labelled(other) == keys(documents)
        assert [row.review for row in DocumentLabel.objects.filter(label=other)] == [None, None, None]


class TestApi:
    def test_label_documents_and_list_their_labels(self, api, corpus, documents, label):
        url, body = f"{V1}/labels/{label.pk}/documents", {"documents": [str(each.pk) for each in documents[:2]]}
        changed = api.send("POST", url, body).json()
        assert (changed["changed"], set(changed["ids"])) == (2, set(body["documents"]))
        assert api.send("POST", url, body).json() == {"changed": 0, "ids": []}
        listed = f"{V1}/corpuses/{corpus.pk}/document-labels"
        (row,) = api.get(f"{listed}?document={documents[0].pk}").json()["results"]
        assert (row["label"], row["label_name"], row["source"]) == (str(label.pk), "Urgent", "human")
        assert len(api.get(f"{listed}?label={label.pk}").json()["results"]) == 2
        assert api.get(f"{V1}/labels/{label.pk}").json()["document_count"] == 2
        assert api.send("POST", url, body | {"remove": True}).json()["changed"] == 2
        assert api.get(listed).json()["results"] == []

    def test_lists_of_documents_have_the_labels_and_filter_by_them(self, api, user, corpus, documents, label, other):
        label_documents(other, documents[1:], actor=user)
        label_documents(label, documents[1:2], actor=user)
        url = f"{V1}/corpuses/{corpus.pk}/documents"
        rows = api.get(f"{url}?order_by=oldest").json()["results"]
        names = [[each["name"] for each in row["labels"]] for row in rows]
        assert names == [[], ["Urgent", "Reviewed"], ["Reviewed"]]
        found = api.get(f"{url}?document_label={label.pk}").json()["results"]
        assert [row["id"] for row in found] == [str(documents[1].pk)]
        query = """query ($corpus: ID!, $label: ID!) { corpus(id: $corpus) {
            documents(documentLabelId: $label, orderBy: OLDEST) { edges { node {
                title labels(corpusId: $corpus) { label { name color } source creator { username } }
        } } } } }"""
        ids = {"corpus": to_global_id("Corpus", str(corpus.pk)), "label": to_global_id("Label", str(other.pk))}
        edges = api.execute(query, ids)["corpus"]["documents"]["edges"]
        assert [[each["label"]["name"] for each in edge["node"]["labels"]] for edge in edges] == names[1:]
        assert edges[0]["node"]["labels"][0]["creator"] == {"username": user.username}

    def test_the_labels_of_all_rows_need_one_query(self, api, user, corpus, documents, label):
        label_documents(label, documents, actor=user)
        query = '{ corpus(id: "%s") { documents { edges { node { title %s } } } } }'
        counts = []
        for field in ("", f'labels(corpusId: "{corpus.pk}") {{ label {{ name }} }}'):
            with CaptureQueriesContext(connection) as captured:
                api.execute(query % (corpus.pk, field))
            counts.append(len(captured))
        assert counts[1] == counts[0] + 1
        listed = [f"{V1}/documents?corpus={corpus.pk}", f"{V1}/corpuses/{corpus.pk}/documents"]
        with CaptureQueriesContext(connection) as without:
            api.get(listed[0])
        with CaptureQueriesContext(connection) as captured:
            api.get(listed[1])
        assert len(captured) == len(without) + 2  # and the counts

    def test_labels_in_other_corpora_and_those_that_are_not_visible_are_not_listed(
        self, user, other_user, other_api, corpus, documents, label
    ):
        label_documents(label, documents, actor=user)
        elsewhere = create_corpus(owner=user, title="Elsewhere")
        query = '{ document(id: "%s") { labels(corpusId: "%s") { id } } }'
        found = ApiClient(user).execute(query % (documents[0].pk, elsewhere.pk))
        assert found["document"]["labels"] == []
        documents[0].shares.create(user=other_user, role="viewer", created_by=user)
        assert other_api.execute(query % (documents[0].pk, corpus.pk))["document"]["labels"] == []
        assert other_api.get(f"{V1}/documents?document_label={label.pk}").status_code == 404

    def test_mutations_add_and_remove(self, api, documents, label):
        mutation = """mutation ($input: LabelDocumentsInput!) { labelDocuments(input: $input) {
            changed ids label { documentCount } errors { code field } } }"""
        given = {"id": str(label.pk), "documentIds": [str(each.pk) for each in documents]}
        added = api.execute(mutation, {"input": given})["labelDocuments"]
        assert (added["changed"], len(added["ids"]), added["label"]["documentCount"]) == (3, 3, 3)
        removed = api.execute(mutation, {"input": given | {"remove": True}})["labelDocuments"]
        assert (len(removed["ids"]), removed["label"]["documentCount"]) == (3, 0)
        too_many = {"input": given | {"documentIds": given["documentIds"] * 400}}
        assert api.execute(mutation, too_many)["labelDocuments"]["errors"] == [
            {"code": "invalid", "field": "documentIds"}
        ]


def test_search_finds_documents_by_their_labels(user, corpus, documents, label):
    label_documents(label, documents[:2], actor=user)

    def found(query):
        search = Search(user, query, filters=SearchFilters(corpus=corpus))
        return {hit.document.pk for hit in search.documents()}

    assert found("label:urgent") == keys(documents[:2])
    assert found("type:pdf -label:urgent") == keys(documents[2:])


def test_only_visible_documents_are_counted(user, grace, corpus, documents, label):
    hidden = parsed_document(user, "Hidden words.")
    CorpusDocument.objects.create(corpus=corpus, document=hidden)
    label_documents(label, [*documents, hidden], actor=user)
    counts = [LabelSerializer.represent_one(Label.objects.get(), actor)["document_count"] for actor in (user, grace)]
    assert counts == [4, 3]
