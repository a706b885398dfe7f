"""Labels of whole documents: added to selected rows, shown, filtered by and removed, with the keyboard."""

import pytest
from playwright.sync_api import Page, expect

from corpuses.annotations.labels.services import create_label
from corpuses.annotations.models import DocumentLabel
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.models import Corpus, CorpusDocument
from documents.tests.factories import parsed_document
from tests.e2e.sharing.steps import check_on_phone
from tests.e2e.steps import wait_for
from users.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def corpus(live_stack, user) -> Corpus:
    corpus = create_corpus(owner=user, title="Leases")
    documents = [parsed_document(user, "The tenant pays rent.", title=f"Lease {number}") for number in range(3)]
    add_documents(corpus, documents, actor=user)
    return corpus


def rows(page: Page):
    return page.get_by_role("row").filter(has=page.get_by_role("link"))


def labels_of(page: Page, title: str):
    return rows(page).filter(has_text=title).get_by_role("list", name="Labels").get_by_role("listitem")


def labelled(name: str) -> list[str]:
    found = DocumentLabel.objects.filter(label__name=name).order_by("document__title")
    return list(found.values_list("document__title", flat=True))


def review_suggestions(page: Page, user: User, corpus: Corpus, check) -> None:
    """Accept a suggested label in the details, and reject another one."""
    document = corpus.documents.get(title="Lease 0")
    membership = CorpusDocument.objects.get(document=document)
    for name in ("Lease", "Sale"):
        DocumentLabel.objects.create(
            corpus=corpus,
            document=document,
            membership=membership,
            label=create_label(corpus, name=name, actor=user),
            source="analyzer",
        )
    page.goto(f"/c/{corpus.pk}")
    expect(labels_of(page, "Lease 0")).to_have_text(["Lease Suggested", "Sale Suggested"])
    page.get_by_role("link", name="Lease 0").click()
    page.get_by_role("button", name="Details").click()
    details = page.get_by_role("complementary", name="Details")
    chips = details.get_by_role("list", name="Labels").get_by_role("listitem")
    expect(chips).to_have_text(["LeaseSuggested", "SaleSuggested"])
    check(page, "document-labels-suggested")
    details.get_by_role("button", name="Accept label Lease").press("Enter")
    expect(chips).to_have_text(["Lease", "SaleSuggested"])
    expect(details.get_by_role("button", name="Label…")).to_be_focused()
    details.get_by_role("button", name="Reject label Sale").press("Enter")
    expect(chips).to_have_text(["Lease"])
    wait_for(page, lambda: [row.review for row in document.document_labels.all()] == ["accepted"])
    assert document.document_labels.get().reviewer == user


def test_documents_are_labelled_filtered_and_unlabelled_with_the_keyboard(session_page, user, corpus, check):
    page = session_page
    create_label(corpus, name="Reviewed", actor=user)
    page.goto(f"/c/{corpus.pk}")
    page.get_by_role("link", name="Lease 2").focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    page.get_by_role("button", name="Label 2…").press("Enter")
    dialog = page.get_by_role("dialog", name="Label 2 documents")
    expect(dialog.get_by_label("Find or create a label")).to_be_focused()
    expect(dialog.get_by_role("checkbox", name="Reviewed")).to_be_visible()
    page.keyboard.type("Urgent")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("checkbox", name="Urgent")).to_be_checked()
    check(page, "document-label-dialog")
    dialog.get_by_role("button", name="Save").press("Enter")
    expect(dialog).to_be_hidden()
    expect(labels_of(page, "Lease 2")).to_have_text(["Urgent"])
    expect(labels_of(page, "Lease 1")).to_have_text(["Urgent"])
    wait_for(page, lambda: labelled("Urgent") == ["Lease 1", "Lease 2"])
    check(page, "document-labels")
    check_on_phone(page, "document-labels-phone", check)

    page.get_by_role("combobox", name="Label").select_option("Urgent")
    expect(rows(page)).to_have_count(2)
    page.reload()
    expect(rows(page)).to_have_count(2)

    page.get_by_role("link", name="Lease 2").press("Enter")
    page.get_by_role("button", name="Details").press("Enter")
    details = page.get_by_role("complementary", name="Details")
    expect(details.get_by_role("list", name="Labels")).to_have_text("Urgent")
    check(page, "document-labels-details")
    details.get_by_role("button", name="Remove label Urgent").press("Enter")
    expect(details.get_by_role("list", name="Labels")).to_be_hidden()
    expect(details.get_by_role("button", name="Label…")).to_be_focused()
    wait_for(page, lambda: labelled("Urgent") == ["Lease 1"])
    review_suggestions(page, user, corpus, check)
