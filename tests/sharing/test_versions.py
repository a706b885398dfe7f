"""Optimistic locking of folders, shares, teams and profiles."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Barrier

import pytest
from django.db import connections

from core.errors import EditConflict
from corpuses.corpora import folders
from users.accounts import profiles
from users.accounts.emails import Site
from users.accounts.profiles import ProfileChange
from users.sharing import services, teams

V1 = "/api/v1"


@dataclass(frozen=True)
class Editable:
    """An editable object: its URL, its mutation, and three values of one of its fields."""

    address: str
    mutation: str
    key: dict[str, str]
    field: str
    states: tuple[str, str, str]

    def change(self, number: int) -> dict[str, str]:
        return {self.field: self.states[number]}

    def input(self, number: int) -> dict[str, str]:
        value = self.states[number]
        return {**self.key, self.field: value.upper() if self.field == "role" else value}


@pytest.fixture
def editables(user, corpus, document, friend) -> dict[str, Editable]:
    names = ("One", "Two", "Three")
    folder = folders.create_folder(corpus, name=names[0], actor=user)
    team = teams.create_team(names[0], actor=user)
    shares = {
        target: services.create_share(target, services.ShareRequest(role="viewer", user="grace"), actor=user).share
        for target in (corpus, document)
    }
    roles = ("viewer", "editor", "reviewer")
    in_corpus, in_document = (
        Editable(
            f"{V1}/{plural}/{target.pk}/shares/{shares[target].pk}", "updateShare", {"id": str(shares[target].pk)},
            "role", roles,
        )
        for plural, target in (("corpuses", corpus), ("documents", document))
    )  # fmt: skip
    return {
        "folder": Editable(f"{V1}/folders/{folder.pk}", "updateFolder", {"id": str(folder.pk)}, "name", names),
        "share of a corpus": in_corpus,
        "share of a document": in_document,
        "team": Editable(f"{V1}/teams/{team.pk}", "updateTeam", {"id": str(team.pk)}, "name", names),
        "me": Editable(f"{V1}/auth/me", "updateProfile", {}, "name", names),
    }


KINDS = ["folder", "share of a corpus", "share of a document", "team", "me"]
PAYLOAD_FIELDS = {"updateFolder": "folder", "updateShare": "share", "updateTeam": "team", "updateProfile": "user"}


def mutate(client, target: Editable, number: int, **more):
    field, kind = PAYLOAD_FIELDS[target.mutation], f"{target.mutation[0].upper()}{target.mutation[1:]}Input"
    query = f"""mutation ($input: {kind}!) {{ {target.mutation}(input: $input) {{
        {field} {{ {target.field} version }} errors {{ code field version }} }} }}"""
    payload = client.execute(query, {"input": {**target.input(number), **more}})[target.mutation]
    return payload[field], payload["errors"]


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_edit_conflict_in_rest(api, editables, kind):
    target = editables[kind]
    before = api.get(target.address)
    assert before["ETag"] == f'"{before.json()["version"]}"'
    first = api.send("PATCH", target.address, target.change(1), **{"If-Match": before["ETag"]})
    assert (first.status_code, first["ETag"]) == (200, f'"{first.json()["version"]}"')
    assert first["ETag"] != before["ETag"]
    second = api.send("PATCH", target.address, target.change(2), **{"If-Match": before["ETag"]})
    error = second.json()["error"]
    assert (second.status_code, error["code"], error["version"]) == (412, "edit_conflict", first.json()["version"])
    now = api.get(target.address)
    assert error["current"] == now.json()
    assert now.json()[target.field] == target.states[1]
    for careless in ({}, {"If-Match": "*"}, {"If-Match": now["ETag"]}):
        assert api.send("PATCH", target.address, target.change(1), **careless).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_edit_conflict_in_graphql(api, editables, kind):
    target = editables[kind]
    changed, errors = mutate(api, target, 1)
    assert errors == []
    assert changed["version"] == api.get(target.address).json()["version"]
    refused, (error,) = mutate(api, target, 2, version="0" * 16)
    assert (refused, error["code"], error["version"]) == (None, "edit_conflict", changed["version"])
    assert api.get(target.address).json()[target.field] == target.states[1]
    again, errors = mutate(api, target, 1, version=changed["version"])
    assert (again, errors) == (changed, [])


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_malformed_if_match_is_refused(api, editables, kind):
    target = editables[kind]
    before = api.get(target.address).json()
    for header in ("abc", '"a", "b"'):
        response = api.send("PATCH", target.address, target.change(1), **{"If-Match": header})
        assert (response.status_code, response.json()["error"]["field"]) == (400, "If-Match")
    assert api.get(target.address).json() == before


@pytest.mark.django_db
def test_created_objects_have_an_etag(api, corpus, friend):
    bodies = {
        f"{V1}/corpuses/{corpus.pk}/folders": {"name": "New"},
        f"{V1}/corpuses/{corpus.pk}/shares": {"role": "viewer", "user": "grace"},
        f"{V1}/teams": {"name": "New"},
    }
    for address, body in bodies.items():
        response = api.send("POST", address, body)
        assert response.status_code == 201
        assert response["ETag"] == api.get(response["Location"])["ETag"]


@pytest.mark.django_db
def test_the_etag_covers_the_editable_fields(api, user, corpus, editables):
    team, folder = editables["team"].address, editables["folder"].address
    before = api.get(team)["ETag"], api.get(folder)["ETag"]
    api.send("POST", f"{team}/members", {"user": "grace"})
    folders.create_folder(corpus, name="Other", actor=user)
    assert (api.get(team)["ETag"], api.get(folder)["ETag"]) == before
    other = api.send("POST", f"{V1}/corpuses/{corpus.pk}/folders", {"name": "Above"}).json()["id"]
    moved = api.send("PATCH", folder, {"parent": other}, **{"If-Match": before[1]})
    assert (moved.status_code, moved.json()["path"]) == (200, "Above/One")
    assert moved["ETag"] != before[1]


@pytest.mark.django_db
def test_move_of_a_folder_conflicts_with_another_move(api, editables, corpus):
    folder = editables["folder"]
    old = api.get(folder.address).json()["version"]
    query = "mutation ($input: UpdateFolderInput!) { updateFolder(input: $input) { folder { path } errors { code } } }"
    above = api.send("POST", f"{V1}/corpuses/{corpus.pk}/folders", {"name": "Above"}).json()["id"]
    moved = api.execute(query, {"input": {**folder.key, "parentId": above, "version": old}})["updateFolder"]
    assert moved == {"folder": {"path": "Above/One"}, "errors": []}
    payload = api.execute(query, {"input": {**folder.key, "parentId": None, "version": old}})["updateFolder"]
    assert payload == {"folder": None, "errors": [{"code": "edit_conflict"}]}


@pytest.mark.django_db
def test_versions_of_other_profiles_are_private(friend_api, share, document):
    share(document, user="grace")
    data = friend_api.execute("{ documents { edges { node { owner { username version } } } } }")
    assert data["documents"]["edges"][0]["node"]["owner"] == {"username": "ada", "version": ""}


@pytest.mark.django_db
def test_a_share_is_visible_to_those_who_may_share(api, friend_api, other_api, editables):
    address = editables["share of a corpus"].address
    assert api.get(address).json()["user"]["username"] == "grace"
    assert [client.get(address).status_code for client in (friend_api, other_api)] == [403, 404]


EDITORS = 4


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["folder", "share", "team", "profile"])
def test_one_of_several_concurrent_edits_succeeds(user, corpus, friend, kind):
    """All of them have the same version."""
    folder = folders.create_folder(corpus, name="Old", actor=user)
    share = services.create_share(corpus, services.ShareRequest(role="viewer", user="grace"), actor=user).share
    team = teams.create_team("Old", actor=user)
    roles = ("annotator", "reviewer", "editor", "annotator")
    edits = {
        "folder": (folders.version_of(folder), lambda number, before: folders.change_folder(
            type(folder).objects.get(pk=folder.pk), name=f"New {number}", actor=user, expected=before)),
        "share": (services.version_of(share), lambda number, before: services.change_share(
            type(share).objects.get(pk=share.pk), role=roles[number], actor=user, expected=before)),
        "team": (teams.version_of(team), lambda number, before: teams.rename_team(
            type(team).objects.get(pk=team.pk), f"New {number}", actor=user, expected=before)),
        "profile": (profiles.version_of(user), lambda number, before: profiles.change_profile(
            type(user).objects.get(pk=user.pk), ProfileChange(name=f"New {number}"), site=Site(""), expected=before)),
    }  # fmt: skip
    before, edit = edits[kind]
    start = Barrier(EDITORS)

    def attempt(number: int) -> bool:
        start.wait()
        try:
            edit(number, before)
        except EditConflict:
            return False
        finally:
            connections.close_all()
        return True

    with ThreadPoolExecutor(EDITORS) as pool:
        assert sorted(pool.map(attempt, range(EDITORS))) == [False] * (EDITORS - 1) + [True]
