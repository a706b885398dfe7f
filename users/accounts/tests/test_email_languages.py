"""E-mails in the language of their recipient."""

import re

import pytest
from django.conf import settings
from django.core import mail
from django.test import RequestFactory

from core.api.testing import ApiClient
from core.language import LanguageMiddleware, choose_language
from users.accounts.emails import LANGUAGES, send
from users.models import User

AUTH = "/api/v1/auth"
TEMPLATES = settings.BASE_DIR / "templates/emails"


@pytest.fixture(autouse=True)
def _no_limits(settings):
    settings.RATE_LIMITS = {}


def names(language):
    return {path.name for path in (TEMPLATES / language).iterdir()}


def tags(path):
    return sorted(set(re.findall(r"\{[{%].*?[}%]\}", path.read_text())))


def test_all_languages_have_all_emails_with_the_same_variables():
    assert {path.name for path in TEMPLATES.iterdir() if path.is_dir()} == LANGUAGES
    assert names("de") == names("en")
    for name in names("en"):
        assert tags(TEMPLATES / "de" / name) == tags(TEMPLATES / "en" / name), name


@pytest.mark.parametrize(
    ("header", "preferred", "expected"),
    [
        ("", "", "en"),
        ("de-AT,de;q=0.9,en;q=0.8", "", "de"),
        ("fr,de;q=0.2", "", "de"),
        ("fr", "", "en"),
        ("*", "", "en"),
        ("de", "en", "en"),
        ("en", "de", "de"),
        ("en", "fr", "en"),
        ("de" * 5_000, "", "en"),
    ],
)
def test_the_account_has_the_first_choice_and_the_browser_the_second(header, preferred, expected):
    found = []
    handle = LanguageMiddleware(lambda _: found.append(choose_language(LANGUAGES, preferred=preferred)))
    handle(RequestFactory().get("/", headers={"accept-language": header}))
    assert found == [expected]
    assert choose_language(LANGUAGES) == "en"  # it is over


@pytest.mark.django_db
def test_the_browser_chooses_the_language_of_the_first_email(django_capture_on_commit_callbacks):
    body = {"username": "grace", "email": "grace@example.org", "password": "a long password of hers"}
    with django_capture_on_commit_callbacks(execute=True):
        ApiClient().send("POST", f"{AUTH}/register", body, **{"Accept-Language": "de"})
    (message,) = mail.outbox
    html = message.alternatives[0][0]
    assert message.subject == "Bestätigen Sie Ihre E-Mail-Adresse"
    assert "Der Link gilt drei Tage." in message.body
    assert '<html lang="de">' in html
    assert ">E-Mail-Adresse bestätigen</a>" in html


@pytest.mark.django_db
def test_the_language_of_an_account_is_that_of_its_emails(django_capture_on_commit_callbacks):
    User.objects.create_user("ada", email="ada@example.org", password="correct horse", language="de")
    with django_capture_on_commit_callbacks(execute=True):
        ApiClient().send("POST", f"{AUTH}/password/reset", {"email": "ada@example.org"}, **{"Accept-Language": "en"})
    (message,) = mail.outbox
    assert message.subject == "Legen Sie ein neues Passwort fest"


@pytest.mark.django_db
def test_names_are_text(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        send("password_changed", to="ada@example.org", name="<b>Ada</b>", username="ada", api_tokens_revoked=True)
    (message,) = mail.outbox
    assert message.body.startswith("Hello <b>Ada</b>,")
    html = message.alternatives[0][0]
    assert "<p>Hello &lt;b&gt;Ada&lt;/b&gt;,</p>" in html
    assert "<a " not in html
