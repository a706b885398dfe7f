"""Tokens that are limited to corpora or teams: how they are created and shown."""

import pytest
from graphql_relay import to_global_id

from corpuses.corpora.services import create_corpus
from users.sharing.teams import create_team

pytestmark = pytest.mark.django_db

API = "/api/v1"


@pytest.mark.parametrize(
    ("field", "kind"), [("corpora", "Corpus"), ("teams", "Team")], ids=["another's corpus", "another's team"]
)
def test_tokens_are_limited_to_what_their_owner_sees(api, friend, field, kind):
    foreign = create_corpus(owner=friend, title="Hers") if kind == "Corpus" else create_team("Hers", actor=friend)
    body = {"name": "x", "scopes": ["read"], field: [str(foreign.pk)]}
    response = api.send("POST", f"{API}/tokens", body)
    assert (response.status_code, response.json()["error"]["field"]) == (400, field)
    answer = api.execute(
        "mutation ($input: CreateTokenInput!) { createToken(input: $input) { errors { code field } } }",
        {"input": {"name": "x", "scopes": ["READ"], f"{kind.lower()}Ids": [to_global_id(kind, foreign.pk)]}},
    )
    assert answer["createToken"]["errors"] == [{"code": "invalid", "field": f"{kind.lower()}Ids"}]


def test_limits_are_shown(api, corpus):
    body = {"name": "x", "scopes": ["read"], "corpora": [str(corpus.pk)]}
    created = api.send("POST", f"{API}/tokens", body).json()
    (token,) = api.send("GET", f"{API}/tokens").json()["results"]
    assert (token["corpora"], token["teams"]) == (created["corpora"], created["teams"]) == ([str(corpus.pk)], [])
    found = api.execute("{ tokens { edges { node { corpora teams isExpired } } } }")["tokens"]["edges"]
    assert found == [{"node": {"corpora": [str(corpus.pk)], "teams": [], "isExpired": False}}]
