"""Analyzers on other servers: add one, see its secret once, test it, let an action use it, remove it."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from core import webhooks
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.analyzers.models import AnalysisRun, RemoteAnalyzer
from corpuses.analyzers.remote.lookup import name_of
from corpuses.annotations.models import Annotation
from corpuses.corpora.services import add_documents, create_corpus
from documents.tests.factories import parsed_document
from tests.e2e.steps import wait_for
from tests.upstreams import Reply, scripted_server

FINDING = {"kind": "finding", "start": 0, "end": 3, "label": "Name", "value": "ada"}
NAME = "Names of parties"


@pytest.fixture
def server(live_stack):
    """Serve an analyzer that marks the first three characters of a text."""
    body = json.dumps({"results": [FINDING]}).encode()
    with scripted_server([Reply(body)], port=live_stack.analyzer_port) as started:
        yield started


@pytest.fixture
def corpus(user):
    corpus = create_corpus(owner=user, title="Leases")
    document = parsed_document(user, "Ada pays Bob on Monday.", title="Agreement")
    add_documents(corpus, [document], actor=user)
    return corpus


def add_analyzer(page, address, *, name=NAME):
    page.get_by_role("button", name="Add a remote analyzer…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("Address").fill(address)
    dialog.get_by_role("button", name="Add analyzer").click()
    return dialog


def see_errors_and_remove(page, server, check):
    """See the errors of the address and of the server, switch the analyzer off, and remove it."""
    works = list(server.script)
    server.script[:] = [Reply(b'{"error": "The model is missing."}')]
    dialog = add_analyzer(page, "https://10.0.0.1/run")
    expect(dialog.get_by_text("The server must have a public address.")).to_be_visible()
    check(page, "remote-analyzer-refused")
    dialog.get_by_label("Address").fill(server.url)
    dialog.get_by_role("button", name="Add analyzer").click()
    dialog.get_by_role("button", name="Done").click()
    item = page.get_by_role("list", name="Remote analyzers").get_by_role("listitem")
    item.get_by_role("button", name=f"Test {NAME}").click()
    expect(item.get_by_role("status")).to_contain_text("The model is missing.")
    item.get_by_role("switch", name=f"{NAME} is on").click()
    expect(item.get_by_role("button", name=f"Test {NAME}")).to_be_disabled()
    wait_for(page, lambda: RemoteAnalyzer.objects.filter(enabled=False).exists())
    item.get_by_role("button", name=f"More for {NAME}").click()
    page.get_by_role("menuitem", name="Remove…").click()
    page.get_by_role("button", name="Remove analyzer").click()
    # The dialog hides the list from assistive technology, so its absence alone says nothing.
    wait_for(page, lambda: not RemoteAnalyzer.objects.exists())
    expect(page.get_by_role("list", name="Remote analyzers")).to_have_count(0)
    server.script[:] = works


def add_and_test(page, server, check):
    """Add an analyzer, whose secret is shown once, and test it. The sample text is signed with the secret."""
    dialog = add_analyzer(page, f"{server.url}/names")
    secret = dialog.locator("code").inner_text()
    assert webhooks.require_secret(secret) == secret
    dialog.get_by_role("button", name="Test").click()
    expect(dialog.get_by_role("status")).to_contain_text("It returned 1 result for the sample text")
    webhooks.require_signed(server.bodies[-1], server.headers[-1], secret=secret)
    check(page, "remote-analyzer-secret")
    dialog.get_by_role("button", name="Done").click()
    item = page.get_by_role("list", name="Remote analyzers").get_by_role("listitem")
    expect(item).to_contain_text(f"{server.url}/names")
    assert secret not in page.content()


def run_by_action(page, check):
    page.get_by_role("button", name="New action").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("What it does").select_option("ANALYZE")
    dialog.get_by_label("Analyzer").select_option(label=NAME)
    check(page, "remote-analyzer-action")
    dialog.get_by_role("button", name="Create action").click()
    expect(dialog).to_have_count(0)
    action = CorpusAction.objects.get(kind="analyze")
    assert action.analyzer == name_of(RemoteAnalyzer.objects.get())
    page.get_by_role("listitem").filter(has_text="Has not run yet").get_by_role(
        "button", name="Run", exact=True
    ).click()
    page.get_by_role("button", name="Run on 1 document").click()
    wait_for(page, lambda: ActionExecution.objects.filter(action=action, state="success").exists())
    assert Annotation.objects.get().quote == "Ada"
    check(page, "remote-analyzers")


def replace_secret(page, first):
    """Replace the first secret; return the new one."""
    page.get_by_role("button", name=f"More for {NAME}").click()
    page.get_by_role("menuitem", name="Replace secret…").click()
    page.get_by_role("button", name="Replace secret").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("code")).not_to_have_text(first)
    secret = dialog.locator("code").inner_text()
    dialog.get_by_role("button", name="Done").click()
    return secret


def cancel_waiting_run(page, check):
    # The stack of the tests has no PUBLIC_URL, without which results cannot come later.
    AnalysisRun.objects.update(state="waiting", finished=None, due=timezone.now() + timedelta(hours=1))
    page.reload()
    page.get_by_text("1 document waits for the results of the remote analyzer").click()
    check(page, "remote-analyzer-waits")
    page.get_by_role("button", name="Cancel Agreement").click()
    expect(page.get_by_text("1 cancelled")).to_be_visible()
    assert AnalysisRun.objects.get().state == "cancelled"


def open_actions(page, corpus):
    page.goto(f"/c/{corpus.pk}?tab=actions")
    page.get_by_role("heading", name="Actions", exact=True).wait_for()


# proves: S1-10
def test_a_remote_analyzer_is_added_tested_and_used_by_an_action(session_page, corpus, server, check):
    open_actions(session_page, corpus)
    see_errors_and_remove(session_page, server, check)
    add_and_test(session_page, server, check)
    run_by_action(session_page, check)


def test_a_remote_analyzer_is_run_with_a_new_secret_and_a_run_that_waits_is_cancelled(
    session_page, corpus, server, check
):
    page = session_page
    open_actions(page, corpus)
    dialog = add_analyzer(page, server.url)
    first = dialog.locator("code").inner_text()
    dialog.get_by_role("button", name="Done").click()
    second = replace_secret(page, first)
    page.get_by_role("tab", name="Analyze").click()
    page.get_by_role("button", name=f"Run {NAME}").click()
    wait_for(page, lambda: Annotation.objects.filter(quote="Ada").exists())
    webhooks.require_signed(server.bodies[0], server.headers[0], secret=second)
    check(page, "remote-analyzer-run")
    wait_for(page, lambda: AnalysisRun.objects.filter(state="success").exists())
    cancel_waiting_run(page, check)
