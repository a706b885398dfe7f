"""API tokens: shown once, limited to their scopes, revocable."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from conftest import DEMO
from core.api.testing import ApiClient
from users.accounts import api_tokens
from users.accounts.models import ApiToken
from users.models import User

TOKENS = "/api/v1/tokens"
ALL = ["read", "write", "upload", "admin"]

pytestmark = pytest.mark.django_db


def create(api, **changed):
    response = api.send("POST", TOKENS, {"name": "Nightly", "scopes": ["read"], **changed})
    assert response.status_code == 201, response.body
    return response.json()


def use(token, method="GET", path="/api/v1/documents", body=None):
    return ApiClient().send(method, path, body, Authorization=f"Bearer {token}")


def test_a_token_is_shown_once_and_stored_as_a_digest(api):
    token = create(api)
    assert token["token"].startswith("cty_")
    assert len(token["token"]) >= 44
    assert use(token["token"]).status_code == 200
    (listed,) = api.send("GET", TOKENS).json()["results"]
    assert "token" not in listed
    assert listed["start"] == token["token"][:8]
    assert token["token"] not in str(ApiToken.objects.values().get())


def test_a_repeated_request_creates_one_token(api):
    # proves: S3-27 S3-28 S3-29
    body, key = {"name": "Nightly", "scopes": ["read"]}, {"Idempotency-Key": "lost"}
    first, again = (api.send("POST", TOKENS, body, **key) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert (again.json()["id"], again.json()["token"]) == (first.json()["id"], None)
    assert ApiToken.objects.count() == 1
    assert first["Cache-Control"] == again["Cache-Control"] == "no-store"
    other = api.send("POST", TOKENS, {**body, "scopes": ["write"]}, **key)
    assert (other.status_code, other.json()["error"]["code"]) == (409, "idempotency_key_reuse")
    api.send("DELETE", f"{TOKENS}/{first.json()['id']}")
    assert api.send("POST", TOKENS, body, **key).status_code == 404  # created, and revoked since


def test_revoked_and_expired_tokens_are_refused(api):
    revoked, expiring = create(api), create(api, expires=(timezone.now() + timedelta(hours=1)).isoformat())
    assert api.send("DELETE", f"{TOKENS}/{revoked['id']}").status_code == 204
    assert use(revoked["token"]).status_code == 401
    assert use(expiring["token"]).status_code == 200
    ApiToken.objects.update(expires=timezone.now())
    expired = use(expiring["token"])
    assert (expired.status_code, expired.json()["error"]["code"]) == (401, "token_expired")
    assert expired["WWW-Authenticate"] == 'Bearer realm="api"'
    (listed,) = api.send("GET", TOKENS).json()["results"]
    assert listed["is_expired"] is True
    query = {"query": "{ me { username } }"}
    assert use(expiring["token"], "POST", "/graphql/", query).json()["error"]["code"] == "token_expired"
    assert use("cty_unknown").json()["error"]["code"] == "invalid_token"
    assert api.send("DELETE", f"{TOKENS}/{revoked['id']}").status_code == 404


def days_left(token):
    expires = datetime.fromisoformat(token["expires"]) if token["expires"] else None
    return expires and round((expires - timezone.now()) / timedelta(days=1), 2)


def test_lifetimes_have_a_maximum(api, settings):
    settings.API_TOKEN_MAX_DAYS = 30
    assert days_left(create(api)) == 30
    assert days_left(create(api, expires=None)) == 30
    assert days_left(create(api, lifetime_days=7)) == 7
    for days in (0, 31, 10**12):
        response = api.send("POST", TOKENS, {"name": "x", "scopes": ["read"], "lifetime_days": days})
        assert (response.status_code, response.json()["error"]["field"]) == (400, "lifetime_days")
    late = (timezone.now() + timedelta(days=31)).isoformat()
    response = api.send("POST", TOKENS, {"name": "x", "scopes": ["read"], "expires": late})
    assert (response.status_code, response.json()["error"]["field"]) == (400, "expires")
    settings.API_TOKEN_MAX_DAYS = 0
    assert days_left(create(api)) is None
    assert days_left(create(api, lifetime_days=4_000)) == 4_000


def test_only_one_lifetime_is_accepted(api):
    body = {"name": "x", "scopes": ["read"], "lifetime_days": 7, "expires": timezone.now().isoformat()}
    assert api.send("POST", TOKENS, body).json()["error"]["field"] == "lifetime_days"


def test_lifetimes_in_graphql(api):
    query = 'mutation {{ createToken(input: {{name: "CI", scopes: [READ], lifetimeDays: {0}}}) {1} }}'
    answer = api.execute(query.format(7, "{ apiToken { expires } }"))
    assert days_left(answer["createToken"]["apiToken"]) == 7
    answer = api.execute(query.format(4_000, "{ errors { field } }"))
    assert answer["createToken"]["errors"] == [{"field": "lifetimeDays"}]


def test_tokens_of_other_users_are_not_found(api, other_api):
    token = create(api)
    assert other_api.send("DELETE", f"{TOKENS}/{token['id']}").status_code == 404
    assert other_api.send("GET", TOKENS).json()["results"] == []
    assert ApiClient().send("GET", TOKENS).status_code == 401


UPLOAD = ("POST", "/api/v1/documents/upload")
READ = ("GET", "/api/v1/documents")
CHANGE = ("POST", "/api/v1/jobs")
STAFF = ("GET", "/api/v1/admin/failed-jobs")


@pytest.mark.parametrize(
    ("scopes", "allowed"),
    [
        (["read"], {READ}),
        (["write"], {CHANGE, UPLOAD}),
        (["upload"], {UPLOAD}),
        (["admin"], set()),  # reading needs the scope `read` as well
        (["read", "admin"], {READ, STAFF}),
        (ALL, {READ, CHANGE, UPLOAD, STAFF}),
    ],
    ids=["read", "write", "upload", "admin", "read and admin", "all"],
)
def test_scopes_limit_tokens(user, api, scopes, allowed):
    User.objects.filter(pk=user.pk).update(is_staff=True)
    token = create(api, scopes=scopes)["token"]
    responses = {request: use(token, *request, {}) for request in (READ, CHANGE, UPLOAD, STAFF)}
    refused = {
        request
        for request, response in responses.items()
        if response.json().get("error", {}).get("code") == "scope_missing"
    }
    assert {READ, CHANGE, UPLOAD, STAFF} - refused == allowed
    assert all(responses[request].status_code == 403 for request in refused)


def test_upload_tokens_can_upload(api):
    token = create(api, scopes=["upload"])["token"]
    with (DEMO / "hosting-agreement.pdf").open("rb") as file:
        response = ApiClient().post(UPLOAD[1], {"file": file}, headers={"Authorization": f"Bearer {token}"})
    assert response.status_code == 201


@pytest.mark.parametrize(
    ("scopes", "query", "code"),
    [
        (["read"], "{ me { username } }", None),
        (["read"], 'mutation { createCorpus(input: {title: "x"}) { errors { code } } }', "scope_missing"),
        (["read"], 'query a { me { id } } mutation b { createCorpus(input: {title: "x"}) { errors { code } } }', "any"),
        (["write"], "{ me { username } }", "scope_missing"),
        (["write"], 'mutation { createCorpus(input: {title: "x"}) { errors { code } } }', None),
        (["upload"], "{ me { username } }", "scope_missing"),
    ],
)
def test_scopes_limit_graphql(api, scopes, query, code):
    token = create(api, scopes=scopes)["token"]
    response = use(token, "POST", "/graphql/", {"query": query, "operationName": "a" if " a " in query else None})
    error = response.json().get("error", {}).get("code")
    assert error == ("scope_missing" if code else None)


def test_only_staff_can_create_admin_tokens(api, user):
    assert api.send("POST", TOKENS, {"name": "x", "scopes": ["admin"]}).status_code == 403
    User.objects.filter(pk=user.pk).update(is_staff=True)
    assert create(api, scopes=["read", "admin"])["scopes"] == ["read", "admin"]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", TOKENS, None),
        ("POST", TOKENS, {"name": "more", "scopes": ALL}),
        ("PATCH", "/api/v1/auth/me", {"name": "x"}),
        ("POST", "/api/v1/auth/password/change", {"current_password": "correct horse", "new_password": "x"}),
        ("POST", "/api/v1/auth/logout-all", None),
        ("POST", "/api/v1/auth/email/send", None),
    ],
)
def test_tokens_cannot_change_the_account(api, user, method, path, body):
    User.objects.filter(pk=user.pk).update(is_staff=True)
    token = create(api, scopes=ALL)["token"]
    response = use(token, method, path, body)
    assert (response.status_code, response.json()["error"]["code"]) == (403, "user_session_required")


def test_tokens_cannot_create_tokens_in_graphql(api, user):
    token = create(api, scopes=["read", "write"])["token"]
    query = 'mutation { createToken(input: {name: "more", scopes: [READ]}) { apiToken { token } errors { code } } }'
    assert use(token, "POST", "/graphql/", {"query": query}).json()["data"]["createToken"] == {
        "apiToken": None,
        "errors": [{"code": "user_session_required"}],
    }


def test_last_use_is_saved_once_a_minute(api, django_assert_num_queries):
    token = create(api)["token"]
    api_tokens.authenticate(token)
    first = ApiToken.objects.get().last_used
    assert timezone.now() - first < timedelta(seconds=20)
    with django_assert_num_queries(1):
        api_tokens.authenticate(token)
    ApiToken.objects.update(last_used=first - timedelta(minutes=1))
    api_tokens.authenticate(token)
    assert ApiToken.objects.get().last_used >= first


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"scopes": []}, "scopes"),
        ({"scopes": ["everything"]}, "scopes.0"),
        ({"name": ""}, "name"),
        ({"name": "   "}, "name"),
        ({"name": "x" * 101}, "name"),
        ({"expires": "2020-01-01T00:00:00Z"}, "expires"),
    ],
)
def test_invalid_tokens_are_not_created(api, changed, field):
    response = api.send("POST", TOKENS, {"name": "Nightly", "scopes": ["read"], **changed})
    assert (response.status_code, response.json()["error"]["field"]) == (400, field)


def test_a_user_has_at_most_fifty_tokens(api, user):
    row = {"owner": user, "name": "x", "scopes": ["read"], "start": "cty_"}
    ApiToken.objects.bulk_create(ApiToken(**row, digest=str(number)) for number in range(api_tokens.MAX_PER_USER))
    response = api.send("POST", TOKENS, {"name": "one more", "scopes": ["read"]})
    assert (response.status_code, response.json()["error"]["code"]) == (409, "too_many_tokens")


def test_tokens_of_inactive_users_are_refused(api, user):
    token = create(api)["token"]
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert use(token).status_code == 401


@pytest.mark.parametrize("name", ["", "x" * 101])
def test_invalid_names_are_refused_in_graphql(api, name):
    query = f'mutation {{ createToken(input: {{name: "{name}", scopes: [READ]}}) {{ errors {{ code field }} }} }}'
    assert api.execute(query)["createToken"]["errors"] == [{"code": "invalid", "field": "name"}]


def test_create_list_and_revoke_in_graphql(api):
    made_ = api.execute(
        'mutation { createToken(input: {name: "CI", scopes: [READ, UPLOAD]}) '
        "{ apiToken { id name scopes token } errors { code } } }"
    )["createToken"]["apiToken"]
    assert made_["scopes"] == ["READ", "UPLOAD"]
    assert use(made_["token"]).status_code == 200
    listed = api.execute("{ tokens { totalCount edges { node { id start lastUsed token } } } }")["tokens"]
    assert listed["totalCount"] == 1
    assert listed["edges"][0]["node"]["lastUsed"] is not None
    assert listed["edges"][0]["node"]["token"] is None
    key = made_["id"]
    assert api.execute(f'{{ node(id: "{key}") {{ id }} }}')["node"]["id"] == key
    answer = api.execute(f'mutation {{ revokeToken(input: {{id: "{key}"}}) {{ deletedId errors {{ code }} }} }}')
    assert answer["revokeToken"] == {"deletedId": key, "errors": []}
    assert use(made_["token"]).status_code == 401
