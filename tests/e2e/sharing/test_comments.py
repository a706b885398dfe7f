"""Comments by two users at once: a mention notifies the other one live, who follows the link and answers.

More is in `corpus-comments.test.tsx`.
"""

import pytest
from playwright.sync_api import Page, expect

from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.comments.models import Notification
from corpuses.comments.services import ThreadDraft, create_thread
from corpuses.models import CorpusShare
from tests.e2e.sharing.steps import check_on_phone, expect_first_page
from tests.e2e.steps import wait_until_live

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
    _discuss_an_annotation(ada, shared, annotation, check)


def _discuss_an_annotation(page: Page, corpus, annotation, check) -> None:
    """Count the comments live, and follow one from the page of the corpus to the document."""
    page.goto(f"/d/{annotation.document_id}?c={corpus.pk}")
    expect_first_page(page)
    wait_until_live(page)
    create_thread(corpus, ThreadDraft(text="Really?", annotation=annotation), actor=corpus.owner)
    panel = page.get_by_role("complementary", name="Annotations")
    expect(panel.get_by_text("1 comment", exact=True)).to_be_attached()
    page.goto(f"/c/{corpus.pk}?tab=comments")
    thread = thread_of(page, "Really?")
    expect(thread).to_be_visible()
    check(page, "corpus-comments")
    check_on_phone(page, "corpus-comments-phone", check)
    thread.get_by_role("link").click()
    expect_first_page(page)
    expect(page.get_by_role("complementary", name="Comments").get_by_text("Really?")).to_be_visible()
