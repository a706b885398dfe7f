"""Similar documents and clauses of a corpus in the browser: search, groups, comparison, a clause in other documents."""

import re

import pytest
from playwright.sync_api import expect

from corpuses.corpora.services import add_documents, create_corpus
from corpuses.models import Corpus
from corpuses.search.indexing import ensure
from corpuses.similarity.tests.test_similarity import ASSIGNMENT, contract, edited
from documents.tests.factories import parsed_document
from tests.e2e.sharing.steps import check_on_phone

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

REWORDED = ASSIGNMENT.replace("in whole or in part", "wholly or partly")


@pytest.fixture
def corpus(live_stack, user) -> Corpus:
    corpus = create_corpus(owner=user, title="Leases")
    texts = {
        "Lease of a house": contract(1),
        "Lease of a house (copy)": edited(contract(1), count=6),
        "Loan": f"{ASSIGNMENT}\n{contract(2)}",
        "Licence": contract(3, REWORDED),
    }
    documents = [parsed_document(user, text, title=title) for title, text in texts.items()]
    add_documents(corpus, documents, actor=user)
    for document in documents:
        ensure(document.revision)
    return corpus


def test_documents_and_clauses_are_grouped_compared_and_found(session_page, corpus, check):
    page = session_page
    page.goto(f"/c/{corpus.pk}")
    page.get_by_role("tab", name="Similar texts").click()
    expect(page.get_by_role("heading", name="The documents were not compared yet")).to_be_visible()
    check(page, "similar-empty")
    page.get_by_role("button", name="Compare the documents").press("Enter")
    groups = page.get_by_role("list", name="Groups of similar texts")
    expect(groups.get_by_role("heading", name="2 similar documents")).to_be_visible()
    check(page, "similar-documents")

    page.get_by_role("link", name="Compare Lease of a house (copy)").press("Enter")
    expect(page.get_by_role("heading", name="Compare two documents")).to_be_visible()
    expect(page.get_by_role("insertion").first).to_contain_text("changed")
    expect(page.get_by_role("main").get_by_role("link", name="Lease of a house", exact=True)).to_be_visible()
    check(page, "similar-compare")
    page.get_by_role("link", name="All similar texts").click()
    page.get_by_role("combobox", name="Texts").select_option("Similar clauses")
    expect(groups.get_by_role("heading", name="2 similar clauses")).to_be_visible()
    check_on_phone(page, "similar-clauses", check)
    page.get_by_role("link", name="Compare Licence").click()
    expect(page.get_by_role("heading", name="Compare two clauses")).to_be_visible()
    expect(page.get_by_text("1 change", exact=True)).to_be_visible()
    expect(page.get_by_role("deletion").first).to_have_text("in whole ")

    loan = corpus.documents.get(title="Loan")
    page.goto(f"/c/{corpus.pk}?tab=similar&like={loan.pk}:0-{len(ASSIGNMENT)}")
    found = page.get_by_role("list", name="Similar clauses").get_by_role("listitem")
    expect(found).to_have_count(1)
    expect(found).to_contain_text("wholly or partly")
    check(page, "same-clauses")
    found.get_by_role("link", name="Compare Licence").press("Enter")
    expect(page.get_by_role("insertion").first).to_have_text("wholly ")
    page.go_back()
    page.get_by_role("link", name="All similar texts").click()
    expect(page).to_have_url(re.compile(r"tab=similar$"))


def test_selections_and_annotations_lead_to_the_clause_in_other_documents(opened):
    page = opened.page
    opened.add("Clause", 10, 30)
    opened.open()
    opened.drag(0, 5)
    page.get_by_role("toolbar", name="Selection").get_by_role("button", name="Compare with the other documents").click()
    expect(page).to_have_url(re.compile(rf"/c/{opened.corpus.pk}\?tab=similar&like="))
    expect(page.get_by_text("No other document has a similar clause")).to_be_visible()
    opened.open()
    opened.click(15)
    card = page.get_by_role("toolbar", name="Annotation")
    card.get_by_role("button", name="Compare with the other documents").click()
    expect(page).to_have_url(re.compile(rf"/c/{opened.corpus.pk}\?tab=similar&like="))
