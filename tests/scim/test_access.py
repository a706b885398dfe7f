"""Only a token of an administrator with the scope of directories may do anything, and it may do nothing else."""

import pytest
from django.db import transaction

from core.api.testing import ApiClient
from core.errors import DomainError
from tests.scim.client import ScimClient
from users.accounts.api_tokens import create_token
from users.accounts.models import ApiToken
from users.accounts.token_pairs import access_token_for
from users.models import User
from users.sharing.teams import create_team

pytestmark = pytest.mark.django_db

REQUESTS = [
    ("GET", "Users"),
    ("POST", "Users"),
    ("GET", "Users/{id}"),
    ("PUT", "Users/{id}"),
    ("PATCH", "Users/{id}"),
    ("DELETE", "Users/{id}"),
    ("GET", "Groups"),
    ("POST", "Groups"),
    ("DELETE", "Groups/{id}"),
    ("GET", "ServiceProviderConfig"),
    ("GET", "Schemas"),
    ("GET", "ResourceTypes"),
    ("POST", "Bulk"),
    ("GET", "nothing"),
]


def token_of(owner, *scopes) -> str:
    with transaction.atomic():
        return create_token(owner=owner, name="Token", scopes=scopes)[1]


def token_without_check(owner, **columns) -> str:
    """Return a token that can no longer be created, as one of a former administrator."""
    text = token_of(owner, "read")
    ApiToken.objects.filter(owner=owner).update(**{"scopes": ["provisioning"], **columns})
    return text


def refused(client, user) -> set[tuple[int, str]]:
    answers = [client.send(method, path.replace("{id}", str(user.pk)), {}) for method, path in REQUESTS]
    return {(answer.status, answer.kind) for answer in answers}


def test_anonymous_requests_and_wrong_tokens(user):
    assert refused(ScimClient(), user) == {(401, "401")}
    assert refused(ScimClient("cty_wrong"), user) == {(401, "401")}
    assert ScimClient().get("Users").headers["WWW-Authenticate"] == 'Bearer realm="api"'


def test_sessions_of_administrators(root, user):
    client = ScimClient()
    client._api.force_login(root)
    assert refused(client, user) == {(401, "401")}
    assert refused(ScimClient(access_token_for(root)), user) == {(403, "403")}


@pytest.mark.parametrize("scopes", [["read"], ["write"], ["admin"], ["read", "write", "upload", "admin"]])
def test_other_scopes(root, user, scopes):
    assert refused(ScimClient(token_of(root, *scopes)), user) == {(403, "403")}


def test_users_staff_and_former_administrators(user, root, scim, token):
    assert refused(ScimClient(token_without_check(user)), user) == {(403, "403")}
    User.objects.filter(pk=user.pk).update(is_staff=True)
    assert refused(ScimClient(token_without_check(user)), user) == {(403, "403")}
    User.objects.filter(pk=root.pk).update(is_superuser=False)
    assert refused(scim, user) == {(403, "403")}


def test_deactivated_administrators_and_expired_tokens(user, root, scim):
    User.objects.filter(pk=root.pk).update(is_active=False)
    assert refused(scim, user) == {(401, "401")}
    User.objects.filter(pk=root.pk).update(is_active=True)
    ApiToken.objects.update(expires="2020-01-01T00:00Z")
    assert refused(scim, user) == {(401, "401")}


def test_tokens_that_are_limited(user, root, token, scim):
    team = create_team("Readers", actor=root)
    ApiToken.objects.update(teams=[team.pk])
    assert refused(scim, user) == {(403, "403")}


def test_administrators_without_a_demanded_second_factor(user, scim, settings):
    settings.SECOND_FACTOR_FOR_STAFF = True
    assert refused(scim, user) == {(403, "403")}


@pytest.mark.parametrize(
    ("scopes", "limits"),
    [(["provisioning", "read"], {}), (["provisioning", "admin"], {}), (["provisioning"], {"teams": 1})],
)
def test_the_scope_stands_alone(root, scopes, limits):
    keys = {name: [create_team("Readers", actor=root).pk] for name in limits}
    with pytest.raises(DomainError) as error:
        create_token(owner=root, name="Token", scopes=scopes, **keys)
    assert (error.value.code, error.value.field) == ("invalid", "scopes")


def test_who_creates_the_token(user, root):
    User.objects.filter(pk=user.pk).update(is_staff=True)
    body = {"name": "Directory", "scopes": ["provisioning"]}
    mutation = (
        "mutation ($input: CreateTokenInput!) { createToken(input: $input) { apiToken { token } errors { code } } }"
    )
    values = {"input": {"name": "Directory", "scopes": ["PROVISIONING"]}}
    for owner, status in ((user, 403), (root, 201)):
        client = ApiClient(User.objects.get(pk=owner.pk))
        assert client.send("POST", "/api/v1/tokens", body).status_code == status
        assert bool(client.execute(mutation, values)["createToken"]["apiToken"]) is (status == 201)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/v1/documents"),
        ("GET", "/api/v1/auth/me"),
        ("GET", "/api/v1/teams"),
        ("POST", "/api/v1/corpuses"),
        ("POST", "/api/v1/uploads"),
        ("GET", "/api/v1/tokens"),
        ("GET", "/api/v1/audit-log"),
        ("GET", "/api/v1/admin/failed-jobs"),
        ("GET", "/api/v1/events"),
        ("POST", "/mcp"),
    ],
)
def test_the_token_opens_nothing_else(token, method, path):
    answer = ApiClient().send(method, path, {} if method == "POST" else None, Authorization=f"Bearer {token}")
    if path == "/mcp":  # each tool checks the scopes
        assert answer.status_code >= 400 or "error" in answer.json()
    else:
        assert answer.status_code == 403


def test_the_token_reads_nothing_by_graphql(token):
    client = ApiClient(headers={"Authorization": f"Bearer {token}"})
    for query in (
        "{ me { username } }",
        "{ documents { edges { node { id } } } }",
        "mutation { logoutAll(input: {}) { errors { code } } }",
    ):
        answer = client.send("POST", "/graphql/", {"query": query}).json()
        assert "errors" in answer or "error" in answer, answer


def test_requests_are_counted(scim, settings, token):
    settings.RATE_LIMITS = {"write": {"user": (2, 60)}}
    answers = [scim.create_user(f"user{number}") for number in range(3)]
    assert [each.status for each in answers] == [201, 201, 429]
    assert answers[2].kind == "429"
    assert int(answers[2].headers["Retry-After"]) > 0
