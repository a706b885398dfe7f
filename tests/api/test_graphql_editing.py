"""Edits and deletions in GraphQL: with the expected version, all or nothing, with typed errors."""

import pytest

from core.api.testing import ApiClient
from corpuses.actions.models import CorpusAction
from corpuses.annotations.models import Annotation, Label
from corpuses.models import Corpus
from documents.models import Document
from tasks.models import Job
from tests.api.populated import populate, rows_of

pytestmark = pytest.mark.django_db

MUTATIONS = {
    "updateDocument": "document { title version }",
    "deleteDocuments": "deletedIds",
    "updateCorpus": "corpus { title description version }",
    "deleteCorpus": "deletedId",
    "updateLabel": "label { name color description position annotationCount version }",
    "mergeLabels": "label { name position annotationCount } deletedId",
    "deleteLabel": "deletedId",
    "updateAnnotation": "annotation { quote start end note label { name } spans { page first last } version }",
    "createAction": (
        "corpusAction { uuid kind name enabled triggers analyzer instructions questions { name question } "
        "settingsVersion version }"
    ),
    "updateAction": "corpusAction { name enabled triggers questions { name question } settingsVersion version }",
    "deleteAction": "deletedId",
    "runAction": "started corpusAction { name }",
    "retryAction": "started corpusAction { executionCounts { failed } }",
}
EDITS = {
    "updateDocument": ("document", {"title": "Rents"}),
    "updateCorpus": ("corpus", {"title": "Rents"}),
    "updateLabel": ("label", {"name": "Right"}),
    "updateAnnotation": ("annotation", {"note": "Hm."}),
    "updateAction": ("corpusAction", {"name": "Embed", "enabled": False}),
}


def payload(client: ApiClient, name, /, **values):
    kind = f"{name[0].upper()}{name[1:]}Input"
    fields = f"{MUTATIONS[name]} errors {{ code message field version }}"
    return client.execute(f"mutation ($input: {kind}!) {{ {name}(input: $input) {{ {fields} }} }}", {"input": values})[
        name
    ]


def result_of(client, name, /, **values):
    result = payload(client, name, **values)
    assert result.pop("errors") == []
    return result


def refusal(client, name, /, **values):
    result = payload(client, name, **values)
    (error,) = result.pop("errors")
    assert all(value in (None, 0, []) for value in result.values())
    return error


@pytest.fixture
def ids(corpus):
    document, annotation, action, _ = rows_of(corpus)
    rows = {"document": document, "corpus": corpus, "label": annotation.label, "annotation": annotation}
    return {name: str(row.pk) for name, row in {**rows, "corpusAction": action}.items()}


@pytest.mark.parametrize("name", EDITS)
def test_stale_version_is_refused_as_a_conflict(api, ids, name):
    kind, change = EDITS[name]
    updated = result_of(api, name, id=ids[kind], **change)[kind]
    assert updated.items() >= change.items()
    # An annotation that has the new values already is no conflict: the request may be sent again after a lost response.
    other = {"note": "Another."} if kind == "annotation" else change
    error = refusal(api, name, id=ids[kind], **other, version="0" * 16)
    assert (error["code"], error["version"]) == ("edit_conflict", updated["version"])
    again = result_of(api, name, id=ids[kind], **change, version=updated["version"])[kind]
    assert again == updated


@pytest.mark.parametrize("name", ["updateDocument", "updateCorpus", "updateLabel", "updateAnnotation", "updateAction"])
def test_invisible_object_is_not_found(other_api, ids, name):
    # proves: S3-8
    kind, change = EDITS[name]
    assert refusal(other_api, name, id=ids[kind], **change)["code"] == "not_found"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("updateDocument", "not_allowed"),
        ("updateCorpus", "not_allowed"),
        ("updateLabel", "not_allowed"),
        ("updateAnnotation", "not_allowed"),
        ("updateAction", "not_found"),  # actions of a public corpus are not public
    ],
)
def test_viewer_may_not_edit(other_api, ids, name, code):
    Corpus.objects.update(is_public=True)
    Document.objects.update(is_public=True)
    kind, change = EDITS[name]
    assert refusal(other_api, name, id=ids[kind], **change)["code"] == code


class TestDocuments:
    def test_all_documents_are_deleted_or_none(self, api, user, other_user):
        populate(user, documents=2)
        populate(other_user)
        ids = [str(document.pk) for document in Document.objects.all()]
        assert refusal(api, "deleteDocuments", ids=ids)["code"] == "not_found"
        assert Document.objects.count() == 3
        own = [str(document.pk) for document in Document.objects.filter(owner=user)]
        assert len(result_of(api, "deleteDocuments", ids=[*own, *own])["deletedIds"]) == 2
        assert Document.objects.count() == 1

    @pytest.mark.parametrize("title", ["", " \u200b ", "x" * 301])
    def test_invalid_titles_are_refused(self, api, ids, title):
        assert refusal(api, "updateDocument", id=ids["document"], title=title)["field"] == "title"


class TestCorpora:
    def test_absent_fields_are_not_changed(self, api, ids):
        corpus = result_of(api, "updateCorpus", id=ids["corpus"], title="Rents")["corpus"]
        assert corpus["description"] == "Leases"
        assert result_of(api, "updateCorpus", id=ids["corpus"], description="")["corpus"]["description"] == ""

    def test_a_deleted_corpus_keeps_its_documents(self, api, ids):
        assert result_of(api, "deleteCorpus", id=ids["corpus"])["deletedId"]
        assert not Corpus.objects.filter(pk=ids["corpus"]).exists()
        assert Document.objects.filter(pk=ids["document"]).exists()


class TestLabels:
    def test_a_label_in_use_is_deleted_only_with_its_annotations(self, api, ids):
        assert refusal(api, "deleteLabel", id=ids["label"])["code"] == "label_in_use"
        result_of(api, "deleteLabel", id=ids["label"], withAnnotations=True)
        assert (Label.objects.count(), Annotation.objects.count()) == (0, 0)

    def test_a_label_is_described_and_moved(self, api, ids):
        for name in ("Right", "Party"):
            Label.objects.create(corpus_id=ids["corpus"], name=name, color="#000000", position=1)
        label = result_of(api, "updateLabel", id=ids["label"], description="To do.", position=2)["label"]
        assert (label["description"], label["position"], label["annotationCount"]) == ("To do.", 2, 1)
        query = f'{{ corpus(id: "{ids["corpus"]}") {{ labels {{ name position }} }} }}'
        listed = api.execute(query)["corpus"]["labels"]
        assert listed == [{"name": name, "position": place} for place, name in enumerate(("Right", "Party", "Duty"))]
        assert refusal(api, "updateLabel", id=ids["label"], position=-1)["field"] == "position"
        assert refusal(api, "updateLabel", id=ids["label"], description="x" * 1001)["field"] == "description"

    def test_labels_are_merged(self, api, ids):
        into = Label.objects.create(corpus_id=ids["corpus"], name="Right", color="#000000", position=1)
        assert refusal(api, "mergeLabels", id=ids["label"], intoId=ids["label"])["code"] == "label_into_itself"
        merged = result_of(api, "mergeLabels", id=ids["label"], intoId=str(into.pk))
        assert merged["label"] == {"name": "Right", "position": 0, "annotationCount": 1}
        assert refusal(api, "mergeLabels", id=ids["label"], intoId=str(into.pk))["code"] == "not_found"

    def test_label_names_are_unique(self, api, ids):
        Label.objects.create(corpus_id=ids["corpus"], name="Right", color="#000000")
        assert refusal(api, "updateLabel", id=ids["label"], name="Right")["code"] == "label_exists"


def test_an_annotation_is_moved(api, ids):
    spans = [{"page": 1, "first": 2, "last": 2}]
    moved = result_of(api, "updateAnnotation", id=ids["annotation"], spans=spans, labelName="Party")["annotation"]
    assert (moved["quote"], moved["start"], moved["label"]["name"]) == ("tenant", 10, "Party")
    assert moved["spans"] == spans


class TestActions:
    def test_an_action_is_created_run_and_deleted(self, api, ids):
        questions = [{"name": "Rent", "question": "How much?"}]
        action = result_of(api, "createAction", corpusId=ids["corpus"], kind="EXTRACT", fields=questions)[
            "corpusAction"
        ]
        assert (action["questions"], action["name"]) == (questions, "extract fields")
        result_of(api, "deleteAction", id=action["uuid"])
        action = result_of(api, "createAction", corpusId=ids["corpus"], kind="ANALYZE", analyzer="patterns")[
            "corpusAction"
        ]
        count = "query ($id: ID!) { documentsToRun(actionId: $id) }"
        assert api.execute(count, {"id": action["uuid"]}) == {"documentsToRun": 1}
        assert result_of(api, "runAction", id=action["uuid"], documentIds=[ids["document"]])["started"] == 1
        assert api.execute(count, {"id": action["uuid"]}) == {"documentsToRun": 0}
        assert Job.objects.filter(kind="corpuses.analyze").count() == 1
        result_of(api, "deleteAction", id=action["uuid"])
        assert Job.objects.get(kind="corpuses.analyze").state == "cancelled"
        assert CorpusAction.objects.count() == 1

    def test_what_an_action_does_can_be_changed(self, api, ids):
        questions = [{"name": "Rent", "question": "How much?"}, {"name": "Term", "question": "How long?"}]
        action = result_of(api, "createAction", corpusId=ids["corpus"], kind="EXTRACT", fields=questions)[
            "corpusAction"
        ]
        changes = {"fields": questions[1:], "triggers": ["NEW_VERSION"], "version": action["version"]}
        changed = result_of(api, "updateAction", id=action["uuid"], **changes)["corpusAction"]
        assert (changed["questions"], changed["triggers"]) == (questions[1:], ["NEW_VERSION", "MANUAL"])
        assert (action["settingsVersion"], changed["settingsVersion"]) == (1, 2)
        assert refusal(api, "updateAction", id=action["uuid"], **changes)["code"] == "edit_conflict"

    def test_incomplete_actions_are_refused(self, api, ids):
        assert refusal(api, "createAction", corpusId=ids["corpus"], kind="EMBED")["code"] == "action_exists"
        assert refusal(api, "createAction", corpusId=ids["corpus"], kind="AGENT")["field"] == "instructions"


class TestOrder:
    """`orderBy` and filters."""

    def titles(self, api, field, arguments):
        data = api.execute(f"{{ {field}({arguments}) {{ edges {{ node {{ title }} }} }} }}")
        return [edge["node"]["title"] for edge in data[field]["edges"]]

    def test_lists_have_the_requested_order(self, api, user):
        populate(user, documents=3, corpora=2)
        Document.objects.filter(title="Document 2").update(title="A lease", page_count=9)
        assert self.titles(api, "documents", "orderBy: TITLE") == ["A lease", "Document 0", "Document 1"]
        assert self.titles(api, "documents", "orderBy: OLDEST, first: 2") == ["Document 0", "Document 1"]
        assert self.titles(api, "documents", "orderBy: PAGES, first: 1") == ["A lease"]
        assert self.titles(api, "corpuses", "orderBy: TITLE") == ["Corpus 0", "Corpus 1"]

    def test_pages_keep_the_order(self, api, user):
        populate(user, documents=4)
        Document.objects.update(title="Same")
        query = """query ($after: String) { corpuses { edges { node {
            documents(first: 3, orderBy: TITLE, after: $after) {
                pageInfo { endCursor } edges { node { uuid } } } } } } }"""
        keys, after = [], None
        for _ in range(2):
            (edge,) = api.execute(query, {"after": after})["corpuses"]["edges"]
            keys += [each["node"]["uuid"] for each in edge["node"]["documents"]["edges"]]
            after = edge["node"]["documents"]["pageInfo"]["endCursor"]
        assert keys == [str(key) for key in Document.objects.order_by("id").values_list("pk", flat=True)]

    def test_a_cursor_of_another_order_is_refused(self, api, user):
        populate(user, documents=2)
        data = api.execute("{ documents(first: 1, orderBy: TITLE) { pageInfo { endCursor } } }")
        cursor = data["documents"]["pageInfo"]["endCursor"]
        assert api.graphql(f'{{ documents(after: "{cursor}") {{ totalCount }} }}').codes == ["invalid_cursor"]

    @pytest.mark.parametrize(
        ("arguments", "count"),
        [("source: HUMAN", 1), ("source: AGENT", 0), ('labelId: "{label}"', 1), ('labelId: "{corpus}"', 0)],
    )
    def test_annotations_can_be_filtered(self, api, ids, arguments, count):
        for key, value in ids.items():
            arguments = arguments.replace(f"{{{key}}}", value)
        assert api.execute(f"{{ annotations({arguments}) {{ totalCount }} }}")["annotations"]["totalCount"] == count

    def test_executions_can_be_filtered(self, api, ids):
        query = """query ($action: ID) { corpuses { edges { node {
            mine: executions(actionId: $action, state: QUEUED, orderBy: OLDEST) { totalCount edges { node { state } } }
            done: executions(state: SUCCESS) { totalCount } } } } }"""
        (edge,) = api.execute(query, {"action": ids["corpusAction"]})["corpuses"]["edges"]
        assert edge["node"] == {
            "mine": {"totalCount": 1, "edges": [{"node": {"state": "QUEUED"}}]},
            "done": {"totalCount": 0},
        }
