"""Attempts to keep access to an account that its owner takes over later.

The five classes are those of "Pre-hijacked accounts" (Sudhodanan and Paverd, 2022). Mallory acts before Bob has an
account, with his address. The first and the last with an OpenID provider are in `tests/oidc`.
"""

import pytest
from django.core import mail
from django.db import transaction

from core.api.testing import ApiClient
from users.accounts.api_tokens import create_token
from users.accounts.models import ApiToken
from users.accounts.tests.test_accounts import AUTH, code, signs_in, token_in_email
from users.lookup import find_by_confirmed_address
from users.models import User

BOB, MALLORY = "bob@example.org", "mallory@example.net"
OLD, NEW = "squatters-1959-rear", "cobol-1959-rear"

pytestmark = pytest.mark.django_db(transaction=True)  # e-mails are sent after the commit


@pytest.fixture(autouse=True)
def _no_limits(settings):
    settings.RATE_LIMITS = {}


@pytest.fixture
def squatter() -> ApiClient:
    """Return the session of Mallory, in an account with Bob's address."""
    client = ApiClient()
    account = {"username": "acme_bob", "password": OLD, "email": BOB}
    assert client.send("POST", f"{AUTH}/register", account).status_code == 201
    return ApiClient(User.objects.get(username="acme_bob"))


@pytest.fixture
def known(user) -> User:
    """Return a user whose password Mallory knows for a moment."""
    user.email = BOB
    user.set_password(OLD)
    user.save()
    return User.objects.get(pk=user.pk)


def api_token(owner: User) -> str:
    with transaction.atomic():
        return create_token(owner=owner, name="nightly", scopes=["read"])[1]


def request_reset() -> None:
    assert ApiClient().send("POST", f"{AUTH}/password/reset", {"email": BOB}).status_code == 202


def reset() -> None:
    request_reset()
    body = {"token": token_in_email(BOB), "new_password": NEW}
    assert ApiClient().send("POST", f"{AUTH}/password/reset/confirm", body).status_code == 204


def confirm(client: ApiClient, address: str):
    return client.send("POST", f"{AUTH}/email/confirm", {"token": token_in_email(address)})


def ask_for_address(client: ApiClient) -> None:
    change = {"email": MALLORY, "current_password": OLD}
    assert client.send("PATCH", f"{AUTH}/me", change).status_code == 200


def test_a_squatted_account_is_not_reset_by_the_owner_of_its_address(squatter):
    request_reset()
    (message,) = (each for each in mail.outbox if each.subject == "Your password was not reset")
    assert (message.to, "#" in message.body, "acme_bob" in message.body) == ([BOB], False, False)
    assert find_by_confirmed_address(BOB) is None


def test_classic_federated_merge(squatter):
    # The account with the password and the one that confirms the address later stay two accounts.
    body = {"username": "bob", "password": NEW, "email": BOB}
    assert ApiClient().send("POST", f"{AUTH}/register", body).status_code == 201
    bob = ApiClient(User.objects.get(username="bob"))
    assert confirm(bob, BOB).status_code == 204
    assert find_by_confirmed_address(BOB) == User.objects.get(username="bob")
    assert signs_in(BOB, NEW)
    assert not signs_in(BOB, OLD)


def test_unexpired_session(known):
    session, tokens = ApiClient(known), ApiClient().send("POST", f"{AUTH}/login", {"username": "ada", "password": OLD})
    programs = api_token(known)
    reset()
    assert session.send("GET", f"{AUTH}/me").status_code == 401
    pair = tokens.json()
    assert ApiClient().send("POST", f"{AUTH}/refresh", {"refresh": pair["refresh"]}).status_code == 401
    for token in (pair["access"], programs):
        response = ApiClient().send("GET", "/api/v1/documents", Authorization=f"Bearer {token}")
        assert response.status_code == 401
    assert "API tokens, share links and calendar addresses have ended" in mail.outbox[-1].body


def test_trojan_identifier(squatter, known):
    # A second way in that Mallory adds: a user name that is Bob's address, or an address of her own.
    body = {"username": BOB, "password": OLD}
    assert code(ApiClient().send("POST", f"{AUTH}/register", body)) == (400, "invalid")
    session = ApiClient(known)
    ask_for_address(session)
    reset()
    assert not signs_in(MALLORY, NEW)
    known.refresh_from_db()
    assert (known.email, known.pending_email) == (BOB, "")


@pytest.mark.parametrize("ends", ["reset", "change"])
def test_unexpired_email_change(known, ends):
    session = ApiClient(known)
    ask_for_address(session)
    if ends == "reset":
        reset()
    else:
        change = {"current_password": OLD, "new_password": NEW}
        assert session.send("POST", f"{AUTH}/password/change", change).status_code == 204
    known.refresh_from_db()
    assert known.pending_email == ""
    # The link of before does not work even if the same address is requested again.
    assert code(confirm(ApiClient(known), MALLORY)) == (400, "link_unusable")
    User.objects.update(pending_email=MALLORY)
    assert code(confirm(ApiClient(known), MALLORY)) == (400, "link_unusable")
    known.refresh_from_db()
    assert known.email == BOB


def test_non_verifying_provider(squatter):
    # Nor does a victim who follows the link confirm the account of Mallory.
    victim = User.objects.create_user("bob", "bob2@example.org", NEW)
    assert code(confirm(ApiClient(), BOB)) == (401, "not_authenticated")
    assert code(confirm(ApiClient(victim), BOB)) == (403, "link_of_other_account")
    assert not User.objects.get(username="acme_bob").email_confirmed


def test_a_change_of_the_password_revokes_api_tokens_on_request(known):
    session = ApiClient(known)
    change = {"current_password": OLD, "new_password": NEW}
    api_token(known)
    assert session.send("POST", f"{AUTH}/password/change", change).status_code == 204
    assert ApiToken.objects.count() == 1
    change = {"current_password": NEW, "new_password": OLD, "revoke_api_tokens": True}
    assert session.send("POST", f"{AUTH}/password/change", change).status_code == 204
    assert ApiToken.objects.count() == 0
    known.refresh_from_db()
    api_token(known)
    query = (
        f'mutation {{ changePassword(input: {{currentPassword: "{OLD}", newPassword: "{NEW}", revokeApiTokens: true}}) '
        "{ errors { code } } }"
    )
    assert session.execute(query)["changePassword"] == {"errors": []}
    assert ApiToken.objects.count() == 0
