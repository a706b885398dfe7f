"""Documents that others publish are found on request only: they answer no question, and no agent reads them."""

import pytest

from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.models import Corpus
from documents.models import Document
from tests.conversations.conftest import add_document, ended
from tests.conversations.test_asking import ask
from tests.upstreams import calls, says

V1 = "/api/v1"
TEXT = "The quokka rent of 900 dollars is payable to the account DE99 1234 on the first day of each month."
QUESTION = "To which account is the quokka rent payable?"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def published(other_user) -> Document:
    """Return a document of another user, in a corpus with an annotation; everybody may read both."""
    corpus = Corpus.objects.create(owner=other_user, tenant=other_user.tenant, title="Quokka leases", is_public=True)
    document = add_document(other_user, TEXT, title="Quokka lease", corpus=corpus)
    Document.objects.filter(pk=document.pk).update(is_public=True)
    annotate(
        AnnotationDraft(label_name="Quokka account", start=50, end=62),
        corpus=corpus,
        document=document,
        actor=other_user,
    )
    return document


def found(api, **query):
    """Return how many rows of each kind a search for the document finds."""
    body = api.get(f"{V1}/search", {"query": "quokka", **query}).json()
    return {kind: len(body[kind]) for kind in ("results", "corpora", "labels", "annotations", "facets")}


def test_a_search_finds_it_on_request_only(api, published):
    assert set(found(api).values()) == {0}
    on_request = found(api, scope="public")
    assert (on_request["results"], on_request["corpora"], on_request["labels"]) == (1, 1, 1)


@pytest.mark.parametrize("is_public_itself", [True, False])
def test_what_others_publish_is_marked(api, user, published, is_public_itself):
    Document.objects.filter(pk=published.pk).update(is_public=is_public_itself)
    own = add_document(user, TEXT, title="My quokka lease")
    rows = [
        api.get(f"{V1}/search", {"query": "quokka", **query}).json()["results"] for query in ({}, {"scope": "public"})
    ]
    assert [[(each["id"], each["is_public"]) for each in found] for found in rows] == [
        [(str(own.pk), False)],
        [(str(published.pk), True)],
    ]


def test_a_name_in_the_query_is_not_that_of_a_published_corpus(api, published):
    body = api.get(f"{V1}/search", {"query": 'in:"Quokka leases" rent'}).json()
    assert [each["code"] for each in body["notices"]] == ["unknown_place"]


def test_it_answers_a_question_about_itself_only(api, published):
    def ask_about(**fields):
        return api.get(f"{V1}/answers", {"question": QUESTION, **fields}).json()["answers"]

    assert ask_about() == []
    assert "DE99" in str(ask_about(document=str(published.pk)))


def test_no_conversation_and_no_agent_reads_it(api, user, published, model):
    own = add_document(user, "The boiler is serviced in May.", title="Boiler")
    conversation = f"{V1}/conversations/{api.send('POST', f'{V1}/conversations', {}).json()['id']}"
    model.script[:] = [
        calls(("list_documents", {"skip": 0})),
        calls(("search", {"query": QUESTION})),
        calls(("read_pages", {"document": str(published.pk), "first": 1, "last": 1})),
        says("I do not know."),
    ]
    ended(ask(api, conversation, QUESTION)["answer"]["id"])
    sent = str(model.requests)
    assert own.title in sent
    assert "DE99" not in sent
    assert "Quokka lease" not in sent
