"""Undo and redo on the pages of a document, of earlier visits, too, and the history of edits."""

import pytest
from playwright.sync_api import expect

from corpuses.annotations.document_labels.services import label_documents
from corpuses.annotations.editing import AnnotationChange, update_annotation
from corpuses.annotations.labels.services import create_label
from corpuses.annotations.models import Annotation, DocumentLabel, Relation
from corpuses.annotations.relations.services import RelationDraft, create_relation
from corpuses.models import CorpusShare
from tests.e2e.open_document import labels_of
from tests.e2e.steps import undo_button, wait_for, wait_for_part, wait_until_live
from users.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def notes_of(opened) -> list[str]:
    return [each.note for each in Annotation.objects.filter(document=opened.document)]


def test_edits_of_an_earlier_visit_are_undone_and_redone(opened):
    annotation = opened.add("Party", 10, 14)
    opened.add("Date", 40, 42)
    opened.open()
    page = opened.page
    opened.click(12)
    expect(opened.card).to_contain_text("Party")
    page.keyboard.press("2")
    wait_for(page, lambda: labels_of(opened) == ["Date", "Date"])
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    page.reload()
    expect(opened.row("Date").first).to_be_visible()
    page.keyboard.press("Control+z")
    expect(page.get_by_text("Undone: Changed the label “Party” to “Date”")).to_be_visible()
    expect(opened.row("Party")).to_be_visible()
    assert labels_of(opened) == ["Date", "Party"]
    # The annotations that a program made for the user are edits, too.
    page.keyboard.press("Control+z")
    expect(page.get_by_text("Undone: Added “Date”")).to_be_visible()
    wait_for(page, lambda: labels_of(opened) == ["Party"])
    page.reload()
    expect(opened.row("Party")).to_be_visible()
    opened.panel.get_by_role("button", name="Redo").click()
    expect(opened.row("Date")).to_be_visible()
    opened.panel.get_by_role("button", name="Redo").click()
    wait_for(page, lambda: labels_of(opened) == ["Date", "Date"])
    opened.panel.get_by_role("button", name="Redo").click()
    expect(page.get_by_text("There is nothing to redo.")).to_be_visible()
    assert Annotation.objects.filter(pk=annotation.pk).exists()


def test_the_message_about_an_edit_undoes_that_edit_and_closes_when_it_is_undone_otherwise(opened):
    opened.add("Party", 10, 14)
    opened.add("Date", 40, 42)
    opened.open()
    page = opened.page
    for token in (12, 41):
        opened.click(token)
        expect(opened.card).to_be_visible()
        page.keyboard.press("Delete")
    wait_for(page, lambda: labels_of(opened) == [])
    undo_button(page, of="Moved “Party” to the bin.").click()
    expect(opened.row("Party")).to_be_visible()
    wait_for(page, lambda: labels_of(opened) == ["Party"])
    other = page.locator("[data-toasts] > *").filter(has_text="Moved “Date” to the bin.")
    expect(other).to_be_visible()
    page.keyboard.press("Control+z")
    wait_for(page, lambda: labels_of(opened) == ["Date", "Party"])
    expect(other).to_have_count(0)
    page.keyboard.press("Control+Shift+z")
    wait_for(page, lambda: labels_of(opened) == ["Party"])
    page.keyboard.press("Control+Shift+z")
    wait_for(page, lambda: labels_of(opened) == [])


def test_a_note_is_undone(opened):
    opened.add("Party", 10, 14)
    opened.open()
    page = opened.page
    opened.click(12)
    expect(opened.card).to_be_visible()
    page.keyboard.press("n")
    page.get_by_role("dialog").get_by_label("Note").fill("Who is it?")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    wait_for(page, lambda: notes_of(opened) == ["Who is it?"])
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("Control+z")
    wait_for(page, lambda: notes_of(opened) == [""])
    expect(opened.panel.get_by_text("Who is it?")).to_be_hidden()


def test_an_edit_that_was_changed_since_is_not_undone(opened):
    annotation = opened.add("Party", 10, 14)
    opened.add("Date", 40, 42)
    opened.open()
    page = opened.page
    opened.click(12)
    expect(opened.card).to_be_visible()
    page.keyboard.press("2")
    wait_for(page, lambda: labels_of(opened) == ["Date", "Date"])
    annotation.refresh_from_db()
    wait_until_live(page)
    update_annotation(annotation, AnnotationChange(label_name="Person"), actor=opened.user)
    expect(opened.row("Person")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(page.get_by_text("This could not be undone. This was changed again after the edit.")).to_be_visible()
    expect(opened.row("Person")).to_be_visible()
    assert labels_of(opened) == ["Date", "Person"]


def test_the_history_lists_the_edits_of_all_and_undoes_own_ones(opened, check):
    grace = User.objects.create_user("grace", "grace@example.org", name="Grace Hopper")
    CorpusShare.objects.create(target=opened.corpus, user=grace, role="editor", created_by=opened.user)
    annotation = opened.add("Party", 10, 14)
    opened.add("Date", 40, 42)
    update_annotation(annotation, AnnotationChange(note="Who is it?"), actor=grace)
    opened.open()
    page = opened.page
    opened.panel.get_by_role("button", name="History").click()
    history = page.get_by_role("complementary", name="History")
    edits = history.get_by_role("listitem")
    expect(edits).to_have_count(3)
    expect(edits.first).to_contain_text("Grace Hopper")
    expect(edits.first).to_contain_text("Added a note to “Party”")
    expect(edits.first.get_by_role("button", name="Undo")).to_have_count(0)
    check(page, "edit-history")
    history.get_by_label("Only my edits").check()
    expect(edits).to_have_count(2)
    edits.first.get_by_role("button", name="Undo").click()
    expect(edits.first).to_contain_text("undone")
    wait_for(page, lambda: labels_of(opened) == ["Party"])
    edits.first.get_by_role("button", name="Redo").click()
    wait_for(page, lambda: labels_of(opened) == ["Date", "Party"])
    # Of one annotation, from its card.
    history.get_by_label("Only my edits").uncheck()
    opened.click(12)
    opened.card.get_by_role("button", name="History").click()
    expect(edits).to_have_count(2)
    edits.last.get_by_role("button").first.click()
    expect(opened.card).to_contain_text("Party")
    history.get_by_role("button", name="Show the history of all annotations").click()
    expect(edits).to_have_count(3)


def test_what_the_history_has_undone_is_no_step_of_the_keys(opened):
    opened.add("Party", 10, 14)
    opened.add("Date", 40, 42)
    opened.add("Place", 60, 61)
    opened.open()
    page = opened.page
    for token, key in ((12, "2"), (41, "3")):
        opened.click(token)
        expect(opened.card).to_be_visible()
        page.keyboard.press(key)
    wait_for(page, lambda: labels_of(opened) == ["Date", "Place", "Place"])
    opened.panel.get_by_role("button", name="History").click()
    edits = page.get_by_role("complementary", name="History").get_by_role("listitem")
    edits.first.get_by_role("button", name="Undo").click()
    wait_for(page, lambda: labels_of(opened) == ["Date", "Date", "Place"])
    expect(edits.first).to_contain_text("undone")
    page.keyboard.press("Control+z")
    wait_for(page, lambda: labels_of(opened) == ["Date", "Party", "Place"])


def test_the_review_of_all_suggestions_of_a_corpus_is_undone(opened):
    opened.suggest("Party", 10, 20)
    page = opened.page
    page.goto(f"/c/{opened.corpus.pk}?tab=annotations&review=PENDING")
    bar = page.get_by_role("group", name="Review suggestions")
    bar.get_by_role("button", name="Reject all").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Reject all").click()
    wait_for(page, lambda: labels_of(opened) == [])
    undo_button(page, of="Rejected 2 suggestions").click()
    wait_for(page, lambda: labels_of(opened) == ["Party", "Party"])
    expect(page.get_by_role("list", name="Annotations").get_by_role("listitem")).to_have_count(2)
    page.keyboard.press("Control+Shift+z")
    wait_for(page, lambda: labels_of(opened) == [])
    page.reload()
    wait_for_part(page, "corpus-undo-keys")
    page.keyboard.press("Control+z")
    wait_for(page, lambda: labels_of(opened) == ["Party", "Party"])


def test_relations_labels_of_the_document_and_comments_are_undone_by_keys(opened, check):
    ends = [opened.add("Party", 10, 14), opened.add("Date", 40, 42)]
    draft = RelationDraft(source=ends[0], target=ends[1], label_name="from")
    create_relation(draft, corpus=opened.corpus, actor=opened.user)
    opened.open()
    page = opened.page
    opened.click(12)
    opened.card.get_by_role("button", name="Remove from to").click()
    wait_for(page, lambda: not Relation.objects.exists())
    page.get_by_role("button", name="Comments", exact=True).click()
    comments = page.get_by_role("complementary", name="Comments")
    comments.get_by_role("textbox", name="Comment on this document").fill("Who is it?")
    page.keyboard.press("Control+Enter")
    expect(comments.get_by_text("Who is it?")).to_be_visible()
    comments.get_by_role("button", name="Resolve").click()
    expect(comments.get_by_text("Resolved by")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(page.get_by_text("Undone: Resolved a thread")).to_be_visible()
    expect(comments.get_by_role("button", name="Resolve")).to_be_visible()
    # The other edits are undone after a reload.
    page.reload()
    expect(comments.get_by_text("Who is it?")).to_be_visible()
    opened.panel.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Undone: Added a comment")).to_be_visible()
    expect(comments.get_by_text("Who is it?")).to_be_hidden()
    page.keyboard.press("Control+z")
    expect(page.get_by_text("Undone: Removed the relation “from”")).to_be_visible()
    wait_for(page, Relation.objects.exists)
    page.keyboard.press("Control+Shift+z")
    wait_for(page, lambda: not Relation.objects.exists())
    page.keyboard.press("Control+Shift+z")
    expect(comments.get_by_text("Who is it?")).to_be_visible()
    opened.panel.get_by_role("button", name="History").click()
    history = page.get_by_role("complementary", name="History")
    expect(history.get_by_role("listitem").filter(has_text="Added a comment")).to_contain_text("Who is it?")
    check(page, "edit-history-of-all")


def test_a_label_of_the_document_is_undone(opened):
    label = create_label(opened.corpus, name="Lease", actor=opened.user)
    label_documents(label, [opened.document], actor=opened.user)
    opened.open()
    page = opened.page
    page.get_by_role("button", name="Details").click()
    page.get_by_role("button", name="Remove label Lease").click()
    wait_for(page, lambda: not DocumentLabel.objects.exists())
    page.keyboard.press("Control+z")
    expect(page.get_by_text("Undone: Changed the labels of the document")).to_be_visible()
    wait_for(page, DocumentLabel.objects.exists)
    page.keyboard.press("Control+Shift+z")
    wait_for(page, lambda: not DocumentLabel.objects.exists())
    label_documents(label, [opened.document], actor=opened.user)
    page.keyboard.press("Control+z")
    expect(page.get_by_text("This could not be undone. This was changed again after the edit.")).to_be_visible()
    assert DocumentLabel.objects.exists()
