"""`docs/security.md` lists every finding and requirement once, and names tests that exist."""

import re
from datetime import timedelta
from pathlib import Path

from django.conf import settings

from benchmarks.findings import SECURITY, named_tests, open_findings, table
from core.api.openapi.pages import openapi_document
from corpuses.exports import services as exports
from corpuses.imports import starting as imports
from tests.permissions import rest_table
from tests.permissions.other_urls import OTHER_URLS
from users.accounts import api_tokens

ROOT = Path(__file__).resolve().parents[2]
FINDINGS = [
    f"{severity}{number}" for severity, count in {"H": 4, "M": 13, "L": 28}.items() for number in range(1, count + 1)
]


def test_every_finding_is_mended_and_has_a_test():
    assert [row[0] for row in table(SECURITY, "Findings")] == FINDINGS
    assert open_findings(SECURITY) == []


def test_the_code_that_the_threat_model_names_exists():
    page = (ROOT / "docs" / "threat-model.md").read_text()
    paths = re.findall(r"`((?:\w+/)+[\w.]+)`", page)
    assert len(paths) > 30
    assert [path for path in paths if not (ROOT / path).exists()] == []


# The requirements of levels 1 and 2 in each section.
SECTIONS = {
    "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2, "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1,
    "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3,
    "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4,
    "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2, "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1,
    "9.1": 3, "9.2": 4, "10.1": 2, "10.2": 2, "10.3": 4, "10.4": 11, "10.5": 5, "10.6": 2, "10.7": 3,
}  # fmt: skip


def test_every_requirement_is_listed_with_a_test_or_a_reason():
    rows = table(SECURITY, "OWASP ASVS 5.0, level 2")
    ids = [f"{section}.{number}" for section, count in SECTIONS.items() for number in range(1, count + 1)]
    assert [row[0] for row in rows] == ids
    for name, requirement, state, proof in rows:
        assert requirement, name
        assert state in {"met", "not applicable", "not met"}, name
        assert named_tests(proof) if state == "met" else len(proof) > 10, name


def text_of(value: object) -> str:
    """Return the value of a setting as the page writes it."""
    if isinstance(value, timedelta):
        for unit, seconds in (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)):
            if not value.total_seconds() % seconds:
                number = int(value.total_seconds() // seconds)
                return f"{number} {unit}{'s' * (number > 1)}"
    if isinstance(value, tuple):
        return f"{value[0]:,} in {text_of(timedelta(seconds=value[1]))}"
    if isinstance(value, dict):
        return ", ".join(f"{name}: {text_of(limit)}" for name, limit in value.items())
    return ", ".join(value) if isinstance(value, list) else f"{value:,}"


def limits() -> dict[str, str]:
    """Return the value of each limit by the name of its setting."""
    seconds = ("SESSION_COOKIE_AGE", "PASSWORD_RESET_TIMEOUT", "EMAIL_CONFIRMATION_SECONDS", "SIGNED_URL_SECONDS")
    others = (
        *("SESSION_LIFETIME", "ACCESS_TOKEN_LIFETIME", "REFRESH_TOKEN_LIFETIME", "REFRESH_FAMILY_LIFETIME"),
        *("INVITATION_LIFETIME", "EVENT_STREAMS_PER_USER", "ANSWERS_PER_USER", "GRAPHQL_MAX_DEPTH"),
        *("GRAPHQL_MAX_COST", "PASSWORD_WORDS"),
    )
    return {
        **{f"SIGN_IN_LIMITS.{name}": text_of(limit) for name, limit in settings.SIGN_IN_LIMITS.items()},
        **{f"RATE_LIMITS.{name}": text_of(limit) for name, limit in settings.RATE_LIMITS.items()},
        **{name: text_of(timedelta(seconds=getattr(settings, name))) for name in seconds},
        **{name: text_of(getattr(settings, name)) for name in others},
        "api_tokens.MAX_PER_USER": text_of(api_tokens.MAX_PER_USER),
        "exports.MAX_WAITING": text_of(exports.MAX_WAITING),
        "imports.MAX_WAITING": text_of(imports.MAX_WAITING),
    }


def test_the_limits_are_those_of_the_settings():
    assert {re.sub("`", "", row[2]): row[1] for row in table(SECURITY, "Limits")} == limits()


def test_the_ways_to_authenticate_are_listed():
    """Operations of accounts that respond to everyone alike, and the classes that authenticate requests."""
    listed = set(re.findall(r"`([^`]+)`", str(SECURITY.read_text().split("\n## ")[2:4])))
    public = {
        operation.replace("api/v1/", "")
        for operation, row in rest_table.TABLE.items()
        if re.search("v1/(auth|links)/", operation) and len(set(row.split())) == 1
    }
    assert len(public) > 8
    assert public <= listed
    assert {*settings.REST_FRAMEWORK["DEFAULT_AUTHENTICATION_CLASSES"]} <= listed
    others = {each.partition("/")[0] for each in OTHER_URLS if each.startswith(("admin/", "accounts/"))}
    assert others == {"admin"}  # `accounts/oidc/` is added with a provider


def test_accounts_have_no_hints():
    body = openapi_document()["paths"]["/api/v1/auth/register"]["post"]["requestBody"]
    (name,) = re.findall(r"schemas/(\w+)", str(body))
    fields = set(openapi_document()["components"]["schemas"][name]["properties"])
    assert fields == {"username", "password", "email", "name", "language", "time_zone", "invitation"}
