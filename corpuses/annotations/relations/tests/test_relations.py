"""Relations between annotations: created once, listed, and kept with what they refer to."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from graphql_relay import to_global_id

from audit.models import AuditEntry
from core.api.testing import ApiClient
from core.errors import NotAllowed, NotFound
from corpuses.annotations.editing import delete_annotation, restore_annotation
from corpuses.annotations.labels import services as labels
from corpuses.annotations.labels.hierarchy import LabelArchived
from corpuses.annotations.labels.merging import merge_label
from corpuses.annotations.models import Annotation, Relation
from corpuses.annotations.moving import lose_places, move_annotations
from corpuses.annotations.relations.services import (
    RelationAcrossDocuments,
    RelationDraft,
    RelationExists,
    RelationToItself,
    create_relation,
    delete_relation,
    update_relation,
)
from corpuses.annotations.services import AnnotationDraft, annotate, annotate_many
from corpuses.bin import services as bin_services
from corpuses.corpora.services import create_corpus
from corpuses.models import CorpusDocument, CorpusShare
from documents.tests.factories import parsed_document, publish
from events.models import Event
from tests.plain_job import PlainJob
from users.models import User

pytestmark = pytest.mark.django_db

V1 = "/api/v1"
TEXT = "Acme supplies Bolt, and Bolt pays Acme."


@pytest.fixture
def document(add_parsed):
    return add_parsed(TEXT)


@pytest.fixture
def mark(user, corpus, document):
    """Annotate the words of the document."""

    def mark(words, actor=user, on=document):
        draft = AnnotationDraft(label_name="Party", start=TEXT.index(words), end=TEXT.index(words) + len(words))
        return annotate(draft, corpus=corpus, document=on, actor=actor)

    return mark


@pytest.fixture
def acme(mark):
    return mark("Acme")


@pytest.fixture
def bolt(mark):
    return mark("Bolt")


@pytest.fixture
def grace(corpus):
    grace = User.objects.create_user("grace", "grace@example.org", name="Grace Hopper")
    CorpusShare.objects.create(target=corpus, user=grace, role="annotator", created_by=corpus.owner)
    return grace


def relate(source, target, actor, label="supplies"):
    draft = RelationDraft(source=source, target=target, label_name=label)
    return create_relation(draft, corpus=source.corpus, actor=actor)


class TestChanges:
    def test_a_relation_is_created_once_and_has_a_direction(self, user, corpus, document, acme, bolt):
        relation = relate(acme, bolt, user)
        assert (relation.source, relation.target, relation.label.name) == (acme, bolt, "supplies")
        assert (relation.corpus, relation.document, relation.creator) == (corpus, document, user)
        assert relate(acme, bolt, user) == relation
        others = {relate(bolt, acme, user).pk, relate(acme, bolt, user, label="owns").pk}
        assert set(Relation.objects.values_list("pk", flat=True)) == {relation.pk, *others}

    def test_each_change_has_an_entry_in_the_audit_log_and_an_event(self, user, document, acme, bolt):
        relate(acme, bolt, user, label="Party")
        events = Event.objects.count()
        relation = relate(acme, bolt, user, label="Party")
        assert Event.objects.count() == events
        delete_relation(relation, actor=user)
        assert Event.objects.count() == events + 1
        event = Event.objects.latest("id")
        assert (event.changed, event.subject) == (["annotations"], document.pk)
        entries = AuditEntry.objects.filter(object_kind="relation").order_by("id")
        assert [entry.action for entry in entries] == ["relation.created", "relation.deleted"]
        ends = {"source_id": str(acme.pk), "target_id": str(bolt.pk), "label_id": str(relation.label_id)}
        assert {entry.document_id for entry in entries} == {document.pk}
        assert [entry.details for entry in entries] == [ends, ends]

    def test_annotations_that_do_not_fit_are_refused(self, user, corpus, mark, acme, add_parsed):
        with pytest.raises(RelationToItself):
            relate(acme, acme, user)
        with pytest.raises(RelationAcrossDocuments):
            relate(acme, mark("Bolt", on=add_parsed(TEXT)), user)
        elsewhere = create_corpus(owner=user, title="Elsewhere")
        with pytest.raises(NotFound):
            create_relation(RelationDraft(source=acme, target=acme), corpus=elsewhere, actor=user)
        assert not labels.Label.objects.filter(name="supplies").exists()

    def test_what_was_deleted_is_not_related(self, user, acme, bolt):
        delete_annotation(bolt, actor=user)
        with pytest.raises(NotFound):
            relate(acme, bolt, user)
        assert Relation.with_deleted.count() == 0

    def test_annotators_relate_all_annotations_and_delete_their_own_relations(self, user, grace, acme, bolt):
        own, other = relate(acme, bolt, grace), relate(bolt, acme, user)
        delete_relation(own, actor=grace)
        with pytest.raises(NotAllowed):
            delete_relation(other, actor=grace)
        theirs = relate(acme, bolt, grace)
        CorpusShare.objects.filter(user=grace).update(role="viewer")
        with pytest.raises(NotAllowed):
            relate(acme, bolt, grace, label="owns")
        with pytest.raises(NotAllowed):
            delete_relation(theirs, actor=grace)
        delete_relation(theirs, actor=user)
        with pytest.raises(NotFound):
            delete_relation(theirs, actor=user)

    def test_the_label_is_changed_by_who_may_delete_the_relation(self, user, grace, acme, bolt):
        own, other = relate(acme, bolt, grace), relate(bolt, acme, user)
        assert update_relation(own, label_name="owns", actor=grace).label.name == "owns"
        with pytest.raises(NotAllowed):
            update_relation(other, label_name="owns", actor=grace)
        assert update_relation(own, label_name="pays", actor=user).creator == grace

    def test_a_label_that_is_archived_elsewhere_or_taken_is_refused(self, user, corpus, acme, bolt):
        relation, taken = relate(acme, bolt, user), relate(acme, bolt, user, label="owns")
        with pytest.raises(RelationExists):
            update_relation(relation, label_id=taken.label_id, actor=user)
        elsewhere = labels.create_label(create_corpus(owner=user, title="Elsewhere"), name="owns", actor=user)
        with pytest.raises(NotFound):
            update_relation(relation, label_id=elsewhere.pk, actor=user)
        archived = labels.create_label(corpus, name="Old", actor=user)
        labels.update_label(archived, actor=user, archived=True)
        with pytest.raises(LabelArchived):
            update_relation(relation, label_id=archived.pk, actor=user)
        relation.refresh_from_db()
        assert relation.label.name == "supplies"

    def test_annotations_on_documents_that_are_not_visible_are_not_related(self, user, grace, corpus, mark):
        hidden = parsed_document(user, TEXT)
        CorpusDocument.objects.create(corpus=corpus, document=hidden)  # added by no one: no role extends to it
        ends = mark("Acme", on=hidden), mark("Bolt", on=hidden)
        with pytest.raises(NotFound):
            relate(*ends, grace)


class TestRemoval:
    """With the annotations and the label, and restoring them."""

    @pytest.fixture
    def relation(self, user, acme, bolt):
        return relate(acme, bolt, user)

    @pytest.mark.parametrize("end", ["source", "target"])
    def test_it_is_hidden_while_an_annotation_is_in_the_bin(self, user, api, corpus, relation, end):
        annotation = getattr(relation, end)
        delete_annotation(annotation, actor=user)
        assert api.get(f"{V1}/corpuses/{corpus.pk}/relations").json()["results"] == []
        assert api.get(f"{V1}/relations/{relation.pk}").status_code == 404
        restore_annotation(Annotation.with_deleted.get(pk=annotation.pk), actor=user)
        assert Relation.objects.get() == relation
        delete_annotation(annotation, actor=user, permanently=True)
        assert Relation.with_deleted.count() == 0

    def test_a_label_of_relations_is_in_use(self, user, relation):
        with pytest.raises(labels.LabelInUse) as refused:
            labels.delete_label(relation.label, actor=user)
        assert dict(refused.value.data) == {"annotations": 0, "documents": 0, "relations": 1}
        labels.delete_label(relation.label, actor=user, with_annotations=True)
        assert Relation.objects.count() == 0
        bin_services.restore(user, relation.label_id)
        assert Relation.objects.get() == relation
        labels.delete_label(relation.label, actor=user, with_annotations=True, permanently=True)
        assert Relation.with_deleted.count() == 0

    def test_relations_get_the_label_that_it_is_merged_into_once(self, user, relation, acme, bolt):
        kept = relate(acme, bolt, user, label="delivers to")
        moved = relate(bolt, acme, user)
        merge_label(relation.label, kept.label, actor=user)
        assert set(Relation.with_deleted.values_list("pk", "label")) == {
            (kept.pk, kept.label_id),
            (moved.pk, kept.label_id),
        }
        entry = AuditEntry.objects.get(action="label.merged")
        assert (entry.details["relations"], entry.details["annotations"]) == (1, 0)

    def test_they_move_to_what_a_program_has_made_again(self, user, corpus, document, acme):
        def find(revision, start):
            annotate_many(corpus, revision, [(start, start + 8, "Party")], source="analyzer", origin="action:1")
            return Annotation.objects.get(origin="action:1", revision=revision)

        old = find(document.revision, TEXT.index("supplies"))
        both = relate(acme, old, user), relate(old, acme, user)
        revision = publish(document, f"{TEXT} New.")
        lose_places(document, revision)
        new = find(revision, TEXT.index("supplies"))
        twin = relate(acme, new, user)
        relate(new, old, user)
        move_annotations(document.pk, revision.pk, job=PlainJob())
        found = set(Relation.with_deleted.values_list("pk", "source", "target"))
        assert found == {(twin.pk, acme.pk, new.pk), (both[1].pk, new.pk, acme.pk)}


class TestApi:
    def test_create_list_and_delete(self, api, corpus, document, mark, acme, bolt):
        url = f"{V1}/corpuses/{corpus.pk}/relations"
        body = {"source": str(acme.pk), "target": str(bolt.pk), "label_name": "supplies"}
        created = api.send("POST", url, body)
        relation = created.json()
        assert (created.status_code, relation["label_name"], relation["document"]) == (
            201,
            "supplies",
            str(document.pk),
        )
        assert api.send("POST", url, body).json() == relation
        again = {**body, "source": body["target"], "target": body["source"], "label": relation["label"]}
        second = api.send("POST", url, {key: again[key] for key in ("source", "target", "label")}).json()
        mark("pays")
        assert [row["id"] for row in api.get(url).json()["results"]] == [second["id"], relation["id"]]
        assert len(api.get(f"{url}?document={document.pk}&annotation={acme.pk}").json()["results"]) == 2
        assert api.get(f"{url}?label={acme.label_id}").json()["results"] == []
        url, owns = f"{V1}/relations/{relation['id']}", {"label_name": "owns"}
        assert api.send("PATCH", url, owns, **{"If-Match": '"0000000000000000"'}).status_code == 412
        changed = api.send("PATCH", url, owns, **{"If-Match": f'"{relation["version"]}"'}).json()
        assert (changed["label_name"], changed["source"]) == ("owns", relation["source"])
        edit = api.get(f"{V1}/edits", {"corpus": str(corpus.pk)}).json()["results"][0]
        assert (edit["kind"], edit["label_before"], edit["label_after"]) == ("changed", "supplies", "owns")
        assert api.send("DELETE", f"{V1}/relations/{relation['id']}").status_code == 204
        assert api.get(f"{V1}/relations/{relation['id']}").status_code == 404

    def test_refusals_have_codes(self, api, corpus, acme):
        body = {"source": str(acme.pk), "target": str(acme.pk), "label_name": "is"}
        refused = api.send("POST", f"{V1}/corpuses/{corpus.pk}/relations", body)
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "relation_to_itself")

    def test_graphql_creates_lists_and_deletes(self, api, corpus, document, acme, bolt):
        mutation = """mutation ($input: CreateRelationInput!) { createRelation(input: $input) {
            relation { id label { name } } errors { code field } } }"""
        ends = {
            "corpusId": str(corpus.pk),
            "sourceId": str(acme.pk),
            "targetId": to_global_id("Annotation", str(bolt.pk)),
        }
        created = api.execute(mutation, {"input": {**ends, "labelName": "supplies"}})["createRelation"]["relation"]
        assert created["label"] == {"name": "supplies"}
        query = """query ($corpus: ID!, $document: ID!) { corpus(id: $corpus) { relations(documentId: $document) {
            totalCount edges { node { id source { quote } target { quote } creator { username } } } } } }"""
        listed = api.execute(query, {"corpus": str(corpus.pk), "document": str(document.pk)})["corpus"]["relations"]
        assert listed["totalCount"] == 1
        assert listed["edges"][0]["node"] == {
            "id": created["id"],
            "source": {"quote": "Acme"},
            "target": {"quote": "Bolt"},
            "creator": {"username": "ada"},
        }
        itself = {"input": {**ends, "targetId": ends["sourceId"], "labelName": "is"}}
        assert api.execute(mutation, itself)["createRelation"] == {
            "relation": None,
            "errors": [{"code": "relation_to_itself", "field": "targetId"}],
        }
        delete = "mutation ($input: DeleteRelationInput!) { deleteRelation(input: $input) { deletedId } }"
        deleted = api.execute(delete, {"input": {"id": created["id"]}})["deleteRelation"]
        assert deleted == {"deletedId": created["id"]}
        assert Relation.objects.count() == 0

    def test_relations_that_are_not_visible_are_not_listed(self, user, grace, corpus, mark, acme, bolt):
        visible = relate(acme, bolt, user)
        hidden = parsed_document(user, TEXT)
        CorpusDocument.objects.create(corpus=corpus, document=hidden)
        relation = relate(mark("Acme", on=hidden), mark("Bolt", on=hidden), user)
        client = ApiClient(grace)
        rows = client.get(f"{V1}/corpuses/{corpus.pk}/relations").json()["results"]
        assert [row["id"] for row in rows] == [str(visible.pk)]
        assert client.get(f"{V1}/relations/{relation.pk}").status_code == 404

    def test_the_number_of_queries_does_not_depend_on_the_number_of_relations(self, api, user, corpus, mark, acme):
        query = """{ corpus(id: "%s") { relations { edges { node {
            id label { name } source { id quote label { name } } target { id quote } } } } } }"""
        counts = []
        for words in (["Bolt"], ["supplies", "pays", "and"]):
            for each in words:
                relate(acme, mark(each), user)
            with CaptureQueriesContext(connection) as graphql:
                api.execute(query % corpus.pk)
            with CaptureQueriesContext(connection) as rest:
                api.get(f"{V1}/corpuses/{corpus.pk}/relations")
            counts.append((len(graphql), len(rest)))
        assert counts[0] == counts[1], counts
