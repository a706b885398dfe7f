"""Sharing a corpus, and with it what its members put there."""

import pytest
from playwright.sync_api import expect

from tests.browser.sharing.steps import choose, is_drawn, row_of, share_corpus
from tests.browser.steps import drag_over_words

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def test_an_annotator_of_a_corpus_annotates_and_changes_nothing_else(ada, grace, corpus, document, check):
    share_corpus(ada, corpus, "Annotator")
    check(ada, "share-corpus")
    grace.get_by_role("link", name="Corpora").click()
    grace.get_by_role("heading", name="Corpora", exact=True).wait_for()
    grace.get_by_label("Whose").select_option("Shared with me")
    check(grace, "corpora-shared")
    grace.get_by_role("link", name="Hosting contracts").click()
    row_of(grace).wait_for()
    expect(grace.get_by_text("by Ada Lovelace").first).to_be_visible()
    check(grace, "corpus-shared")
    assert grace.get_by_role("button", name="Add documents").count() == 0
    assert grace.get_by_role("checkbox").count() == 0
    grace.get_by_role("tab", name="Labels").click()
    grace.get_by_label("New label").fill("Parties")
    grace.get_by_role("button", name="Create label").click()
    expect(grace.get_by_role("list", name="Labels").get_by_text("Parties")).to_be_visible()
    grace.get_by_role("tab", name="Documents").click()
    row_of(grace).get_by_role("link", name="hosting").click()
    is_drawn(grace)
    drag_over_words(grace)
    grace.get_by_role("button", name="Parties").click()
    panel = grace.get_by_role("complementary", name="Annotations")
    expect(panel.get_by_role("button", name="Remove Parties")).to_be_visible()
    check(grace, "document-annotator")

    ada.goto(f"/d/{document.pk}?c={corpus.pk}")
    is_drawn(ada)
    expect(ada.get_by_role("complementary", name="Annotations")).to_contain_text("by Grace Hopper")
    ada.get_by_role("button", name="Share").click()
    through = ada.get_by_role("dialog").get_by_role("listitem").filter(has_text="by corpus Hosting contracts")
    expect(through).to_contain_text("Grace Hopper")
    expect(through).to_contain_text("Annotator")
    check(ada, "share-through-corpus")


def test_a_viewer_of_a_corpus_reads_and_is_told_why_not_more(ada, grace, corpus, document, check):
    dialog = share_corpus(ada, corpus, "Viewer")
    grace.goto(f"/c/{corpus.pk}?tab=labels")
    expect(grace.get_by_text("You can look at the labels of this corpus, and add none.")).to_be_visible()
    grace.goto(f"/d/{document.pk}?c={corpus.pk}")
    is_drawn(grace)
    drag_over_words(grace)
    assert grace.get_by_role("button", name="Label", exact=True).count() == 0
    panel = grace.get_by_role("complementary", name="Annotations")
    expect(panel).to_contain_text("You can only look at “Hosting contracts”.")
    check(grace, "document-viewer")
    grace.get_by_label("Corpus the annotations belong to").select_option("My documents")
    drag_over_words(grace)
    expect(grace.get_by_role("button", name="Label", exact=True)).to_be_visible()
    choose(ada, "Grace Hopper: Viewer", "Take it back")
    expect(dialog.get_by_role("button", name="Grace Hopper: Viewer")).to_have_count(0)
    grace.goto(f"/c/{corpus.pk}")
    expect(grace.get_by_role("heading", name="There is no such corpus here")).to_be_visible()
