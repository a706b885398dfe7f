"""Sign-in and sign-out, with sessions and tokens."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone

from core.api.testing import ApiClient
from users.accounts.sessions import SessionStore
from users.accounts.token_pairs import access_token_for
from users.models import User

SESSION, LOGIN = "/api/v1/auth/session", "/api/v1/auth/login"
RIGHT = {"username": "ada", "password": "correct horse"}

pytestmark = pytest.mark.django_db


def bearer(client, token):
    return client.send("GET", "/api/v1/documents", Authorization=f"Bearer {token}")


def test_anonymous_session_sets_the_csrf_cookie(settings, anonymous_api):
    settings.BIN_DAYS = 7
    response = anonymous_api.send("GET", SESSION)
    assert response.json() == {"user": None, "bin_days": 7, "token_days": 365, "flower_url": ""}
    assert "csrftoken" in response.cookies


def test_sign_in_starts_a_session(user, anonymous_api):
    body = anonymous_api.send("POST", SESSION, RIGHT).json()
    expected = {"id": str(user.pk), "username": "ada", "email": "ada@example.org", "is_staff": False}
    assert body["user"].items() >= expected.items()
    cookie = anonymous_api.cookies[settings.SESSION_COOKIE_NAME]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert anonymous_api.send("GET", SESSION).json() == body
    assert anonymous_api.send("GET", "/api/v1/documents").status_code == 200


def test_sign_out_ends_the_session(api):
    assert api.send("DELETE", SESSION).status_code == 204
    assert api.send("GET", SESSION).json()["user"] is None
    assert api.send("GET", "/api/v1/documents").status_code == 401


@pytest.mark.parametrize("path", [SESSION, LOGIN])
@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({**RIGHT, "password": "wrong"}, 401, "invalid_credentials"),
        ({**RIGHT, "password": " correct horse"}, 401, "invalid_credentials"),  # spaces are part of the password
        ({"username": "unknown", "password": "x"}, 401, "invalid_credentials"),  # same response as for a wrong password
        ({"username": "ada"}, 400, "invalid"),
        ({"username": "ada", "password": ""}, 400, "invalid"),
        ({"username": "a\x00b", "password": "x"}, 400, "invalid_text"),  # PostgreSQL cannot store it
        ({"username": "a\ud800b", "password": "x"}, 400, "invalid_text"),
        ({"username": ["ada"], "password": {}}, 400, "invalid"),
        ([], 400, "invalid"),
    ],
)
def test_wrong_credentials_are_refused(user, anonymous_api, path, body, status, code):
    response = anonymous_api.send("POST", path, body)
    assert (response.status_code, response.json()["error"]["code"]) == (status, code)
    assert "sessionid" not in response.cookies


def test_inactive_users_cannot_sign_in(user, anonymous_api):
    user.is_active = False
    user.save()
    assert anonymous_api.send("POST", LOGIN, RIGHT).status_code == 401


@pytest.mark.parametrize(
    ("body", "content_type", "status", "code"),
    [
        (b"{", "application/json", 400, "malformed_request"),
        (b"[" * 50_000, "application/json", 400, "malformed_request"),  # nested deeper than can be decoded
        (b"\xff\xfe", "application/json", 400, "malformed_request"),
        (b"username=ada", "application/x-www-form-urlencoded", 415, "unsupported_media_type"),
        (b" " * 2_621_441, "application/json", 413, "request_too_large"),
    ],
)
def test_malformed_bodies_are_refused(anonymous_api, body, content_type, status, code):
    response = anonymous_api.post(LOGIN, data=body, content_type=content_type)
    assert (response.status_code, response.json()["error"]["code"]) == (status, code)


def test_login_returns_valid_tokens(user, anonymous_api):
    tokens = anonymous_api.send("POST", LOGIN, RIGHT).json()
    assert set(tokens) == {"access", "refresh"}
    assert bearer(anonymous_api, tokens["access"]).status_code == 200


def test_an_expired_token_does_not_prevent_login(user, anonymous_api):
    assert anonymous_api.send("POST", LOGIN, RIGHT, Authorization="Bearer stale").status_code == 200


@pytest.mark.parametrize("method", ["POST", "DELETE"])
def test_sessions_need_the_csrf_token_for_unsafe_requests(user, method):
    client = ApiClient(user, enforce_csrf_checks=True)
    token = client.send("GET", SESSION).cookies["csrftoken"].value
    body = RIGHT if method == "POST" else None
    assert client.send(method, SESSION, body).json()["error"]["code"] == "csrf_failed"
    assert client.send(method, SESSION, body, **{"X-CSRFToken": token}).status_code in {200, 204}


def test_tokens_need_no_csrf_token(user):
    client = ApiClient(enforce_csrf_checks=True)
    response = client.send(
        "POST", "/graphql/", {"query": "{ me { username } }"}, Authorization=f"Bearer {access_token_for(user)}"
    )
    assert response.json() == {"data": {"me": {"username": "ada"}}}


# Lifetime


def session_of(client) -> SessionStore:
    return SessionStore(client.cookies[settings.SESSION_COOKIE_NAME].value)


def move_back(client, **seconds: float) -> None:
    """Change the times that a session remembers."""
    session = session_of(client)
    for name, difference in seconds.items():
        session[name] -= int(difference)
    session.save()


def status(client) -> int:
    return client.send("GET", "/api/v1/documents").status_code


def test_each_sign_in_gets_a_new_session(user, anonymous_api):
    keys = set()
    for _ in range(3):
        assert anonymous_api.send("POST", SESSION, RIGHT).status_code == 200
        keys.add(session_of(anonymous_api).session_key)
    assert len(keys) == 3
    assert {len(key) for key in keys} == {32}  # of 36 characters: 165 bits
    assert Session.objects.count() == 1


def test_a_session_ends_without_requests(api):
    assert status(api) == 200
    Session.objects.update(expire_date=timezone.now())
    assert status(api) == 401


def test_a_session_in_use_is_renewed_once_an_hour(api):
    Session.objects.update(expire_date=timezone.now() + timedelta(days=1))
    assert status(api) == 200
    assert Session.objects.get().expire_date < timezone.now() + timedelta(days=2)
    move_back(api, renewed=3_601)
    Session.objects.update(expire_date=timezone.now() + timedelta(days=1))
    assert status(api) == 200
    assert Session.objects.get().expire_date > timezone.now() + timedelta(days=13)


def test_a_session_in_use_ends_some_weeks_after_the_sign_in(user, anonymous_api):
    lifetime = settings.SESSION_LIFETIME.total_seconds()
    anonymous_api.send("POST", SESSION, RIGHT)
    move_back(anonymous_api, began=lifetime - 60, renewed=3_601)
    assert status(anonymous_api) == 200
    move_back(anonymous_api, began=61)
    assert status(anonymous_api) == 401
    assert not Session.objects.exists()
    # Signing in, also in a session that has not ended, begins anew.
    anonymous_api.send("POST", SESSION, RIGHT)
    move_back(anonymous_api, began=lifetime - 60)
    anonymous_api.send("POST", SESSION, RIGHT)
    move_back(anonymous_api, began=61)
    assert status(anonymous_api) == 200


def test_staff_can_end_the_sessions_of_users(user, api, other_api):
    staff = User.objects.create_superuser("op", "op@example.org", "quite long enough")
    form = {"action": "sign_out_everywhere", "_selected_action": [str(user.pk)]}
    pair = ApiClient().send("POST", LOGIN, RIGHT).json()
    client = ApiClient(staff)
    assert client.post("/admin/users/user/", form).status_code == 302
    assert (status(api), status(other_api)) == (401, 200)
    assert bearer(ApiClient(), pair["access"]).status_code == 401
