"""Fixtures: a corpus with parsed documents, a job that commits at once, a scripted language model."""

import pytest

from corpuses.corpora.services import create_corpus
from corpuses.models import CorpusDocument
from documents.tests.factories import parsed_document
from tests.plain_job import PlainJob
from tests.upstreams import scripted_server


@pytest.fixture
def job():
    return PlainJob()


@pytest.fixture
def corpus(user):
    return create_corpus(owner=user, title="Contracts")


@pytest.fixture
def add_parsed(user, corpus):
    """Add a parsed document to the corpus; each argument is a page."""

    def add(*pages, into=None, owner=None, **options):
        document = parsed_document(owner or user, *pages, **options)
        CorpusDocument.objects.create(corpus=into or corpus, document=document, added_by=document.owner)
        return document

    return add


@pytest.fixture
def model(settings):
    """Start a scripted language model; return its server."""
    settings.LLM_MODEL, settings.LLM_API_KEY = "scripted", "key-of-the-tests"
    with scripted_server([]) as server:
        settings.LLM_BASE_URL = server.url

        def follow(*replies):
            server.script[:] = replies
            return server

        yield follow
