"""Administrators list the servers of analyzers; the form shows them, and a server that is removed gets nothing."""

import pytest
from playwright.sync_api import expect

from corpuses.analyzers.models import RemoteAnalyzer
from corpuses.corpora.services import create_corpus
from corpuses.providers.allowed import Purpose
from corpuses.providers.models import AllowedServer
from tests.e2e.steps import wait_for
from tests.upstreams import Reply, scripted_server

NAME = "Names of parties"


@pytest.fixture
def server(live_stack):
    with scripted_server([Reply(b'{"results": []}')], port=live_stack.analyzer_port) as started:
        yield started


@pytest.fixture
def admin_page(session_page, user):
    """Sign the administrator in, whose corpora the rows are about, too."""
    user.is_staff = user.is_superuser = True
    user.save(update_fields=["is_staff", "is_superuser"])
    return session_page


def add_row(page, host, note):
    page.goto("/admin/corpuses/allowedserver/add/")
    page.get_by_label("Purpose").select_option("analyzers")
    page.get_by_label("Host").fill(host)
    page.get_by_label("Name").fill(note)
    page.get_by_role("button", name="Save", exact=True).click()


def test_the_form_shows_the_servers_that_administrators_list(admin_page, user, server, check):
    page = admin_page
    corpus = create_corpus(owner=user, title="Leases")
    host = server.url.split("/")[2]
    add_row(page, "https://analyzers.example.com/run", "")
    expect(page.get_by_text("Enter a host, such as api.example.com")).to_be_visible()
    add_row(page, host, "Contract of 2026")
    expect(page.get_by_text("was added successfully")).to_be_visible()
    page.goto(f"/c/{corpus.pk}?tab=actions")
    page.get_by_role("button", name="Add a remote analyzer…").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text(f"Allowed servers: {host} (Contract of 2026). Ask an administrator")).to_be_visible()
    dialog.get_by_label("Name").fill(NAME)
    dialog.get_by_label("Address").fill("https://analyzers.example.com/run")
    dialog.get_by_role("button", name="Add analyzer").click()
    expect(dialog.get_by_text(f"This server is not allowed. Allowed servers: {host}.")).to_be_visible()
    check(page, "allowed-servers")
    dialog.get_by_label("Address").fill(server.url)
    dialog.get_by_role("button", name="Add analyzer").click()
    dialog.get_by_role("button", name="Done").click()
    wait_for(page, RemoteAnalyzer.objects.exists)
    AllowedServer.objects.filter(purpose=Purpose.ANALYZERS).update(host="other.example.com")
    item = page.get_by_role("list", name="Remote analyzers").get_by_role("listitem")
    item.get_by_role("button", name=f"Test {NAME}").click()
    expect(item.get_by_role("status")).to_contain_text("Allowed servers: other.example.com.")
    check(page, "allowed-server-removed")
    assert not server.requests
