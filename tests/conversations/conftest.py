"""Documents to ask about, and clients that ask."""

import pytest

from corpuses.conversations.models import Message
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.search.indexing import embed_revision
from documents.tests.factories import parsed_document
from tests.plain_job import PlainJob
from tests.timeouts import until
from tests.upstreams import scripted_server

RENT = "The Tenant shall pay a rent of 1,200 dollars on the first day of each month."
LAW = "This Lease shall be governed by and construed in accordance with the laws of the State of Ohio."
QUESTION = "How much is the rent?"
ENDED = {"complete", "failed", "cancelled"}


def add_document(owner, *pages, title="Lease of the old mill", corpus=None):
    document = parsed_document(owner, *pages, title=title)
    embed_revision(document.revision, job=PlainJob())
    if corpus is not None:
        add_documents(corpus, [document], actor=owner)
    return document


def new_corpus(owner, *pages):
    corpus = create_corpus(owner=owner, title="Leases")
    add_document(owner, *(pages or (RENT, LAW)), corpus=corpus)
    return corpus


def ended(key):
    """Wait until an answer has ended; return it."""
    return until(lambda: Message.objects.filter(pk=key, state__in=ENDED).first())


@pytest.fixture
def corpus(user):
    return new_corpus(user)


@pytest.fixture
def conversation(api, corpus):
    """Return the address of a conversation about the corpus."""
    created = api.send("POST", "/api/v1/conversations", {"corpus": str(corpus.pk)})
    return f"/api/v1/conversations/{created.json()['id']}"


@pytest.fixture
def document(corpus):
    return corpus.documents.get()


@pytest.fixture
def model(settings):
    """Serve a script as the language model of the installation."""
    with scripted_server([]) as server:
        settings.LLM_MODEL, settings.LLM_BASE_URL, settings.LLM_API_KEY = "scripted", server.url, "key"
        settings.LLM_MAX_RETRIES = 0
        yield server
