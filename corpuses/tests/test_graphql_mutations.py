"""Mutations: executed once, all or nothing, refused with a typed error and without changes."""

from base64 import b64encode

import pytest

from core.api.testing import ApiClient
from core.db.ids import uuid7
from corpuses.annotations.models import Annotation, Label, Relation
from corpuses.comments.models import Comment
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.extracts.models import Column
from corpuses.models import Corpus, CorpusDocument
from documents.models import Document
from documents.tests.factories import parsed_document
from tasks.models import Job

pytestmark = pytest.mark.django_db

MUTATIONS = {
    "createCorpus": "corpus { title description documentCount }",
    "addDocumentsToCorpus": "added corpus { documentCount }",
    "removeDocumentsFromCorpus": "removed corpus { documentCount }",
    "createFieldset": "fieldset { uuid }",
    "createLabel": "label { uuid name color }",
    "updateLabel": "label { archived parentUuid }",
    "createAnnotation": "annotation { uuid start end quote page note label { name } spans { page first last } }",
    "deleteAnnotation": "deletedId",
    "reviewAnnotations": "reviewed",
    "createRelation": "relation { uuid source { uuid } target { uuid } label { name } }",
    "updateRelation": "relation { label { name } }",
    "deleteRelation": "deletedId",
    "undoEdits": "annotations { uuid } deletedIds",
    "redoEdits": "annotations { uuid } deletedIds",
    "createThread": "thread { uuid commentCount comments { edges { node { text } } } }",
    "retryDocument": "document { state backendLock }",
}


OF_OWN_EDITS = {"undoEdits", "redoEdits"}  # the edits of others are not found


def run(client: ApiClient, name, /, **values):
    kind = f"{name[0].upper()}{name[1:]}Input"
    payload = f"{MUTATIONS[name]} errors {{ code message field }}"
    query = f"mutation ($input: {kind}!) {{ {name}(input: $input) {{ {payload} }} }}"
    return client.graphql(query, {"input": values})


def success(client, name, /, **values):
    result = run(client, name, **values)
    assert result.errors == []
    assert result.data[name]["errors"] == []
    return result.data[name]


def refusal(client, name, /, **values):
    """Return the code and field of the only error of an otherwise empty payload."""
    result = run(client, name, **values)
    assert (result.status, result.errors) == (200, [])
    payload = result.data[name]
    (error,) = payload.pop("errors")
    assert set(payload.values()) <= {None, 0}
    assert error["message"]
    return error["code"], error["field"]


def everything():
    tables = (Corpus, CorpusDocument, Document, Label, Annotation, Relation, Comment)
    return [sorted(map(repr, table.objects.values())) for table in tables]


@pytest.fixture
def document(user):
    return parsed_document(user, "Lease. The tenant pays rent.", "The landlord repairs.", title="A lease")


@pytest.fixture
def corpus(user, document):
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [document], actor=user)
    return corpus


class TestCreateCorpus:
    def test_a_corpus_is_created(self, api, user):
        payload = success(api, "createCorpus", title="  Leases  of 2024 ", description="All of them.")
        assert payload["corpus"] == {"title": "Leases of 2024", "description": "All of them.", "documentCount": 0}
        assert Corpus.objects.get().owner == user

    def test_the_description_is_optional(self, api):
        assert success(api, "createCorpus", title="A")["corpus"]["description"] == ""
        assert success(api, "createCorpus", title="B", description=None)["corpus"]["description"] == ""

    @pytest.mark.parametrize("title", ["", "   ", "x" * 201, "\u202e\u200b"])  # the last cannot be seen
    def test_an_invalid_title_is_refused(self, api, title):
        assert refusal(api, "createCorpus", title=title) == ("invalid", "title")
        assert not Corpus.objects.exists()

    def test_a_long_description_is_refused(self, api):
        assert refusal(api, "createCorpus", title="Mine", description="x" * 10_001) == ("invalid", "description")
        assert not Corpus.objects.exists()


class TestMembership:
    def test_documents_are_added_once(self, api, user, corpus, document):
        other = parsed_document(user, "Other words.")
        ids = [str(document.pk), b64encode(f"Document:{other.pk}".encode()).decode()]
        assert success(api, "addDocumentsToCorpus", corpusId=str(corpus.pk), documentIds=ids) == {
            "added": 1,  # one was there already
            "corpus": {"documentCount": 2},
            "errors": [],
        }
        assert success(api, "addDocumentsToCorpus", corpusId=str(corpus.pk), documentIds=ids)["added"] == 0

    def test_removed_documents_stay_in_other_corpora(self, api, corpus, document):
        ids = [str(document.pk)]
        payload = success(api, "removeDocumentsFromCorpus", corpusId=str(corpus.pk), documentIds=ids)
        assert (payload["removed"], payload["corpus"]["documentCount"]) == (1, 0)
        assert Document.objects.exists()
        assert success(api, "removeDocumentsFromCorpus", corpusId=str(corpus.pk), documentIds=ids)["removed"] == 0

    @pytest.mark.parametrize("name", ["addDocumentsToCorpus", "removeDocumentsFromCorpus"])
    def test_one_missing_document_refuses_the_whole_request(self, api, user, corpus, document, name):
        other = parsed_document(user, "Other words.")
        before = everything()
        ids = [str(other.pk), str(document.pk), str(uuid7())]
        assert refusal(api, name, corpusId=str(corpus.pk), documentIds=ids) == ("not_found", "documentIds")
        assert everything() == before

    def test_too_many_documents_at_once_are_refused(self, api, corpus):
        ids = [str(uuid7()) for _ in range(501)]
        assert refusal(api, "addDocumentsToCorpus", corpusId=str(corpus.pk), documentIds=ids) == (
            "invalid",
            "documentIds",
        )

    def test_documents_of_other_users_cannot_be_added(self, api, other_user, corpus):
        # proves: S3-8
        theirs = parsed_document(other_user, "Secret words.")
        assert (
            refusal(api, "addDocumentsToCorpus", corpusId=str(corpus.pk), documentIds=[str(theirs.pk)])[0]
            == "not_found"
        )
        assert corpus.documents.count() == 1


class TestLabels:
    def test_a_label_is_created_with_a_color(self, api, corpus):
        payload = success(api, "createLabel", corpusId=str(corpus.pk), name="Duty", color="#0369A1")
        assert (payload["label"]["name"], payload["label"]["color"]) == ("Duty", "#0369a1")
        assert success(api, "createLabel", corpusId=str(corpus.pk), name="Right")["label"]["color"].startswith("#")

    def test_a_label_is_moved_below_another_one_and_archived(self, api, corpus):
        keys = {"corpusId": str(corpus.pk)}
        party = success(api, "createLabel", **keys, name="Party")["label"]["uuid"]
        tenant = success(api, "createLabel", **keys, name="Tenant", parentId=party)["label"]["uuid"]
        assert Label.objects.get(pk=tenant).parent_path == "Party"
        assert success(api, "updateLabel", id=tenant, name="Renter")["label"]["parentUuid"] == party
        assert success(api, "updateLabel", id=tenant, parentId=None)["label"]["parentUuid"] is None
        assert success(api, "updateLabel", id=tenant, parentId=party)["label"]["parentUuid"] == party
        assert refusal(api, "updateLabel", id=party, parentId=tenant) == ("label_cycle", "parentId")
        assert success(api, "updateLabel", id=party, archived=True)["label"]["archived"]
        assert Label.objects.get(pk=tenant).archived

    def test_an_existing_label_of_that_name_is_returned(self, api, corpus):
        first = success(api, "createLabel", corpusId=str(corpus.pk), name="Duty")
        again = success(api, "createLabel", corpusId=str(corpus.pk), name=" Duty ", color="#000000")
        assert again["label"] == first["label"]

    @pytest.mark.parametrize(
        ("values", "field"),
        [({"name": ""}, "name"), ({"name": "x" * 101}, "name"), ({"name": "Duty", "color": "red"}, "color")],
    )
    def test_an_invalid_label_is_refused(self, api, corpus, values, field):
        assert refusal(api, "createLabel", corpusId=str(corpus.pk), **values) == ("invalid", field)
        assert not Label.objects.exists()


class TestAnnotations:
    def passage(self, corpus, document, **values):
        return {"corpusId": str(corpus.pk), "documentId": str(document.pk), **values}

    def test_tokens_are_annotated(self, api, corpus, document):
        key, spans = uuid7(), [{"page": 1, "first": 1, "last": 2}]
        values = self.passage(corpus, document, id=str(key), labelName="Duty", spans=spans, note="Look.")
        payload = success(api, "createAnnotation", **values)
        assert payload["annotation"] == {
            "uuid": str(key),
            "start": 7,
            "end": 17,
            "quote": "The tenant",
            "page": 1,
            "note": "Look.",
            "label": {"name": "Duty"},
            "spans": spans,
        }

    def test_offsets_are_annotated_with_an_existing_label(self, api, corpus, document):
        label = success(api, "createLabel", corpusId=str(corpus.pk), name="Duty")["label"]
        values = self.passage(corpus, document, labelId=label["uuid"], start=7, end=17)
        assert success(api, "createAnnotation", **values)["annotation"]["spans"] == [{"page": 1, "first": 1, "last": 2}]

    def test_a_repeated_request_creates_one_annotation(self, api, corpus, document):
        values = self.passage(corpus, document, id=str(uuid7()), labelName="Duty", start=7, end=17)
        assert success(api, "createAnnotation", **values) == success(api, "createAnnotation", **values)
        assert Annotation.objects.count() == 1

    @pytest.mark.parametrize(
        ("values", "code"),
        [
            ({"labelName": "Duty"}, "invalid"),  # no passage
            ({"labelName": "Duty", "start": 7}, "invalid"),
            ({"labelName": "Duty", "start": 17, "end": 7}, "invalid"),
            ({"labelName": "Duty", "start": -7, "end": 7}, "invalid"),
            ({"labelName": "Duty", "start": 10_000, "end": 10_001}, "invalid"),
            ({"labelName": "Duty", "spans": []}, "invalid"),
            ({"labelName": "Duty", "spans": [{"page": 1, "first": 0, "last": 99}]}, "invalid"),
            ({"labelName": "Duty", "spans": [{"page": 9, "first": 0, "last": 0}]}, "invalid"),
            ({"labelName": "Duty", "spans": [{"page": 1, "first": -1, "last": 0}]}, "invalid"),
            ({"labelName": "Duty", "spans": [{"page": 1, "first": 0, "last": 0}] * 1001}, "invalid"),
            ({"labelName": "", "start": 7, "end": 17}, "invalid"),
            ({"start": 7, "end": 17}, "invalid"),  # no label
            ({"labelId": str(uuid7()), "start": 7, "end": 17}, "not_found"),
            ({"labelId": "nonsense", "start": 7, "end": 17}, "not_found"),
        ],
    )
    def test_refused_annotations_create_no_label(self, api, corpus, document, values, code):
        before = everything()
        assert refusal(api, "createAnnotation", **self.passage(corpus, document, **values))[0] == code
        assert everything() == before

    @pytest.mark.parametrize("number", [2**31, 2**63, 1.5, "7"])
    def test_invalid_numbers_are_refused_before_execution(self, api, corpus, document, number):
        result = run(api, "createAnnotation", **self.passage(corpus, document, labelName="Duty", start=number, end=9))
        assert (result.status, result.codes) == (400, ["invalid_query"])

    def test_a_document_outside_of_the_corpus_is_not_found(self, api, user, corpus):
        other = parsed_document(user, "Other words.")
        values = self.passage(corpus, other, labelName="Duty", start=0, end=5)
        assert refusal(api, "createAnnotation", **values)[0] == "not_found"

    def test_a_document_without_text_cannot_be_annotated_yet(self, api, corpus, document):
        Document.objects.update(revision=None, state="processing", backend_lock=True)
        values = self.passage(corpus, document, labelName="Duty", start=0, end=5)
        assert refusal(api, "createAnnotation", **values)[0] == "document_not_parsed"

    def test_an_annotation_is_deleted(self, api, corpus, document):
        payload = success(api, "createAnnotation", **self.passage(corpus, document, labelName="Duty", start=7, end=17))
        key = payload["annotation"]["uuid"]
        deleted_id = success(api, "deleteAnnotation", id=key)["deletedId"]
        assert deleted_id == b64encode(f"Annotation:{key}".encode()).decode()
        assert not Annotation.objects.exists()
        assert refusal(api, "deleteAnnotation", id=key)[0] == "not_found"


class TestRetry:
    def test_a_document_is_processed_again(self, api, document):
        Job.objects.update(live_key=None)
        assert success(api, "retryDocument", id=str(document.pk))["document"] == {
            "state": "PROCESSING",
            "backendLock": True,
        }
        assert Job.objects.filter(subject_id=document.pk, kind="documents.process").count() == 2

    def test_a_running_document_is_not_processed_twice(self, api, document):
        success(api, "retryDocument", id=str(document.pk))
        jobs = Job.objects.count()
        assert refusal(api, "retryDocument", id=str(document.pk))[0] == "document_locked"
        assert Job.objects.count() == jobs


def attempts(corpus, document, annotation):
    corpus_id, ids = str(corpus.pk), [str(document.pk)]
    return {
        "addDocumentsToCorpus": {"corpusId": corpus_id, "documentIds": ids},
        "removeDocumentsFromCorpus": {"corpusId": corpus_id, "documentIds": ids},
        "createFieldset": {"corpusId": corpus_id, "template": "leases"},
        "createLabel": {"corpusId": corpus_id, "name": "Mine"},
        "updateLabel": {"id": str(annotation.label_id), "archived": True},
        "createAnnotation": {"corpusId": corpus_id, "documentId": ids[0], "labelName": "Mine", "start": 0, "end": 5},
        "deleteAnnotation": {"id": str(annotation.pk)},
        "reviewAnnotations": {"annotationIds": [str(annotation.pk)], "review": "REJECTED"},
        "createRelation": {
            "corpusId": corpus_id,
            "sourceId": str(annotation.pk),
            "targetId": str(annotation.pk),
            "labelName": "Mine",
        },
        "updateRelation": {"id": str(Relation.objects.get().pk), "labelName": "Mine"},
        "deleteRelation": {"id": str(Relation.objects.get().pk)},
        "undoEdits": {"group": str(annotation.edits.get(subject="annotation").group)},
        "redoEdits": {"group": str(annotation.edits.get(subject="annotation").group)},
        "createThread": {"corpusId": corpus_id, "annotationId": str(annotation.pk), "text": "Mine"},
        "retryDocument": {"id": ids[0]},
    }


@pytest.fixture
def annotation(api, corpus, document):
    place = {"corpusId": str(corpus.pk), "documentId": str(document.pk), "start": 7, "end": 17}
    made = [success(api, "createAnnotation", labelName=label, **place)["annotation"] for label in ("Duty", "Right")]
    success(
        api,
        "createRelation",
        corpusId=str(corpus.pk),
        sourceId=made[0]["uuid"],
        targetId=made[1]["uuid"],
        labelName="Duty",
    )
    return Annotation.objects.get(pk=made[0]["uuid"])


@pytest.mark.parametrize("name", [name for name in MUTATIONS if name != "createCorpus"])
@pytest.mark.parametrize("visibility", ["private", "public"])
def test_other_users_change_nothing(other_api, corpus, document, annotation, name, visibility):
    # proves: S3-8 X-19
    is_public = visibility == "public"
    Corpus.objects.update(is_public=is_public)
    Document.objects.update(is_public=is_public)
    before = everything(), Job.objects.count()
    code, _ = refusal(other_api, name, **attempts(corpus, document, annotation)[name])
    is_seen = is_public and name not in OF_OWN_EDITS
    assert code == ("not_allowed" if is_seen else "not_found")
    assert (everything(), Job.objects.count()) == before


@pytest.mark.parametrize("name", MUTATIONS)
def test_anonymous_users_change_nothing(anonymous_api, corpus, document, annotation, name):
    before = everything()
    values = {"createCorpus": {"title": "Mine"}, **attempts(corpus, document, annotation)}[name]
    result = run(anonymous_api, name, **values)
    assert (result.data, result.codes) == (None, ["not_authenticated"])
    assert everything() == before


@pytest.mark.parametrize(("items", "stored"), [("NUMBER", "number"), (None, "string")])
def test_a_list_column_has_values_of_a_type(api, user, items, stored):
    corpus = create_corpus(owner=user, title="Leases")
    column = {"name": "Fees", "question": "Which fees are due?", "type": "LIST", "items": items}
    success(api, "createFieldset", corpusId=str(corpus.pk), name="Fees", columns=[column])
    assert Column.objects.get(fieldset__corpus=corpus).items == stored
