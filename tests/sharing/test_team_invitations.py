"""Membership of a team begins when the invited user accepts."""

import pytest
from django.core import mail

from core.api.testing import ApiClient
from users.models import User
from users.sharing.models import TeamInvitation, TeamMembership
from users.sharing.teams import add_member, create_team

pytestmark = pytest.mark.django_db

INVITATIONS = "/api/v1/team-invitations"


@pytest.fixture
def team(user):
    return create_team("Readers", actor=user)


@pytest.fixture
def invite(api, team):
    def send(name: str, role: str = "member"):
        return api.send("POST", f"/api/v1/teams/{team.pk}/members", {"user": name, "role": role})

    return send


def invitations(client) -> list[dict]:
    return client.send("GET", INVITATIONS).json()["results"]


def answer(client, invitation, verb) -> int:
    return client.send("POST", f"{INVITATIONS}/{invitation['id']}/{verb}").status_code


def members(team) -> list[tuple[str, str]]:
    return list(team.memberships.order_by("id").values_list("user__username", "role"))


def test_invited_users_are_no_members_before_accepting(invite, share, document, team, friend_api):
    share(document, team=str(team.pk))
    body = invite("grace", "admin").json()
    assert [(each["user"]["username"], each["email"], each["role"]) for each in body["invitations"]] == [
        ("grace", None, "admin")
    ]
    assert [each["user"]["username"] for each in body["members"]] == ["ada"]
    assert friend_api.send("GET", "/api/v1/teams").json()["results"] == []
    assert friend_api.send("GET", f"/api/v1/documents/{document.pk}").status_code == 404
    (invitation,) = invitations(friend_api)
    assert (invitation["team"]["name"], invitation["role"]) == ("Readers", "admin")
    assert invitation["created_by"]["username"] == "ada"
    accepted = friend_api.send("POST", f"{INVITATIONS}/{invitation['id']}/accept").json()
    assert (accepted["my_role"], accepted["invitations"]) == ("admin", [])
    assert friend_api.send("GET", f"/api/v1/documents/{document.pk}").status_code == 200
    assert invitations(friend_api) == []


@pytest.mark.parametrize(
    ("name", "recipient"),
    [
        ("grace", "grace@example.org"),
        ("grace@example.org", "grace@example.org"),
        ("new@example.org", "new@example.org"),
    ],
)
def test_invited_users_and_addresses_get_an_email(
    name, recipient, invite, friend, settings, django_capture_on_commit_callbacks
):
    settings.PUBLIC_URL = "https://papers.example.org"
    friend.email, friend.email_confirmed = "grace@example.org", True
    friend.save()
    with django_capture_on_commit_callbacks(execute=True):
        assert invite(name).status_code < 300
        invite(name, "admin")  # changes the role only
    (message,) = mail.outbox
    assert (message.to, message.subject) == ([recipient], "You are invited to a team in Cartulary")
    html = message.alternatives[0].content
    for text in (message.body, html):
        assert "ada has invited you to the team “Readers”" in text
        assert "https://papers.example.org/teams" in text


def test_emails_about_teams_are_limited_per_recipient(user, settings, friend, django_capture_on_commit_callbacks):
    settings.RATE_LIMITS = {"email": {"recipient": (2, 3_600)}}
    with django_capture_on_commit_callbacks(execute=True):
        for number in range(3):
            add_member(create_team(f"Team {number}", actor=user), "New@example.org", actor=user)
    assert len(mail.outbox) == 2


def test_users_without_a_confirmed_address_get_no_email(invite, friend, django_capture_on_commit_callbacks):
    User.objects.filter(pk=friend.pk).update(email_confirmed=False)
    with django_capture_on_commit_callbacks(execute=True):
        invite("grace")
    assert mail.outbox == []


def test_invitations_are_declined_and_withdrawn(api, invite, team, friend_api):
    invite("grace")
    assert answer(friend_api, invitations(friend_api)[0], "decline") == 204
    assert (members(team), TeamInvitation.objects.count()) == ([("ada", "admin")], 0)
    invite("grace")
    (invitation,) = invitations(friend_api)
    withdraw = f"/api/v1/teams/{team.pk}/invitations/{invitation['id']}"
    assert friend_api.send("DELETE", withdraw).status_code == 404
    assert api.send("DELETE", withdraw).status_code == 204
    assert api.send("DELETE", withdraw).status_code == 404
    assert answer(friend_api, invitation, "accept") == 404


@pytest.mark.parametrize("account", ["confirmed", "unconfirmed", "unknown", "member"])
def test_responses_do_not_reveal_accounts(invite, team, friend, account):
    if account == "member":
        TeamMembership.objects.create(team=team, user=friend)
    User.objects.filter(pk=friend.pk).update(
        email_confirmed=account != "unconfirmed", email="" if account == "unknown" else "grace@example.org"
    )
    for role in ("member", "admin"):
        response = invite("GRACE@example.org", role)
        assert response.status_code == 200
        (listed,) = response.json()["invitations"]
        assert (listed["user"], listed["email"], listed["role"]) == (None, "grace@example.org", role)


def test_the_account_that_confirms_the_address_is_invited(invite, team, friend, friend_api):
    User.objects.filter(pk=friend.pk).update(email_confirmed=False)
    invite("grace@example.org")
    assert invitations(friend_api) == []
    friend.email_confirmed = True
    friend.save()
    assert answer(friend_api, invitations(friend_api)[0], "accept") == 200
    assert members(team) == [("ada", "admin"), ("grace", "member")]


def test_accepting_answers_all_invitations_to_the_team_and_keeps_a_role(invite, team, friend, friend_api):
    TeamMembership.objects.create(team=team, user=friend, role="admin")
    invite("grace@example.org")
    assert answer(friend_api, invitations(friend_api)[0], "accept") == 200
    assert members(team) == [("ada", "admin"), ("grace", "admin")]
    assert invitations(friend_api) == []


def test_the_role_of_a_member_changes_at_once(invite, team, friend):
    TeamMembership.objects.create(team=team, user=friend)
    assert invite("grace", "admin").json()["invitations"] == []
    assert members(team) == [("ada", "admin"), ("grace", "admin")]


def test_only_admins_see_the_invitations_of_a_team(invite, team, friend, friend_api, other_user):
    TeamMembership.objects.create(team=team, user=friend)
    invite("eve")
    assert friend_api.send("GET", f"/api/v1/teams/{team.pk}").json()["invitations"] == []
    assert ApiClient(other_user).send("GET", f"/api/v1/teams/{team.pk}").status_code == 404


def test_invitations_count_as_members(invite, team, friend, other_user, monkeypatch):
    monkeypatch.setattr("users.sharing.teams.MAX_MEMBERS", 2)
    assert invite("grace").status_code == 200
    assert invite("grace", "admin").status_code == 200  # replaces the other
    assert (invite("eve").status_code, invite("x@example.org").status_code) == (409, 409)
