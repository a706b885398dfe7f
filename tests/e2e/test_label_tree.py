"""Labels below others, and archived labels."""

import pytest
from playwright.sync_api import expect

from corpuses.annotations.labels.services import create_label, update_label
from corpuses.annotations.models import LABEL_SEPARATOR, Annotation, Label
from corpuses.corpora.services import create_corpus
from tests.e2e.sharing.steps import check_on_phone
from tests.e2e.steps import choose_by_key, drag_over_words, wait_for
from tests.e2e.test_labels import expect_order, open_labels

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def corpus(user):
    corpus = create_corpus(owner=user, title="Leases")
    for name in ("Party", "Date", "Rent"):
        create_label(corpus, name=name, actor=user)
    return corpus


def choose(page, name, item):
    """Choose an item of the menu of a label, by keyboard."""
    choose_by_key(page, page.get_by_role("button", name=f"More actions for {name}"), item)


def paths(corpus):
    return [label.path.replace(LABEL_SEPARATOR, "/") for label in corpus.labels.all()]


def test_labels_are_created_below_others_moved_by_keyboard_archived_and_restored(session_page, corpus, check):
    page = session_page
    rows = open_labels(page, corpus)
    choose(page, "Party", "Create below")
    dialog = page.get_by_role("dialog", name="New label below")
    dialog.get_by_label("Name").fill("Tenant")
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect_order(rows, "Party", "Tenant", "Date", "Rent")
    choose(page, "Rent", "Move to")
    dialog = page.get_by_role("dialog", name="Move")
    dialog.get_by_label("Below").select_option("Party")
    check(page, "label-move")
    dialog.get_by_role("button", name="Move", exact=True).click()
    expect_order(rows, "Party", "Tenant", "Rent", "Date")
    page.get_by_role("button", name="Move Rent up").click()
    expect_order(rows, "Party", "Rent", "Tenant", "Date")
    expect(page.get_by_role("status").filter(has_text="Rent is now number 1 of 2.")).to_have_count(1)
    wait_for(page, lambda: paths(corpus) == ["Party", "Party/Rent", "Party/Tenant", "Date"])
    page.get_by_role("button", name="Delete Party").click()
    expect(page.get_by_text("2 labels below it moved up.")).to_be_visible()
    expect_order(rows, "Rent", "Tenant", "Date")
    check(page, "label-tree")
    check_on_phone(page, "label-tree-phone", check)

    choose(page, "Rent", "Archive")  # which has no key any more
    expect_order(rows, "Tenant", "Date")
    expect(rows.first).to_contain_text("Key 1")
    page.get_by_text("Archived (1)").click()
    archived = page.get_by_role("list", name="Archived labels")
    expect(archived.get_by_role("listitem")).to_contain_text("Rent")
    check(page, "labels-archived")
    archived.get_by_role("button", name="Restore Rent").click()
    expect_order(rows, "Rent", "Tenant", "Date")
    assert not Label.objects.exclude(archived=None).exists()


def test_the_picker_shows_paths_and_the_keys_skip_archived_labels(opened, user):
    corpus, page = opened.corpus, opened.page
    party = create_label(corpus, name="Party", actor=user)
    old = create_label(corpus, name="Old", actor=user)
    tenant = create_label(corpus, name="Tenant", parent=party.pk, actor=user)
    opened.add("Old", 0, 0)
    update_label(old, archived=True, actor=user)
    opened.open()
    drag_over_words(page)
    page.keyboard.press("2")
    wait_for(page, lambda: Annotation.objects.filter(label=tenant).exists())
    opened.row("Tenant").click()
    expect(opened.card).to_contain_text(tenant.path)
    expect(opened.row("Old")).to_be_visible()
