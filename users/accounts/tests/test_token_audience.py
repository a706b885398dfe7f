"""Tokens have one audience, which clients cannot choose; the key signs nothing else."""

from pathlib import Path

import jwt
import pytest
from django.conf import settings

from core.api.testing import ApiClient
from users.accounts.signed_tokens import AUDIENCE
from users.accounts.token_pairs import access_token_for

PROJECT = Path(__file__).resolve().parents[3]
RIGHT = {"username": "ada", "password": "correct horse"}


def claims_in(token: str) -> dict[str, object]:
    return jwt.decode(token, options={"verify_signature": False})


def status_with(token: str) -> int:
    return ApiClient().send("GET", "/api/v1/auth/me", Authorization=f"Bearer {token}").status_code


@pytest.mark.django_db
def test_clients_cannot_choose_the_audience(user):
    # proves: V9.2.4
    extra = {"aud": "elsewhere", "audience": "elsewhere"}
    first = ApiClient().send("POST", "/api/v1/auth/login", RIGHT).json()
    second = ApiClient().send("POST", "/api/v1/auth/refresh", {"refresh": first["refresh"]}).json()
    assert ApiClient().send("POST", "/api/v1/auth/login", RIGHT | extra).json()["error"]["code"] == "unknown_field"
    for pair in (first, second):
        assert [claims_in(pair[name])["aud"] for name in ("access", "refresh")] == [AUDIENCE, AUDIENCE]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("audience", "status"),
    [
        (AUDIENCE, 200),
        ("elsewhere", 401),
        ([AUDIENCE, "elsewhere"], 401),  # another service could accept it as well
        ([AUDIENCE], 401),  # our tokens contain a string
        (f"{AUDIENCE}-admin", 401),
        (AUDIENCE.upper(), 401),
        ("", 401),
    ],
)
def test_other_audiences_are_refused(user, audience, status):
    # proves: V9.2.3 V9.2.4
    claims = claims_in(access_token_for(user)) | {"aud": audience}
    assert status_with(jwt.encode(claims, settings.JWT_SECRET, algorithm="HS256")) == status


def test_the_key_is_used_for_tokens_only():
    # proves: V9.2.4
    packages = ("core", "users", "tasks", "documents", "corpuses")
    sources = [path for package in packages for path in (PROJECT / package).rglob("*.py")]
    using = {str(path.relative_to(PROJECT)) for path in sources if "JWT_SECRET" in path.read_text()}
    using = {path for path in using if "/tests/" not in path}
    assert using == {"users/accounts/signed_tokens.py"}
