"""Fields of documents in the browser: define, fill in beside the document, set for selected rows, delete and undo."""

import pytest
from playwright.sync_api import expect

from corpuses.fields.models import DocumentField, FieldValue
from corpuses.fields.services import create_field
from corpuses.fields.setting import set_field_values
from corpuses.models import Corpus
from corpuses.services.corpora import add_documents, create_corpus
from documents.services.lifecycle import update_document
from documents.tests.factories import parsed_document
from tests.e2e.steps import wait_for, wait_for_part

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def corpus(live_stack, user) -> Corpus:
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [parsed_document(user, "The tenant pays rent.", title="Lease")], actor=user)
    return corpus


def test_fields_are_defined_filled_in_and_deleted(session_page, corpus, check):
    page = session_page
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
    section.get_by_role("button", name="Edit Status").click()
    form = section.get_by_role("form", name="Edit Status")
    form.get_by_label("Description").fill("Of the deal")
    form.get_by_label("Choice 1", exact=True).fill("Outline")
    form.get_by_role("button", name="Add a choice").click()
    form.get_by_label("Choice 3", exact=True).fill("Void")
    form.get_by_role("button", name="Move choice 3 up").click()
    form.get_by_role("button", name="Save").click()
    expect(listed.first).to_contain_text("One of the choices: Outline, Void, Signed")
    expect(listed.first).to_contain_text("Of the deal")
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
    expect(page.get_by_role("alertdialog")).to_contain_text("with the values of 1 document")
    page.get_by_role("button", name="Delete field").click()
    expect(listed).to_have_count(1)
    assert not DocumentField.objects.filter(name="Monthly rent").exists()


def test_a_deleted_field_returns_with_its_values(session_page, user, corpus):
    page = session_page
    rent = create_field(corpus, name="Rent", type="number", actor=user)
    set_field_values(rent, list(corpus.documents.all()), ["1250"], actor=user)
    page.goto(f"/c/{corpus.pk}?tab=labels")
    listed = page.get_by_role("list", name="Fields").get_by_role("listitem")
    page.get_by_role("button", name="Delete Rent").click()
    page.get_by_role("button", name="Delete field").click()
    expect(page.get_by_text("Moved “Rent” to the bin.")).to_be_visible()
    expect(listed).to_have_count(0)
    page.reload()
    wait_for_part(page, "corpus-undo-keys")
    page.keyboard.press("Control+z")
    expect(page.get_by_text("Undone: Moved the field “Rent” to the bin")).to_be_visible()
    expect(listed).to_contain_text("1 document")


def test_a_field_of_selected_documents_is_set(session_page, user, corpus, check):
    page = session_page
    create_field(corpus, name="Monthly rent", type="number", actor=user)
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


def test_a_list_shows_a_field_and_is_sorted_and_filtered_by_it(session_page, user, corpus, check):
    page = session_page
    rents = {"Cottage": "950", "Mill": "2400", "Barn": "1200"}
    documents = {title: parsed_document(user, f"Rent of the {title}.", title=title) for title in rents}
    add_documents(corpus, list(documents.values()), actor=user)
    rent = create_field(corpus, name="Rent", type="number", actor=user)
    status = create_field(corpus, name="Status", type="enum", choices=["Draft", "Signed"], actor=user)
    for title, value in rents.items():
        set_field_values(rent, [documents[title]], [value], actor=user)
    set_field_values(status, [documents["Mill"]], ["Signed"], actor=user)
    page.goto(f"/c/{corpus.pk}")
    titles = page.get_by_role("row").get_by_role("link")
    page.get_by_label("Field", exact=True).select_option("Rent")
    expect(page.get_by_role("row").filter(has_text="Mill")).to_contain_text("2400")
    page.get_by_role("columnheader", name="Rent").get_by_role("button").click()
    expect(titles).to_have_text(["Cottage", "Barn", "Mill", "Lease"])
    expect(page.locator("th[aria-sort]")).to_have_text(["Rent"])
    page.get_by_role("columnheader", name="Rent").get_by_role("button").click()
    expect(titles).to_have_text(["Mill", "Barn", "Cottage", "Lease"])
    page.get_by_label("Rent, from").fill("1000")
    page.keyboard.press("Enter")
    expect(titles).to_have_text(["Mill", "Barn"])
    check(page, "documents-by-field")
    page.get_by_role("columnheader", name="Title").get_by_role("button").click()
    expect(titles).to_have_text(["Barn", "Mill"])
    page.reload()
    expect(titles).to_have_text(["Barn", "Mill"])
    page.get_by_label("Field", exact=True).select_option("Status")
    expect(titles).to_have_count(4)
    page.get_by_label("Value of Status").select_option("Signed")
    expect(titles).to_have_text(["Mill"])
    page.get_by_label("Value of Status").select_option("No value")
    expect(titles).to_have_count(3)
    page.get_by_label("Value of Status").select_option("Draft")
    expect(page.get_by_text("No documents with this value")).to_be_visible()


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
