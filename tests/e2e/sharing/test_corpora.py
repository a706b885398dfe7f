"""Sharing a corpus with its description, documents and annotations."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.sharing.steps import choose, expect_first_page, row_of, share_corpus
from tests.e2e.steps import drag_over_words, undo_button

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def describe(ada: Page, check) -> None:
    """Write a description in Markdown, replace it, and restore the earlier one."""

    def edit(text: str) -> None:
        ada.get_by_role("button", name="Edit", exact=True).click()
        ada.get_by_label("Description, in Markdown").fill(text)
        ada.get_by_role("dialog").get_by_role("button", name="Save").click()
        expect(ada.get_by_role("dialog")).to_have_count(0)

    edit("# Hosting\n\nAll **signed** contracts:\n\n- Alder\n- Birch")
    ada.get_by_text("Hosting All signed contracts: Alder Birch").click()
    text = ada.get_by_role("region", name="Description")
    expect(text.get_by_role("heading", name="Hosting")).to_be_visible()
    expect(text.get_by_role("listitem")).to_have_text(["Alder", "Birch"])
    check(ada, "corpus-description")
    edit("Replaced by mistake.")
    expect(text).to_contain_text("Replaced by mistake.")
    text.get_by_role("button", name="Earlier descriptions").click()
    dialog = ada.get_by_role("dialog")
    expect(dialog.get_by_role("listitem").filter(has_text="Replaced by mistake.")).to_contain_text("Ada Lovelace")
    check(ada, "corpus-earlier-descriptions")
    dialog.get_by_role("button", name="Restore").first.click()
    expect(text.get_by_role("heading", name="Hosting")).to_be_visible()
    undo_button(ada).click()
    expect(text).to_contain_text("Replaced by mistake.")


def annotate_in_a_new_label(grace: Page, check) -> None:
    grace.get_by_role("tab", name="Labels").click()
    grace.get_by_label("New label").fill("Parties")
    grace.get_by_role("button", name="Create label").click()
    expect(grace.get_by_role("list", name="Labels").get_by_text("Parties")).to_be_visible()
    grace.get_by_role("tab", name="Documents").click()
    row_of(grace).get_by_role("link", name="hosting").click()
    expect_first_page(grace)
    drag_over_words(grace)
    grace.get_by_role("button", name="Parties").click()
    panel = grace.get_by_role("complementary", name="Annotations")
    expect(panel.get_by_role("button", name="Remove Parties")).to_be_visible()
    check(grace, "document-annotator")


def read_only(grace: Page, check) -> None:
    """See why editing is not possible any more, and annotate elsewhere."""
    grace.reload()
    expect_first_page(grace)
    drag_over_words(grace)
    assert grace.get_by_role("button", name="Label", exact=True).count() == 0
    panel = grace.get_by_role("complementary", name="Annotations")
    expect(panel).to_contain_text("You have view access. To annotate, ask Ada Lovelace for edit access.")
    check(grace, "document-viewer")
    panel.get_by_role("button", name="Annotate in “My documents”").click()
    expect(grace.get_by_label("Corpus of the annotations").locator("option:checked")).to_have_text("My documents")
    drag_over_words(grace)
    expect(grace.get_by_role("button", name="Label", exact=True)).to_be_visible()


def leave(grace: Page, check) -> None:
    grace.get_by_role("button", name="Access").click()
    grace.get_by_role("dialog").get_by_role("button", name="Leave").click()
    confirmation = grace.get_by_role("alertdialog")
    check(grace, "leave-corpus")
    confirmation.get_by_role("button", name="Leave").click()
    expect(grace.get_by_role("heading", name="Corpora", exact=True)).to_be_visible()
    expect(grace.get_by_text("You have left")).to_be_visible()


def test_a_member_of_a_corpus_annotates_then_only_reads_and_leaves(ada, grace, corpus, document, check):
    ada.goto(f"/c/{corpus.pk}")
    describe(ada, check)
    share_corpus(ada, corpus, "Annotator")
    check(ada, "share-corpus")
    grace.get_by_role("link", name="Corpora").click()
    grace.get_by_role("heading", name="Corpora", exact=True).wait_for()
    grace.get_by_label("Owner").select_option("Shared with me")
    check(grace, "corpora-shared")
    grace.get_by_role("link", name="Hosting contracts").click()
    row_of(grace).wait_for()
    expect(grace.get_by_text("by Ada Lovelace").first).to_be_visible()
    check(grace, "corpus-shared")
    assert grace.get_by_role("button", name="Add documents").count() == 0
    row_of(grace).get_by_role("checkbox").check()
    expect(grace.get_by_role("button", name="Label 1…")).to_be_visible()
    for name in ("Move 1 to…", "Remove 1 from this corpus"):
        assert grace.get_by_role("button", name=name).count() == 0
    row_of(grace).get_by_role("checkbox").uncheck()
    annotate_in_a_new_label(grace, check)

    ada.goto(f"/d/{document.pk}?c={corpus.pk}")
    expect_first_page(ada)
    expect(ada.get_by_role("complementary", name="Annotations")).to_contain_text("by Grace Hopper")
    ada.get_by_role("button", name="Share").click()
    inherited = (
        ada.get_by_role("dialog").get_by_role("listitem").filter(has_text="Through the corpus Hosting contracts")
    )
    expect(inherited).to_contain_text("Grace Hopper")
    expect(inherited).to_contain_text("Annotator")
    check(ada, "share-through-corpus")

    ada.goto(f"/c/{corpus.pk}")
    ada.get_by_role("button", name="Share").click()
    choose(ada, "Grace Hopper: Annotator", "Viewer Can view, search")
    expect(ada.get_by_role("button", name="Grace Hopper: Viewer")).to_be_visible()
    read_only(grace, check)
    grace.goto(f"/c/{corpus.pk}?tab=labels")
    expect(grace.get_by_text("You have view access to these labels.")).to_be_visible()
    leave(grace, check)
    expect(grace.get_by_role("link", name=corpus.title)).to_have_count(0)
    grace.goto(f"/c/{corpus.pk}")
    expect(grace.get_by_role("heading", name="Corpus not found")).to_be_visible()
