"""Comments by two users at once: a mention notifies the other one live, who follows the link and answers."""

import pytest
from playwright.sync_api import Page, expect

from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.comments.models import Comment, Notification
from corpuses.comments.services import ThreadDraft, create_thread
from corpuses.models import CorpusShare
from tests.e2e.sharing.steps import check_on_phone, expect_first_page
from tests.e2e.steps import undo_button, wait_for, wait_for_part, wait_until_live

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def shared(corpus, friend, user):
    CorpusShare.objects.create(target=corpus, user=friend, role="annotator", created_by=user)
    return corpus


@pytest.fixture
def annotation(ada, shared, document, user):
    document.refresh_from_db()
    return annotate(AnnotationDraft(label_name="Party", start=0, end=7), corpus=shared, document=document, actor=user)


def thread_of(page: Page, text: str):
    return page.get_by_role("article").filter(has_text=text)


def test_a_mention_notifies_live_and_is_answered(ada, grace, shared, annotation, friend, check):
    expect(grace.get_by_role("link", name="Notifications", exact=True)).to_be_visible()
    wait_until_live(grace)
    ada.goto(f"/d/{annotation.document_id}?c={shared.pk}&a={annotation.pk}")
    expect_first_page(ada)
    ada.get_by_role("button", name="Comments", exact=True).click()
    comment = ada.get_by_label("Comment on this document")
    comment.fill("Is this **the** party, @gr")
    expect(ada.get_by_role("option", name="Grace Hopper @grace")).to_be_visible()
    check(ada, "comment-mention")
    comment.press("Enter")
    expect(comment).to_have_value("Is this **the** party, @grace ")
    comment.press_sequentially("?")
    comment.press("Control+Enter")
    expect(thread_of(ada, "Is this the party, @grace ?")).to_be_visible()
    expect(comment).to_have_value("")

    bell = grace.get_by_role("link", name="Notifications, 1 unread")
    bell.click()  # live
    row = grace.get_by_role("list", name="Notifications").get_by_role("listitem")
    expect(row).to_contain_text("Ada Lovelace mentioned you in hosting-agreement")
    check(grace, "notifications")
    check_on_phone(grace, "notifications-phone", check)
    row.get_by_role("link").click()
    thread = thread_of(grace, "Is this the party")
    reply = thread.get_by_label("Reply")
    reply.fill("Yes, it is.")
    thread.get_by_role("button", name="Reply").click()
    expect(thread.get_by_text("Yes, it is.")).to_be_visible()
    expect(grace.get_by_role("link", name="Notifications", exact=True)).to_be_visible()

    expect(thread_of(ada, "Is this the party").get_by_text("Yes, it is.")).to_be_visible()
    expect(ada.get_by_role("link", name="Notifications, 1 unread")).to_be_visible()
    check(ada, "comments")
    check_on_phone(ada, "comments-phone", check)
    ada.get_by_role("button", name="Resolve").click()
    fold = ada.get_by_role("button", name="Resolved by Ada Lovelace")
    expect(fold).to_have_attribute("aria-expanded", "false")
    check(ada, "comments-resolved")
    expect(grace.get_by_role("button", name="Resolved by Ada Lovelace")).to_be_visible()
    fold.click()
    ada.get_by_role("button", name="Reopen").click()
    expect(ada.get_by_role("button", name="Resolve", exact=True)).to_be_visible()
    assert Notification.objects.get(owner=friend).read_at is not None


def test_an_annotation_is_discussed_from_its_card(ada, shared, annotation, check):
    page = ada
    page.goto(f"/d/{annotation.document_id}?c={shared.pk}&a={annotation.pk}")
    expect_first_page(page)
    page.get_by_role("group", name="Annotations by page").get_by_role("button").first.click()
    page.keyboard.press("Escape")
    wait_until_live(page)
    create_thread(shared, ThreadDraft(text="Really?", annotation=annotation), actor=shared.owner)
    panel = page.get_by_role("complementary", name="Annotations")
    expect(panel.get_by_text("1 comment", exact=True)).to_be_attached()
    page.goto(f"/c/{shared.pk}?tab=comments")
    expect(thread_of(page, "Really?")).to_be_visible()
    check(page, "corpus-comments")
    check_on_phone(page, "corpus-comments-phone", check)
    thread_of(page, "Really?").get_by_role("link").click()
    expect_first_page(page)
    expect(page.get_by_role("complementary", name="Comments").get_by_text("Really?")).to_be_visible()


def test_a_draft_survives_a_reload_and_comments_of_others(ada, shared, friend):
    page = ada
    page.goto(f"/c/{shared.pk}?tab=comments")
    draft = page.get_by_label("Comment on this corpus")
    draft.fill("Half of a sen")
    wait_until_live(page)
    create_thread(shared, ThreadDraft(text="By another user"), actor=friend)
    expect(thread_of(page, "By another user")).to_be_visible()
    expect(draft).to_have_value("Half of a sen")
    page.reload()
    expect(draft).to_have_value("Half of a sen")
    draft.press("Control+Enter")
    expect(thread_of(page, "Half of a sen")).to_be_visible()
    page.reload()
    expect(draft).to_have_value("")


def test_a_comment_is_edited_deleted_and_restored(ada, shared):
    page = ada
    create_thread(shared, ThreadDraft(text="First version"), actor=shared.owner)
    page.goto(f"/c/{shared.pk}?tab=comments")
    page.get_by_role("button", name="Edit the comment").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Comment").fill("Second version")
    dialog.get_by_role("button", name="Save").click()
    expect(thread_of(page, "Second version")).to_contain_text("edited")
    page.get_by_role("button", name="Delete the comment").click()
    expect(page.get_by_text("No comments yet")).to_be_visible()
    undo_button(page).click()
    expect(thread_of(page, "Second version")).to_be_visible()
    wait_for(page, lambda: Comment.objects.filter(text="Second version").exists())
    page.reload()
    wait_for_part(page, "corpus-undo-keys")
    page.keyboard.press("Control+z")
    expect(page.get_by_text("Undone: Changed a comment")).to_be_visible()
    expect(thread_of(page, "First version")).to_be_visible()
    page.get_by_role("button", name="Redo", exact=True).click()
    expect(thread_of(page, "Second version")).to_be_visible()


def test_viewers_read_and_do_not_write(grace, shared, friend):
    CorpusShare.objects.update(role="viewer")
    create_thread(shared, ThreadDraft(text="Only to read"), actor=shared.owner)
    grace.goto(f"/c/{shared.pk}?tab=comments")
    expect(thread_of(grace, "Only to read")).to_be_visible()
    assert grace.get_by_role("textbox", name="Comment on this corpus").count() == 0
    assert thread_of(grace, "Only to read").get_by_role("button").count() == 0
