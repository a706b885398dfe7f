"""Fields of documents in the browser: define, fill in beside the document, set for selected rows, and undo."""

import pytest
from playwright.sync_api import expect

from corpuses.corpora.services import add_documents, create_corpus
from corpuses.fields.models import FieldValue
from corpuses.fields.services import create_field
from corpuses.models import Corpus
from documents.services.lifecycle import update_document
from documents.tests.factories import parsed_document
from tests.e2e.steps import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def corpus(live_stack, user) -> Corpus:
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [parsed_document(user, "The tenant pays rent.", title="Lease")], actor=user)
    return corpus


def test_fields_are_defined_filled_in_set_for_selected_documents_and_filter_the_list(session_page, corpus, check):
    page = session_page
    page.goto(f"/c/{corpus.pk}?tab=labels")
    section = page.get_by_role("region", name="Fields of documents")
    section.get_by_label("New field").fill("Monthly rent")
    section.get_by_label("Type").select_option("Number")
    section.get_by_role("button", name="Create field").click()
    listed = section.get_by_role("list", name="Fields").get_by_role("listitem")
    expect(listed).to_have_count(1)
    section.get_by_label("New field").fill("Status")
    section.get_by_label("Type").select_option("One of the choices")
    section.get_by_label("Choices").fill("Draft, Signed")
    section.get_by_role("button", name="Create field").click()
    expect(listed).to_have_count(2)
    section.get_by_role("button", name="Move Status up").press("Enter")
    expect(listed.first).to_contain_text("One of the choices: Draft, Signed")
    check(page, "document-fields")

    page.get_by_role("tab", name="Documents").click()
    page.get_by_role("link", name="Lease", exact=True).press("Enter")
    page.get_by_role("button", name="Details").press("Enter")
    details = page.get_by_role("complementary", name="Details")
    details.get_by_label("Monthly rent").fill("many")
    page.keyboard.press("Enter")
    expect(details.get_by_text("This is no number.")).to_be_visible()
    details.get_by_label("Monthly rent").fill("1,250.50")
    page.keyboard.press("Enter")
    expect(details.get_by_label("Monthly rent")).to_have_value("1250.50")
    expect(details.get_by_text("Saved")).to_be_visible()
    details.get_by_role("combobox", name="Status").select_option("Signed")
    wait_for(page, lambda: FieldValue.objects.filter(text="Signed").exists())
    check(page, "document-fields-details")

    page.goto(f"/c/{corpus.pk}")
    page.get_by_role("link", name="Lease", exact=True).focus()
    page.keyboard.press("Space")
    page.get_by_role("group", name="Selected documents").get_by_role("button", name="More").press("Enter")
    page.get_by_role("menuitem", name="Set field…").press("Enter")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("combobox", name="Field").select_option("Monthly rent")
    dialog.get_by_label("Monthly rent").fill("99")
    check(page, "document-fields-bulk")
    dialog.get_by_role("button", name="Set field").click()
    expect(dialog).to_be_hidden()
    assert FieldValue.objects.filter(text="99").exists()
    page.get_by_label("Field", exact=True).select_option("Monthly rent")
    page.get_by_label("Monthly rent, from").fill("50")
    page.keyboard.press("Enter")
    expect(page.get_by_role("row").filter(has_text="Lease")).to_contain_text("99")
    page.get_by_role("columnheader", name="Monthly rent").get_by_role("button").click()
    expect(page.locator("th[aria-sort]")).to_have_text(["Monthly rent"])
    check(page, "documents-by-field")


def test_values_and_titles_are_undone_from_anywhere_and_after_a_reload(session_page, corpus, user):
    create_field(corpus, name="Status", type="enum", choices=["Draft", "Signed"], actor=user)
    page = session_page
    document = corpus.documents.get()
    page.goto(f"/d/{document.pk}?c={corpus.pk}")
    page.get_by_role("button", name="Details").press("Enter")
    details = page.get_by_role("complementary", name="Details")
    status = details.get_by_role("combobox", name="Status")
    status.select_option("Signed")
    wait_for(page, lambda: FieldValue.objects.filter(text="Signed").exists())
    status.evaluate("element => element.blur()")
    page.keyboard.press("Control+z")
    expect(page.get_by_text("Undone: Changed the field “Status”")).to_be_visible()
    expect(status).to_have_value("")
    page.keyboard.press("Control+Shift+z")
    expect(status).to_have_value("Signed")
    update_document(document, actor=user, title="Harbour Street")
    page.reload()
    expect(page.get_by_role("heading", name="Harbour Street", level=1)).to_be_visible()
    page.keyboard.press("Control+z")
    expect(page.get_by_role("heading", name="Lease", level=1)).to_be_visible()
    page.keyboard.press("Control+z")
    wait_for(page, lambda: not FieldValue.objects.exists())
