"""Sign-in through a SAML identity provider: our web server, a small provider, the requests of a browser."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from uuid import UUID

import pytest
import xmlsec
from allauth.socialaccount.models import SocialAccount
from django.db import transaction

from audit.actions import Action
from audit.models import AuditEntry
from tests.database import waits_for_a_transaction
from tests.saml import provider as providers
from tests.saml.conftest import EMAIL, GRACE
from tests.timeouts import until
from users.accounts.models import BrowserSession
from users.models import User

pytestmark = [pytest.mark.django_db(transaction=True)]


def test_sign_in_through_the_provider(serve, provider, user):
    browser = serve(SAML_VERIFIED_EMAIL="true")
    response = browser.sign_in()
    assert (response.status_code, response.url.path) == (200, "/c")
    account = browser.user()
    assert (account["username"], account["name"], account["email"]) == ("grace", "Grace Hopper", "grace@example.org")
    assert (account["email_confirmed"], account["has_password"], account["is_staff"]) == (True, False, False)

    # The same subject gets the same account; another one with the same name gets another.
    browser.sign_out()
    assert str(browser.sign_in(to="/confirm-address#a:b:c").url).endswith("/confirm-address#a:b:c")
    assert browser.user()["id"] == account["id"]
    browser.sign_out()
    provider.subject, provider.attributes = "g-2", {"username": "grace"}
    browser.sign_in()
    other = browser.user()
    assert (other["id"] != account["id"], other["username"] != "grace", other["email"]) == (True, True, "")

    # A new identity is connected to the account with its address.
    browser.sign_out()
    provider.subject, provider.attributes = "a-1", {EMAIL: "Ada@Example.org"}
    browser.sign_in()
    assert browser.user()["id"] == str(user.pk)

    # Inactive users cannot sign in.
    browser.sign_out()
    User.objects.filter(pk=account["id"]).update(is_active=False)
    provider.subject, provider.attributes = "g-1", dict(GRACE)
    assert browser.sign_in().url.query == b"problem=inactive"
    assert browser.user() is None


@pytest.mark.full
def test_a_session_ends_when_the_provider_says(serve, provider):
    browser = serve()
    provider.changes = {"session_ends": -1}
    browser.sign_in()
    assert "SessionNotOnOrAfter" in browser.new_reason()
    provider.changes = {"session_ends": 15}
    browser.sign_in()
    (session,) = browser.client.get("/api/v1/auth/sessions").json()["results"]
    assert datetime.fromisoformat(session["expires"]) - datetime.fromisoformat(session["created"]) < timedelta(
        seconds=16
    )
    until(lambda: browser.user() is None, seconds=60)

    # The next sign-in in the same browser begins a session of its own.
    provider.changes = {"session_ends": 3_600}
    browser.sign_in()
    provider.changes = {}
    browser.sign_in()
    (session,) = browser.client.get("/api/v1/auth/sessions").json()["results"]
    assert datetime.fromisoformat(session["expires"]) - datetime.fromisoformat(session["created"]) > timedelta(days=1)


@pytest.mark.full
def test_addresses_count_only_where_operators_trust_the_provider(serve, provider, user):
    browser = serve()
    provider.attributes = {EMAIL: "ada@example.org", "urn:oid:2.5.4.42": "Augusta", "urn:oid:2.5.4.4": "King"}
    browser.sign_in()
    account = browser.user()
    assert (account["id"] != str(user.pk), account["email"], account["name"]) == (True, "", "Augusta King")


@pytest.mark.full
def test_an_unconfirmed_address_is_not_connected(serve, provider):
    browser = serve(SAML_VERIFIED_EMAIL="true")
    pretender = User.objects.create_user("mallory", GRACE[EMAIL], "long enough for her", email_confirmed=False)
    browser.sign_in()
    assert browser.user()["id"] != str(pretender.pk)


@pytest.mark.full
def test_subjects_of_the_provider(serve, provider):
    browser = serve()
    # A stable attribute is preferred to the name, which may then be transient.
    provider.changes = {"subject_format": providers.TRANSIENT}
    provider.attributes = {"urn:oasis:names:tc:SAML:attribute:subject-id": "grace@navy.example"}
    browser.sign_in()
    account = browser.user()
    browser.sign_out()
    provider.subject = "another session"
    browser.sign_in()
    assert browser.user()["id"] == account["id"]
    # The same subject of another provider is another user.
    browser.sign_out()
    provider.entity_id = "urn:another:provider"
    other = serve()
    other.sign_in()
    assert other.user()["id"] != account["id"]
    assert set(SocialAccount.objects.values_list("provider", "uid")) == {
        (f"saml:{provider.url}/metadata", "grace@navy.example"),
        ("saml:urn:another:provider", "grace@navy.example"),
    }


@pytest.mark.full
def test_two_first_sign_ins_at_once(serve, provider, user):
    browser = serve()
    form = browser.response_of_the_provider()
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            # The first one, which has not ended when the second one looks for the identity.
            SocialAccount.objects.create(user=user, provider=f"saml:{provider.url}/metadata", uid=provider.subject)
            second = pool.submit(browser.send, *form)
            until(waits_for_a_transaction)
        assert second.result().url.query == b"problem=provider"
    assert list(User.objects.all()) == [user]
    browser.sign_in()
    assert browser.user()["id"] == str(user.pk)


@pytest.mark.full
def test_signatures_as_providers_make_them(serve, provider):
    provider.certificates = (providers.CERTIFICATE, providers.EC_CERTIFICATE)
    browser = serve()
    for changes in (
        {"signs": ("saml:Assertion", "samlp:Response")},
        {"signature": xmlsec.Transform.ECDSA_SHA256, "key": providers.EC_KEY},
        {"signature": xmlsec.Transform.RSA_SHA512, "digest": xmlsec.Transform.SHA512},
        {"transform": xmlsec.Transform.EXCL_C14N_COMMENTS},
    ):
        provider.changes = changes
        browser.sign_in()
        assert browser.user()["username"] == "grace", changes
        browser.sign_out()


@pytest.mark.full
def test_without_sign_up_no_account_is_created(serve, provider, user):
    browser = serve(SAML_SIGN_UP="false")
    assert browser.sign_in().url.query == b"problem=no_account"
    assert list(User.objects.all()) == [user]


@pytest.mark.full
def test_users_cannot_connect_an_identity_themselves(serve, user):
    browser = serve()
    browser.client.get("/login")
    headers = {"X-CSRFToken": browser.client.cookies["csrftoken"]}
    credentials = {"username": "ada", "password": "correct horse"}
    assert browser.client.post("/api/v1/auth/session", json=credentials, headers=headers).status_code == 200
    path, form = browser.response_of_the_provider(process="connect")
    assert browser.send(path, form).url.query == b"problem=provider"
    browser.sign_out()
    browser.sign_in()
    assert browser.user()["id"] != str(user.pk)


@pytest.mark.full
def test_a_sign_in_begins_only_with_a_form_of_ours(serve):
    browser = serve()
    assert browser.client.post("/accounts/saml/saml/login/").status_code == 403
    assert browser.client.get("/accounts/saml/saml/login/").url.query == b"problem=provider"
    location = browser.begin(to="https://evil.example/").headers["Location"]
    assert "evil" not in location
    assert browser.sign_in(to="https://evil.example/").url.path == "/"


@pytest.mark.full
def test_both_providers_are_offered(serve):
    secrets = {"OIDC_CLIENT_ID": "cartulary", "OIDC_CLIENT_SECRET": "secret"}
    browser = serve(OIDC_ISSUER="http://127.0.0.1:9", OIDC_NAME="Mill", **secrets)
    assert browser.client.get("/api/v1/auth/registration").json()["providers"] == [
        {"name": "Mill", "url": "/accounts/oidc/oidc/login/"},
        {"name": "Navy", "url": "/accounts/saml/saml/login/"},
    ]


@pytest.mark.full
def test_the_sign_in_is_in_the_audit_log(serve):
    browser = serve()
    browser.sign_in()
    account = browser.user()
    assert list(BrowserSession.objects.values_list("user_id", flat=True)) == [UUID(account["id"])]
    entry = AuditEntry.objects.get(action=Action.SIGNED_IN)
    assert (str(entry.actor_id), str(entry.object_id), entry.credential) == (account["id"], account["id"], "session")


@pytest.mark.django_db
def test_without_a_provider_its_urls_are_not_found(anonymous_api):
    assert anonymous_api.send("GET", "/api/v1/auth/registration").json()["providers"] == []
    assert anonymous_api.get("/accounts/saml/saml/login/").status_code == 404
