"""Live updates of shared documents and corpora on the screens of other users."""

import pytest
from playwright.sync_api import Page, expect

from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.corpora.services import delete_corpus, update_corpus
from documents.services.deletion import delete_document
from documents.services.lifecycle import update_document
from tests.e2e.sharing.steps import expect_first_page, row_of
from users.sharing.models import Team, TeamMembership
from users.sharing.services import ShareRequest, create_share, withdraw_share

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

NOT_FOUND = "Document not found"


def record_loads(page: Page) -> list[str]:
    """Wait for live updates. Return the list that records pages which are loaded from now on."""
    expect(page.get_by_role("img", name="Live updates on")).to_be_visible()
    loaded: list[str] = []
    page.on("load", lambda _: loaded.append(page.url))
    return loaded


# proves: X-22
def test_shared_document_appears_changes_and_disappears_without_reload(ada, grace, user, document):
    loaded = record_loads(grace)
    share = create_share(document, ShareRequest(role="viewer", user="grace"), actor=user).share
    expect(row_of(grace)).to_be_visible()
    update_document(document, actor=user, title="Renamed by its owner")
    row = row_of(grace, "Renamed by its owner")
    expect(row).to_be_visible()
    withdraw_share(share, actor=user)
    expect(row).to_have_count(0)
    create_share(document, ShareRequest(role="viewer", user="grace"), actor=user)
    row.get_by_role("link").click()
    expect_first_page(grace)
    delete_document(document, actor=user)
    expect(grace.get_by_role("heading", name=NOT_FOUND)).to_be_visible()
    assert loaded == []


# proves: X-22 S3-44
def test_team_members_see_annotations_of_a_corpus_until_it_is_deleted(ada, grace, user, friend, document, corpus):
    loaded = record_loads(grace)
    grace.get_by_role("link", name="Corpora").click()
    team = Team.objects.create(name="Readers")
    for member in (user, friend):
        TeamMembership.objects.create(team=team, user=member)
    create_share(corpus, ShareRequest(role="viewer", team=team.pk), actor=user)
    grace.get_by_role("link", name="Hosting contracts").first.click()
    update_corpus(corpus, actor=user, title="Contracts of today")
    expect(grace.get_by_role("heading", name="Contracts of today")).to_be_visible()
    grace.get_by_role("link", name="hosting-agreement").first.click()
    expect_first_page(grace)
    document.refresh_from_db()
    annotate(AnnotationDraft(label_name="Seen by both", start=0, end=7), corpus=corpus, document=document, actor=user)
    expect(grace.get_by_text("Seen by both").first).to_be_visible()
    delete_corpus(corpus, actor=user)
    expect(grace.get_by_role("heading", name=NOT_FOUND)).to_be_visible()
    assert loaded == []
