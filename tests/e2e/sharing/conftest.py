"""Fixtures for tests of sharing: Ada owns documents, Grace gets access, Eve is an anonymous user.

Each has her own browser context.
"""

import pytest
from playwright.sync_api import Browser, Page, expect

from corpuses.corpora.services import add_documents, create_corpus
from tests.e2e.sharing.steps import LAPTOP, open_home, row_of
from users.models import User


@pytest.fixture
def new_page(chromium: Browser, live_stack):
    """Return a function that opens a page in a new context. Errors in a page fail the test."""
    contexts, errors = [], []

    def open_page() -> Page:
        context = chromium.new_context(base_url=live_stack.url, viewport=LAPTOP)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def friend(db):
    return User.objects.create_user("grace", "grace@example.org", "correct horse", name="Grace Hopper")


@pytest.fixture
def document(user, upload_ready):
    User.objects.filter(pk=user.pk).update(name="Ada Lovelace")
    return upload_ready("hosting-agreement.pdf")


@pytest.fixture
def ada(new_page, live_stack, user, document) -> Page:
    page = open_home(new_page(), user, live_stack.url)
    expect(row_of(page).get_by_text("Ready")).to_be_visible()
    return page


@pytest.fixture
def grace(new_page, live_stack, friend) -> Page:
    return open_home(new_page(), friend, live_stack.url)


@pytest.fixture
def corpus(user, document):
    corpus = create_corpus(owner=user, title="Hosting contracts")
    add_documents(corpus, [document], actor=user)
    return corpus
