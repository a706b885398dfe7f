"""Fixtures: a corpus with parsed documents, a job that commits at once, a scripted language model."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import pytest
from django.db import transaction

from corpuses.annotations.models import Label
from corpuses.conversations.runs import run_agent
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.models import CorpusDocument
from documents.models import DocumentRevision
from documents.tests.factories import parsed_document
from tests.upstreams import calls, scripted_server

PAGES = ("LEASE\nThe Tenant shall pay the rent monthly.", "This lease is governed by the laws of the State of Ohio.")
LAW = "laws of the State of Ohio"


class PlainJob:
    """A job context without a queue. Records the progress; cancelled after `cancel_after` checks."""

    def __init__(self, *, seconds: float = 60, cancel_after: int | None = None) -> None:
        self.id = uuid4()
        self.deadline = time.monotonic() + seconds
        self.messages: list[str] = []
        self.commits = 0
        self._checks_left = cancel_after

    def progress(self, percent: int, message: str = "") -> None:
        assert 0 <= percent <= 100
        self.messages.append(message)

    def check_cancelled(self, *, now: bool = False) -> None:
        if self._checks_left is not None:
            self._checks_left -= 1
            if self._checks_left < 0:
                raise JobCancelled

    def cancel_now(self) -> None:
        """Let the next check raise."""
        self._checks_left = 0

    def extend_deadline(self) -> None:
        """Keep the deadline: no test takes that long."""

    @contextmanager
    def guarded(self) -> Iterator[None]:
        with transaction.atomic():
            yield

    @contextmanager
    def commit(self) -> Iterator[None]:
        with transaction.atomic():
            yield
        self.commits += 1


class JobCancelled(Exception):
    pass


def corpus_of(document):
    """Return a corpus with a document of its owner, whose addition is no edit that can be undone."""
    corpus = create_corpus(owner=document.owner, title="Leases")
    add_documents(corpus, [document], actor=document.owner, is_recorded=False)
    return corpus


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


@pytest.fixture
def agent_run(corpus, document, model):
    """Run an agent with a scripted model, each time for the same action; return its answer and the server."""
    action = uuid4()

    def go(*script, key=None, job=None, action_id=action):
        server = model(*script)
        revision = DocumentRevision.objects.select_related("document").filter(document=document).latest("number")
        result = run_agent(
            corpus=corpus,
            revision=revision,
            name="Law",
            instructions="What is the law?",
            key=key or uuid4(),
            action_id=action_id,
            job=job or PlainJob(),
        )
        return result, server

    return go


@pytest.fixture
def marks(corpus, document):
    """Return a reply that marks words of the document with a label of the corpus."""
    Label.objects.create(corpus=corpus, name="Governing law", color="#336699")

    def reply(quote=LAW, label="Governing law", page=2, note=""):
        arguments = {"document": str(document.pk), "label": label, "quote": quote, "page": page, "note": note}
        return calls(("propose_annotation", arguments))

    return reply
