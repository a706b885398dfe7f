"""Sign-in through a SAML identity provider: our web server, a small provider, the requests of a browser."""

import pytest

from tests.saml import provider as providers
from tests.saml.conftest import EMAIL, GRACE
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
