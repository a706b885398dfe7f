"""Replaced secrets: docs/howto/production.md says what goes on, and what does not."""

import secrets

import pytest

from tests.production.clients import PASSWORD, client_of_proxy
from tests.timeouts import until

pytestmark = pytest.mark.full

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


def test_a_new_secret_key_takes_over_and_the_old_one_is_removed(site, administrator, proxy, browser, program):
    """The steps of docs/howto/production.md: sessions stay valid, also while web servers have different keys."""
    corpus = program.post("/api/v1/corpuses", json={"title": "Leases"}).raise_for_status().json()["id"]
    calendar = program.post(f"/api/v1/corpuses/{corpus}/calendar-feeds", json={}).raise_for_status().json()["path"]
    model = {"model": "a", "base_url": "https://api.openai.com/v1", "api_key": "key of another server"}
    program.put(f"/api/v1/corpuses/{corpus}/language-model", json=model).raise_for_status()

    def is_signed_in(*clients) -> bool:
        # Each web server answers in turn.
        return all(client.get(path).status_code == 200 for client in clients for path in (ME, ME, calendar, calendar))

    old, new = site.production.variables["SECRET_KEY"], secrets.token_hex(32)
    site.production.variables["SECRET_KEY_FALLBACKS"] = new
    restart(site)
    site.production.variables |= {"SECRET_KEY": new, "SECRET_KEY_FALLBACKS": old}
    site.restart_web(0)
    with client_of_proxy(proxy, administrator) as one, client_of_proxy(proxy, administrator) as other:
        assert is_signed_in(browser, program, one, other)
        site.restart_web(1)
        restart_workers(site)
        assert is_signed_in(browser, program, one, other)
    program.wait([program.upload(b"With the new key.")])
    assert manage(site, "reencrypt_secrets").stdout == "1 of 1 secrets encrypted again\n"
    site.production.variables["SECRET_KEY_FALLBACKS"] = ""
    restart(site)
    assert (browser.get(ME).status_code, program.get(ME).status_code) == (200, 401)
    assert browser.get(calendar).status_code == 403
    checked = manage(site, "check", "--database", "default", "--fail-level", "WARNING")
    assert checked.returncode == 0, checked.stderr


def restart(site) -> None:
    site.restart_webs()
    restart_workers(site)


def restart_workers(site) -> None:
    site.restart_workers()
    until(lambda: site.beating() == 2)


def manage(site, *arguments: str):
    return site.production.run("web", "python", "manage.py", *arguments)


def test_programs_sign_in_again_with_a_new_jwt_secret_and_browsers_do_not(site, administrator, proxy, browser, program):
    site.production.variables["JWT_SECRET"] = secrets.token_hex(32)
    site.restart_webs()
    assert (browser.get(ME).status_code, program.get(ME).status_code) == (200, 401)
    with client_of_proxy(proxy, administrator) as again:
        assert again.get(ME).status_code == 200
