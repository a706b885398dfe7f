"""Undo and redo on the page of a corpus, also after a reload."""

import pytest
from playwright.sync_api import Page, expect

from corpuses.annotations.labels.services import create_label
from corpuses.annotations.models import Label
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.models import Corpus
from documents.tests.factories import parsed_document
from tests.e2e.steps import wait_for, wait_for_part

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def corpus(live_stack, user) -> Corpus:
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [parsed_document(user, "The tenant pays rent.", title="Lease")], actor=user)
    for name in ("Party", "Date"):
        create_label(corpus, name=name, actor=user)
    return corpus


def names(corpus: Corpus) -> list[str]:
    return list(Label.objects.filter(corpus=corpus).values_list("name", flat=True))


def open_labels(page: Page, corpus: Corpus) -> None:
    page.goto(f"/c/{corpus.pk}?tab=labels")
    expect(page.get_by_role("list", name="Labels")).to_be_visible()
    wait_for_part(page, "corpus-undo-keys")


def reload(page: Page) -> None:
    page.reload()
    wait_for_part(page, "corpus-undo-keys")


def rename(page: Page, name: str, to: str) -> None:
    page.get_by_role("button", name=f"Edit {name}").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill(to)
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("list", name="Labels")).to_contain_text(to)


def test_edits_of_a_corpus_are_undone_by_keys_after_a_reload_by_buttons_and_in_the_history(session_page, corpus, check):
    page = session_page
    open_labels(page, corpus)
    rename(page, "Date", "Day")
    rename(page, "Party", "Parties")
    reload(page)
    labels = page.get_by_role("list", name="Labels")
    expect(labels).to_contain_text("Parties")
    page.keyboard.press("Control+z")
    expect(page.get_by_text("Undone: Renamed the label “Party” to “Parties”")).to_be_visible()
    expect(labels).not_to_contain_text("Parties")
    assert names(corpus) == ["Party", "Day"]
    check(page, "corpus-undone")
    reload(page)
    page.keyboard.press("Control+Shift+z")
    expect(labels).to_contain_text("Parties")
    assert names(corpus) == ["Parties", "Day"]

    page.get_by_role("button", name="Undo", exact=True).click()
    expect(labels).not_to_contain_text("Parties")
    wait_for(page, lambda: names(corpus) == ["Party", "Day"])
    page.get_by_role("button", name="Redo", exact=True).click()
    wait_for(page, lambda: names(corpus) == ["Parties", "Day"])
    page.get_by_role("button", name="History", exact=True).click()
    history = page.get_by_role("dialog", name="History")
    edit = history.get_by_role("listitem").filter(has_text="Renamed the label “Date” to “Day”")
    check(page, "corpus-history")
    edit.get_by_role("button", name="Undo").click()
    expect(edit).to_contain_text("undone")
    assert names(corpus) == ["Parties", "Date"]
    edit.get_by_role("button", name="Redo").click()
    wait_for(page, lambda: names(corpus) == ["Parties", "Day"])
