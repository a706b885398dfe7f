"""Tokens are for one audience, ours: whoever gets one cannot choose another, and nothing else is signed by the key."""

from pathlib import Path

import jwt
import pytest
from django.conf import settings

from core.api.testing import ApiClient
from users.accounts.signed_tokens import AUDIENCE
from users.accounts.token_pairs import access_token_for

PROJECT = Path(__file__).resolve().parents[2]
RIGHT = {"username": "ada", "password": "correct horse"}


def claims_in(token: str) -> dict[str, object]:
    return jwt.decode(token, options={"verify_signature": False})


def status_with(token: str) -> int:
    return ApiClient().send("GET", "/api/v1/auth/me", Authorization=f"Bearer {token}").status_code


@pytest.mark.django_db
def test_nobody_chooses_the_audience_of_a_token(user):
    # proves: V9.2.4
    wish = {"aud": "elsewhere", "audience": "elsewhere"}
    first = ApiClient().send("POST", "/api/v1/auth/login", RIGHT | wish).json()
    second = ApiClient().send("POST", "/api/v1/auth/refresh", {"refresh": first["refresh"]} | wish).json()
    for pair in (first, second):
        assert [claims_in(pair[name])["aud"] for name in ("access", "refresh")] == [AUDIENCE, AUDIENCE]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("audience", "status"),
    [
        (AUDIENCE, 200),
        ("elsewhere", 401),
        ([AUDIENCE, "elsewhere"], 401),  # then somebody else might use it here
        ([AUDIENCE], 401),  # no token of ours looks so
        (f"{AUDIENCE}-admin", 401),
        (AUDIENCE.upper(), 401),
        ("", 401),
    ],
)
def test_a_token_of_our_key_opens_with_our_audience_only(user, audience, status):
    # proves: V9.2.3 V9.2.4
    claims = claims_in(access_token_for(user)) | {"aud": audience}
    assert status_with(jwt.encode(claims, settings.JWT_SECRET, algorithm="HS256")) == status


def test_our_key_signs_nothing_else():
    # proves: V9.2.4
    packages = ("core", "users", "tasks", "documents", "corpuses")
    sources = [path for package in packages for path in (PROJECT / package).rglob("*.py") if "tests" not in path.parts]
    using = {str(path.relative_to(PROJECT)) for path in sources if "JWT_SECRET" in path.read_text()}
    assert using == {"users/accounts/signed_tokens.py"}
