"""Search in a folder and its subfolders, by title and by meaning. Results of the virus scan in lists.

More is in `search-everywhere.test.tsx` and `document-lists.test.tsx`.
"""

import pytest
from playwright.sync_api import expect

from corpuses.corpora import folders
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.search.indexing import ensure
from documents.models import Document
from documents.tests.factories import parsed_document

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def corpus(live_stack, user):
    corpus = create_corpus(owner=user, title="Contracts")
    for title, path in (("Loose rent", []), ("Old rent", ["Old"]), ("Older rent", ["Old", "Older"])):
        document = parsed_document(user, f"{title}: the tenant pays every month.", title=title)
        add_documents(corpus, [document], actor=user)
        folder = folders.make_path(corpus, path, actor=user)
        folders.move_documents(corpus, [document], folder=folder, actor=user)
        ensure(document.revision)
    return corpus


@pytest.mark.journey
def test_search_includes_subfolders(session_page, corpus, check):
    page = session_page
    folder = corpus.folders.get(path="Old")
    page.goto(f"/c/{corpus.pk}?folder={folder.pk}")
    rows = page.get_by_role("row").filter(has=page.get_by_role("link"))
    expect(rows).to_have_count(1)
    page.get_by_label("Search titles in “Old”").fill("rent")
    expect(rows).to_have_count(2)
    expect(page.get_by_role("link", name="Loose rent")).to_have_count(0)
    page.get_by_role("tab", name="Search").click()
    expect(page.get_by_text("In the folder “Old” and its subfolders.")).to_be_visible()
    field = page.get_by_role("searchbox", name="Search in “Contracts”")
    field.fill("What does the tenant pay?")
    field.press("Enter")
    hits = page.get_by_role("list", name="Documents").locator(":scope > li")
    expect(hits).to_have_count(2)
    check(page, "search-in-folder")
    Document.objects.filter(title="Old rent").update(scan="infected")
    page.goto("/")
    expect(page.get_by_role("row").filter(has_text="Old rent").get_by_text("Infected")).to_be_visible()
    check(page, "documents-scan")
