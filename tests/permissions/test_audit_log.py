"""The audit log shows owners the entries about what they own, and all entries to staff."""

import json

import pytest

from audit.models import AuditEntry
from tests.permissions.world import ACTORS, PRIVATE, SECRET

# Some are refused: anonymous users, and tokens that are limited to a corpus. A service account has no session.
WITHOUT_LOG = {"anonymous", "link_holder", "limited_token", "service_account"}
pytestmark = pytest.mark.django_db
URL = "/api/v1/audit-log"
GRAPHQL = "query ($object: ID) { auditLog(objectId: $object, first: 200) { totalCount edges { node { uuid } } } }"


def _listed(client, **query) -> list[dict]:
    response = client.get(URL, {"page_size": 200, **query})
    assert response.status_code == 200, response.content
    return response.json()["results"]


@pytest.mark.parametrize("actor", [actor for actor in ACTORS if actor not in WITHOUT_LOG])
def test_who_sees_entries_about_an_object(world, actor):
    client = world.client(actor)
    if actor == "anonymous_of_public":
        assert client.get(URL).status_code == 401
        return
    user = world.users[actor]
    for name in ("corpus_id", "document_id"):
        entries = _listed(client, object=world.names[name])
        connection = client.graphql(GRAPHQL, {"object": world.names[name]}).data["auditLog"]
        assert {edge["node"]["uuid"] for edge in connection["edges"]} == {entry["id"] for entry in entries}
        assert bool(entries) == (actor == "owner")
        assert connection["totalCount"] == len(entries)
    everything = _listed(client)
    own = AuditEntry.objects.filter(pk__in=[entry["id"] for entry in everything])
    assert not own.exclude(owner_id=user.pk).exclude(object_kind="team")
    export = client.get(f"{URL}/export").body
    lines = [json.loads(line) for line in export.splitlines()]
    recorded = [line["id"] for line in lines if line["action"] != "audit_log.exported"]
    assert set(recorded) == {entry["id"] for entry in everything}
    assert (SECRET.encode() in export) == (actor == "owner")  # titles of their own documents
    assert PRIVATE.encode() not in export


def test_limited_tokens_and_service_accounts(world):
    limited = world.client("limited_token").get(URL)
    assert (limited.status_code, limited.json()["error"]["code"]) == (403, "token_limited")
    assert world.client("limited_token").get(f"{URL}/export").status_code == 403
    assert _listed(world.client("service_account"), object=world.names["corpus_id"]) == []


@pytest.mark.parametrize("actor", ["outsider", "owner", "admin"])
def test_only_staff_sees_everything(world, actor):
    expected = 200 if actor == "admin" else 403
    for url in (URL, f"{URL}/export"):
        assert world.client(actor).get(url, {"everyone": "true"}).status_code == expected


def test_admins_of_a_team_see_what_is_done_to_it(world):
    assert _listed(world.client("owner"), object=world.names["team_id"])
    assert _listed(world.client("viewer"), object=world.names["team_id"]) == []
