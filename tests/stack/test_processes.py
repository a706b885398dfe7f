"""The fixtures of the suite start the programs of production, against this test's own database."""

import httpx
import pytest
from playwright.sync_api import sync_playwright

from config.stack.browser import Browser
from config.stack.fixtures import LiveStack
from config.stack.services import workers_beating
from tasks import workers


def test_a_live_stack_serves_this_database_and_has_a_beating_worker(live_stack: LiveStack, django_user_model):
    django_user_model.objects.create_user("ada", "ada@example.org", "correct horse")
    signed_in = httpx.post(f"{live_stack.url}/api/v1/auth/login", json={"username": "ada", "password": "correct horse"})
    assert signed_in.status_code == 200
    assert workers_beating(int(live_stack.url.rpartition(":")[2])) == 1


def test_two_workers_live_side_by_side(processes):
    first, second = processes.worker(processes=1), processes.worker(processes=1)
    assert {name for name, *_ in workers.beats()} == {first.name, second.name}
    assert len(first.children()) == 1


@pytest.mark.browser
def test_the_browser_shows_text(browser_program: Browser):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_program.program, args=browser_program.args, env=dict(browser_program.env)
        )
        page = browser.new_page()
        page.set_content("<button onclick=\"this.textContent = 'pressed'\">press</button>")
        page.click("button")
        assert page.inner_text("button") == "pressed", "a browser without a font has no text"
        browser.close()
