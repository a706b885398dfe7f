"""The documents of a corpus are sorted by the numbers of their annotations and labels, which the list shows."""

import re

import pytest
from playwright.sync_api import expect

from corpuses.annotations.document_labels.services import label_documents
from corpuses.annotations.labels.services import create_label
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.corpora.services import add_documents, create_corpus
from documents.tests.factories import parsed_document
from tests.e2e.steps import wait_for, wait_until_live
from tests.e2e.test_document_lists import expect_order, rows, sort
from tests.e2e.test_saved_views import choose

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

# Title, annotations, labels.
DOCUMENTS = [("Franchise agreement of the coffee house", 2, 1), ("Budget", 0, 2), ("Zoning plan", 12, 0)]


@pytest.fixture
def corpus(live_stack, user):
    corpus = create_corpus(owner=user, title="Contracts")
    names = [create_label(corpus, name=name, actor=user) for name in ("Urgent", "Reviewed")]
    for title, annotations, labels in DOCUMENTS:
        document = parsed_document(user, "The tenant pays rent.", title=title)
        add_documents(corpus, [document], actor=user)
        for start in range(annotations):
            draft = AnnotationDraft(label_name="Duty", start=start, end=start + 5)
            annotate(draft, corpus=corpus, document=document, actor=user)
        for label in names[:labels]:
            label_documents(label, [document], actor=user)
    return corpus


def cells(page, title: str) -> list[str]:
    """Return the numbers of annotations and labels in the row of a document."""
    return rows(page).filter(has_text=title).get_by_role("cell").all_inner_texts()[-3:-1]


def test_counts_are_shown_sort_the_list_and_give_way_where_there_is_little_room(session_page, corpus, user, check):
    page = session_page
    page.goto(f"/c/{corpus.pk}")
    expect(rows(page)).to_have_count(3)
    wait_for(page, lambda: [cells(page, title) for title, _, _ in DOCUMENTS] == [["2", "1"], ["0", "2"], ["12", "0"]])
    sort(page, "Annotations")
    expect_order(page, "Annotations", "descending", "Zoning", "Franchise", "Budget")
    sort(page, "Annotations")
    expect_order(page, "Annotations", "ascending", "Budget", "Franchise", "Zoning")
    sort(page, "Labels")
    expect_order(page, "Labels", "descending", "Budget", "Franchise", "Zoning")
    check(page, "list-sorted-counts")
    expect(page).to_have_url(re.compile(r"sort=labels"))
    page.reload()
    expect_order(page, "Labels", "descending", "Budget", "Franchise", "Zoning")
    choose(page, "Save as")
    page.get_by_role("dialog").get_by_label("Name").fill("Most labelled")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="View: Most labelled")).to_be_visible()
    sort(page, "Title")
    expect_order(page, "Title", "ascending", "Budget", "Franchise", "Zoning")
    page.goto(f"/c/{corpus.pk}")
    expect_order(page, "Added", "descending", "Zoning", "Budget", "Franchise")
    check_widths(page, check)
    choose(page, "Most labelled")
    expect_order(page, "Labels", "descending", "Budget", "Franchise", "Zoning")

    sort(page, "Annotations")
    expect_order(page, "Annotations", "descending", "Zoning", "Franchise", "Budget")
    wait_until_live(page)
    budget = corpus.documents.get(title="Budget")
    for start in range(3):
        draft = AnnotationDraft(label_name="Duty", start=start, end=start + 5)
        annotate(draft, corpus=corpus, document=budget, actor=user)
    expect_order(page, "Annotations", "descending", "Zoning", "Budget", "Franchise")
    wait_for(page, lambda: cells(page, "Budget") == ["3", "2"])


def check_widths(page, check):
    """Check that the columns of counts give way to titles; the page has the width of a laptop afterwards."""
    counts = page.get_by_role("columnheader", name="Annotations")
    for width, is_visible in ((400, False), (1024, False), (1280, True), (1440, True)):
        page.set_viewport_size({"width": width, "height": 800})
        expect(rows(page)).to_have_count(3)
        expect(counts).to_be_visible() if is_visible else expect(counts).to_be_hidden()
        title = rows(page).first.get_by_role("cell").nth(1)
        assert title.bounding_box()["width"] > 0.28 * page.get_by_role("table").bounding_box()["width"], width
        check(page, f"list-counts-{width}")
