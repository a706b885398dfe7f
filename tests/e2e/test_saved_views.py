"""Saved views of lists: save, choose, change, share and delete them, and open them by a link."""

import re

import pytest
from playwright.sync_api import Page, expect

from corpuses.annotations.labels import create_label, delete_label
from corpuses.saved_views.models import SavedView
from corpuses.saved_views.services import create_saved_view
from corpuses.services.corpora import create_corpus
from tests.e2e.sharing.steps import check_on_phone
from tests.e2e.steps import choose_by_key
from users.sharing.services import ShareRequest, create_share

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def corpus(user):
    corpus = create_corpus(owner=user, title="Leases")
    create_label(corpus, name="Duty", actor=user)
    return corpus


def choose(page: Page, item: str) -> None:
    """Choose an item of the menu of views, by keyboard."""
    choose_by_key(page, page.get_by_role("button", name="View", exact=False).filter(has_text="View"), item)


def button(page: Page, text: str):
    return page.get_by_role("button", name=text, exact=True)


def test_the_filters_of_all_documents_are_saved_and_updated(session_page, user, check):
    page = session_page
    page.goto("/?state=FAILED")
    choose(page, "Save as")
    page.get_by_role("dialog").get_by_label("Name").fill("Failed")
    check(page, "view-save")
    page.keyboard.press("Enter")
    expect(button(page, "View: Failed")).to_be_visible()
    page.get_by_label("State").select_option("READY")
    expect(button(page, "View: Failed (changed)")).to_be_visible()
    page.get_by_role("button", name="View: Failed").click()
    check(page, "views-menu")
    page.get_by_role("menuitem", name="Update “Failed”").click()
    expect(button(page, "View: Failed")).to_be_visible()
    assert SavedView.objects.get(owner=user).query == {"state": "READY"}
    page.goto(f"/?view={SavedView.objects.get().pk}")
    expect(page.get_by_label("State")).to_have_value("READY")
    choose(page, "Rename")
    page.get_by_role("dialog").get_by_label("Name").fill("Done")
    page.keyboard.press("Enter")
    expect(button(page, "View: Done")).to_be_visible()
    choose(page, "Delete")
    expect(button(page, "Views")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Views").click()
    expect(page.get_by_role("menuitem", name="Done")).to_be_visible()


def test_views_of_a_corpus_are_shared_and_lose_what_was_deleted(session_page, user, other_user, corpus, check):
    page = session_page
    theirs = create_corpus(owner=other_user, title="Theirs")
    label = create_label(theirs, name="Right", actor=other_user)
    create_share(theirs, ShareRequest(user=user.username, role="viewer"), actor=other_user)
    query = {"label": str(label.pk), "sort": "title"}
    shared = create_saved_view(
        theirs, kind="corpus_documents", name="To review", query=query, is_shared=True, actor=other_user
    )
    delete_label(label, actor=other_user)
    page.goto(f"/c/{theirs.pk}?view={shared.pk}")
    expect(page.get_by_text("has filters that do not exist any more")).to_be_visible()
    expect(page).to_have_url(re.compile("sort=title"))
    page.get_by_role("button", name="View: To review").click()
    expect(page.get_by_text("Shared views")).to_be_visible()
    expect(page.get_by_role("menuitem", name="Delete")).to_have_count(0)
    page.keyboard.press("Escape")
    page.goto(f"/c/{corpus.pk}")
    page.get_by_label("Label", exact=True).select_option("Duty")
    choose(page, "Save as")
    page.get_by_role("dialog").get_by_label("Name").fill("Duties")
    page.keyboard.press("Enter")
    expect(button(page, "View: Duties")).to_be_visible()
    choose(page, "Share with the readers")
    expect(page.get_by_text("Saved the view “Duties”.")).to_be_visible()
    assert SavedView.objects.get(corpus=corpus).is_shared
    check(page, "views-corpus")
    check_on_phone(page, "views-corpus-phone", check)
