"""The labels of a corpus are edited, put in order and merged."""

import pytest
from playwright.sync_api import Locator, Page, expect

from corpuses.annotations.labels.services import create_label, update_label
from corpuses.annotations.models import Annotation
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.corpora.services import create_corpus
from corpuses.models import Corpus
from documents.models import Document
from tests.e2e.sharing.steps import check_on_phone
from tests.e2e.steps import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def corpus(user) -> Corpus:
    corpus = create_corpus(owner=user, title="Leases")
    for name in ("Party", "Date", "Rent"):
        create_label(corpus, name=name, actor=user)
    return corpus


@pytest.fixture
def document(corpus, upload_ready) -> Document:
    return upload_ready("hosting-agreement.pdf", corpus=corpus)


def open_labels(page: Page, corpus: Corpus) -> Locator:
    page.goto(f"/c/{corpus.pk}?tab=labels")
    rows = page.get_by_role("list", name="Labels").get_by_role("listitem")
    rows.first.wait_for()
    return rows


def expect_order(rows: Locator, *names: str) -> None:
    expect(rows).to_have_count(len(names))
    for index, name in enumerate(names):
        expect(rows.nth(index)).to_contain_text(name)


def test_labels_are_edited_dragged_and_merged(session_page, user, corpus, document, check):
    page = session_page
    for name, start in (("Party", 0), ("Date", 8), ("Date", 16)):
        draft = AnnotationDraft(label_name=name, start=start, end=start + 7)
        annotate(draft, corpus=corpus, document=document, actor=user)
    rows = open_labels(page, corpus)
    page.get_by_role("button", name="Edit Date").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type("Day")
    dialog.get_by_label("Description").fill("A day that is written in figures.\nNot a period.")
    dialog.get_by_role("radio", name="Purple").check()
    check(page, "label-edit")
    check_on_phone(page, "label-edit-phone", check)
    update_label(corpus.labels.get(name="Date"), actor=user, color="#c8649b")  # by another user, meanwhile
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("Pink")
    check(page, "label-conflict")
    dialog.get_by_role("button", name="Overwrite").click()
    expect(dialog).to_be_hidden()
    expect(rows.nth(1)).to_contain_text("A day that is written in figures.")
    check(page, "labels")
    check_on_phone(page, "labels-phone", check)
    label = corpus.labels.get(name="Day")
    assert (label.color, label.description.count("\n")) == ("#8b62d0", 1)

    rows.nth(2).locator("[draggable]").drag_to(rows.nth(0))
    expect_order(rows, "Rent", "Party", "Day")
    wait_for(page, lambda: corpus.labels.first().name == "Rent")

    expect(rows.nth(2)).to_contain_text("2 annotations")
    page.get_by_role("button", name="Merge Day").click()
    expect(dialog.get_by_role("button", name="Merge", exact=True)).to_be_disabled()
    dialog.get_by_label("Into").select_option("Party")
    expect(dialog).to_contain_text("2 annotations will get the label “Party”, and “Day” is moved to the bin.")
    check(page, "label-merge")
    check_on_phone(page, "label-merge-phone", check)
    dialog.get_by_role("button", name="Merge", exact=True).click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_text("Merged “Day” into “Party”.", exact=True)).to_be_visible()
    expect_order(rows, "Rent", "Party")
    expect(rows.nth(1)).to_contain_text("3 annotations")
    assert set(Annotation.objects.values_list("label__name", flat=True)) == {"Party"}
