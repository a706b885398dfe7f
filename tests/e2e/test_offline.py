"""Edits without a connection: each kind is shown as waiting, survives a reload, and is stored once."""

import re

import pytest
from playwright.sync_api import Route, expect

from corpuses.annotations.document_labels.services import label_documents
from corpuses.annotations.labels.services import create_label
from corpuses.annotations.models import Annotation, DocumentLabel, Edit
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.comments.models import Comment, Thread
from corpuses.comments.services import ThreadDraft, create_thread
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.fields.models import FieldValue
from corpuses.fields.services import create_field
from corpuses.fields.setting import set_field_values
from corpuses.models import Corpus, CorpusShare
from documents.models import Document
from documents.tests.factories import parsed_document
from tests.e2e.offline_steps import (
    changes_waiting,
    connect,
    disconnect,
    expect_saved_once,
    is_change,
    open_panel,
    relate,
    relations,
    reload_without_saving,
    waiting,
)
from tests.e2e.open_document import OpenDocument
from tests.e2e.steps import wait_for
from users.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def owner(live_stack) -> User:
    return User.objects.create_user("grace", "grace@example.org", "correct horse", name="Grace Hopper")


@pytest.fixture
def corpus(user, owner) -> Corpus:
    """Share the corpus of another user, so that the permission can be lost."""
    corpus = create_corpus(owner=owner, title="Leases")
    CorpusShare.objects.create(target=corpus, user=user, role="annotator", created_by=owner)
    return corpus


@pytest.fixture
def document(owner, corpus) -> Document:
    document = parsed_document(owner, "The tenant pays rent.", title="Lease")
    add_documents(corpus, [document], actor=owner)
    return document


@pytest.mark.journey
def test_comments_and_replies_to_them_wait(session_page, corpus, document, check):
    page = session_page
    panel = open_panel(page, document, corpus, "Comments")
    comment = panel.get_by_label("Comment on this document")
    expect(comment).to_be_visible()
    disconnect(page)
    comment.fill("Is the rent due?")
    comment.press("Control+Enter")
    thread = panel.get_by_role("article").filter(has_text="Is the rent due?")
    expect(waiting(thread)).to_have_text("Waiting for the connection")
    expect(comment).to_have_value("")
    reply = thread.get_by_label("Reply")
    reply.fill("On the first.")
    reply.press("Control+Enter")
    expect(waiting(thread)).to_have_count(2)
    expect(changes_waiting(page, 2)).to_be_visible()
    check(page, "offline-comments")
    reply.fill("Half of a sen")
    reload_without_saving(page)
    expect(waiting(thread)).to_have_count(2)
    expect(reply).to_have_value("Half of a sen")
    assert Comment.objects.count() == 0
    connect(page)
    wait_for(page, lambda: Comment.objects.count() == 2)
    expect(waiting(thread)).to_have_count(0)
    expect(reply).to_have_value("Half of a sen")
    expect_saved_once(page, lambda: Comment.objects.count() == 2)
    assert [each.text for each in Thread.objects.get().comments.order_by("created")] == [
        "Is the rent due?",
        "On the first.",
    ]


def test_changes_of_comments_and_notes_wait(session_page, user, corpus, document):
    page = session_page
    create_thread(corpus, ThreadDraft(text="First version", document=document), actor=user)
    annotate(AnnotationDraft(label_name="Party", start=4, end=10), corpus=corpus, document=document, actor=user)
    panel = open_panel(page, document, corpus, "Comments")
    expect(panel.get_by_text("First version")).to_be_visible()
    disconnect(page)
    panel.get_by_role("button", name="Edit the comment").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Comment").fill("Second version")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    expect(panel.get_by_text("Second version")).to_be_visible()
    page.get_by_role("button", name="Note on Party").click()
    dialog.get_by_label("Note").fill("The landlord")
    dialog.get_by_role("button", name="Save").click()
    annotations = page.get_by_role("complementary", name="Annotations")
    expect(annotations.get_by_text("The landlord")).to_be_visible()
    expect(changes_waiting(page, 2)).to_be_visible()
    reload_without_saving(page)
    expect(annotations.get_by_text("The landlord")).to_be_visible()
    connect(page)
    expect_saved_once(page, lambda: Comment.objects.get().text == "Second version")
    assert Annotation.objects.get().note == "The landlord"


def test_a_document_gets_its_new_title_later(session_page, user):
    page = session_page
    mine = create_corpus(owner=user, title="Contracts")
    own = parsed_document(user, "The tenant pays rent.", title="Lease")
    add_documents(mine, [own], actor=user)
    page.goto(f"/d/{own.pk}?c={mine.pk}")
    expect(page.get_by_role("heading", name="Lease", exact=True)).to_be_visible()
    disconnect(page)
    dialog = page.get_by_role("dialog")
    for title in ("Harbour", "Harbour Street"):
        page.get_by_role("button", name="Rename", exact=True).click()
        dialog.get_by_label("Title").fill(title)
        dialog.get_by_role("button", name="Rename", exact=True).click()
        expect(dialog).to_be_hidden()
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    expect(changes_waiting(page, 2)).to_be_visible()
    reload_without_saving(page)
    expect(page.get_by_role("heading", name="Harbour Street", exact=True)).to_be_visible()
    page.goto(f"/c/{mine.pk}")
    expect(page.get_by_role("link", name="Harbour Street")).to_be_visible()  # waits in the queue of the document
    page.get_by_role("button", name="More for Harbour Street").click()
    page.get_by_role("menuitem", name="Rename").click()
    dialog.get_by_label("Title").fill("Harbour Street 7")
    dialog.get_by_role("button", name="Rename").click()
    expect(page.get_by_role("link", name="Harbour Street 7")).to_be_visible()
    connect(page)
    expect_saved_once(page, lambda: Document.objects.get(pk=own.pk).title == "Harbour Street 7")
    assert page.get_by_text("not saved").count() == 0
    assert {each.subject for each in Edit.objects.exclude(subject="membership")} == {"document"}


def test_fields_are_set_changed_and_cleared_later(session_page, owner, corpus, document, check):
    page = session_page
    rent = create_field(corpus, name="Rent", type="number", actor=owner)
    status = create_field(corpus, name="Status", type="enum", choices=["Draft", "Signed"], actor=owner)
    set_field_values(status, [document], ["Draft"], actor=owner)
    details = open_panel(page, document, corpus, "Details")
    expect(details.get_by_label("Rent")).to_be_visible()
    disconnect(page)
    for value in ("900", "1,250"):
        details.get_by_label("Rent").fill(value)
        page.keyboard.press("Enter")
    details.get_by_role("combobox", name="Status").select_option("None")
    expect(changes_waiting(page, 3)).to_be_visible()
    expect(waiting(details)).to_have_count(2)
    check(page, "offline-fields")
    reload_without_saving(page)
    expect(details.get_by_label("Rent")).to_have_value("1,250")
    expect(details.get_by_role("combobox", name="Status")).to_have_value("")
    assert [each.field for each in FieldValue.objects.all()] == [status]
    connect(page)
    expect_saved_once(page, lambda: [(each.field, each.text) for each in FieldValue.objects.all()] == [(rent, "1250")])


def test_labels_of_the_document_are_added_and_removed_later(session_page, user, owner, corpus, document, check):
    page = session_page
    create_label(corpus, name="Reviewed", actor=owner)
    label_documents(create_label(corpus, name="Urgent", actor=owner), [document], actor=user)
    details = open_panel(page, document, corpus, "Details")
    labels = details.get_by_role("list", name="Labels").get_by_role("listitem")
    expect(labels).to_have_count(1)
    disconnect(page)
    details.get_by_role("button", name="Label…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("checkbox", name="Reviewed").check()
    dialog.get_by_role("button", name="Save").click()
    details.get_by_role("button", name="Remove label Urgent").click()
    expect(labels).to_have_count(1)
    expect(waiting(labels)).to_have_count(1)
    expect(changes_waiting(page, 2)).to_be_visible()
    check(page, "offline-labels")
    reload_without_saving(page)
    expect(labels).to_contain_text(["Reviewed"])
    assert [each.label.name for each in DocumentLabel.objects.all()] == ["Urgent"]
    connect(page)
    expect_saved_once(page, lambda: [each.label.name for each in DocumentLabel.objects.all()] == ["Reviewed"])


def test_a_change_is_stored_once_if_its_response_is_lost(session_page, owner, corpus, document):
    page = session_page
    rent = create_field(corpus, name="Rent", type="number", actor=owner)
    panel = open_panel(page, document, corpus, "Comments")
    lost: list[str] = []

    def lose_response(route: Route) -> None:
        if not is_change(route) or len(lost) >= 2:
            return route.continue_()
        route.fetch(max_retries=3)  # after a reset by the server, which closes idle connections
        lost.append(route.request.post_data or "")
        return route.abort()

    page.route("**/graphql/", lose_response)
    comment = panel.get_by_label("Comment on this document")
    comment.fill("Is the rent due?")
    comment.press("Control+Enter")
    expect_saved_once(page, lambda: Comment.objects.count() == 1)
    lost.clear()
    page.get_by_role("button", name="Details", exact=True).click()
    page.get_by_label("Rent").fill("1,250")
    page.keyboard.press("Enter")
    expect_saved_once(page, lambda: [each.text for each in rent.values.all()] == ["1250"])
    assert len(lost) == 2
    expect(page.get_by_text("not saved")).to_have_count(0)


def test_changes_of_annotations_are_stored_once_if_their_responses_are_lost(opened: OpenDocument):
    page = opened.page
    opened.add("Supplier", 10, 12)
    opened.add("Customer", 60, 62)
    lost: set[str] = set()

    def lose_response(route: Route) -> None:
        name = re.search(r"mutation (\w+)", route.request.post_data or "")
        if name is None or name[1] in lost:
            return route.continue_()
        route.fetch(max_retries=3)  # after a reset by the server, which closes idle connections
        lost.add(name[1])
        return route.abort()

    page.route("**/graphql/", lose_response)
    opened.open()
    opened.click(100)
    page.keyboard.press("1")
    opened.click(11)
    opened.card.get_by_role("button", name="Change label").click()
    page.get_by_role("combobox", name="Label for the selection").fill("Customer")
    page.keyboard.press("Enter")
    relate(opened, 11, 61, "supplies")
    expect_saved_once(page, lambda: relations() == [("Customer", "supplies", "Customer")])
    opened.open()
    opened.click(61)
    opened.card.get_by_role("button", name="Remove supplies from").click()
    wait_for(page, lambda: relations() == [])
    opened.click(61)
    opened.card.get_by_role("button", name="Remove the annotation").click()
    expect_saved_once(page, lambda: Annotation.objects.count() == 2)
    assert lost == {"CreateAnnotation", "UpdateAnnotation", "CreateRelation", "DeleteRelation", "DeleteAnnotation"}
    assert Edit.objects.filter(kind=Edit.Kind.CHANGED).count() == 1
    expect(page.get_by_text("not saved")).to_have_count(0)


def test_two_tabs_do_not_send_the_same_change(session_page, corpus, document):
    page = session_page
    panel = open_panel(page, document, corpus, "Comments")
    comment = panel.get_by_label("Comment on this document")
    expect(comment).to_be_visible()
    disconnect(page)
    for text in ("Is the rent due?", "And the deposit?"):
        comment.fill(text)
        comment.press("Control+Enter")
    expect(changes_waiting(page, 2)).to_be_visible()
    sent: list[str] = []
    allowed: list[bool] = []

    def count_changes(route: Route) -> None:
        if not is_change(route):
            return route.continue_()
        if not allowed:
            return route.abort()
        sent.append(route.request.post_data or "")
        return route.continue_()

    page.context.route("**/graphql/", count_changes)
    page.context.set_offline(False)
    with page.expect_popup() as popup:  # it gets a copy of what the tab has stored
        page.evaluate("window.open(location.href)")
    other = popup.value
    expect(changes_waiting(other, 2).or_(other.get_by_text("Saving…")).first).to_be_visible()
    allowed.append(True)
    for tab in (page, other):
        expect(tab.get_by_role("banner").get_by_text("Saved", exact=True)).to_be_visible()
    assert len([each for each in sent if "CreateThread" in each]) == 2
    assert [each.text for each in Comment.objects.order_by("created")] == ["Is the rent due?", "And the deposit?"]


def test_a_change_that_is_no_longer_allowed_is_kept_and_can_be_sent_again(session_page, user, corpus, document, check):
    page = session_page
    panel = open_panel(page, document, corpus, "Comments")
    comment = panel.get_by_label("Comment on this document")
    expect(comment).to_be_visible()
    disconnect(page)
    comment.fill("Is the rent due?")
    comment.press("Control+Enter")
    expect(changes_waiting(page, 1)).to_be_visible()
    CorpusShare.objects.update(role="viewer")
    connect(page)
    page.get_by_role("button", name="1 change not saved").click()
    dialog = page.get_by_role("dialog", name="Changes that were not saved")
    expect(dialog).to_contain_text("Is the rent due?")
    expect(dialog).to_contain_text("You do not have permission")
    check(page, "changes-not-saved")
    page.keyboard.press("Escape")
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    CorpusShare.objects.update(role="annotator")
    page.get_by_role("button", name="1 change not saved").click()
    dialog.get_by_role("button", name="Try again").click()
    expect(dialog).to_be_hidden()
    expect_saved_once(page, lambda: [each.text for each in Comment.objects.all()] == ["Is the rent due?"])


def test_a_value_that_another_user_has_set_is_not_overwritten_unseen(session_page, owner, corpus, document):
    page = session_page
    rent = create_field(corpus, name="Rent", type="number", actor=owner)
    details = open_panel(page, document, corpus, "Details")
    expect(details.get_by_label("Rent")).to_be_visible()
    disconnect(page)
    details.get_by_label("Rent").fill("900")
    page.keyboard.press("Enter")
    expect(changes_waiting(page, 1)).to_be_visible()
    set_field_values(rent, [document], ["1000"], actor=owner)
    connect(page)
    expect(page.get_by_role("button", name="1 change not saved")).to_be_visible()
    assert rent.values.get().text == "1000"
    page.get_by_role("button", name="1 change not saved").click()
    page.get_by_role("dialog").get_by_role("button", name="Overwrite").click()
    expect_saved_once(page, lambda: rent.values.get().text == "900")
