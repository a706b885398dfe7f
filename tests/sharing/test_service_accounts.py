"""Service accounts: programs of a team that cannot sign in, act through API tokens, and leave what they own to it."""

import pytest
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from graphql_relay import to_global_id

from audit.models import AuditEntry
from core.api.testing import ApiClient
from corpuses.corpora.services import add_documents, personal_corpus
from corpuses.models import Corpus, CorpusShare
from documents.models import Document
from documents.services.quota import usage_of
from documents.tests.factories import parsed_document
from users.accounts.api_tokens import create_token
from users.accounts.models import ApiToken
from users.models import Tenant, User
from users.sharing import service_accounts
from users.sharing.models import TeamMembership
from users.sharing.teams import create_team

pytestmark = pytest.mark.django_db

API = "/api/v1"


@pytest.fixture
def team(user, friend):
    team = create_team("Readers", actor=user)
    TeamMembership.objects.create(team=team, user=friend)
    return team


@pytest.fixture
def accounts(team):
    return f"{API}/teams/{team.pk}/service-accounts"


@pytest.fixture
def account(api, accounts):
    """Create an account in REST; return its representation."""
    response = api.send("POST", accounts, {"name": "Nightly import"})
    assert response.status_code == 201, response.body
    return response.json()


def row_of(account):
    return User.objects.get(pk=account["id"])


def program(api, account, *, scopes=("read", "write"), **options):
    """Create a token of an account in REST; return a client that uses it."""
    body = {"name": "Production", "scopes": list(scopes), **options}
    response = api.send("POST", f"{API}/service-accounts/{account['id']}/tokens", body)
    assert response.status_code == 201, response.body
    return ApiClient(headers={"Authorization": f"Bearer {response.json()['token']}"})


def test_admins_create_list_and_change_accounts(api, accounts, account, team):
    assert account["username"].startswith("nightly-import-")
    assert (account["name"], account["team"], account["is_active"]) == ("Nightly import", str(team.pk), True)
    path = f"{API}/service-accounts/{account['id']}"
    response = api.send("GET", path)
    assert response.json() == account
    assert api.send("GET", accounts).json()["results"] == [account]
    changed = api.send("PATCH", path, {"name": "Import"}, **{"If-Match": response["ETag"]})
    assert (changed.status_code, changed.json()["name"]) == (200, "Import")
    stale = api.send("PATCH", path, {"name": "Other"}, **{"If-Match": response["ETag"]})
    assert (stale.status_code, stale.json()["error"]["code"]) == (412, "edit_conflict")
    for name in ("", "  ", "x" * 101):
        assert api.send("POST", accounts, {"name": name}).json()["error"]["field"] == "name"
    members = api.send("GET", f"{API}/teams/{team.pk}").json()["members"]
    assert [member["is_service_account"] for member in members] == [False, False, True]


def test_only_admins_manage_accounts(api, friend_api, other_api, accounts, account):
    path = f"{API}/service-accounts/{account['id']}"
    requests = [
        ("GET", accounts, None),
        ("POST", accounts, {"name": "x"}),
        ("GET", path, None),
        ("PATCH", path, {"name": "x"}),
        ("DELETE", path, None),
        ("GET", f"{path}/tokens", None),
        ("POST", f"{path}/tokens", {"name": "x", "scopes": ["read"]}),
        ("DELETE", f"{path}/tokens/{account['id']}", None),
    ]
    for method, address, body in requests:
        assert friend_api.send(method, address, body).status_code == 403, (method, address)
        assert other_api.send(method, address, body).status_code == 404, (method, address)
        assert ApiClient().send(method, address, body).status_code == 401, (method, address)


def test_programs_do_not_manage_accounts(api, user, account, accounts):
    _, text = create_token(owner=user, name="x", scopes=["read", "write"])
    mine = ApiClient(headers={"Authorization": f"Bearer {text}"})
    for client in (mine, program(api, account)):
        response = client.send("GET", accounts)
        assert (response.status_code, response.json()["error"]["code"]) == (403, "user_session_required")
    found = mine.execute("{ teams { edges { node { serviceAccounts { name } } } } }")
    assert found["teams"]["edges"] == [{"node": {"serviceAccounts": []}}]


def test_an_account_cannot_sign_in(api, account, settings):
    settings.SIGN_IN_LIMITS = dict.fromkeys(settings.SIGN_IN_LIMITS, (1_000, 300))
    row = row_of(account)
    for password in ("", "!", row.password):
        for path in ("login", "session"):
            body = {"username": row.username, "password": password or " "}
            assert ApiClient().send("POST", f"{API}/auth/{path}", body).status_code == 401
    assert ApiClient().send("POST", f"{API}/auth/password/reset", {"email": row.username}).status_code in {202, 400}
    client = program(api, account)
    for method, path, body in [
        ("PATCH", "auth/me", {"email": "a@example.org", "current_password": "x"}),
        ("POST", "auth/password/change", {"current_password": "x", "new_password": "cobol-1959-rear"}),
        ("POST", "tokens", {"name": "more", "scopes": ["read"]}),
    ]:
        response = client.send(method, f"{API}/{path}", body)
        assert (response.status_code, response.json()["error"]["code"]) == (403, "user_session_required")


@pytest.mark.parametrize(
    "change",
    [
        {"password": make_password("battery staple")},
        {"email": "a@example.org"},
        {"pending_email": "a@example.org"},
        {"is_staff": True},
        {"is_superuser": True},
    ],
    ids=lambda change: next(iter(change)),
)
def test_the_database_refuses_what_would_let_it_sign_in(account, change):
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=account["id"]).update(**change)


def test_staff_cannot_set_its_password(account, api, user):
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    path = f"/admin/users/user/{account['id']}"
    assert api.get(f"{path}/password/").status_code == 403
    assert b'name="password"' not in api.get(f"{path}/change/").body
    page = api.get(f"{path}/change/").body.decode()
    assert "Service account" in page
    assert 'name="email"' not in page


def test_it_sees_what_is_shared_with_the_team(api, account, team, corpus, document):
    client = program(api, account)
    assert client.send("GET", f"{API}/documents/{document.pk}").status_code == 404
    CorpusShare.objects.create(target=corpus, team=team, role="editor")
    assert client.send("GET", f"{API}/documents/{document.pk}").status_code == 200
    assert client.send("PATCH", f"{API}/documents/{document.pk}", {"title": "New"}).status_code == 200
    assert client.send("DELETE", f"{API}/documents/{document.pk}").status_code == 403


def test_what_it_creates_is_its_own_and_can_be_shared_with_the_team(api, account, team, friend_api):
    client = program(api, account)
    created = client.send("POST", f"{API}/corpuses", {"title": "Imported"}).json()
    assert Corpus.objects.get(pk=created["id"]).owner_id == row_of(account).pk
    assert friend_api.send("GET", f"{API}/corpuses/{created['id']}").status_code == 404
    share = {"role": "viewer", "team": str(team.pk)}
    assert client.send("POST", f"{API}/corpuses/{created['id']}/shares", share).status_code == 201
    assert friend_api.send("GET", f"{API}/corpuses/{created['id']}").status_code == 200


def test_it_uses_the_quota_of_the_admin_who_created_it(api, account, user):
    tenants = Tenant.objects.count()
    document = parsed_document(row_of(account), "Some words.")
    assert document.tenant_id == user.tenant_id
    assert usage_of(user.tenant_id).documents == 1
    assert Tenant.objects.count() == tenants


def test_it_stays_in_its_team_and_is_no_admin(api, account, team, user):
    client = program(api, account)
    path = f"{API}/teams/{team.pk}/members"
    assert api.send("POST", path, {"user": account["username"], "role": "admin"}).status_code == 400
    other = create_team("Others", actor=user)
    assert api.send("POST", f"{API}/teams/{other.pk}/members", {"user": account["username"]}).status_code == 400
    assert client.send("DELETE", f"{path}/{account['id']}").status_code == 403
    assert api.send("DELETE", f"{path}/{account['id']}").status_code == 403
    assert client.send("POST", f"{API}/teams", {"name": "Mine"}).status_code == 403
    assert client.send("PATCH", f"{API}/teams/{team.pk}", {"name": "Mine"}).status_code == 403
    response = api.send("DELETE", f"{API}/teams/{team.pk}")
    assert (response.status_code, response.json()["error"]["code"]) == (409, "team_has_service_accounts")


def test_a_disabled_account_and_its_tokens(api, account):
    client, path = program(api, account), f"{API}/service-accounts/{account['id']}"
    assert api.send("PATCH", path, {"is_active": False}).json()["is_active"] is False
    assert client.send("GET", f"{API}/documents").status_code == 401
    assert api.send("PATCH", path, {"is_active": True}).status_code == 200
    assert client.send("GET", f"{API}/documents").status_code == 200


def test_tokens_are_listed_and_revoked_by_admins(api, account, user):
    client = program(api, account, scopes=["read"], lifetime_days=7)
    tokens = f"{API}/service-accounts/{account['id']}/tokens"
    client.send("GET", f"{API}/documents")
    (token,) = api.send("GET", tokens).json()["results"]
    assert (token["name"], token["scopes"]) == ("Production", ["read"])
    assert AuditEntry.objects.get(action="token.created", object_id=token["id"]).actor_id == user.pk
    summary = api.send("GET", f"{API}/service-accounts/{account['id']}").json()["tokens"]
    assert (summary["count"], summary["last_used"]) == (1, token["last_used"])
    assert api.send("GET", f"{API}/tokens").json()["results"] == []
    assert api.send("DELETE", f"{API}/tokens/{token['id']}").status_code == 404
    assert api.send("DELETE", f"{tokens}/{token['id']}").status_code == 204
    assert client.send("GET", f"{API}/documents").status_code == 401
    refused = api.send("POST", tokens, {"name": "x", "scopes": ["admin"]})
    assert refused.status_code == 403


def test_tokens_of_accounts_are_limited_to_what_these_see(api, account, corpus, team):
    tokens = f"{API}/service-accounts/{account['id']}/tokens"
    body = {"name": "x", "scopes": ["read"], "corpora": [str(corpus.pk)]}
    assert api.send("POST", tokens, body).json()["error"]["field"] == "corpora"
    CorpusShare.objects.create(target=corpus, team=team, role="viewer")
    assert api.send("POST", tokens, body).status_code == 201


def test_a_token_of_a_team_reaches_what_its_accounts_own(api, account, team, user):
    row = row_of(account)
    document = parsed_document(row, "Some words.")
    client = program(api, account, teams=[str(team.pk)])
    assert client.send("GET", f"{API}/documents/{document.pk}").status_code == 200
    _, text = create_token(owner=user, name="x", scopes=["read"], teams=[team.pk])
    mine = ApiClient(headers={"Authorization": f"Bearer {text}"})
    assert mine.send("GET", f"{API}/documents/{document.pk}").status_code == 404  # the admin has no access


def test_what_a_deleted_account_owned_stays_with_the_team(api, account, team, user, friend_api):
    row = row_of(account)
    client = program(api, account)
    corpus = Corpus.objects.get(pk=client.send("POST", f"{API}/corpuses", {"title": "Imported"}).json()["id"])
    document = parsed_document(row, "Some words.", title="Imported")
    add_documents(corpus, [document], actor=row)
    personal = personal_corpus(row)
    assert api.send("DELETE", f"{API}/service-accounts/{account['id']}").status_code == 204
    assert client.send("GET", f"{API}/documents").status_code == 401
    document.refresh_from_db()
    assert (document.owner_id, document.tenant_id) == (user.pk, user.tenant_id)
    assert set(Corpus.objects.filter(owner=user).values_list("pk", flat=True)) == {corpus.pk, personal.pk}
    assert not Corpus.objects.get(pk=personal.pk).is_personal
    assert friend_api.send("GET", f"{API}/documents/{document.pk}").status_code == 200
    assert friend_api.send("PATCH", f"{API}/corpuses/{corpus.pk}", {"title": "Ours"}).status_code == 200
    row.refresh_from_db()
    assert (row.is_active, row.service_team_id, row.is_service_account) == (False, None, True)
    assert not Document.with_deleted.filter(owner=row).exists()
    assert not ApiToken.objects.exists()
    assert not TeamMembership.objects.filter(user=row).exists()
    assert api.send("GET", f"{API}/service-accounts/{account['id']}").status_code == 404
    assert api.send("DELETE", f"{API}/teams/{team.pk}").status_code == 204


def test_accounts_in_graphql(api, team):
    team_id = to_global_id("Team", team.pk)
    create = (
        'mutation ($team: ID!) { createServiceAccount(input: {teamId: $team, name: "Import"})'
        " { serviceAccount { id uuid username isActive version } errors { code } } }"
    )
    account = api.execute(create, {"team": team_id})["createServiceAccount"]["serviceAccount"]
    token = (
        'mutation ($id: ID!) { createServiceAccountToken(input: {serviceAccountId: $id, name: "CI", scopes: [READ]})'
        " { apiToken { id token } errors { code } } }"
    )
    made_ = api.execute(token, {"id": account["id"]})["createServiceAccountToken"]["apiToken"]
    client = ApiClient(headers={"Authorization": f"Bearer {made_['token']}"})
    assert client.execute("{ me { username } }") == {"me": {"username": account["username"]}}
    listed = "{ teams { edges { node { serviceAccounts { name tokens { name } } members { isServiceAccount } } } } }"
    (edge,) = api.execute(listed)["teams"]["edges"]
    assert edge["node"]["serviceAccounts"] == [{"name": "Import", "tokens": [{"name": "CI"}]}]
    assert [each["isServiceAccount"] for each in edge["node"]["members"]] == [False, False, True]
    revoke = (
        "mutation ($id: ID!, $token: ID!) { revokeServiceAccountToken(input: {serviceAccountId: $id, id: $token})"
        " { deletedId errors { code } } }"
    )
    values = {"id": account["id"], "token": made_["id"]}
    assert api.execute(revoke, values)["revokeServiceAccountToken"]["errors"] == []
    update = "mutation ($id: ID!) { updateServiceAccount(input: {id: $id, isActive: false}) { errors { code } } }"
    assert api.execute(update, {"id": account["id"]})["updateServiceAccount"]["errors"] == []
    assert User.objects.get(pk=account["uuid"]).is_active is False
    delete = "mutation ($id: ID!) { deleteServiceAccount(input: {id: $id}) { deletedId errors { code } } }"
    assert api.execute(delete, {"id": account["id"]})["deleteServiceAccount"]["deletedId"] == account["id"]


def test_the_number_of_accounts_is_limited(api, accounts, account, monkeypatch):
    monkeypatch.setattr(service_accounts, "MAX_PER_TEAM", 1)
    response = api.send("POST", accounts, {"name": "One more"})
    assert (response.status_code, response.json()["error"]["code"]) == (409, "too_many_service_accounts")


def test_lists_need_a_constant_number_of_queries(api, accounts, account, team):
    counts = []
    query = "{ teams { edges { node { serviceAccounts { name tokens { name } } members { isServiceAccount } } } } }"
    for number in range(2):
        with CaptureQueriesContext(connection) as queries:
            api.send("GET", accounts)
            api.execute(query)
            api.send("GET", f"{API}/teams")
        counts.append(len(queries))
        for each in range(3):
            created = api.send("POST", accounts, {"name": f"{number} {each}"}).json()
            program(api, created)
    assert counts[0] == counts[1]
