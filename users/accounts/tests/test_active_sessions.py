"""List the sign-ins of users, and end single ones."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from audit.actions import Action
from audit.models import AuditEntry
from core.api.testing import ApiClient
from core.db.ids import uuid7
from users.accounts.models import BrowserSession, RefreshFamily
from users.accounts.sessions import SessionStore
from users.accounts.token_pairs import TokenPairs, revoke_all_sessions

SESSION, SESSIONS, LOGIN = "/api/v1/auth/session", "/api/v1/auth/sessions", "/api/v1/auth/login"
RIGHT = {"username": "ada", "password": "correct horse"}
FIREFOX = {"REMOTE_ADDR": "192.0.2.17", "HTTP_USER_AGENT": "Firefox"}

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(user):
    client = ApiClient(**FIREFOX)
    assert client.send("POST", SESSION, RIGHT).status_code == 200
    return client


def program(user, **defaults):
    """Sign in with a program; return a client with its access token, and its refresh token."""
    pair = ApiClient(**defaults).send("POST", LOGIN, RIGHT).json()
    return ApiClient(HTTP_AUTHORIZATION=f"Bearer {pair['access']}"), pair["refresh"]


def listed(client):
    response = client.send("GET", SESSIONS)
    assert response.status_code == 200
    assert response["Cache-Control"] == "no-store"
    return response.json()["results"]


def summary(client):
    return [(each["kind"], each["address"], each["user_agent"], each["is_current"]) for each in listed(client)]


def test_browsers_and_programs(user, browser):
    script, _ = program(user, REMOTE_ADDR="192.0.2.18", HTTP_USER_AGENT="httpx")
    browser_row, script_row = ("browser", "192.0.2.17", "Firefox"), ("program", "192.0.2.18", "httpx")
    assert summary(browser) == [(*browser_row, True), (*script_row, False)]
    assert summary(script) == [(*script_row, True), (*browser_row, False)]
    for each in listed(browser):
        assert each["created"] <= each["last_used"] or each["kind"] == "browser"  # whole seconds
        assert each["last_used"] < each["expires"]


def test_any_of_them_can_be_ended(user, browser):
    script, refresh = program(user)
    other = ApiClient()
    other.send("POST", SESSION, RIGHT)
    for each in listed(browser)[1:]:
        assert browser.send("DELETE", f"{SESSIONS}/{each['id']}").status_code == 204
        assert browser.send("DELETE", f"{SESSIONS}/{each['id']}").status_code == 404
    assert [client.send("GET", "/api/v1/auth/me").status_code for client in (browser, script, other)] == [200, 401, 401]
    assert ApiClient().send("POST", "/api/v1/auth/refresh", {"refresh": refresh}).status_code == 401
    assert len(listed(browser)) == 1
    assert AuditEntry.objects.filter(action=Action.SESSION_ENDED, actor_id=user.pk).count() == 2


def test_the_session_of_the_request_can_be_ended(browser):
    (own,) = listed(browser)
    assert browser.send("DELETE", f"{SESSIONS}/{own['id']}").status_code == 204
    assert browser.send("GET", SESSIONS).status_code == 401


def test_those_of_others_do_not_exist(user, browser, other_api):
    (own,) = listed(browser)
    for key in (own["id"], uuid7()):
        assert other_api.send("DELETE", f"{SESSIONS}/{key}").status_code == 404
    assert browser.send("GET", "/api/v1/auth/me").status_code == 200


def test_ended_ones_are_not_listed(user, browser):
    for _ in range(4):
        ApiClient().send("POST", SESSION, RIGHT)
    signed_out, expired, *_ = [row.session_id for row in BrowserSession.objects.order_by("id")[1:]]
    SessionStore(signed_out).delete()
    Session.objects.filter(pk=expired).update(expire_date=timezone.now() - timedelta(seconds=1))
    TokenPairs().issue(user)
    RefreshFamily.objects.update(revoked=timezone.now())
    assert len(listed(browser)) == 3
    SessionStore.clear_expired()
    assert BrowserSession.objects.count() == 3


def test_a_new_password_ends_all_others(user, browser):
    program(user)
    ApiClient().send("POST", SESSION, RIGHT)
    change = {"current_password": "correct horse", "new_password": "another long phrase"}
    assert browser.send("POST", "/api/v1/auth/password/change", change).status_code == 204
    assert summary(browser) == [("browser", "192.0.2.17", "Firefox", True)]
    user.refresh_from_db()
    revoke_all_sessions(user)
    assert browser.send("GET", SESSIONS).status_code == 401


def test_sessions_of_an_earlier_release_are_listed_when_they_are_renewed(user, browser):
    row = Session.objects.get()
    data = {key: value for key, value in row.get_decoded().items() if key != "listed"}
    row.session_data = SessionStore().encode({**data, "renewed": 0})
    row.save()
    BrowserSession.objects.all().delete()
    assert browser.send("GET", "/api/v1/auth/me").status_code == 200
    assert len(listed(browser)) == 1


def test_a_list_takes_the_same_number_of_queries_for_any_number(user, browser, django_assert_num_queries):
    listed(browser)
    with django_assert_num_queries(4):
        listed(browser)
    for _ in range(5):
        ApiClient().send("POST", SESSION, RIGHT)
        program(user)
    with django_assert_num_queries(4):
        assert len(listed(browser)) == 11
