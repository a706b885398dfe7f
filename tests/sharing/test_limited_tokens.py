"""Tokens that are limited to corpora or teams reach what lies in these, and nothing else exists for them."""

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from graphql_relay import to_global_id

from core.access import AccessLimits
from core.api.testing import ApiClient
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.corpora.services import add_documents, create_corpus, delete_corpus, personal_corpus
from corpuses.models import Corpus, CorpusDocument, CorpusShare
from corpuses.uploads import archives
from corpuses.uploads.tests.test_archives import FakeRun
from documents.models import Document, DocumentShare
from documents.services.deletion import delete_document
from documents.storage.blobs import read_blob
from documents.tests.factories import parsed_document
from events import recipients
from events.models import Event
from events.outbox import Change
from tasks.models import Job
from users.accounts.api_tokens import create_token
from users.models import User
from users.sharing.models import TeamInvitation, TeamMembership
from users.sharing.teams import create_team

pytestmark = pytest.mark.django_db

API = "/api/v1"


def client_of(owner, *, scopes=("read", "write"), **limits):
    _, text = create_token(owner=owner, name="Nightly", scopes=scopes, **limits)
    return ApiClient(headers={"Authorization": f"Bearer {text}"})


def listed(client, path):
    response = client.send("GET", f"{API}/{path}")
    assert response.status_code == 200, response.body
    return {each["id"] for each in response.json()["results"]}


def status(client, method, path, body=None):
    return client.send(method, f"{API}/{path}", body).status_code


@pytest.fixture
def other_document(user):
    return parsed_document(user, "Other words.", title="Payroll")


@pytest.fixture
def other_corpus(user, other_document):
    corpus = create_corpus(owner=user, title="Payroll")
    add_documents(corpus, [other_document], actor=user)
    return corpus


@pytest.fixture
def limited(user, corpus, other_corpus):
    return client_of(user, corpora=[corpus.pk])


def annotation_in(corpus, document, user):
    return annotate(AnnotationDraft(label_name="Duty", start=0, end=4), corpus=corpus, document=document, actor=user)


def test_lists_contain_what_is_in_the_corpus(limited, corpus, document, other_corpus, other_document, user):
    mine, other = (annotation_in(*where, user) for where in ((corpus, document), (other_corpus, other_document)))
    for scope in ("", "?scope=mine", "?scope=all"):
        assert listed(limited, f"corpuses{scope}") == {str(corpus.pk)}
        assert listed(limited, f"documents{scope}") == {str(document.pk)}
    assert listed(limited, "annotations") == {str(mine.pk)}
    assert status(limited, "GET", f"annotations/{mine.pk}") == 200
    assert status(limited, "GET", f"annotations/{other.pk}") == 404
    query = "{ documents { totalCount edges { node { title corpuses { title } } } } corpuses { totalCount } }"
    found = limited.execute(query)
    assert found["documents"]["edges"] == [{"node": {"title": "Lease", "corpuses": [{"title": "Leases"}]}}]
    assert (found["documents"]["totalCount"], found["corpuses"]["totalCount"]) == (1, 1)


@pytest.mark.parametrize(
    "path",
    [
        "corpuses/{corpus}",
        "corpuses/{corpus}/documents",
        "corpuses/{corpus}/labels",
        "corpuses/{corpus}/folders",
        "corpuses/{corpus}/actions",
        "corpuses/{corpus}/executions",
        "corpuses/{corpus}/shares",
        "corpuses/{corpus}/search?query=words",
        "documents/{document}",
        "documents/{document}/text",
        "documents/{document}/file",
        "documents/{document}/download-url",
        "documents/{document}/pawls",
        "documents/{document}/memberships",
        "documents/{document}/shares",
        "document-archives?documents={document}",
    ],
)
def test_other_objects_do_not_exist(limited, corpus, document, other_corpus, other_document, path):
    assert status(limited, "GET", path.format(corpus=other_corpus.pk, document=other_document.pk)) == 404
    if not path.endswith("/file"):  # no bytes are stored
        assert status(limited, "GET", path.format(corpus=corpus.pk, document=document.pk)) == 200


def test_changes_are_limited_as_well(limited, corpus, document, other_corpus, other_document):
    both = {"documents": [str(other_document.pk)]}
    assert status(limited, "PATCH", f"corpuses/{other_corpus.pk}", {"title": "Taken"}) == 404
    assert status(limited, "DELETE", f"documents/{other_document.pk}") == 404
    assert status(limited, "POST", f"corpuses/{corpus.pk}/documents", both) == 404
    assert status(limited, "POST", f"documents/{other_document.pk}/publish") == 404
    assert status(limited, "POST", "jobs", {"document_id": str(other_document.pk)}) == 404
    assert status(limited, "PATCH", f"documents/{document.pk}", {"title": "Lease 2"}) == 200
    assert status(limited, "PATCH", f"corpuses/{corpus.pk}", {"title": "Leases 2"}) == 200
    answer = limited.execute(
        "mutation ($input: DeleteDocumentsInput!) { deleteDocuments(input: $input) { errors { code } } }",
        {"input": {"ids": [to_global_id("Document", other_document.pk)]}},
    )
    assert answer["deleteDocuments"]["errors"] == [{"code": "not_found"}]
    assert Document.objects.count() == 2


def test_what_is_public_exists_only_within_the_limits(limited, corpus, friend):
    public = create_corpus(owner=friend, title="Public")
    Corpus.objects.update(is_public=True)
    assert listed(limited, "corpuses?scope=public") == {str(corpus.pk)}
    assert status(limited, "GET", f"corpuses/{public.pk}") == 404
    assert status(ApiClient(), "GET", f"corpuses/{public.pk}") == 200


def test_a_share_link_does_not_widen_a_token(limited, other_corpus, api):
    link = api.send("POST", f"{API}/corpuses/{other_corpus.pk}/shares", {"role": "viewer", "link": True}).json()
    headers = {"X-Share-Token": link["link"]["url"].rpartition("/")[2]}
    assert ApiClient().send("GET", f"{API}/corpuses/{other_corpus.pk}", **headers).status_code == 200
    assert limited.send("GET", f"{API}/corpuses/{other_corpus.pk}", **headers).status_code == 404


def test_the_owner_still_needs_access(friend, corpus, share):
    found = share(corpus, user="grace")
    token = client_of(friend, corpora=[corpus.pk])
    assert status(token, "GET", f"corpuses/{corpus.pk}") == 200
    assert status(token, "PATCH", f"corpuses/{corpus.pk}", {"title": "Mine"}) == 403
    CorpusShare.objects.filter(pk=found["id"]).delete()
    assert status(token, "GET", f"corpuses/{corpus.pk}") == 404
    assert listed(token, "documents") == set()


def test_documents_that_others_add_are_not_reached(user, limited, corpus, friend, other_document):
    CorpusDocument.objects.create(corpus=corpus, document=other_document, added_by=friend)
    assert status(limited, "GET", f"documents/{other_document.pk}") == 404
    assert str(other_document.pk) not in listed(limited, f"corpuses/{corpus.pk}/documents")


def test_shared_documents_that_the_owner_of_the_token_added_are_reached(user, limited, corpus, friend):
    foreign = parsed_document(friend, "Foreign words.", title="Foreign")
    DocumentShare.objects.create(target=foreign, user=user, role="viewer")
    add_documents(corpus, [foreign], actor=user)
    assert status(limited, "GET", f"documents/{foreign.pk}") == 200
    assert status(limited, "PATCH", f"documents/{foreign.pk}", {"title": "Mine"}) == 403


def test_a_document_in_two_corpora(limited, corpus, other_corpus, document, user):
    add_documents(other_corpus, [document], actor=user)
    annotation_in(other_corpus, document, user)
    (membership,) = limited.send("GET", f"{API}/documents/{document.pk}/memberships").json()["results"]
    assert membership["corpus"] == str(corpus.pk)
    assert listed(limited, f"annotations?document={document.pk}") == set()
    hidden = CorpusDocument.objects.get(corpus=other_corpus, document=document)
    assert status(limited, "DELETE", f"documents/{document.pk}/memberships/{hidden.pk}") == 404


def test_several_corpora_and_none_that_was_deleted(user, corpus, document, other_corpus):
    token = client_of(user, corpora=[corpus.pk, other_corpus.pk])
    assert len(listed(token, "corpuses")) == 2
    delete_corpus(corpus, actor=user)
    assert listed(token, "corpuses") == {str(other_corpus.pk)}
    assert status(token, "GET", f"documents/{document.pk}") == 404
    delete_corpus(other_corpus, actor=user, permanently=True)
    assert listed(token, "documents") == set()


def test_uploads_go_into_the_corpora_only(user, limited, corpus, other_corpus, other_document):
    data = {"filename": "file.txt", "size": 5}
    assert status(limited, "POST", "uploads/direct", data) == 404
    assert status(limited, "POST", "uploads/direct", {**data, "corpus": str(personal_corpus(user).pk)}) == 404
    assert status(limited, "POST", "uploads/direct", {**data, "corpus": str(other_corpus.pk)}) == 404
    created = limited.send("POST", f"{API}/uploads/direct", {**data, "corpus": str(corpus.pk)})
    assert created.status_code == 201
    file = SimpleUploadedFile("a.txt", b"Some text of a file.")
    response = limited.post(f"{API}/documents/upload", {"file": file})
    assert (response.status_code, response.json()["error"]["field"]) == (404, "corpus")
    owner = ApiClient(user)
    hidden = owner.send("POST", f"{API}/uploads/direct", data).json()["id"]
    assert listed(limited, "uploads") == {created.json()["id"]}
    assert status(limited, "GET", f"uploads/{hidden}") == 404
    assert Document.objects.count() == 2


def test_the_same_file_elsewhere_is_not_revealed(user, limited, corpus, upload):
    hidden = upload("hosting-agreement.pdf")
    content = read_blob(hidden.blob)
    checked = limited.send(
        "POST", f"{API}/upload-checks", {"files": [{"sha256": hidden.blob_id, "size": 1, "name": "a.pdf"}]}
    )
    assert checked.json()["files"][0]["document"] is None
    body = {"file": SimpleUploadedFile("a.pdf", content), "corpus": str(corpus.pk)}
    response = limited.post(f"{API}/documents/upload", body)
    assert response.status_code == 201
    assert response.json()["id"] != str(hidden.pk)
    again = {"file": SimpleUploadedFile("a.pdf", content), "corpus": str(corpus.pk)}
    assert limited.post(f"{API}/documents/upload", again).json()["error"]["code"] == "document_exists"


def test_what_concerns_the_whole_account_is_refused(limited, user):
    requests = [
        ("POST", "corpuses", {"title": "New"}),
        ("POST", "teams", {"name": "New"}),
        ("GET", "usage", None),
        ("GET", "first-steps", None),
        ("DELETE", "bin", None),
    ]
    for method, path, body in requests:
        response = limited.send(method, f"{API}/{path}", body)
        assert (response.status_code, response.json()["error"]["code"]) == (403, "token_limited"), path
    assert limited.graphql("{ usage { documents } }").codes == ["token_limited"]
    assert limited.graphql("{ me { personalCorpus { title } } }").codes == ["not_found"]
    assert limited.execute("{ me { username } }") == {"me": {"username": user.username}}


def test_the_bin_is_limited(limited, user, corpus, document, other_document):
    delete_document(document, actor=user)
    delete_document(other_document, actor=user)
    assert listed(limited, "bin") == {str(document.pk)}
    assert status(limited, "POST", f"bin/{other_document.pk}/restore") == 404
    assert status(limited, "POST", f"bin/{document.pk}/restore") == 200


def test_jobs_of_other_corpora_do_not_exist(limited, user, corpus, other_corpus, document, other_document):
    jobs = {job.subject_id: job for job in Job.objects.filter(owner=user, kind="documents.process")}
    mine, other = jobs[document.pk], jobs[other_document.pk]
    actions = {each.job for each in corpus.actions.get().executions.all()}
    assert listed(limited, "jobs") == {str(mine.pk), *map(str, actions)}
    assert status(limited, "GET", f"jobs/{mine.pk}") == 200
    for method, path in (("GET", ""), ("GET", "/log"), ("GET", "/events"), ("POST", "/cancel"), ("POST", "/retry")):
        assert status(limited, method, f"jobs/{other.pk}{path}") == 404
    assert limited.graphql(f'{{ job(id: "{other.pk}") {{ kind }} }}').codes == ["not_found"]
    assert limited.execute("{ jobs { totalCount } }")["jobs"]["totalCount"] == 1 + len(actions)


def test_an_action_of_another_corpus_on_the_same_document(limited, user, corpus, other_corpus, document):
    before = listed(limited, "jobs")
    add_documents(other_corpus, [document], actor=user)
    assert listed(limited, "jobs") == before


def test_archives_do_not_take_documents_from_elsewhere(user, limited, corpus, upload):
    hidden = upload("hosting-agreement.pdf")
    content = read_blob(hidden.blob)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as target:
        target.writestr("a.pdf", content)
    response = limited.post(
        f"{API}/corpuses/{corpus.pk}/archives", {"file": SimpleUploadedFile("files.zip", packed.getvalue())}
    )
    assert response.status_code == 201, response.body
    archives.unpack(response.json()["id"], job=FakeRun())
    (entry,) = limited.send("GET", f"{API}/corpuses/{corpus.pk}/archives/{response.json()['id']}/entries").json()[
        "results"
    ]
    assert (entry["state"], entry["document"] == str(hidden.pk)) == ("added", False)
    assert not corpus.memberships.filter(document=hidden).exists()


def test_teams_do_not_exist_for_tokens_of_corpora(limited, user, corpus):
    team = create_team("Readers", actor=user)
    TeamInvitation.objects.create(team=create_team("Others", actor=user), user=user)
    assert listed(limited, "teams") == listed(limited, "team-invitations") == set()
    assert status(limited, "GET", f"teams/{team.pk}") == 404
    share = {"role": "viewer", "team": str(team.pk)}
    response = limited.send("POST", f"{API}/corpuses/{corpus.pk}/shares", share)
    assert response.json()["error"]["code"] == "team_not_found"


@pytest.fixture
def team(user, friend):
    team = create_team("Readers", actor=user)
    TeamMembership.objects.create(team=team, user=friend)
    return team


def test_a_token_of_a_team(user, friend, team, corpus, document, other_corpus, other_document):
    CorpusShare.objects.create(target=corpus, team=team, role="editor")
    other_team = create_team("Others", actor=friend)
    for token in (client_of(user, teams=[team.pk]), client_of(friend, teams=[team.pk])):
        assert listed(token, "corpuses") == {str(corpus.pk)}
        assert listed(token, "documents") == {str(document.pk)}
        assert listed(token, "teams") == {str(team.pk)}
        assert status(token, "PATCH", f"documents/{document.pk}", {"title": "Lease"}) == 200
        assert status(token, "GET", f"documents/{other_document.pk}") == 404
        assert status(token, "GET", f"teams/{other_team.pk}") == 404
    admin = client_of(user, teams=[team.pk])
    assert status(admin, "PATCH", f"teams/{team.pk}", {"name": "Mine"}) == 403
    assert status(admin, "DELETE", f"teams/{team.pk}/members/{friend.pk}") == 403
    CorpusShare.objects.update(expires="2020-01-01T00:00:00Z")
    assert listed(admin, "corpuses") == set()


def test_a_document_that_is_shared_with_the_team(user, friend, team, document, other_document):
    DocumentShare.objects.create(target=document, team=team, role="viewer")
    token = client_of(friend, teams=[team.pk])
    assert listed(token, "documents") == {str(document.pk)}
    TeamMembership.objects.filter(user=friend).delete()
    assert listed(token, "documents") == set()


def test_corpora_and_teams_add_up(user, team, corpus, other_corpus):
    CorpusShare.objects.create(target=corpus, team=team, role="viewer")
    third = create_corpus(owner=user, title="Third")
    token = client_of(user, teams=[team.pk], corpora=[other_corpus.pk])
    assert listed(token, "corpuses") == {str(corpus.pk), str(other_corpus.pk)}
    assert status(token, "GET", f"corpuses/{third.pk}") == 404


def test_events_are_limited(user, corpus, other_corpus, document, other_document):
    def change(number, entity, uuid, subject=None):
        return Change(id=number, owner=user.pk, entity=entity, uuid=uuid, subject=subject, changed=("title",))

    kinds, job = Event.Entity, user.pk  # any id
    changes = [
        change(1, kinds.DOCUMENT, document.pk),
        change(2, kinds.DOCUMENT, other_document.pk),
        change(3, kinds.CORPUS, corpus.pk, document.pk),
        change(4, kinds.CORPUS, corpus.pk, other_document.pk),
        change(5, kinds.CORPUS, other_corpus.pk),
        change(6, kinds.EXECUTION, job, corpus.pk),
        change(7, kinds.EXECUTION, job, other_corpus.pk),
        change(8, kinds.JOB, job, document.pk),
        change(9, kinds.JOB, job, other_document.pk),
        change(10, kinds.JOB, job),
    ]
    limits = AccessLimits(corpora=frozenset({corpus.pk}))
    with CaptureQueriesContext(connection) as queries:
        kept = recipients.within_limits(changes, user.pk, limits)
    assert [each.id for each in kept] == [1, 3, 6, 8]
    assert len(queries) == 1


def test_unlimited_tokens_need_no_further_query(user, corpus, document):
    limited, unlimited = client_of(user, corpora=[corpus.pk]), client_of(user)
    counts = []
    for client in (unlimited, limited, ApiClient(user)):
        listed(client, "documents")  # compiles the statement
        status(client, "GET", f"documents/{document.pk}")
        with CaptureQueriesContext(connection) as queries:
            listed(client, "documents")
            status(client, "GET", f"documents/{document.pk}")
        counts.append(len(queries))
    without, with_limit, signed_in = counts
    assert with_limit <= without + 3  # own documents are checked like those of others
    assert without <= signed_in  # which read the session and the user


def test_staff_cannot_limit_tokens_of_operations(api, user, corpus):
    User.objects.filter(pk=user.pk).update(is_staff=True)
    body = {"name": "x", "scopes": ["read", "admin"], "corpora": [str(corpus.pk)]}
    assert api.send("POST", f"{API}/tokens", body).json()["error"]["field"] == "scopes"
    limited = client_of(user, corpora=[corpus.pk])
    assert status(limited, "GET", "admin/failed-jobs") == 403
    assert status(limited, "GET", "jobs?everyone=true") == 403
