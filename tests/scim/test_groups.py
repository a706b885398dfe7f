"""The life of a group, in the forms of Entra and Okta, and the team that it is."""

import ast

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from audit.models import AuditEntry
from core.api.testing import ApiClient
from events.models import Event
from tests.scim.client import GROUP
from users.models import User
from users.sharing.models import Team, TeamMembership
from users.sharing.service_accounts import create_account
from users.sharing.team_invitations import accept_invitation
from users.sharing.teams import MAX_MEMBERS, add_member, create_team

pytestmark = pytest.mark.django_db


@pytest.fixture
def users(scim):
    return [scim.create_user(name).body["id"] for name in ("grace", "lin", "mary")]


@pytest.fixture
def group(scim, users):
    answer = scim.create_group("Readers", *users[:2], externalId="8aa1a0c0")
    assert answer.status == 201, answer.body
    return answer.body


def members(body) -> set[str]:
    return {each["value"] for each in body.get("members", [])}


def stored(group) -> set[str]:
    """Return the members of the team that the directory added."""
    rows = TeamMembership.objects.filter(team=group["id"], is_provisioned=True)
    return set(map(str, rows.values_list("user_id", flat=True)))


def test_create(scim, group, users, root):
    assert (group["displayName"], group["externalId"], members(group)) == ("Readers", "8aa1a0c0", set(users[:2]))
    assert group["members"][0]["$ref"].endswith(f"/scim/v2/Users/{group['members'][0]['value']}")
    assert scim.get(f"Groups/{group['id']}").body == group
    roles = dict(TeamMembership.objects.filter(team=group["id"]).values_list("user__username", "role"))
    assert roles == {"root": "admin", "grace": "member", "lin": "member"}
    found = AuditEntry.objects.filter(object_id=group["id"]).order_by("id").values_list("action", flat=True)
    assert list(found) == ["team.created", "team.member_joined", "team.member_joined"]
    (of_grace,) = scim.get(f"Users/{users[0]}").body["groups"]
    assert (of_grace["value"], of_grace["display"]) == (group["id"], "Readers")


def test_members_see_the_team_at_once(scim, users, group):
    (team,) = ApiClient(User.objects.get(pk=users[0])).send("GET", "/api/v1/teams").json()["results"]
    assert (team["id"], team["is_provisioned"]) == (group["id"], True)
    marks = {each["user"]["username"]: each["is_provisioned"] for each in team["members"]}
    assert marks == {"root": False, "grace": True, "lin": True}


@pytest.mark.parametrize(
    "text",
    [
        'displayName eq "readers"',
        'externalId eq "8aa1a0c0"',
        'members.value eq "{0}"',
        'members eq "{0}"',
        'members[value eq "{1}"]',
        'id eq "{id}"',
        'id eq "{id}" and members eq "{0}"',
    ],
)
def test_filters(scim, group, users, text):
    scim.create_group("Others", users[2])
    wanted = text.replace("{0}", users[0]).replace("{1}", users[1]).replace("{id}", group["id"])
    assert [each["id"] for each in scim.find("Groups", wanted)] == [group["id"]]


@pytest.mark.parametrize("text", ['members eq "{2}"', 'members.value eq "x"', 'displayName eq "none"'])
def test_filters_that_nothing_fits(scim, group, users, text):
    assert scim.find("Groups", text.replace("{2}", users[2])) == []


def test_members_that_are_not_asked_for_are_not_read(scim, group):
    for path in (f"Groups/{group['id']}", "Groups"):
        with CaptureQueriesContext(connection) as queries:
            body = scim.get(f"{path}?excludedAttributes=members").body
        assert "members" not in str(body)
        assert not [each for each in queries if "users_teammembership" in each["sql"]]


def test_other_teams_are_no_groups(scim, user, root):
    team = create_team("Readers", actor=root)
    assert scim.get("Groups").body["totalResults"] == 0
    for method in ("GET", "DELETE"):
        assert scim.send(method, f"Groups/{team.pk}").kind == "404"
    assert scim.patch(f"Groups/{team.pk}", {"op": "replace", "path": "displayName", "value": "x"}).kind == "404"


@pytest.mark.parametrize(
    ("operation", "left"),
    [
        ({"op": "Add", "path": "members", "value": [{"value": "{2}"}]}, "012"),
        ({"op": "add", "path": "members", "value": [{"$ref": None, "value": "{1}"}, {"value": "{2}"}]}, "012"),
        ({"op": "Remove", "path": "members", "value": [{"value": "{0}"}]}, "1"),
        ({"op": "remove", "path": 'members[value eq "{0}"]'}, "1"),
        ({"op": "Remove", "path": 'members[value eq "{2}"]'}, "01"),
        ({"op": "remove", "path": "members"}, ""),
        ({"op": "replace", "path": "members", "value": [{"value": "{2}", "display": "mary"}]}, "2"),
        ({"op": "REPLACE", "value": {"members": [{"value": "{0}"}]}}, "0"),
        ({"op": "replace", "path": "members", "value": []}, ""),
        ({"op": "replace", "value": {"id": "{id}", "displayName": "Readers"}}, "01"),
    ],
)
def test_members_are_changed(scim, group, users, operation, left):
    text = str(operation)
    for mark, value in (("{0}", users[0]), ("{1}", users[1]), ("{2}", users[2]), ("{id}", group["id"])):
        text = text.replace(mark, value)
    answer = scim.patch(f"Groups/{group['id']}", ast.literal_eval(text))
    assert answer.status == 200, answer.body
    assert members(answer.body) == {users[int(number)] for number in left} == stored(group)
    assert TeamMembership.objects.filter(team=group["id"], user__username="root", role="admin").exists()


def test_members_learn_that_they_are_added_and_removed(scim, group, users):
    path = f"Groups/{group['id']}"
    Event.objects.all().delete()
    scim.patch(path, {"op": "remove", "path": f'members[value eq "{users[0]}"]'})
    last = AuditEntry.objects.filter(object_id=group["id"]).order_by("id").last()
    assert (last.action, last.details) == ("team.member_removed", {"user": users[0]})
    assert Event.objects.filter(entity="team", uuid=group["id"]).exists()


def test_a_replacement_and_a_new_name(scim, group, users):
    body = {"schemas": [GROUP], "id": group["id"], "displayName": "Editors", "members": [{"value": users[2]}]}
    answer = scim.send("PUT", f"Groups/{group['id']}", body)
    assert (answer.status, answer.body["displayName"], members(answer.body)) == (200, "Editors", {users[2]})
    assert "externalId" not in answer.body
    assert Team.objects.get(pk=group["id"]).name == "Editors"
    assert AuditEntry.objects.filter(object_id=group["id"], action="team.renamed").exists()


def test_a_deleted_group_is_a_deleted_team(scim, group):
    assert scim.send("DELETE", f"Groups/{group['id']}").status == 204
    assert not Team.objects.filter(pk=group["id"]).exists()
    assert scim.get(f"Groups/{group['id']}").kind == "404"


def test_members_that_were_added_by_hand_stay(scim, root, group, users, user):
    team = Team.objects.get(pk=group["id"])
    add_member(team, "ada", actor=root)
    accept_invitation(team.invitations.get().pk, actor=user)
    assert members(scim.get(f"Groups/{team.pk}").body) == set(users[:2])
    scim.patch(f"Groups/{team.pk}", {"op": "replace", "path": "members", "value": []})
    assert {*team.memberships.values_list("user__username", flat=True)} == {"root", "ada"}


def test_members_of_the_directory_are_not_removed_by_hand(group, users, root):
    admin, member = ApiClient(root), ApiClient(User.objects.get(pk=users[0]))
    for client in (admin, member):
        answer = client.send("DELETE", f"/api/v1/teams/{group['id']}/members/{users[0]}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "managed_by_directory")
    assert users[0] in stored(group)


def test_the_owner_of_the_token_stays_the_admin(scim, group, root):
    path = f"Groups/{group['id']}"
    added = scim.patch(path, {"op": "add", "path": "members", "value": [{"value": str(root.pk)}]})
    assert str(root.pk) in members(added.body)
    removed = scim.patch(path, {"op": "remove", "path": f'members[value eq "{root.pk}"]'})
    assert str(root.pk) not in members(removed.body)
    assert TeamMembership.objects.get(team=group["id"], user=root).role == "admin"


def test_a_team_keeps_an_admin(scim, group, users, root):
    """A member who was made an admin by hand is removed, after the first admin has left."""
    team = Team.objects.get(pk=group["id"])
    team.memberships.filter(user=users[0]).update(role="admin")
    team.memberships.filter(user=root).delete()
    scim.patch(f"Groups/{team.pk}", {"op": "remove", "path": f'members[value eq "{users[0]}"]'})
    assert dict(team.memberships.values_list("user__username", "role")) == {"lin": "admin"}


def test_open_invitations_end_with_the_membership(scim, group, users, root):
    team = Team.objects.get(pk=group["id"])
    add_member(team, "mary", actor=root)
    scim.patch(f"Groups/{team.pk}", {"op": "add", "path": "members", "value": [{"value": users[2]}]})
    assert not team.invitations.exists()


def test_a_deleted_user_is_in_no_group(scim, group, users):
    scim.send("DELETE", f"Users/{users[0]}")
    assert members(scim.get(f"Groups/{group['id']}").body) == {users[1]} == stored(group)


@pytest.mark.parametrize("value", ["x", "", None, "01a22978-73ff-7608-81c4-a1815f01e848"])
def test_members_must_be_users(scim, group, value):
    answer = scim.patch(f"Groups/{group['id']}", {"op": "add", "path": "members", "value": [{"value": value}]})
    assert (answer.status, answer.kind) == (400, "invalidValue")
    assert scim.get(f"Groups/{group['id']}").body == group


def test_service_accounts_and_groups_are_no_members(scim, group, root):
    program = create_account(Team.objects.get(pk=group["id"]), "Nightly import", actor=root)
    for key in (str(program.pk), group["id"]):
        answer = scim.patch(f"Groups/{group['id']}", {"op": "add", "path": "members", "value": [{"value": key}]})
        assert answer.kind == "invalidValue"
    assert scim.send("DELETE", f"Groups/{group['id']}").status == 409


def test_a_group_has_a_maximum_size(scim, group):
    existing = User.objects.get(username="grace")
    rows = [User(username=f"user{number}", tenant=existing.tenant) for number in range(MAX_MEMBERS)]
    keys = [{"value": str(each.pk)} for each in User.objects.bulk_create(rows)]
    path = f"Groups/{group['id']}"
    for value in (keys, keys[: MAX_MEMBERS - 2]):  # the admin and two members are there
        assert scim.patch(path, {"op": "add", "path": "members", "value": value}).status == 409
    answer = scim.patch(path, {"op": "add", "path": "members", "value": keys[: MAX_MEMBERS - 3]})
    assert (answer.status, len(answer.body["members"])) == (200, MAX_MEMBERS - 1)


def test_an_external_id_is_of_one_group(scim, group):
    assert scim.create_group("Others", externalId="8aa1a0c0").kind == "uniqueness"
    assert scim.create_group("Others").status == 201
