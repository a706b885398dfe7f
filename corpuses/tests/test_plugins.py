"""Plug-ins are found by their entry points."""

from uuid import uuid4

import pytest

from core.access import Role
from core.errors import NotAllowed
from corpuses.actions.models import CorpusAction
from corpuses.analyzers.registry import names
from corpuses.analyzers.services import analyze
from corpuses.annotations.models import Annotation
from corpuses.conversations import installed_tools
from corpuses.conversations.models import Conversation, Message, ToolCall
from corpuses.conversations.runs import run_agent
from corpuses.conversations.tools import AnswerContext
from corpuses.models import CorpusShare
from corpuses.search.corpus_search import search
from corpuses.search.indexing import embed_revision
from corpuses.search.models import PassageVector
from tests.plain_job import PlainJob
from tests.upstreams import calls, says

MODULE = """
import numpy as np
from corpuses.analyzers.protocol import Finding
from cartulary.tools import Permission, Tool

class Shouting:
    name = "shouting"
    def analyze(self, text):
        return [Finding(0, 5, "Shouted")]

class Flat:
    window = 100
    def __init__(self, name, dimensions):
        self.name, self.dimensions = name, dimensions
    def embed(self, texts):
        return np.ones((len(texts), self.dimensions), np.float32)
    def count_tokens(self, texts):
        return [len(text.split()) for text in texts]

def load(models, threads):
    return Flat("mine", 384)

def load_wide(models, threads):
    return Flat("wide", 1024)

count = Tool("count_pages", "Count.", {}, lambda context, arguments: f"{context.documents().get().page_count} pages")
broken = Tool("broken", "Divide by zero.", {}, lambda context, arguments: str(1 / 0))
odd = Tool("odd", "Return a number.", {}, lambda context, arguments: 1)
long = Tool("long", "Return a long text.", {}, lambda context, arguments: "x" * 100_000)
def rename(context, arguments):
    context.documents().update(title="Renamed")
    return "Renamed."

writes = Tool("writes", "Rename the documents.", {}, rename, Permission.EDIT)
owners = Tool("owners", "For owners.", {}, lambda context, arguments: "secret", Permission.SHARE)
again = Tool("count_pages", "Count again.", {}, lambda context, arguments: "0 pages")
nameless = Tool("has spaces", "Nothing.", {}, lambda context, arguments: "")
"""
ENTRY_POINTS = """
[cartulary.analyzers]
shouting = my_plugin:Shouting
[cartulary.embedders]
mine = my_plugin:load
wide = my_plugin:load_wide
[cartulary.tools]
count = my_plugin:count
broken = my_plugin:broken
odd = my_plugin:odd
long = my_plugin:long
owners = my_plugin:owners
writes = my_plugin:writes
second = my_plugin:again
spaces = my_plugin:nameless
"""


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Install a package with one plug-in of each kind."""
    (tmp_path / "my_plugin.py").write_text(MODULE)
    info = tmp_path / "my_plugin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-plugin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.syspath_prepend(tmp_path)
    installed_tools._installed.cache_clear()  # a test before may have looked for tools
    yield
    installed_tools._installed.cache_clear()


def test_an_installed_analyzer_annotates(installed, corpus, add_parsed, job):
    document = add_parsed("HELLO there.")
    assert names() == [
        "deadlines",
        "defined-terms",
        "dictionary",
        "organizations",
        "patterns",
        "personal-data",
        "references",
        "regular-expressions",
        "shouting",
    ]
    action = CorpusAction.objects.create(corpus=corpus, kind="analyze", name="Shout", analyzer="shouting")
    assert analyze(document.revision, "shouting", corpus, job=job, action_id=action.pk).new_count == 1
    assert Annotation.objects.get(document=document).quote == "HELLO"


@pytest.mark.parametrize(("name", "dimensions"), [("mine", 384), ("wide", 1024)])
def test_an_installed_embedder_can_be_chosen(installed, corpus, user, add_parsed, job, settings, name, dimensions):
    document = add_parsed("Some text of a document.")
    embed_revision(document.revision, job=job)
    settings.EMBEDDER = name
    assert search(corpus=corpus, user=user, query="nothing like it") == []  # vectors of two models do not mix
    assert embed_revision(document.revision, job=PlainJob()) == 1
    assert len(search(corpus=corpus, user=user, query="nothing like it")) == 1
    assert len(PassageVector.objects.get(embedder=name).vector) == dimensions


def test_an_installed_tool_is_offered_and_used(installed, corpus, add_parsed, model, job):
    server = model(calls(("count_pages", {})), says("Two."))
    revision = add_parsed("One.", "Two.").revision
    run_agent(
        corpus=corpus, revision=revision, name="Pages", instructions="Count.", key=uuid4(), action_id=uuid4(), job=job
    )
    assert server.requests[1]["messages"][-1]["content"] == "2 pages"


def test_a_tool_that_fails_or_returns_nonsense_does_not_end_the_answer(installed, corpus, add_parsed, model, job):
    server = model(calls(("broken", {}), ("odd", {}), ("long", {})), says("NOT FOUND"))
    revision = add_parsed("One.").revision
    run_agent(
        corpus=corpus, revision=revision, name="Pages", instructions="Count.", key=uuid4(), action_id=uuid4(), job=job
    )
    failed, odd, long = (each["content"] for each in server.requests[1]["messages"][-3:])
    assert failed == "Error: this tool has failed. Do not call it again."
    assert odd == "Error: this tool returned neither a text nor a picture. Do not call it again."
    assert (len(long) < 21_000, long.endswith("The result was cut here.")) == (True, True)
    states = ToolCall.objects.order_by("created", "pk").values_list("name", "state")
    assert dict(states) == {"broken": "failed", "odd": "failed", "long": "complete"}


def test_a_tool_of_a_plug_in_cannot_write(installed, corpus, add_parsed, model, job):
    model(calls(("writes", {})), says("NOT FOUND"))
    document = add_parsed("One.", title="Lease")
    run_agent(
        corpus=corpus,
        revision=document.revision,
        name="Pages",
        instructions="Rename.",
        key=uuid4(),
        action_id=uuid4(),
        job=job,
    )
    assert ToolCall.objects.get().state == "failed"
    document.refresh_from_db()
    assert document.title == "Lease"
    document.title = "Renamed by the user"
    document.save()  # only the tool could not write


def test_a_tool_is_offered_to_those_who_have_its_permission(installed, user, other_user, corpus):
    def offered(actor, corpus=corpus):
        return {tool.name for tool in installed_tools.available_tools(corpus, actor)}

    CorpusShare.objects.create(target=corpus, user=other_user, role=Role.EDITOR, created_by=user)
    assert {"count_pages", "owners"} <= offered(user)
    assert {"count_pages", "owners"} & offered(other_user) == {"count_pages"}
    assert "owners" not in offered(user, None)
    (owners,) = (tool for tool in installed_tools.available_tools(corpus, user) if tool.name == "owners")
    context = AnswerContext(other_user, Conversation(corpus=corpus), Message())
    with pytest.raises(NotAllowed):
        owners.run(context, {})


def test_tools_with_a_name_that_is_used_or_invalid_are_refused(installed):
    reasons = {each.name: each.reason for each in installed_tools.problems()}
    assert reasons["second"] == "there is another 'count_pages'"
    assert reasons["spaces"].startswith("the name 'has spaces' is not")
