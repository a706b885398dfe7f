"""Fields of documents in the browser: define, fill in beside the document, set for selected rows, and delete."""

import pytest
from playwright.sync_api import expect

from corpuses.fields.models import DocumentField, FieldValue
from corpuses.fields.services import create_field
from corpuses.models import Corpus
from corpuses.services.corpora import add_documents, create_corpus
from documents.tests.factories import parsed_document
from tests.e2e.steps import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def corpus(live_stack, user) -> Corpus:
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [parsed_document(user, "The tenant pays rent.", title="Lease")], actor=user)
    return corpus


def test_fields_are_defined_filled_in_and_deleted(signed_in, corpus, check):
    page = signed_in
    page.goto(f"/c/{corpus.pk}?tab=labels")
    section = page.get_by_role("region", name="Fields of documents")
    section.get_by_label("New field").fill("Rent")
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
    expect(listed.first).to_contain_text("Status")
    section.get_by_role("button", name="Edit Rent").click()
    section.get_by_label("Name", exact=True).fill("Monthly rent")
    section.get_by_role("button", name="Save").click()
    expect(listed.last).to_contain_text("Monthly rent")
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

    page.goto(f"/c/{corpus.pk}?tab=labels")
    section.get_by_role("button", name="Delete Monthly rent").click()
    expect(page.get_by_role("alertdialog")).to_contain_text("The values of 1 document")
    page.get_by_role("button", name="Delete field").click()
    expect(listed).to_have_count(1)
    assert not DocumentField.objects.filter(name="Monthly rent").exists()


def test_a_field_of_selected_documents_is_set(signed_in, user, corpus, check):
    page = signed_in
    create_field(corpus, name="Monthly rent", type="number", actor=user)
    page.goto(f"/c/{corpus.pk}")
    page.get_by_role("link", name="Lease", exact=True).focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Set field…").press("Enter")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("combobox", name="Field").select_option("Monthly rent")
    dialog.get_by_label("Monthly rent").fill("99")
    check(page, "document-fields-bulk")
    dialog.get_by_role("button", name="Set field").click()
    expect(dialog).to_be_hidden()
    assert FieldValue.objects.filter(text="99").exists()
