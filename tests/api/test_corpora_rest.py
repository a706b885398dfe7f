"""Corpora and the objects in them in REST: created once, listed, changed with the current version, deleted."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.annotations.models import Annotation, Label
from corpuses.models import Corpus
from corpuses.search.models import Passage
from tasks.models import Job
from tasks.testing import run_jobs
from tests.api.populated import finish_executions, populate, rows_of
from users.models import User

V1 = "/api/v1"

pytestmark = pytest.mark.django_db


def created(response):
    assert response.status_code == 201, response.content
    assert response["Location"].startswith(f"{V1}/")
    return response.json()


def error_of(response):
    return response.status_code, response.json()["error"]["code"]


def names(response, name="name"):
    return [each[name] for each in response.json()["results"]]


class TestCorpora:
    """`/corpuses`."""

    def test_create_change_and_delete_a_corpus(self, api):
        corpus = created(api.send("POST", f"{V1}/corpuses", {"title": " Leases ", "description": "All."}))
        url = f"{V1}/corpuses/{corpus['id']}"
        assert (corpus["title"], corpus["document_count"], corpus["is_personal"]) == ("Leases", 0, False)
        assert api.send("PATCH", url, {"title": "Rents"}).json()["title"] == "Rents"
        assert api.get(url).json()["description"] == "All."
        assert names(api.get(f"{V1}/corpuses?search=rent"), "title") == ["Rents"]
        assert api.delete(url).status_code == 204
        assert api.get(url).status_code == 404

    def test_add_and_remove_documents(self, api, user):
        (one, two) = populate(user, documents=1, corpora=2)
        document = one.documents.get()
        two.memberships.all().delete()
        url = f"{V1}/corpuses/{two.pk}/documents"
        for added in (1, 0):  # a repeated request has no effect
            assert api.send("POST", url, {"documents": [str(document.pk)]}).json()["added"] == added
        assert names(api.get(f"{url}?state=ready&search=document"), "id") == [str(document.pk)]
        assert api.delete(f"{url}/{document.pk}").status_code == 204
        assert error_of(api.delete(f"{url}/{document.pk}")) == (404, "not_found")
        assert api.get(f"{V1}/documents/{document.pk}").status_code == 200

    def test_a_deleted_corpus_keeps_its_documents_and_cancels_its_jobs(self, api, user, corpus):
        document, annotation, *_ = rows_of(corpus)
        api.send("POST", f"{V1}/corpuses/{corpus.pk}/actions", {"kind": "analyze", "analyzer": "patterns"})
        action = CorpusAction.objects.get(kind="analyze")
        api.send("POST", f"{V1}/actions/{action.pk}/run", {})
        (job,) = Job.objects.filter(kind="corpuses.analyze")
        assert api.delete(f"{V1}/corpuses/{corpus.pk}").status_code == 204
        job.refresh_from_db()
        assert job.state == "cancelled"
        assert error_of(api.get(f"{V1}/annotations/{annotation.pk}")) == (404, "not_found")
        assert api.get(f"{V1}/documents/{document.pk}").status_code == 200

    def test_the_personal_corpus_cannot_be_deleted(self, api, user, upload):
        upload(b"Words.", filename="a.txt")
        personal = Corpus.objects.get(owner=user, is_personal=True)
        assert error_of(api.delete(f"{V1}/corpuses/{personal.pk}")) == (409, "personal_corpus")

    @pytest.mark.parametrize(
        ("body", "field"),
        [({}, "title"), ({"title": " \u200b"}, "title"), ({"title": "x" * 201}, "title"), ({"title": 5.5}, None)],
    )
    def test_errors_name_the_field(self, api, body, field):
        response = api.send("POST", f"{V1}/corpuses", body)
        if field is None:
            assert response.status_code in {201, 400}
        else:
            assert response.json()["error"]["field"] == field


class TestLabels:
    """`/corpuses/{id}/labels`, `/labels/{id}`."""

    def test_create_change_and_delete_a_label(self, api, corpus):
        labels = f"{V1}/corpuses/{corpus.pk}/labels"
        label = created(api.send("POST", labels, {"name": "Party", "color": "#C97706"}))
        assert label["color"] == "#c97706"
        assert created(api.send("POST", labels, {"name": "Party"}))["id"] == label["id"]
        assert names(api.get(labels)) == ["Duty", "Party"]
        url = f"{V1}/labels/{label['id']}"
        assert error_of(api.send("PATCH", url, {"name": "Duty"})) == (409, "label_exists")
        assert api.send("PATCH", url, {"color": "#0369a1"}).json()["color"] == "#0369a1"
        assert api.delete(url).status_code == 204

    def test_a_label_in_use_is_deleted_only_on_request(self, api, corpus):
        label = Label.objects.get(corpus=corpus)
        response = api.delete(f"{V1}/labels/{label.pk}")
        assert error_of(response) == (409, "label_in_use")
        assert response.json()["error"]["annotations"] == 1
        assert api.delete(f"{V1}/labels/{label.pk}?with_annotations=true").status_code == 204
        assert corpus.annotations.count() == 0

    def test_a_label_is_described_and_moved(self, api, corpus):
        labels = f"{V1}/corpuses/{corpus.pk}/labels"
        first = created(api.send("POST", labels, {"name": "Party", "description": " Who signs. "}))
        assert (first["description"], first["position"], first["annotation_count"]) == ("Who signs.", 1, 0)
        created(api.send("POST", labels, {"name": "Right"}))
        url = f"{V1}/labels/{first['id']}"
        moved = api.send("PATCH", url, {"position": 0, "description": "Signs."}).json()
        assert (moved["position"], moved["description"]) == (0, "Signs.")
        assert names(api.get(labels)) == ["Party", "Duty", "Right"]
        assert names(api.get(labels), "position") == [0, 1, 2]
        assert names(api.get(labels), "annotation_count") == [0, 1, 0]
        page = api.get(f"{labels}?page_size=2").json()
        assert names(api.get(page["next"])) == ["Right"]
        for invalid in ({"position": -1}, {"position": "0"}, {"description": "x" * 1001}):
            assert error_of(api.send("PATCH", url, invalid)) == (400, "invalid")

    def test_labels_are_merged(self, api, corpus):
        party = created(api.send("POST", f"{V1}/corpuses/{corpus.pk}/labels", {"name": "Party"}))
        duty = Label.objects.get(corpus=corpus, name="Duty")
        url = f"{V1}/labels/{duty.pk}/merge"
        assert error_of(api.send("POST", url, {"into": str(duty.pk)})) == (409, "label_into_itself")
        assert error_of(api.send("POST", url, {"into": str(corpus.pk)})) == (404, "not_found")
        assert error_of(api.send("POST", url, {})) == (400, "invalid")
        merged = api.send("POST", url, {"into": party["id"]})
        assert merged["ETag"] == f'"{party["version"]}"'
        assert (merged.json()["name"], merged.json()["annotation_count"]) == ("Party", 1)
        assert corpus.annotations.get().label.name == "Party"
        assert error_of(api.send("POST", url, {"into": party["id"]})) == (404, "not_found")


class TestAnnotations:
    """`/annotations`."""

    def test_create_change_and_delete_an_annotation(self, api, corpus):
        document = corpus.documents.get()
        body = {"corpus": str(corpus.pk), "document": str(document.pk), "label_name": "Party", "start": 6, "end": 16}
        annotation = created(api.send("POST", f"{V1}/annotations", body))
        assert (annotation["quote"], annotation["spans"]) == ("The tenant", [{"page": 1, "first": 1, "last": 2}])
        url = f"{V1}/annotations/{annotation['id']}"
        moved = api.send("PATCH", url, {"spans": [{"page": 1, "first": 2, "last": 2}], "label_name": "Duty"}).json()
        assert (moved["quote"], moved["start"], moved["end"], moved["label_name"]) == ("tenant", 10, 16, "Duty")
        assert len(names(api.get(f"{V1}/annotations?document={document.pk}&page=1"), "id")) == 2
        assert names(api.get(f"{V1}/annotations?label={annotation['label']}"), "id") == []
        assert api.delete(url).status_code == 204
        assert api.get(url).status_code == 404

    @pytest.mark.parametrize(
        "change",
        [{"spans": [{"page": 9, "first": 0, "last": 0}]}, {"start": 5}, {"start": 6, "end": 6}, {"label_name": " "}],
    )
    def test_invalid_changes_are_refused(self, api, corpus, change):
        annotation = corpus.annotations.get()
        response = api.send("PATCH", f"{V1}/annotations/{annotation.pk}", change)
        assert response.status_code == 400
        before = annotation.start, annotation.label_id
        annotation.refresh_from_db()
        assert (annotation.start, annotation.label_id) == before

    def test_annotations_of_programs_cannot_be_moved(self, api, corpus):
        Annotation.objects.update(origin="action:1", source="analyzer")
        annotation = corpus.annotations.get()
        url = f"{V1}/annotations/{annotation.pk}"
        assert error_of(api.send("PATCH", url, {"start": 0, "end": 5})) == (400, "invalid")
        assert api.send("PATCH", url, {"note": "Right."}).status_code == 200


class TestActions:
    """`/corpuses/{id}/actions`, `/actions/{id}`, executions."""

    KINDS = {
        "analyze": {"analyzer": "patterns"},
        "agent": {"instructions": "Find the parties."},
        "extract": {"fields": [{"name": "Rent", "question": "How much?"}]},
    }

    @pytest.mark.parametrize("kind", KINDS)
    def test_create_change_and_delete_an_action(self, api, corpus, kind):
        actions = f"{V1}/corpuses/{corpus.pk}/actions"
        action = created(api.send("POST", actions, {"kind": kind, "name": "Mine", **self.KINDS[kind]}))
        assert action.items() >= {"kind": kind, "name": "Mine", "enabled": True, **self.KINDS[kind]}.items()
        url = f"{V1}/actions/{action['id']}"
        assert api.send("PATCH", url, {"enabled": False}).json()["enabled"] is False
        assert error_of(api.send("POST", f"{url}/run", {})) == (409, "action_disabled")
        assert names(api.get(actions))[0] == "Mine"
        assert api.delete(url).status_code == 204

    @pytest.mark.parametrize(
        ("body", "code"),
        [
            ({"kind": "analyze"}, "unknown_analyzer"),
            ({"kind": "analyze", "analyzer": "../x"}, "unknown_analyzer"),
            ({"kind": "agent"}, "invalid"),
            ({"kind": "extract", "fields": []}, "invalid"),
            ({"kind": "extract", "fields": [{"name": "A", "question": "?"}] * 2}, "invalid"),
            ({"kind": "dance"}, "invalid"),
            ({"kind": "embed"}, "action_exists"),
        ],
    )
    def test_incomplete_actions_are_refused(self, api, corpus, body, code):
        response = api.send("POST", f"{V1}/corpuses/{corpus.pk}/actions", body)
        assert response.json()["error"]["code"] == code
        assert corpus.actions.count() == 1

    def test_an_action_runs_once_on_existing_documents(self, api, corpus):
        action = created(
            api.send("POST", f"{V1}/corpuses/{corpus.pk}/actions", {"kind": "analyze", "analyzer": "patterns"})
        )
        run = f"{V1}/actions/{action['id']}/run"
        assert api.send("POST", run, {}).json() == {"started": 1}
        assert api.send("POST", run, {}).json() == {"started": 0}
        run_jobs()
        (execution,) = api.get(f"{V1}/corpuses/{corpus.pk}/executions?action={action['id']}").json()["results"]
        assert execution["state"] == "success"
        assert api.get(f"{V1}/executions/{execution['id']}").json() == execution

    def test_a_run_is_counted_before_it_is_started(self, api, corpus):
        body = {"kind": "analyze", "analyzer": "patterns"}
        run = f"{V1}/actions/{created(api.send('POST', f'{V1}/corpuses/{corpus.pk}/actions', body))['id']}/run"
        assert api.get(run).json() == {"documents": 1}
        api.send("POST", run, {})
        assert api.get(run).json() == {"documents": 0}

    def test_the_trail_says_who_started_what_when_and_how_it_ended(self, api, user, corpus):
        body = {"kind": "analyze", "analyzer": "patterns", "triggers": []}
        action = created(api.send("POST", f"{V1}/corpuses/{corpus.pk}/actions", body))
        assert action["triggers"] == ["manual"]
        api.send("POST", f"{V1}/actions/{action['id']}/run", {})
        run_jobs()
        executions = f"{V1}/corpuses/{corpus.pk}/executions?action={action['id']}&trigger=manual"
        (execution,) = api.get(executions).json()["results"]
        assert execution["started_by"] == str(user.pk)
        assert (execution["engine"], execution["settings_version"], execution["tries"]) == ("patterns", 1, 1)
        assert execution["queued"] <= execution["started"] <= execution["finished"]
        assert (execution["input_tokens"], execution["output_tokens"], execution["cost"]) == (0, 0, 0)
        counts = api.get(f"{V1}/actions/{action['id']}").json()["executions"]
        assert (counts["success"], counts["failed"]) == (1, 0)

    def test_analyzers_are_listed(self, api):
        assert {"patterns"} <= set(api.get(f"{V1}/analyzers").json()["names"])

    def test_an_error_names_the_field(self, api, corpus):
        fields = [{"name": "Rent", "question": "?"}, {"name": "Term", "question": " "}]
        body = {"kind": "extract", "fields": fields}
        error = api.send("POST", f"{V1}/corpuses/{corpus.pk}/actions", body).json()["error"]
        assert error["field"] == "fields.1.question"

    def test_failed_executions_are_repeated(self, api, corpus):
        action = corpus.actions.get()
        finish_executions(corpus)
        ActionExecution.objects.update(state="failed", message="No.")
        assert api.send("POST", f"{V1}/actions/{action.pk}/retry", {}).json() == {"started": 1}
        assert api.send("POST", f"{V1}/actions/{action.pk}/retry", {}).json() == {"started": 0}
        run_jobs()
        execution = ActionExecution.objects.get()
        assert (execution.state, execution.tries, execution.message) == ("success", 2, "")
        assert Passage.objects.count() > 0


def test_a_corpus_is_searched(api, corpus):
    run_jobs()
    response = api.get(f"{V1}/corpuses/{corpus.pk}/search", {"query": "Who pays the rent?", "limit": 3})
    (hit, *_) = response.json()["results"]
    assert "pays rent" in hit["quote"]
    assert hit["document"] == str(corpus.documents.get().pk)
    assert error_of(api.get(f"{V1}/corpuses/{corpus.pk}/search")) == (400, "invalid")


POSTS = {
    "corpuses": {"title": "Leases"},
    "labels": {"name": "Party"},
    "annotations": {"label_name": "Party", "start": 6, "end": 16},
    "actions": {"kind": "agent", "instructions": "Read."},
}


@pytest.mark.parametrize("kind", POSTS)
def test_a_repeated_request_with_its_key_creates_one_object(api, corpus, kind):
    # proves: S3-27 S3-28 S3-29
    body, url = POSTS[kind], f"{V1}/{kind}"
    if kind == "annotations":
        body = body | {"corpus": str(corpus.pk), "document": str(corpus.documents.get().pk)}
    elif kind != "corpuses":
        url = f"{V1}/corpuses/{corpus.pk}/{kind}"
    key = {"Idempotency-Key": "one"}
    first, again = (api.send("POST", url, body, **key) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    changed = next(name for name in ("title", "name", "label_name", "instructions") if name in body)
    other = body | {changed: "Other"}
    assert error_of(api.send("POST", url, other, **key)) == (409, "idempotency_key_reuse")


LISTS = {
    "corpuses": ("/corpuses", 3),
    "documents of a corpus": ("/corpuses/{corpus}/documents", 6),
    "labels": ("/corpuses/{corpus}/labels", 5),
    "annotations": ("/annotations", 1),
    "actions": ("/corpuses/{corpus}/actions", 4),
    "executions": ("/corpuses/{corpus}/executions", 3),  # and their conversations
    "documents": ("/documents", 4),
    "jobs": ("/jobs", 5),
}


@pytest.mark.parametrize("name", LISTS)
def test_the_number_of_queries_does_not_depend_on_the_length_of_a_list(api, user, name):
    # proves: S3-6 S3-32
    url, max_queries = LISTS[name]
    (corpus,) = populate(user, documents=2)
    url = V1 + url.format(corpus=corpus.pk)
    query_counts = []
    for count in (0, 5):
        populate(user, documents=count, corpora=count)
        with CaptureQueriesContext(connection) as captured:
            assert api.get(url).status_code == 200
        query_counts.append(len(captured) - 2)  # session and user
    assert query_counts[0] == query_counts[1] <= max_queries


@pytest.mark.parametrize("size", ["0", "-1", "x", "1.5", "٣", "9" * 30])
def test_an_invalid_page_size_is_refused(api, size):
    response = api.get(f"{V1}/corpuses", {"page_size": size})
    assert (error_of(response), response.json()["error"]["field"]) == ((400, "invalid"), "page_size")


def test_other_users_see_nothing_of_a_corpus(other_api, corpus):
    # proves: S3-8 X-19
    _, annotation, action, execution = rows_of(corpus)
    for url in (
        *(f"/corpuses/{corpus.pk}{part}" for part in ("", "/documents", "/labels", "/actions", "/executions")),
        *(f"/labels/{annotation.label_id}", f"/annotations/{annotation.pk}", f"/actions/{action.pk}"),
        *(f"/executions/{execution.pk}", f"/corpuses/{corpus.pk}/search?query=rent"),
    ):
        assert error_of(other_api.get(V1 + url)) == (404, "not_found"), url
    assert other_api.get(f"{V1}/annotations").json()["results"] == []
    assert User.objects.count() == 2
