"""Production starts with its secrets or not at all; what an operator writes wrongly is said at the start."""

import os
import socket
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


FACTS = "len(settings.RATE_LIMITS), settings.GRAPHQL_INTROSPECTION, settings.OIDC_SIGN_UP, settings.REGISTRATION"


SAVE = """
import os
from pathlib import Path
from django.core.files.base import ContentFile
from django.core.files.storage import storages
os.umask(0o027)
storages["{storage}"].save("ab/c.txt", ContentFile(b"text"))
"""


def start(facts: str = FACTS, *, before: str = "", **changed: str | None) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in {**WHOLE, **changed}.items() if value is not None}
    program = f"from django.conf import settings\n{before}\nprint({facts})"
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-c", program], env=kept | environment, capture_output=True, text=True, check=False, timeout=60
    )


def test_production_starts_with_its_secrets_and_requires_invitations():
    # proves: X-21
    assert start().stdout.split()[-1] == "invitation"


def test_e_mails_come_from_the_host_of_the_server():
    facts, url = "settings.DEFAULT_FROM_EMAIL", "https://papers.example.org"
    printed = [
        start(facts, PUBLIC_URL=url, EMAIL_FROM=sender).stdout.strip() for sender in (None, "", "us@example.org")
    ]
    assert printed == [*["Cartulary <cartulary@papers.example.org>"] * 2, "us@example.org"]


def test_the_proxy_can_read_static_files_but_no_stored_ones(tmp_path):
    modes = "[oct((Path(settings.DATA_DIR) / name).stat().st_mode & 0o777) for name in {names}]"
    for storage, folder, expected in (("staticfiles", "static", "0o755 0o644"), ("default", "blobs", "0o700 0o600")):
        facts = modes.format(names=[f"{folder}/ab", f"{folder}/ab/c.txt"])
        ended = start(facts, before=SAVE.format(storage=storage), DATA_DIR=str(tmp_path))
        assert ended.stdout.strip() == str(expected.split()), ended.stderr


def test_production_does_not_publish_its_schema():
    # proves: V4.3.2
    assert start().stdout.split()[1] == "False"


def test_registration_and_sign_up_can_be_closed():
    assert start(OIDC_SIGN_UP="false", REGISTRATION="closed").stdout.split()[2:] == ["False", "closed"]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"SECRET_KEY": None}, "SECRET_KEY"),
        ({"SECRET_KEY": "x" * 31}, "SECRET_KEY must have at least 32 characters"),
        ({"SAML_METADATA": "https://id.example/metadata"}, "SAML_METADATA needs PUBLIC_URL"),
        (
            {"SAML_METADATA": "http://id.example/metadata", "PUBLIC_URL": "https://papers.example.org"},
            "SAML_METADATA must begin with https://",
        ),
        ({"JWT_SECRET": None}, "JWT_SECRET"),
        ({"JWT_SECRET": "x" * 31}, "JWT_SECRET must have at least 32 characters"),
        ({"EMAIL_URL": None}, "EMAIL_URL is consolemail://"),
        ({"EMAIL_URL": "consolemail://"}, "EMAIL_URL is consolemail://"),
        ({"REGISTRATION": "everybody"}, "REGISTRATION must be one of"),
        ({"RATE_LIMITS": "upload.user=many"}, "RATE_LIMITS: upload.user=many"),
        ({"RATE_LIMITS": "flying.user=1/60"}, "RATE_LIMITS: flying.user=1/60"),
        ({"DATABASE_URL": "postgres://cartulary:ab/c+d#e@db:5432/x"}, "DATABASE_URL is no valid address"),
        ({"CELERY_BROKER_URL": "redis://:a/b@valkey:6379/0"}, "CELERY_BROKER_URL is no valid address"),
    ],
)
def test_missing_or_invalid_settings_prevent_the_start(changed, said):
    # proves: X-21 S3-20
    ended = start(**changed)
    assert ended.returncode != 0
    assert said in ended.stderr


def test_earlier_keys_are_known_so_that_the_key_can_be_replaced():
    printed = start("settings.SECRET_KEY_FALLBACKS", SECRET_KEY_FALLBACKS=f"{'a' * 48},{'b' * 48}").stdout
    assert printed.strip() == str(["a" * 48, "b" * 48])


def test_options_of_the_address_of_the_database_count():
    url = "postgres://cartulary@localhost/nothing?sslmode=verify-full"
    printed = start("settings.DATABASES['default']['OPTIONS']['sslmode']", DATABASE_URL=url).stdout
    assert printed.strip() == "verify-full"


def test_a_container_may_be_requested_by_its_own_address():
    """Prometheus finds all web containers by DNS, and requests each by its address."""
    own = socket.gethostbyname(socket.gethostname())
    assert own in start("*settings.ALLOWED_HOSTS", ALLOWED_HOSTS="cartulary.example.org").stdout.split()


def test_limits_can_be_disabled():
    assert start(RATE_LIMITS="off").stdout.split()[0] == "0"


def test_passwords_are_hashed_with_argon2(settings):
    # proves: S3-12
    settings.PASSWORD_HASHERS = base.PASSWORD_HASHERS
    assert identify_hasher(make_password("correct horse")).algorithm == "argon2"
