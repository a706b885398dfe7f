"""The labels of a corpus: each has a colour of its own; they are edited, put in order and merged."""

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from corpuses.annotations.labels import create_label, update_label
from corpuses.annotations.models import Annotation, Label
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.models import Corpus
from corpuses.services.corpora import create_corpus
from documents.models import Document
from tests.e2e.sharing.steps import check_on_phone, expect_first_page
from tests.e2e.steps import drag_over_words, release, wait_for, wait_until_live
from users.sharing.services import ShareRequest, create_share

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

# The second press comes before the row shows the first.
PRESS_TWICE = """async button => {
    button.click();
    for (let turn = 0; turn < 50; turn++) await null;
    button.click();
}"""


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


def test_labels_that_are_made_in_succession_have_colours_of_their_own(session_page, corpus):
    page = session_page
    rows = open_labels(page, corpus)
    for number, name in enumerate(("Term", "Notice"), start=4):
        page.get_by_label("New label").fill(name)
        page.get_by_role("button", name="Create label").click()
        expect(rows).to_have_count(number)
    assert len({label.color for label in corpus.labels.all()}) == 5
    assert [label.name for label in corpus.labels.all()] == ["Party", "Date", "Rent", "Term", "Notice"]


def test_the_next_name_can_be_typed_while_the_list_is_loaded(session_page, corpus):
    page = session_page
    rows = open_labels(page, corpus)
    held: list[Route] = []
    page.route(
        "**/graphql/",
        lambda route: held.append(route) if "query Corpus" in (route.request.post_data or "") else route.continue_(),
    )
    name = page.get_by_label("New label")
    name.fill("Term")
    page.get_by_role("button", name="Create label").click()
    wait_for(page, lambda: held)
    name.fill("Notice")
    release(page, "**/graphql/", held)
    expect(rows).to_have_count(4)
    page.get_by_role("button", name="Create label").click()
    expect_order(rows, "Party", "Date", "Rent", "Term", "Notice")
    expect(name).to_have_value("")


def test_a_label_is_edited(session_page, corpus, check):
    page = session_page
    rows = open_labels(page, corpus)
    page.get_by_role("button", name="Edit Date").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type("Day")
    dialog.get_by_label("Description").fill("A day that is written in figures.\nNot a period.")
    dialog.get_by_role("radio", name="Purple").check()
    check(page, "label-edit")
    check_on_phone(page, "label-edit-phone", check)
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(dialog).to_be_hidden()
    expect(rows.nth(1)).to_contain_text("A day that is written in figures.")
    check(page, "labels")
    check_on_phone(page, "labels-phone", check)
    label = Label.objects.get(corpus=corpus, name="Day")
    assert (label.color, label.description.count("\n")) == ("#8b62d0", 1)


def test_a_colour_that_another_user_changed_meanwhile_is_named(session_page, user, corpus, check):
    page = session_page
    open_labels(page, corpus)
    page.get_by_role("button", name="Edit Date").click()
    dialog = page.get_by_role("dialog")
    update_label(corpus.labels.get(name="Date"), actor=user, color="#c8649b")
    dialog.get_by_role("radio", name="Purple").check()
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("Pink")
    check(page, "label-conflict")
    dialog.get_by_role("button", name="Overwrite").click()
    expect(dialog).to_be_hidden()
    assert corpus.labels.get(name="Date").color == "#8b62d0"


def test_labels_are_put_in_order_which_decides_their_keys(session_page, corpus, document):
    page = session_page
    rows = open_labels(page, corpus)
    expect_order(rows, "Party", "Date", "Rent")
    up = page.get_by_role("button", name="Move Rent up")
    up.focus()
    up.evaluate(PRESS_TWICE)
    expect_order(rows, "Rent", "Party", "Date")
    page.keyboard.press("Enter")  # at the top already
    expect_order(rows, "Rent", "Party", "Date")
    expect(up).to_be_focused()
    expect(page.get_by_role("status").filter(has_text="Rent is now number 1 of 3.")).to_have_count(1)
    down = page.get_by_role("button", name="Move Party down")
    down.focus()
    page.keyboard.press("Enter")
    expect_order(rows, "Rent", "Date", "Party")
    expect(down).to_be_focused()
    wait_for(page, lambda: [label.name for label in corpus.labels.all()] == ["Rent", "Date", "Party"])
    expect(rows.nth(1)).to_contain_text("Key 2")
    page.goto(f"/d/{document.pk}?c={corpus.pk}")
    expect_first_page(page)
    drag_over_words(page)
    page.keyboard.press("2")
    expect(page.get_by_role("button", name="Remove Date")).to_be_visible()
    wait_for(page, lambda: Annotation.objects.filter(label__name="Date").exists())


def test_labels_are_dragged_into_order(session_page, corpus):
    page = session_page
    rows = open_labels(page, corpus)
    rows.nth(2).locator("[draggable]").drag_to(rows.nth(0))
    expect_order(rows, "Rent", "Party", "Date")
    wait_for(page, lambda: corpus.labels.first().name == "Rent")


def test_a_label_is_merged_into_another_one(session_page, user, corpus, document, check):
    page = session_page
    for name, start in (("Party", 0), ("Date", 8), ("Date", 16)):
        draft = AnnotationDraft(label_name=name, start=start, end=start + 7)
        annotate(draft, corpus=corpus, document=document, actor=user)
    rows = open_labels(page, corpus)
    expect(rows.nth(1)).to_contain_text("2 annotations")
    page.get_by_role("button", name="Merge Date").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Merge", exact=True)).to_be_disabled()
    dialog.get_by_label("Into").select_option("Party")
    expect(dialog).to_contain_text("2 annotations will get the label “Party”, and “Date” is moved to the bin.")
    check(page, "label-merge")
    check_on_phone(page, "label-merge-phone", check)
    dialog.get_by_role("button", name="Merge", exact=True).click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_text("Merged “Date” into “Party”.", exact=True)).to_be_visible()
    expect_order(rows, "Party", "Rent")
    expect(rows.first).to_contain_text("3 annotations")
    assert set(Annotation.objects.values_list("label__name", flat=True)) == {"Party"}


def test_a_label_is_deleted_with_the_number_of_its_annotations_shown(session_page, user, corpus, document):
    page = session_page
    rows = open_labels(page, corpus)
    expect(rows.nth(1)).to_contain_text("0 annotations")
    wait_until_live(page)
    annotate(AnnotationDraft(label_name="Date", start=0, end=7), corpus=corpus, document=document, actor=user)
    expect(rows.nth(1)).to_contain_text("1 annotation")  # by a live update
    page.get_by_role("button", name="Delete Date").click()
    dialog = page.get_by_role("alertdialog")
    expect(dialog).to_contain_text("1 annotation has this label")
    dialog.get_by_role("button", name="Delete label").click()
    expect_order(rows, "Party", "Rent")


def test_annotators_create_labels_but_do_not_change_them(session_page, user, other_user):
    page = session_page
    theirs = create_corpus(owner=other_user, title="Theirs")
    create_label(theirs, name="Party", actor=other_user)
    share = ShareRequest(user=user.username, role="annotator")
    create_share(theirs, share, actor=other_user)
    rows = open_labels(page, theirs)
    expect(page.get_by_role("button", name="Create label")).to_be_visible()
    expect(rows.get_by_role("button")).to_have_count(1)
    expect(rows.get_by_role("button", name="Suggest passages for Party")).to_be_visible()
