"""Filters of the list of conversations."""

import pytest

from corpuses.conversations.models import Conversation
from tests.conversations.test_proposals import share, start

pytestmark = pytest.mark.django_db(transaction=True)

URL = "/api/v1/conversations"
QUERY = """query ($document: ID, $mine: Boolean, $hasCorpus: Boolean) {
    conversations(documentId: $document, mine: $mine, hasCorpus: $hasCorpus) { edges { node { uuid } } } }"""


def listed(api, document, **filters):
    """Return the ids of the listed conversations, which are the same in both APIs."""
    given = {name: str(value).lower() for name, value in filters.items()}
    found = [each["id"] for each in api.get(URL, {"document": str(document.pk)} | given).json()["results"]]
    names = {"has_corpus": "hasCorpus", "mine": "mine"}
    variables = {"document": str(document.pk)} | {names[name]: value for name, value in filters.items()}
    shown = api.execute(QUERY, variables)["conversations"]["edges"]
    assert [edge["node"]["uuid"] for edge in shown] == found
    return found


def test_own_conversations_in_a_corpus_or_in_none_are_listed(api, other_api, other_user, corpus, document):
    share(corpus, other_user, "viewer")
    in_corpus, in_none, shared = (
        start(client, **scope).rsplit("/", 1)[1]
        for client, scope in (
            (api, {"corpus": corpus, "document": document}),
            (api, {"document": document}),
            (other_api, {"corpus": corpus, "document": document}),
        )
    )
    Conversation.objects.filter(pk=shared).update(is_shared=True)
    assert set(listed(api, document)) == {in_corpus, in_none, shared}
    assert set(listed(api, document, mine=True)) == {in_corpus, in_none}
    assert listed(api, document, mine=False) == [shared]
    assert listed(api, document, mine=True, has_corpus=True) == [in_corpus]
    assert listed(api, document, has_corpus=False) == [in_none]
