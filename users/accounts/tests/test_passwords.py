"""Rules of passwords, and the lifetime of links that set them or confirm an address (ASVS, chapter 6)."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from core.api.testing import ApiClient
from users.accounts.models import Invitation
from users.accounts.tests.test_accounts import AUTH, NEW, code, register, signs_in, token_in_email
from users.models import User

pytestmark = pytest.mark.django_db(transaction=True)  # e-mails are sent after the commit
STRONG = "cobol-1959-rear"


@pytest.fixture(autouse=True)
def _no_limits(settings):
    settings.RATE_LIMITS = {}


@pytest.mark.parametrize(
    "password",
    ["qwfpgjlu", "82047193", "  rear admiral  ", "Пароль из слов", "x7" * 32, "rear admiral " * 70],
    ids=["lower case", "digits", "spaces", "another script", "64 characters", "910 characters"],
)
def test_passwords_of_any_composition_are_verified_as_they_are(settings, password):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]  # that of production
    assert register(password=password).status_code == 201
    assert signs_in("grace", password)
    assert not any(
        signs_in("grace", other) for other in {password.upper(), password.strip(), password[:-1]} - {password}
    )


@pytest.mark.parametrize("password", ["Cartulary-2027!", "documents27", "papers-admin", "WelcomeCartulary1"])
def test_words_of_the_installation_are_no_password(settings, api, password):
    settings.PASSWORD_WORDS = [*settings.PASSWORD_WORDS, "papers"]
    assert code(register(password=password)) == (400, "weak_password")
    change = {"current_password": "correct horse", "new_password": password}
    assert code(api.send("POST", f"{AUTH}/password/change", change)) == (400, "weak_password")


@pytest.mark.parametrize("password", ["cartulary of my aunt", "undocumented-otter", "archived turtle"])
def test_words_of_the_installation_may_be_a_part_of_a_password(password):
    assert register(password=password).status_code == 201


def test_common_passwords_are_refused_wherever_one_is_set(api, user):
    common = "password123"
    assert code(register(password=common)) == (400, "weak_password")
    change = {"current_password": "correct horse", "new_password": common}
    assert code(api.send("POST", f"{AUTH}/password/change", change)) == (400, "weak_password")
    ApiClient().send("POST", f"{AUTH}/password/reset", {"email": "ada@example.org"})
    reset = {"token": token_in_email("ada@example.org"), "new_password": common}
    assert code(ApiClient().send("POST", f"{AUTH}/password/reset/confirm", reset)) == (400, "weak_password")


def test_passwords_do_not_expire(user):
    long_ago = timezone.now() - timedelta(days=5 * 365)
    User.objects.update(date_joined=long_ago, last_login=long_ago)
    assert signs_in("ada", "correct horse")


def test_links_expire(settings, user):
    ApiClient().send("POST", f"{AUTH}/password/reset", {"email": "ada@example.org"})
    reset = {"token": token_in_email("ada@example.org"), "new_password": STRONG}
    register()
    grace = ApiClient(User.objects.get(username="grace"))
    confirm = {"token": token_in_email("grace@example.org")}
    staff = ApiClient(User.objects.create_user("op", "op@example.org", "quite long enough", is_staff=True))
    staff.send("POST", f"{AUTH}/invitations", {"email": "eve@example.org"})
    join = {**NEW, "username": "eve", "email": None, "invitation": token_in_email("eve@example.org")}
    settings.PASSWORD_RESET_TIMEOUT = settings.EMAIL_CONFIRMATION_SECONDS = -1
    Invitation.objects.update(expires=timezone.now())
    assert code(ApiClient().send("POST", f"{AUTH}/password/reset/confirm", reset)) == (400, "link_unusable")
    assert code(grace.send("POST", f"{AUTH}/email/confirm", confirm)) == (400, "link_unusable")
    assert code(register(**join)) == (400, "link_unusable")
    for token in (reset["token"], confirm["token"], join["invitation"]):
        assert len(token) >= 32


def test_there_are_no_default_accounts():
    assert not User.objects.exists()  # after all migrations
    production = (Path(__file__).resolve().parents[3] / "production.yml").read_text()
    assert "seed_demo" not in production
    assert "DEMO_" not in production
