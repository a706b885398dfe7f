"""Sign-in through an OpenID provider: our web server, a small provider, the requests of a browser."""

from concurrent.futures import ThreadPoolExecutor

import httpx
import jwt
import pytest
from allauth.socialaccount.models import SocialAccount, SocialToken
from django.db import transaction

from tests.database import waits_for_a_transaction
from tests.oidc import provider as providers
from tests.timeouts import until
from users.models import User
from users.sharing.models import TeamInvitation
from users.sharing.teams import create_team

pytestmark = [pytest.mark.django_db(transaction=True)]

GRACE = {
    "sub": "g-1",
    "email": "grace@example.org",
    "email_verified": True,
    "name": "Grace Hopper",
    "preferred_username": "grace",
}


@pytest.fixture
def provider():
    with providers.running() as running:
        running.claims = dict(GRACE)
        yield running


@pytest.fixture
def serve(processes, provider):
    """Start a web server that is configured for the provider; return the client of a browser."""
    clients = []

    def start(**env: str) -> httpx.Client:
        secrets = {"OIDC_CLIENT_ID": providers.CLIENT, "OIDC_CLIENT_SECRET": providers.SECRET}
        _, url = processes.web(env={"OIDC_ISSUER": provider.url, "OIDC_NAME": "Navy", **secrets, **env})
        clients.append(httpx.Client(base_url=url, follow_redirects=True))
        return clients[-1]

    yield start
    for client in clients:
        client.close()


def sign_in(client: httpx.Client, to: str = "/c") -> httpx.Response:
    """Submit the form of the sign-in page and follow the redirects."""
    (button,) = client.get("/api/v1/auth/registration").json()["providers"]
    assert button["name"] == "Navy"
    client.get("/login")
    form = {"csrfmiddlewaretoken": client.cookies["csrftoken"], "next": to}
    return client.post(button["url"], data=form)


def current_user(client: httpx.Client) -> dict | None:
    return client.get("/api/v1/auth/session").json()["user"]


def test_sign_in_through_the_provider(serve, provider, user):
    client = serve()
    response = sign_in(client)
    assert (response.status_code, response.url.path) == (200, "/c")
    account = current_user(client)
    assert (account["username"], account["name"], account["email"]) == ("grace", "Grace Hopper", "grace@example.org")
    assert (account["email_confirmed"], account["has_password"], account["is_staff"]) == (True, False, False)

    # The same identity gets the same account; another one with the same name gets another.
    client.cookies.clear()
    assert str(sign_in(client, to="/confirm-address#a:b:c").url).endswith("/confirm-address#a:b:c")
    assert current_user(client)["id"] == account["id"]
    client.cookies.clear()
    provider.claims = {"sub": "g-2", "preferred_username": "grace"}
    sign_in(client)
    other = current_user(client)
    assert (other["id"] != account["id"], other["username"] != "grace", other["email"]) == (True, True, "")

    # An identity is connected to an account only by an address that both sides have verified.
    client.cookies.clear()
    provider.claims = {**GRACE, "sub": "a-1", "email": "Ada@Example.org"}
    sign_in(client)
    assert current_user(client)["id"] == str(user.pk)
    client.cookies.clear()
    provider.claims = {**GRACE, "sub": "a-2", "email": "ada@example.org", "email_verified": False}
    sign_in(client)
    assert current_user(client)["id"] != str(user.pk)
    assert provider.problems == []

    # Inactive users cannot sign in.
    client.cookies.clear()
    User.objects.filter(pk=account["id"]).update(is_active=False)
    provider.claims = dict(GRACE)
    assert sign_in(client).url.query == b"problem=inactive"
    assert current_user(client) is None


@pytest.mark.full
def test_two_first_sign_ins_at_once(serve, provider, user):
    client = serve()
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            # The first one, which has not ended when the second one looks for the identity.
            SocialAccount.objects.create(user=user, provider="oidc", uid=GRACE["sub"])
            second = pool.submit(sign_in, client)
            until(waits_for_a_transaction)
        assert second.result().url.query == b"problem=provider"
    assert list(User.objects.all()) == [user]
    sign_in(client)
    assert current_user(client)["id"] == str(user.pk)


@pytest.mark.full
def test_unconfirmed_addresses_are_not_connected(serve, provider):
    client = serve()
    pretender = User.objects.create_user("mallory", GRACE["email"], "long enough for her", email_confirmed=False)
    sign_in(client)
    assert current_user(client)["id"] != str(pretender.pk)


@pytest.mark.full
def test_names_and_addresses_of_the_provider(serve, provider, user):
    client = serve()
    # An address as the preferred name becomes no user name that contains it.
    provider.claims = {"sub": "e-1", "email": "eve@example.org", "preferred_username": "gina@example.org"}
    sign_in(client)
    account = current_user(client)
    assert (account["username"], account["email"]) == ("gina", "")
    # What was granted to an address reaches the account whose address the provider has verified, and no other.
    client.cookies.clear()
    pending = TeamInvitation.objects.create(team=create_team("Readers", actor=user), email="gil@example.org")
    provider.claims = {"sub": "e-3", "email": "gil@example.org", "email_verified": False}
    sign_in(client)
    assert TeamInvitation.objects.get().user is None
    client.cookies.clear()
    provider.claims = {"sub": "e-4", "email": "Gil@example.org", "email_verified": True}
    sign_in(client)
    pending.refresh_from_db()
    assert str(pending.user_id) == current_user(client)["id"]
    # Some providers send texts in place of booleans.
    client.cookies.clear()
    provider.claims = {"sub": "e-5", "email": "ada@example.org", "email_verified": "false"}
    sign_in(client)
    assert current_user(client)["id"] != str(user.pk)
    # A verified address that only looks like that of another account belongs to another domain.
    user.email = "bob@github.example"
    user.save()
    client.cookies.clear()
    provider.claims = {"sub": "e-2", "email": "bob@g\u0131thub.example", "email_verified": True}
    sign_in(client)
    account = current_user(client)
    assert (account["id"] != str(user.pk), account["email"]) == (True, "bob@xn--gthub-n4a.example")


@pytest.mark.full
def test_users_cannot_connect_an_identity_themselves(serve, provider, user):
    client = serve()
    client.get("/login")
    headers = {"X-CSRFToken": client.cookies["csrftoken"]}
    credentials = {"username": "ada", "password": "correct horse"}
    assert client.post("/api/v1/auth/session", json=credentials, headers=headers).status_code == 200
    client.get("/login")
    form = {"csrfmiddlewaretoken": client.cookies["csrftoken"]}
    response = client.post("/accounts/oidc/oidc/login/?process=connect", data=form)
    assert response.url.query == b"problem=provider"
    client.cookies.clear()
    sign_in(client)
    assert current_user(client)["id"] != str(user.pk)


@pytest.mark.full
def test_failures_return_to_the_sign_in_page(serve, provider):
    client = serve(OIDC_SIGN_UP="false")
    assert sign_in(client).url.query == b"problem=no_account"
    assert not User.objects.exists()
    provider.refuses = "access_denied"
    assert sign_in(client).url.query == b"problem=provider"
    provider.refuses, provider.audience = "", "another client"
    assert sign_in(client).url.query == b"problem=provider"
    forged = client.get("/accounts/oidc/oidc/login/callback/?code=x&state=y")
    assert forged.url.query == b"problem=provider"
    assert current_user(client) is None


@pytest.mark.full
def test_identities_that_cannot_be_verified_are_refused(serve, provider, user):
    client = serve()
    forgeries = {
        "signed by another key": {"signs": lambda claims: providers.signed(claims, providers.OTHER_KEY)},
        "with an unknown key": {"signs": lambda claims: providers.signed(claims, kid="2")},
        "without a key": {"signs": lambda claims: jwt.encode(claims, "k" * 32, algorithm="HS256")},
        "with the public key as a password": {
            "signs": lambda claims: jwt.encode(claims, "k" * 32, algorithm="HS256", headers={"kid": "1"})
        },
        "not signed": {"signs": lambda claims: jwt.encode(claims, None, algorithm="none", headers={"kid": "1"})},
        "no token": {"signs": lambda claims: ""},
        "for another client": {"audience": "another client"},
        "of another user than the profile": {"id_claims": {"sub": "g-2"}},
        "of another issuer": {"issuer": "https://other.example"},
        "expired": {"id_claims": {"exp": 1}},
    }
    for name, forgery in forgeries.items():
        normal = {field: getattr(provider, field) for field in forgery}
        vars(provider).update(forgery)
        assert sign_in(client).url.query == b"problem=provider", name
        vars(provider).update(normal)
    assert list(User.objects.all()) == [user]
    sign_in(client)
    assert current_user(client)["username"] == "grace"
    assert not SocialToken.objects.exists()


@pytest.mark.full
def test_a_session_begins_only_with_a_form(serve, provider, user):
    client = serve()
    assert client.get("/accounts/oidc/oidc/login/").url.query == b"problem=provider"
    assert current_user(client) is None
    # Nor with the code of a flow that another browser has begun.
    client.get("/login")
    other = serve()
    other.get("/login")
    form = {"csrfmiddlewaretoken": other.cookies["csrftoken"], "next": "/c"}
    started = other.post("/accounts/oidc/oidc/login/", data=form, follow_redirects=False)
    callback = httpx.get(started.headers["Location"]).headers["Location"].partition("/accounts/")[2]
    assert client.get(f"/accounts/{callback}").url.query == b"problem=provider"
    assert current_user(client) is None


@pytest.mark.full
def test_an_unavailable_provider_returns_to_the_sign_in_page(serve, provider):
    client = serve(OIDC_ISSUER="http://127.0.0.1:9")
    assert sign_in(client).url.query == b"problem=provider"


@pytest.mark.django_db
def test_without_a_provider_its_url_is_not_found(anonymous_api):
    assert anonymous_api.send("GET", "/api/v1/auth/registration").json()["providers"] == []
    assert anonymous_api.get("/accounts/oidc/oidc/login/").status_code == 404
