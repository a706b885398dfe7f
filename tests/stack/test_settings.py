"""Production starts with its secrets or not at all; what an operator writes wrongly is said at the start."""

import os
import subprocess
import sys

import pytest
from django.contrib.auth.hashers import identify_hasher, make_password

from config.settings import base

WHOLE = {
    "DJANGO_SETTINGS_MODULE": "config.settings.production",
    "SECRET_KEY": "s" * 48,
    "JWT_SECRET": "j" * 48,
    "DATABASE_URL": "postgres://cartulary@localhost/nothing",
    "REDIS_URL": "redis://localhost:1/1",
    "CELERY_BROKER_URL": "redis://localhost:1/0",
    "EMAIL_URL": "smtp+tls://cartulary:secret@localhost:587",
}


def start(**changed: str | None) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in {**WHOLE, **changed}.items() if value is not None}
    facts = "len(settings.RATE_LIMITS), settings.GRAPHQL_INTROSPECTION, settings.OIDC_SIGN_UP, settings.REGISTRATION"
    program = f"from django.conf import settings; print({facts})"
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-c", program], env=kept | environment, capture_output=True, text=True, check=False, timeout=60
    )


def test_production_starts_with_its_secrets_and_requires_invitations():
    # proves: X-21
    assert start().stdout.split()[-1] == "invitation"


def test_production_does_not_publish_its_schema():
    # proves: V4.3.2
    assert start().stdout.split()[1] == "False"


def test_registration_and_sign_up_can_be_closed():
    assert start(OIDC_SIGN_UP="false", REGISTRATION="closed").stdout.split()[2:] == ["False", "closed"]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"SECRET_KEY": None}, "SECRET_KEY"),
        ({"JWT_SECRET": None}, "JWT_SECRET"),
        ({"JWT_SECRET": "x" * 31}, "JWT_SECRET must have at least 32 characters"),
        ({"EMAIL_URL": None}, "EMAIL_URL is consolemail://"),
        ({"EMAIL_URL": "consolemail://"}, "EMAIL_URL is consolemail://"),
        ({"REGISTRATION": "everybody"}, "REGISTRATION must be one of"),
        ({"RATE_LIMITS": "upload.user=many"}, "RATE_LIMITS: upload.user=many"),
        ({"RATE_LIMITS": "flying.user=1/60"}, "RATE_LIMITS: flying.user=1/60"),
    ],
)
def test_missing_or_invalid_settings_prevent_the_start(changed, said):
    # proves: X-21 S3-20
    ended = start(**changed)
    assert ended.returncode != 0
    assert said in ended.stderr


def test_limits_can_be_disabled():
    assert start(RATE_LIMITS="off").stdout.split()[0] == "0"


def test_passwords_are_hashed_with_argon2(settings):
    # proves: S3-12
    settings.PASSWORD_HASHERS = base.PASSWORD_HASHERS
    assert identify_hasher(make_password("correct horse")).algorithm == "argon2"
