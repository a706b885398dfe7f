"""Fixtures: runs of an agent with a scripted model that marks words of a document."""

from uuid import uuid4

import pytest

from corpuses.annotations.models import Label
from corpuses.conversations.runs import run_agent
from documents.models import DocumentRevision
from tests.plain_job import PlainJob
from tests.upstreams import calls

PAGES = ("LEASE\nThe Tenant shall pay the rent monthly.", "This lease is governed by the laws of the State of Ohio.")
LAW = "laws of the State of Ohio"


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
