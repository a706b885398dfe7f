"""The life of a user, in the forms of Entra and Okta."""

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from audit.models import AuditEntry
from core.api.testing import ApiClient
from tests.scim.client import ENTERPRISE, USER
from users.accounts.api_tokens import create_token
from users.lookup import find_by_confirmed_address
from users.models import User
from users.provisioning.models import ProvisionedUser
from users.sharing.service_accounts import create_account
from users.sharing.teams import create_team

pytestmark = pytest.mark.django_db

WORK = {"type": "work", "value": "grace@corp.example", "primary": True}
ENTRA = {
    "schemas": [USER, ENTERPRISE],
    "externalId": "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
    "userName": "Grace@corp.example",
    "active": True,
    "displayName": "Grace Hopper",
    "emails": [WORK],
    "meta": {"resourceType": "User"},
    "name": {"formatted": "Dr. Grace Hopper", "familyName": "Hopper", "givenName": "Grace"},
    "title": "Rear admiral",
    "preferredLanguage": "de-DE",
    ENTERPRISE: {"department": "Navy", "manager": {"value": "26118915"}},
}
OKTA = {
    "schemas": [USER],
    "userName": "grace@corp.example",
    "name": {"givenName": "Grace", "familyName": "Hopper"},
    "emails": [WORK],
    "displayName": "Grace Hopper",
    "locale": "en-US",
    "externalId": "00ujl29u0le5T6Aj10h7",
    "groups": [],
    "password": "1mz050nq",
    "active": True,
}


@pytest.fixture
def grace(scim):
    answer = scim.send("POST", "Users", ENTRA)
    assert answer.status == 201, answer.body
    return answer.body


def account(body) -> User:
    return User.objects.get(pk=body["id"])


def actions(user_id) -> list[str]:
    return list(AuditEntry.objects.filter(object_id=user_id).order_by("id").values_list("action", flat=True))


def test_entra_creates_a_user(scim, grace, root):
    kept = {name: ENTRA[name] for name in ("externalId", "userName", "active", "displayName", "emails", "name")}
    assert {name: grace[name] for name in kept} == kept
    assert (grace["schemas"], grace["preferredLanguage"]) == ([USER], "de-DE")
    assert grace["meta"]["location"].endswith(f"/scim/v2/Users/{grace['id']}")
    assert scim.get(f"Users/{grace['id']}").body == grace
    user = account(grace)
    assert (user.username, user.name, user.email, user.email_confirmed) == (
        "Grace",
        "Grace Hopper",
        WORK["value"],
        True,
    )
    assert (user.is_staff, user.is_superuser, user.has_usable_password()) == (False, False, False)
    entry = AuditEntry.objects.get(action="user.created", object_id=user.pk)
    assert (entry.actor_id, entry.credential) == (root.pk, "api_token")


def test_the_password_of_okta_is_not_kept(scim):
    answer = scim.send("POST", "Users", OKTA)
    assert answer.status == 201
    assert "password" not in answer.body
    assert not account(answer.body).has_usable_password()
    assert answer.headers["Location"] == answer.body["meta"]["location"]


@pytest.mark.parametrize(
    "text",
    [
        'userName eq "GRACE@corp.example"',
        'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"',
        'emails[type eq "work"].value eq "grace@CORP.example"',
        'emails[type eq "work" and value eq "grace@corp.example"]',
        'emails.value eq "grace@corp.example"',
        'displayName eq "grace hopper" and active eq true',
        f'{USER}:userName eq "grace@corp.example"',
        'id eq "{id}"',
    ],
)
def test_filters(scim, grace, text):
    scim.create_user("lin@corp.example", displayName="Lin")
    assert [each["id"] for each in scim.find("Users", text.replace("{id}", grace["id"]))] == [grace["id"]]


@pytest.mark.parametrize(
    "text",
    [
        'userName eq "other"',
        'externalId eq ""',
        'id eq "no id"',
        'emails[type eq "home"].value eq "grace@corp.example"',
        'userName eq "grace@corp.example" and active eq false',
        'userName eq "\\u0000"',
    ],
)
def test_filters_that_nothing_fits(scim, grace, text):
    assert scim.find("Users", text) == []


@pytest.mark.parametrize(
    "text",
    [
        'userName co "g"',
        "userName pr",
        'not (userName eq "g")',
        'userName eq "a" or userName eq "b"',
        'title eq "x"',
        'name.familyName eq "Hopper"',
        "userName eq 5",
        'active eq "yes"',
        "userName eq",
        'emails[value co "x"]',
        "(" * 400 + "userName pr" + ")" * 400,
        f'userName eq "{"x" * 2_000}"',
    ],
)
def test_other_filters_are_refused(scim, text):
    assert scim.filtered("Users", text).kind == "invalidFilter"


def test_existing_accounts_are_found_and_named(scim, user):
    (found,) = scim.find("Users", 'userName eq "ada@example.org"')
    assert (found["id"], found["userName"]) == (str(user.pk), "ada")
    assert scim.create_user("ADA@example.org").kind == "uniqueness"
    assert scim.create_user("Ada").kind == "uniqueness"
    renamed = scim.patch(f"Users/{user.pk}", {"op": "Replace", "path": "userName", "value": "Ada@example.org"})
    assert renamed.body["userName"] == "Ada@example.org"
    user.refresh_from_db()
    assert (user.username, user.check_password("correct horse")) == ("ada", True)


def test_addresses_that_differ_in_the_domain_are_two_accounts(scim):
    names = [scim.create_user(name).body["id"] for name in ("grace@a.example", "grace@b.example", "!@c.example")]
    found = User.objects.filter(pk__in=names).order_by("pk").values_list("username", flat=True)
    assert list(found) == ["grace", "grace2", "user"]


def test_entra_changes_a_user(scim, grace):
    path = f"Users/{grace['id']}"
    answer = scim.patch(
        path,
        {"op": "Replace", "path": 'emails[type eq "work"].value', "value": "hopper@corp.example"},
        {"op": "Add", "path": "name.familyName", "value": "Murray"},
        {"op": "Replace", "path": f"{ENTERPRISE}:department", "value": "Yale"},
        {"op": "Replace", "path": "displayName", "value": "Grace Murray"},
    )
    assert answer.status == 200, answer.body
    assert answer.body["emails"] == [WORK | {"value": "hopper@corp.example"}]
    assert answer.body["name"] == ENTRA["name"] | {"familyName": "Murray"}
    assert answer.body == scim.get(path).body
    assert (account(grace).name, account(grace).email) == ("Grace Murray", "hopper@corp.example")
    assert find_by_confirmed_address("hopper@corp.example") == account(grace)
    assert actions(grace["id"])[-1] == "user.changed_by_directory"


def test_the_former_address_gets_a_notice(scim, grace, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        scim.patch(f"Users/{grace['id']}", {"op": "replace", "value": {"emails": [WORK | {"value": "x@corp.example"}]}})
    assert [message.to for message in mail.outbox] == [[WORK["value"]]]


def test_okta_replaces_a_user(scim):
    created = scim.send("POST", "Users", OKTA).body
    body = {**OKTA, "id": created["id"], "displayName": "G. Hopper", "name": {"givenName": "G."}}
    answer = scim.send("PUT", f"Users/{created['id']}", body)
    assert (answer.status, answer.body["displayName"], answer.body["name"]) == (200, "G. Hopper", {"givenName": "G."})
    assert answer.body["active"] is True


def test_what_a_replacement_leaves_out(scim, grace):
    answer = scim.send("PUT", f"Users/{grace['id']}", {"schemas": [USER], "userName": ENTRA["userName"]})
    kept = {"schemas", "id", "userName", "active", "preferredLanguage", "meta"}
    assert (answer.status, {*answer.body}) == (200, kept)


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "Replace", "path": "active", "value": "False"},
        {"op": "replace", "value": {"active": False}},
        {"op": "Add", "path": "active", "value": False},
    ],
)
def test_deactivation_ends_all_access(scim, grace, operation):
    user = account(grace)
    session = ApiClient(user)
    _, token = create_token(owner=user, name="Script", scopes=["read"])
    assert ApiClient().send("GET", "/api/v1/documents", Authorization=f"Bearer {token}").status_code == 200
    answer = scim.patch(f"Users/{user.pk}", operation)
    assert (answer.status, answer.body["active"]) == (200, False)
    assert session.send("GET", "/api/v1/documents").status_code == 401
    assert ApiClient().send("GET", "/api/v1/documents", Authorization=f"Bearer {token}").status_code == 401
    scim.patch(f"Users/{user.pk}", {"op": "Replace", "path": "active", "value": "True"})
    assert account(grace).is_active
    assert ApiClient().send("GET", "/api/v1/documents", Authorization=f"Bearer {token}").status_code == 401
    found = actions(user.pk)
    assert found.index("user.deactivated") < found.index("user.reactivated")


def test_a_deleted_user_is_gone_and_can_come_back(scim, grace):
    path = f"Users/{grace['id']}"
    assert scim.send("DELETE", path).status == 204
    assert (scim.get(path).kind, scim.send("DELETE", path).kind, scim.patch(path, ACTIVATE).kind) == ("404",) * 3
    assert scim.find("Users", 'userName eq "grace@corp.example"') == []
    assert grace["id"] not in {each["id"] for each in scim.get("Users").body["Resources"]}
    assert not account(grace).is_active
    again = scim.send("POST", "Users", {**ENTRA, "displayName": "Grace again"})
    assert (again.status, again.body["id"], again.body["displayName"]) == (201, grace["id"], "Grace again")
    assert account(grace).is_active


ACTIVATE = {"op": "replace", "path": "active", "value": True}


def test_values_that_only_one_user_has(scim, grace, other_user):
    lin = scim.create_user("lin@corp.example", externalId="2").body
    path = f"Users/{lin['id']}"
    for name, value in (("userName", "GRACE@corp.example"), ("externalId", ENTRA["externalId"]), ("userName", "eve")):
        answer = scim.patch(path, {"op": "replace", "path": name, "value": value})
        assert (answer.status, answer.kind) == (409, "uniqueness")
    taken = [{"value": "EVE@example.org", "type": "work"}]
    assert scim.patch(path, {"op": "replace", "path": "emails", "value": taken}).kind == "uniqueness"
    assert scim.create_user("eve@elsewhere.example", emails=taken).kind == "uniqueness"
    assert scim.create_user("new@corp.example", externalId="2").kind == "uniqueness"
    assert scim.get(path).body == lin
    assert not User.objects.filter(username="new").exists()


@pytest.mark.parametrize("path", ["password", "groups", "id", "meta", "userName", "active"])
def test_what_cannot_be_removed_or_written(scim, grace, path):
    answer = scim.patch(f"Users/{grace['id']}", {"op": "remove", "path": path})
    assert answer.status == 200 if path == "password" else answer.kind == "mutability"
    assert scim.get(f"Users/{grace['id']}").body == grace


def test_pages(scim, root):
    users = [scim.create_user(f"user{number}").body["id"] for number in range(5)]
    everyone = scim.get("Users").body
    assert (everyone["totalResults"], everyone["startIndex"], everyone["itemsPerPage"]) == (6, 1, 6)
    assert {each["id"] for each in everyone["Resources"]} == {str(root.pk), *users}
    page = scim.get("Users?startIndex=3&count=2").body
    assert (page["totalResults"], page["startIndex"], page["itemsPerPage"]) == (6, 3, 2)
    assert page["Resources"] == everyone["Resources"][2:4]
    for query in ("count=0", "startIndex=100", "count=-1", f"startIndex={10**30}"):
        answer = scim.get(f"Users?{query}")
        assert (answer.status, answer.body["totalResults"], answer.body.get("Resources", [])) == (200, 6, [])


def test_attributes(scim, grace):
    few = scim.get(f"Users/{grace['id']}?attributes=userName,emails.value").body
    assert {*few} == {"schemas", "id", "userName", "emails"}
    assert few["emails"] == [{"value": WORK["value"]}]
    assert "emails" not in scim.get(f"Users/{grace['id']}?excludedAttributes=emails").body


def test_a_list_has_a_constant_number_of_queries(scim):
    counts = []
    for size in (2, 20):
        members = [
            scim.create_user(f"user{size}n{number}", externalId=f"{size}-{number}").body["id"] for number in range(size)
        ]
        scim.create_group(f"Group {size}", *members)
        for kind in ("Users", "Groups"):
            with CaptureQueriesContext(connection) as queries:
                assert len(scim.get(kind).body["Resources"]) >= 1
            counts.append((kind, len(queries)))
    assert counts[:2] == counts[2:]


def test_service_accounts_are_no_users(scim, user):
    program = create_account(create_team("Readers", actor=user), "Nightly import", actor=user)
    assert scim.get(f"Users/{program.pk}").kind == "404"
    assert scim.patch(f"Users/{program.pk}", ACTIVATE).kind == "404"
    assert scim.find("Users", f'userName eq "{program.username}"') == []


def test_rows_of_the_directory_go_with_the_account(scim, grace):
    account(grace).delete()
    assert not ProvisionedUser.objects.exists()
