"""Entries of all kinds, with actor, origin and outcome."""

from uuid import UUID

import pytest
from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.test import Client

from audit.actions import Action
from audit.log import record
from audit.models import AuditEntry
from core.api.testing import ApiClient
from documents.models import Document
from documents.services import deletion, lifecycle
from tests.api.jobs import make_jobs
from users.accounts import api_tokens
from users.models import User
from users.sharing import services as sharing
from users.sharing.services import ShareRequest

pytestmark = pytest.mark.django_db

LOGIN = "/api/v1/auth/login"
SESSION = "/api/v1/auth/session"


def _entries(action: Action) -> list[AuditEntry]:
    return list(AuditEntry.objects.filter(action=action).order_by("id"))


def _one(action: Action) -> AuditEntry:
    (entry,) = _entries(action)
    return entry


@pytest.fixture
def document(upload):
    return upload("hosting-agreement.pdf")


def test_an_entry_has_who_what_when_from_where_and_how(user, document):
    client = ApiClient(user, REMOTE_ADDR="192.0.2.17", HTTP_USER_AGENT="Mozilla/5.0 (X11)")
    response = client.patch(f"/api/v1/documents/{document.pk}", {"title": "Lease"}, content_type="application/json")
    entry = _one(Action.DOCUMENT_CHANGED)
    assert (entry.actor_id, entry.object_kind, entry.object_id, entry.owner_id) == (
        user.pk,
        "document",
        document.pk,
        user.pk,
    )
    assert (entry.interface, entry.credential, entry.address) == ("rest", "session", "192.0.2.17")
    assert (entry.user_agent, entry.outcome, entry.details) == ("Mozilla/5.0 (X11)", "success", {"fields": ["title"]})
    assert entry.request_id == response["X-Request-ID"]


def test_the_interface_and_credential(user, document, api):
    _, text = api_tokens.create_token(owner=user, name="sync", scopes=["read", "write"])
    url, change = f"/api/v1/documents/{document.pk}", {"title": "By token"}
    Client().patch(url, change, content_type="application/json", HTTP_AUTHORIZATION=f"Bearer {text}")
    query = "mutation ($input: UpdateDocumentInput!) { updateDocument(input: $input) { errors { code } } }"
    api.post(
        "/graphql",
        {"query": query, "variables": {"input": {"id": str(document.pk), "title": "By GraphQL"}}},
        content_type="application/json",
    )
    lifecycle.update_document(document, actor=user, title="By a command")
    found = [(each.interface, each.credential) for each in _entries(Action.DOCUMENT_CHANGED)]
    assert found == [("rest", "api_token"), ("graphql", "session"), ("command", "none")]
    assert _entries(Action.DOCUMENT_CHANGED)[0].credential_id == user.api_tokens.get().pk


def test_what_is_rolled_back_leaves_no_entry(user):
    with transaction.atomic():
        record(Action.PROFILE_CHANGED, user)
        transaction.set_rollback(True)
    assert _entries(Action.PROFILE_CHANGED) == []


def test_sign_in_sign_out_and_failures(user):
    client = Client(REMOTE_ADDR="192.0.2.9")
    client.post(SESSION, {"username": "ada", "password": "wrong"}, content_type="application/json")
    client.post(SESSION, {"username": "unknown", "password": "wrong"}, content_type="application/json")
    client.post(SESSION, {"username": "ada", "password": "correct horse"}, content_type="application/json")
    client.delete(SESSION)
    client.post(LOGIN, {"username": "ada", "password": "correct horse"}, content_type="application/json")
    known, unknown = _entries(Action.SIGN_IN_FAILED)
    assert (known.object_id, known.owner_id, known.outcome, known.reason) == (
        user.pk,
        user.pk,
        "failure",
        "invalid_credentials",
    )
    assert (unknown.object_id, unknown.actor_id, unknown.address) == (None, None, "192.0.2.9")
    assert [each.actor_id for each in _entries(Action.SIGNED_IN)] == [user.pk, user.pk]
    assert _one(Action.SIGNED_OUT).actor_id == user.pk


def test_a_wrong_password_is_recorded_although_the_mutation_is_rolled_back(api, user):
    query = "mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { errors { code } } }"
    values = {"currentPassword": "wrong", "newPassword": "battery staple"}
    api.post("/graphql", {"query": query, "variables": {"input": values}}, content_type="application/json")
    refused = _one(Action.PASSWORD_REFUSED)
    assert (refused.object_id, refused.reason) == (user.pk, "wrong_password")
    assert _entries(Action.PASSWORD_CHANGED) == []


def test_blocked_attempts_are_recorded_once_an_hour(user, settings):
    settings.SIGN_IN_LIMITS = settings.SIGN_IN_LIMITS | {"address": (1, 900)}
    client = Client(REMOTE_ADDR="192.0.2.10")
    for _ in range(5):
        client.post(SESSION, {"username": "ada", "password": "wrong"}, content_type="application/json")
    assert [each.reason for each in _entries(Action.SIGN_IN_FAILED)] == ["invalid_credentials", "too_many_attempts"]


def test_a_token_is_recorded_when_it_is_used_from_a_new_address(user):
    _, text = api_tokens.create_token(owner=user, name="sync", scopes=["read"])
    for address in ("192.0.2.1", "192.0.2.2", "192.0.2.1"):
        Client(REMOTE_ADDR=address).get("/api/v1/documents", HTTP_AUTHORIZATION=f"Bearer {text}")
    found = _entries(Action.TOKEN_USED_FROM_NEW_ADDRESS)
    assert [(each.address, each.actor_id, each.credential) for each in found] == [
        ("192.0.2.1", user.pk, "api_token"),
        ("192.0.2.2", user.pk, "api_token"),
    ]


def test_reads_are_recorded_once_per_actor_object_and_hour(user, other_user, document):
    sharing.create_share(document, ShareRequest(role="viewer", user="eve"), actor=user)
    url = f"/api/v1/documents/{document.pk}"
    for client in (ApiClient(user), ApiClient(other_user)):
        for path in (url, url, f"{url}/file", f"{url}/file"):
            assert client.get(path).status_code == 200
    assert [each.actor_id for each in _entries(Action.DOCUMENT_OPENED)] == [user.pk, other_user.pk]
    assert [each.actor_id for each in _entries(Action.DOCUMENT_DOWNLOADED)] == [user.pk, other_user.pk]


def test_reading_adds_no_query_to_the_request(api, document):
    url = f"/api/v1/documents/{document.pk}"
    first, second = api.get(url), api.get(url)
    count = first["Server-Timing"].split('"')[1]
    assert count == second["Server-Timing"].split('"')[1]


def test_what_is_refused_is_not_a_read(other_api, document):
    assert other_api.get(f"/api/v1/documents/{document.pk}").status_code == 404
    assert _entries(Action.DOCUMENT_OPENED) == []


def test_a_share_by_address_does_not_show_the_account(user, other_user, document):
    sharing.create_share(document, ShareRequest(role="viewer", user="eve@example.org"), actor=user)
    entry = _one(Action.SHARE_CREATED)
    assert entry.details["by"] == "address"
    assert str(other_user.pk) not in str(entry.details)
    assert "eve" not in str(entry.details)


def test_a_deleted_document_and_its_attachments(user, document):
    deletion.delete_document(document, actor=user)
    deletion.restore_document(Document.with_deleted.get(pk=document.pk), actor=user)
    document = Document.objects.get(pk=document.pk)
    deletion.delete_document(document, actor=user, permanently=True)
    found = AuditEntry.objects.filter(object_id=document.pk).order_by("id").values_list("action", flat=True)
    assert list(found) == [
        "document.uploaded",
        "document.deleted",
        "document.restored",
        "document.deleted",
        "document.purged",
    ]


def test_changes_in_the_admin(admin_client, admin_user, user):
    page = admin_client.get(f"/admin/users/user/{user.pk}/change/")
    form = {name: value for name, value in page.context["adminform"].form.initial.items() if value is not None}
    answer = admin_client.post(f"/admin/users/user/{user.pk}/change/", form | {"name": "Ada King", "is_active": "on"})
    assert answer.status_code == 302, answer.context["errors"]
    changed = _one(Action.ADMIN_CHANGED)
    assert (changed.actor_id, changed.interface, changed.object_id) == (admin_user.pk, "admin", user.pk)
    assert changed.details["model"] == "users.user"
    doomed = User.objects.create_user("doomed", "", "correct horse")
    admin_client.post(
        "/admin/users/user/", {"action": "delete_selected", "_selected_action": [str(doomed.pk)], "post": "yes"}
    )
    assert _one(Action.ADMIN_DELETED).details["key"] == str(doomed.pk)
    assert LogEntry.objects.count() == 2


@pytest.mark.parametrize("through", ["rest", "graphql"])
def test_what_users_do_to_jobs(user, api, through):
    jobs = make_jobs(user)

    def send(name: str, job: UUID, body: dict[str, object] | None = None) -> None:
        if through == "rest":
            verb = "PATCH" if name == "setJobPriority" else "POST"
            path = {"setJobPriority": "", "cancelJob": "/cancel", "retryJob": "/retry"}[name]
            assert api.send(verb, f"/api/v1/jobs/{job}{path}", body or {}).status_code in {200, 202}
        else:
            given = {"id": str(job), **{key: str(value).upper() for key, value in (body or {}).items()}}
            declared = f"$input: {name[0].upper()}{name[1:]}Input!"
            query = f"mutation ({declared}) {{ {name}(input: $input) {{ errors {{ code }} }} }}"
            answer = api.send("POST", "/graphql", {"query": query, "variables": {"input": given}}).json()
            assert answer["data"][name]["errors"] == []

    send("setJobPriority", jobs.waiting, {"priority": "low"})
    send("cancelJob", jobs.waiting)
    send("cancelJob", jobs.succeeded)  # it has ended: nothing is done, and nothing recorded
    send("retryJob", jobs.failed)
    found = AuditEntry.objects.filter(action__startswith="job.").order_by("id")
    assert [(each.action, each.object_id, each.actor_id, each.owner_id, each.details) for each in found] == [
        ("job.priority_changed", jobs.waiting, user.pk, user.pk, {"priority": "low"}),
        ("job.cancelled", jobs.waiting, user.pk, user.pk, {}),
        ("job.retried", jobs.failed, user.pk, user.pk, {"from_start": False}),
    ]
