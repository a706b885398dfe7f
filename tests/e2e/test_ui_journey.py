"""The main job of the user interface: upload a contract, wait for it, annotate it and find it by meaning."""

import pytest
from playwright.sync_api import Page, expect

from conftest import DEMO
from corpuses.actions.drafts import ActionDraft, Question
from corpuses.actions.editing import create_action
from corpuses.corpora.services import create_corpus
from tasks.models import DeadLetter
from tests.e2e.steps import HOSTING_TITLE, drag_over_words, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

ACTIONS = (
    ActionDraft(kind="analyze", name="Dates", analyzer="patterns"),
    ActionDraft(kind="extract", name="Rents", fields=[Question("Rent", "How much is the rent?")]),
    ActionDraft(kind="agent", name="Parties", instructions="Mark the parties."),
)


def upload(page: Page, *files: dict) -> None:
    page.get_by_test_id("upload-input").first.set_input_files(list(files))


def file(name: str, content: bytes) -> dict:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": content}


def contract() -> dict:
    return file("hosting-agreement.pdf", (DEMO / "hosting-agreement.pdf").read_bytes())


@pytest.mark.journey
def test_upload_watch_annotate_reload_search(signed_in, check):
    page = signed_in
    check(page, "documents-empty")
    upload(page, contract())
    row = page.get_by_role("row").filter(has_text=HOSTING_TITLE)
    expect(row.get_by_text("Ready")).to_be_visible()
    check(page, "documents")

    row.get_by_role("link", name=HOSTING_TITLE).first.click()
    expect(page.locator('[data-page-raster="1"] canvas')).to_be_visible()
    drag_over_words(page)
    page.get_by_role("button", name="Label", exact=True).click()
    label = page.get_by_role("combobox", name="Label for the selection")
    label.fill("Agreement")
    check(page, "document-labelling")
    label.press("Enter")
    annotations = page.get_by_role("complementary", name="Annotations").or_(page.get_by_label("Annotations by page"))
    expect(annotations.first.get_by_text("Agreement").first).to_be_visible()

    page.reload()
    expect(page.locator('[data-page-raster="1"] canvas')).to_be_visible()
    expect(annotations.first.get_by_text("Agreement").first).to_be_visible()
    check(page, "document")

    page.get_by_role("link", name="Corpora").click()
    page.get_by_role("main").get_by_role("link", name="My documents").click()
    page.get_by_role("tab", name="Search").click()
    page.get_by_role("searchbox", name="Search in “My documents”").fill("how much does the client pay for the website")
    page.keyboard.press("Enter")
    hit = page.get_by_role("list", name="Documents").get_by_role("link").filter(has_text="$5,000").first
    expect(hit).to_be_visible()
    expect(hit.locator("[data-crop=drawn]")).to_be_visible()
    check(page, "corpus-search")
    hit.click()
    expect(page.locator('[data-hit]:not([data-hit="0"])').first).to_be_attached()
    check(page, "search-hit")


def test_invalid_files_show_the_reason_and_can_be_retried(signed_in, check):
    page = signed_in
    pdf = (DEMO / "hosting-agreement.pdf").read_bytes()
    upload(
        page,
        file("empty.pdf", b""),
        file("not really.pdf", b"\x7fELF" + bytes(range(256)) * 9),
        file("half.pdf", pdf[: len(pdf) // 2]),
        file("whole.pdf", pdf),
        file("the same again.pdf", pdf),
    )
    panel = page.get_by_role("region", name="Uploads")
    for reason in ("Empty file", "Not a valid PDF file", "The file is incomplete", "Already uploaded"):
        expect(panel.get_by_role("heading", name=reason)).to_be_visible()
    check(page, "upload-failures")
    row = page.get_by_role("row").filter(has_text="half")
    expect(row.get_by_text("Failed")).to_be_visible()
    row.get_by_role("link", name="half").click()
    reason = page.get_by_role("main").get_by_role("alert").filter(has_text="The file is incomplete")
    expect(reason).to_be_visible()
    check(page, "document-failed")
    wait_for(page, DeadLetter.objects.exists)
    before = DeadLetter.objects.get().last_failed_at
    # Another attempt can only succeed with another parser.
    assert reason.get_by_role("button", name="Retry").count() == 0
    reason.get_by_role("button", name="Read again with…").click()
    page.get_by_role("menuitem", name="Standard").click()
    wait_for(page, DeadLetter.objects.filter(last_failed_at__gt=before).exists)
    expect(reason).to_be_visible()


def test_corpora_dialogs_and_activity(signed_in, check):
    page = signed_in
    upload(page, contract())
    expect(page.get_by_role("row").filter(has_text="hosting").get_by_text("Ready")).to_be_visible()
    page.get_by_role("link", name="Corpora").click()
    page.get_by_role("button", name="New corpus").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Create").wait_for()
    check(page, "corpus-dialog")
    page.get_by_label("Name").or_(page.get_by_label("Title")).first.fill("Hosting contracts")
    page.get_by_role("dialog").get_by_role("button", name="Create").click()
    page.get_by_role("heading", name="Hosting contracts").wait_for()
    page.get_by_role("button", name="Add documents").first.click()
    page.get_by_role("dialog").get_by_role("checkbox").first.check()
    check(page, "add-documents-dialog")
    page.get_by_role("dialog").get_by_role("button", name="Add").last.click()
    page.get_by_role("tab", name="Actions").click()
    expect(page.get_by_role("heading", name="Index for search")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="hosting").get_by_text("Done")).to_be_visible()
    check(page, "corpus-actions")


def test_every_tab_of_a_corpus_opens_from_the_list_where_it_is_found(signed_in, user, check):
    """Pages that are reached by links load other chunks first than those that are opened by their address."""
    corpus, *_ = (create_corpus(owner=user, title=title) for title in ("Leases 10", "Minutes", "Leases 2"))
    for draft in ACTIONS:
        create_action(draft, corpus=corpus, actor=user)
    page = signed_in
    page.get_by_role("link", name="Corpora").click()
    page.get_by_label("Order").select_option("By title")
    page.get_by_role("searchbox", name="Filter corpora").fill("lease")
    expect(page.locator("main li").get_by_role("link")).to_have_text(["Leases 2", "Leases 10"])
    check(page, "corpora-filtered")
    page.get_by_role("link", name="Leases 10").click()
    tabs = page.get_by_role("tab")
    expect(tabs.first).to_be_visible()
    for tab in tabs.all():
        tab.click()
        expect(tab).to_have_attribute("aria-selected", "true")
        expect(page.get_by_role("tabpanel")).not_to_be_empty()
        expect(page.get_by_text("This page could not be shown")).to_have_count(0)
