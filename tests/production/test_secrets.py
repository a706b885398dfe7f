"""Replaced secrets: docs/howto/production.md says what goes on, and what does not."""

import secrets

import pytest

from tests.production.clients import PASSWORD, client_of_proxy
from tests.timeouts import until

ME = "/api/v1/auth/me"


@pytest.fixture
def program(administrator, proxy):
    with client_of_proxy(proxy, administrator) as client:
        yield client


@pytest.fixture
def browser(administrator, proxy):
    """Sign in with a session."""
    with client_of_proxy(proxy) as client:
        client.get("/api/v1/auth/session").raise_for_status()
        headers = {"X-CSRFToken": client.cookies["csrftoken"], "Referer": "https://localhost/"}
        credentials = {"username": administrator, "password": PASSWORD}
        client.post("/api/v1/auth/session", json=credentials, headers=headers).raise_for_status()
        yield client


def test_sessions_tokens_and_addresses_stay_valid_with_a_new_secret_key(site, browser, program):
    calendar = calendar_address(program)
    variables = site.production.variables
    variables |= {"SECRET_KEY_FALLBACKS": variables["SECRET_KEY"], "SECRET_KEY": secrets.token_hex(32)}
    site.restart_workers()
    site.restart_webs()
    until(lambda: site.beating() == 2)
    assert browser.get(ME).status_code == program.get(ME).status_code == 200
    assert browser.get(calendar).status_code == 200
    program.wait([program.upload(b"With the new key.")])


def calendar_address(program) -> str:
    """Create a calendar address, which is signed; return its path."""
    corpus = program.post("/api/v1/corpuses", json={"title": "Leases"}).raise_for_status().json()["id"]
    feed = program.post(f"/api/v1/corpuses/{corpus}/calendar-feeds", json={}).raise_for_status().json()
    return str(feed["path"])


def test_programs_sign_in_again_with_a_new_jwt_secret_and_browsers_do_not(site, administrator, proxy, browser, program):
    site.production.variables["JWT_SECRET"] = secrets.token_hex(32)
    site.restart_webs()
    assert (browser.get(ME).status_code, program.get(ME).status_code) == (200, 401)
    with client_of_proxy(proxy, administrator) as again:
        assert again.get(ME).status_code == 200
