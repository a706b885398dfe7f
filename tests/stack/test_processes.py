"""The fixtures of the suite start the programs of production, against this test's own database."""

import subprocess
import sys

import httpx
import pytest

from config.stack.services import workers_beating
from tasks.runtime import worker_monitor
from tests.shared_stack import LiveStack


def test_a_live_stack_serves_this_database_and_has_a_beating_worker(live_stack: LiveStack, django_user_model):
    django_user_model.objects.create_user("ada", "ada@example.org", "correct horse")
    signed_in = httpx.post(f"{live_stack.url}/api/v1/auth/login", json={"username": "ada", "password": "correct horse"})
    assert signed_in.status_code == 200
    assert workers_beating(int(live_stack.url.rpartition(":")[2])) == 1


@pytest.mark.full
def test_two_workers_run_at_the_same_time(processes):
    first, second = processes.worker(processes=1), processes.worker(processes=1)
    assert {name for name, *_ in worker_monitor.beats()} == {first.name, second.name}
    assert len(first.children()) == 1


# In a process of its own, because one process holds one Playwright, and that is the browser tests'.
PRESS = """
import sys
from playwright.sync_api import sync_playwright
from config.stack.setup import find_or_install_browser
from config.stack.paths import StackPaths
found = find_or_install_browser(StackPaths.from_environment())
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=found.program, args=found.args, env=found.env)
    page = browser.new_page()
    page.set_content('<button onclick="this.textContent = `pressed`">press</button>')
    page.click("button")
    print(page.inner_text("button"))
    browser.close()
"""


@pytest.mark.full
@pytest.mark.browser
def test_the_browser_shows_text():
    """A browser without fonts runs, but displays no text."""
    answer = subprocess.run([sys.executable, "-c", PRESS], check=True, capture_output=True, text=True)
    assert answer.stdout == "pressed\n"
