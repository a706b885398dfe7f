"""Shares in REST: with users, teams, link holders and everyone."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from core.api.testing import ApiClient
from documents.models import DocumentShare
from users.models import User
from users.sharing import services
from users.sharing.models import TeamMembership
from users.sharing.teams import create_team

pytestmark = pytest.mark.django_db


def address(document, tail=""):
    return f"/api/v1/documents/{document.pk}{tail}"


def refused(response):
    return response.status_code, response.json()["error"]["code"]


class TestUsers:
    """Shares with users, by exact name."""

    @pytest.mark.parametrize("name", ["grace", " grace "])
    def test_users_are_found_by_name(self, share, document, friend, name):
        created = share(document, user=name, role="annotator")
        expected = {"id": str(friend.pk), "username": "grace", "name": "Grace Hopper"}
        assert [created[key] for key in ("user", "team", "link", "role")] == [expected, None, None, "annotator"]
        assert created["created_by"]["username"] == "ada"

    def test_shared_documents_are_visible_and_listed(self, share, document, friend_api):
        # proves: S3-6 S3-8
        assert friend_api.send("GET", address(document)).status_code == 404
        share(document, user="grace")
        body = friend_api.send("GET", address(document)).json()
        assert (body["title"], body["permissions"]) == ("Lease", ["view"])
        assert [each["id"] for each in friend_api.send("GET", "/api/v1/documents").json()["results"]] == [body["id"]]
        assert friend_api.send("GET", address(document, "/text")).status_code == 200

    @pytest.mark.parametrize("method", ["GET", "POST"])
    def test_editors_cannot_list_or_create_shares(self, share, document, friend_api, method):
        share(document, user="grace", role="editor")
        response = friend_api.send(
            method, address(document, "/shares"), None if method == "GET" else {"role": "viewer"}
        )
        assert refused(response)[0] in {400, 403}
        body = None if method == "GET" else {"role": "viewer", "link": True}
        response = friend_api.send(method, address(document, "/shares"), body)
        assert refused(response) == (403, "not_allowed")

    def test_shares_of_documents_of_others_are_not_found(self, document, other_api, anonymous_api):
        assert refused(other_api.send("GET", address(document, "/shares"))) == (404, "not_found")
        assert refused(anonymous_api.send("GET", address(document, "/shares"))) == (401, "not_authenticated")

    def test_sharing_twice_returns_the_id_of_the_existing_share(self, api, share, document, friend):
        first = share(document, user="grace")
        again = api.send("POST", address(document, "/shares"), {"role": "editor", "user": " grace"})
        assert refused(again) == (409, "share_exists")
        assert again.json()["error"]["share_id"] == first["id"]

    @pytest.mark.parametrize(
        ("share_request", "code", "field"),
        [
            ({"user": "unknown"}, "user_not_found", "user"),
            ({"user": "gra"}, "user_not_found", "user"),  # there is no directory
            ({"user": "ada"}, "invalid", "user"),  # the owner
            ({"user": "grace", "link": True}, "invalid", "user"),
            ({}, "invalid", "user"),
            ({"team": str(uuid4())}, "team_not_found", "team"),
            ({"user": "grace", "role": "owner"}, "invalid", "role"),
            ({"user": "grace", "role": ""}, "invalid", "role"),
            ({"user": "grace", "expires": "2020-01-01T00:00:00Z"}, "invalid", "expires"),
            ({"user": "gra\u0000ce"}, None, "user"),
        ],
    )
    def test_invalid_shares_are_refused(self, api, document, friend, share_request, code, field):
        response = api.send("POST", address(document, "/shares"), {"role": "viewer", **share_request})
        error = response.json()["error"]
        assert response.status_code == 400
        assert code in {None, error["code"]}
        assert field == error.get("field", field)
        assert not DocumentShare.objects.exists()

    def test_inactive_users_are_not_found(self, api, document, friend):
        User.objects.filter(pk=friend.pk).update(is_active=False)
        response = api.send("POST", address(document, "/shares"), {"role": "viewer", "user": "grace"})
        assert refused(response) == (400, "user_not_found")

    def test_guesses_of_user_names_are_limited(self, api, share, document, friend, settings):
        settings.RATE_LIMITS = {"lookup": {"user": (3, 3_600)}}
        share(document, user="grace")  # not a guess
        guesses = [
            api.send("POST", address(document, "/shares"), {"role": "viewer", "user": f"x{number}"})
            for number in range(4)
        ]
        assert [response.status_code for response in guesses] == [400] * 3 + [429]


class TestAddresses:
    """Shares with e-mail addresses, which belong to the accounts that confirm them."""

    @pytest.fixture(params=["confirmed", "unconfirmed", "inactive", "unknown"])
    def account(self, request, friend):
        changes = {"confirmed": {}, "unconfirmed": {"email_confirmed": False}, "inactive": {"is_active": False}}
        User.objects.filter(pk=friend.pk).update(**changes.get(request.param, {"email": ""}))
        return request.param

    def test_responses_do_not_reveal_accounts(self, api, share, document, account):
        created = share(document, user="GRACE@example.org", role="annotator")
        expected = [None, "grace@example.org", None, None, "annotator"]
        keys = ("user", "email", "team", "link", "role")
        assert [created[key] for key in keys] == expected
        listed = api.send("GET", address(document, "/shares")).json()["results"]
        assert [[each[key] for key in keys] for each in listed] == [expected]
        again = api.send("POST", address(document, "/shares"), {"role": "viewer", "user": "grace@Example.ORG"})
        assert (*refused(again), again.json()["error"]["share_id"]) == (409, "share_exists", created["id"])
        # Nor does a share with the user of the address by name.
        if account != "inactive":
            assert share(document, user="grace")["user"]["username"] == "grace"
        query = f'{{ document(id: "{document.pk}") {{ shares {{ email user {{ username }} }} }} }}'
        assert api.execute(query)["document"]["shares"][0] == {"email": "grace@example.org", "user": None}

    def test_confirmed_addresses_have_access_at_once(self, share, document, corpus, friend_api):
        share(document, user="grace@example.org")
        share(corpus, user="Grace@Example.org", role="editor")
        assert friend_api.send("GET", address(document)).json()["permissions"] == ["view", "annotate", "review", "edit"]

    def test_accounts_get_access_when_they_confirm_the_address(self, share, document, corpus, friend, friend_api):
        User.objects.filter(pk=friend.pk).update(email_confirmed=False)
        share(document, user="GRACE@example.org")
        share(corpus, user="grace@example.org", role="editor")
        assert friend_api.send("GET", address(document)).status_code == 404
        friend.email_confirmed = True
        friend.save(update_fields=["email_confirmed"])
        assert friend_api.send("GET", address(document)).json()["permissions"] == ["view", "annotate", "review", "edit"]
        # The share stays with the account when its address changes.
        User.objects.filter(pk=friend.pk).update(email="")
        User.objects.create_user("hopper", "grace@example.org")
        assert friend_api.send("GET", address(document)).status_code == 200

    def test_new_accounts_with_the_address_get_access(self, share, document):
        share(document, user="new@example.org")
        share(document, user="other@example.org")
        unconfirmed = User.objects.create_user("mallory", "new@example.org", email_confirmed=False)
        assert ApiClient(unconfirmed).send("GET", address(document)).status_code == 404
        invited = User.objects.create_user("new", "New@example.org")
        assert ApiClient(invited).send("GET", address(document)).status_code == 200

    def test_pending_shares_expire_and_are_withdrawn(self, api, share, document):
        created = share(document, user="new@example.org", expires="2100-01-01T00:00:00Z")
        DocumentShare.objects.update(expires=timezone.now() - timedelta(hours=1))
        new = User.objects.create_user("new", "new@example.org")
        assert ApiClient(new).send("GET", address(document)).status_code == 404
        assert api.send("DELETE", address(document, f"/shares/{created['id']}")).status_code == 204

    @pytest.mark.parametrize("name", ["ada@example.org", "@", "a@b", "te\u017ft@example.org"])
    def test_invalid_addresses_and_the_own_one_are_refused(self, api, document, name):
        response = api.send("POST", address(document, "/shares"), {"role": "viewer", "user": name})
        assert (*refused(response), response.json()["error"]["field"]) == (400, "invalid", "user")


class TestChanging:
    """Changes and deletion of shares."""

    def test_change_role_and_expiry(self, api, share, document, friend_api):
        created = share(document, user="grace", expires="2100-01-01T00:00:00Z")
        at = address(document, f"/shares/{created['id']}")
        changed = api.send("PATCH", at, {"role": "editor"}).json()
        assert (changed["role"], changed["expires"]) == ("editor", "2100-01-01T00:00:00Z")
        assert api.send("PATCH", at, {"expires": None}).json()["expires"] is None
        assert friend_api.send("GET", address(document)).json()["permissions"] == ["view", "annotate", "review", "edit"]

    def test_deletion_ends_access_at_once(self, api, share, document, friend_api):
        created = share(document, user="grace")
        assert api.send("DELETE", address(document, f"/shares/{created['id']}")).status_code == 204
        assert friend_api.send("GET", address(document)).status_code == 404
        assert api.send("DELETE", address(document, f"/shares/{created['id']}")).status_code == 404

    def test_shares_of_another_object_are_not_found(self, api, share, document, corpus, friend):
        created = share(corpus, user="grace")
        assert api.send("DELETE", address(document, f"/shares/{created['id']}")).status_code == 404
        assert corpus.shares.count() == 1

    def test_shares_are_listed_newest_first(self, api, share, document, friend):
        created = [share(document, user="grace"), share(document, link=True)]
        listed = api.send("GET", address(document, "/shares")).json()["results"]
        assert [each["id"] for each in listed] == [each["id"] for each in reversed(created)]

    def test_the_number_of_shares_is_limited(self, api, document, monkeypatch):
        monkeypatch.setattr(services, "MAX_SHARES", 1)
        share_request = {"role": "viewer", "link": True}
        assert api.send("POST", address(document, "/shares"), share_request).status_code == 201
        assert refused(api.send("POST", address(document, "/shares"), share_request)) == (409, "too_many_shares")

    def test_a_repeated_request_creates_one_share(self, api, document):
        share_request = {"role": "viewer", "link": True}
        responses = [
            api.send("POST", address(document, "/shares"), share_request, **{"Idempotency-Key": "a"}) for _ in range(2)
        ]
        assert [response.status_code for response in responses] == [201, 200]
        assert responses[0].json()["id"] == responses[1].json()["id"]
        assert [bool(response.json()["link"]["url"]) for response in responses] == [True, False]


class TestTeams:
    """Shares with teams."""

    def test_members_of_a_team_get_its_role(self, share, document, user, friend, friend_api):
        team = create_team("Readers", actor=user)
        TeamMembership.objects.create(team=team, user=friend)
        created = share(document, team=str(team.pk), role="reviewer")
        assert created["team"] == {"id": str(team.pk), "name": "Readers"}
        assert friend_api.send("GET", address(document)).json()["permissions"] == ["view", "review"]

    def test_teams_of_others_are_not_found(self, api, document, friend):
        team = create_team("Hers", actor=friend)
        response = api.send("POST", address(document, "/shares"), {"role": "viewer", "team": str(team.pk)})
        assert refused(response) == (400, "team_not_found")


class TestLinks:
    """Shares by links."""

    @pytest.fixture
    def link(self, share, document):
        return share(document, link=True, role="editor")["link"]["url"].rpartition("/s/")[2]

    def test_the_token_is_returned_once_and_stored_as_a_hash(self, api, document, link):
        assert len(link) >= 43
        (stored,) = DocumentShare.objects.values_list("token_hash", flat=True)
        assert link not in stored
        (listed,) = api.send("GET", address(document, "/shares")).json()["results"]
        assert listed["link"] == {"expires": None, "url": None}

    def test_preview_of_a_link(self, anonymous_api, document, link):
        response = anonymous_api.send("GET", f"/api/v1/links/{link}")
        expected = {"kind": "document", "title": "Lease", "shared_by": "ada", "role": "editor", "expires": None}
        assert response.json() == expected
        assert response["Cache-Control"] == "no-store"
        assert anonymous_api.send("GET", address(document)).status_code == 401

    def test_link_holders_can_only_view(self, anonymous_api, document, link, api):
        opened = anonymous_api.send("POST", f"/api/v1/links/{link}/open").json()
        assert opened["id"] == str(document.pk)
        response = anonymous_api.send("GET", address(document))
        assert (response.status_code, response.json()["permissions"], response.json()["job"]) == (200, ["view"], None)
        assert anonymous_api.send("GET", address(document, "/text")).content == b"Some words.\n"
        listed = anonymous_api.send("GET", "/api/v1/documents").json()["results"]
        assert [each["id"] for each in listed] == [str(document.pk)]
        for method, tail in [("DELETE", ""), ("POST", "/retry"), ("GET", "/shares"), ("POST", "/publish")]:
            assert refused(anonymous_api.send(method, address(document, tail))) == (401, "not_authenticated")

    def test_signed_in_users_get_the_role_of_the_link(self, other_api, document, link):
        assert other_api.send("GET", address(document)).status_code == 404
        with_link = other_api.send("GET", address(document), **{"X-Share-Token": link})
        assert with_link.json()["permissions"] == ["view", "annotate", "review", "edit"]
        other_api.send("POST", f"/api/v1/links/{link}/open")
        assert other_api.send("POST", address(document, "/retry")).status_code == 202

    def test_sign_in_keeps_links_and_sign_out_drops_them(self, anonymous_api, other_user, document, link):
        anonymous_api.send("POST", f"/api/v1/links/{link}/open")
        credentials = {"username": "eve", "password": "battery staple"}
        anonymous_api.send("POST", "/api/v1/auth/session", credentials)
        assert "edit" in anonymous_api.send("GET", address(document)).json()["permissions"]
        anonymous_api.send("DELETE", "/api/v1/auth/session")
        assert anonymous_api.send("GET", address(document)).status_code == 401

    @pytest.mark.parametrize(("end", "code"), [("withdrawn", "link_not_found"), ("expired", "link_expired")])
    def test_withdrawn_and_expired_links_end_at_once(self, anonymous_api, document, link, end, code):
        anonymous_api.send("POST", f"/api/v1/links/{link}/open")
        if end == "withdrawn":
            DocumentShare.objects.all().delete()
        else:
            DocumentShare.objects.update(expires=timezone.now() - timedelta(seconds=1))
        assert anonymous_api.send("GET", address(document)).status_code == 401
        assert refused(anonymous_api.send("GET", f"/api/v1/links/{link}")) == (404, code)
        assert refused(anonymous_api.send("POST", f"/api/v1/links/{link}/open")) == (404, code)

    @pytest.mark.parametrize("token", ["x", "x" * 300, "%00", "%F0%9F%94%91"])
    def test_unknown_links_are_not_found(self, anonymous_api, token):
        assert refused(anonymous_api.send("GET", f"/api/v1/links/{token}"))[0] == 404

    def test_the_number_of_links_in_a_session_is_limited(self, anonymous_api, share, document, link, monkeypatch):
        monkeypatch.setattr("users.sharing.links._MAX_OPENED", 2)
        for _ in range(2):
            other = share(document, link=True)["link"]["url"].rpartition("/s/")[2]
            for _ in range(2):
                anonymous_api.send("POST", f"/api/v1/links/{other}/open")
        assert len(anonymous_api.session["share_links"]) == 2


class TestPublishing:
    """Publication."""

    def test_publish_and_unpublish(self, api, document, other_api, anonymous_api):
        assert api.send("POST", address(document, "/publish")).json() == {"id": str(document.pk), "is_public": True}
        for client in (other_api, anonymous_api):
            assert client.send("GET", address(document)).json()["permissions"] == ["view"]
            assert client.send("GET", address(document, "/text")).status_code == 200
        assert refused(other_api.send("POST", address(document, "/unpublish"))) == (403, "not_allowed")
        assert api.send("POST", address(document, "/unpublish")).json()["is_public"] is False
        assert other_api.send("GET", address(document)).status_code == 404
        assert anonymous_api.send("GET", address(document)).status_code == 401

    def test_anonymous_users_without_a_link_have_no_list(self, document, api, anonymous_api):
        api.send("POST", address(document, "/publish"))
        assert refused(anonymous_api.send("GET", "/api/v1/documents")) == (401, "not_authenticated")

    def test_editors_cannot_publish(self, share, document, friend_api):
        share(document, user="grace", role="editor")
        assert refused(friend_api.send("POST", address(document, "/publish"))) == (403, "not_allowed")
        document.refresh_from_db()
        assert not document.is_public

    def test_a_public_corpus_shows_the_documents_of_its_members(self, api, corpus, document, anonymous_api):
        api.send("POST", f"/api/v1/corpuses/{corpus.pk}/publish")
        assert anonymous_api.send("GET", address(document)).status_code == 200


class TestJobs:
    """The jobs of a document are visible to those who may edit it."""

    @pytest.fixture
    def job(self, api, document):
        return api.send("POST", address(document, "/retry")).json()["job"]

    @pytest.mark.parametrize(("role", "status"), [("annotator", 404), ("editor", 200)])
    def test_editors_see_the_jobs_of_a_document(self, share, document, friend_api, job, role, status):
        share(document, user="grace", role=role)
        assert friend_api.send("GET", f"/api/v1/jobs/{job}").status_code == status
        assert friend_api.send("GET", f"/api/v1/jobs/{job}/log").status_code == status
        listed = friend_api.send("GET", f"/api/v1/jobs?document={document.pk}").json()["results"]
        assert [each["id"] for each in listed] == ([job] if status == 200 else [])
        assert friend_api.send("GET", address(document)).json()["job"] == (job if status == 200 else None)

    def test_editors_cannot_control_the_owners_jobs(self, share, document, friend_api, job):
        share(document, user="grace", role="editor")
        assert refused(friend_api.send("POST", f"/api/v1/jobs/{job}/cancel")) == (403, "not_allowed")
        assert refused(friend_api.send("PATCH", f"/api/v1/jobs/{job}", {"priority": "low"})) == (403, "not_allowed")

    def test_editors_do_not_see_jobs_of_corpora(self, share, document, corpus, friend_api, api):
        share(document, user="grace", role="editor")
        assert api.send("GET", f"/api/v1/jobs?document={document.pk}").json()["results"]
        response = friend_api.send("GET", f"/api/v1/jobs?document={document.pk}").json()["results"]
        assert {job["kind"] for job in response} <= {"documents.process"}


class TestLeaving:
    """Users remove what was shared with them."""

    def test_a_user_leaves_and_the_owner_can_share_again(self, share, document, friend_api):
        share(document, user="grace")
        assert friend_api.send("DELETE", address(document, "/my-access")).status_code == 204
        assert refused(friend_api.send("GET", address(document))) == (404, "not_found")
        assert not DocumentShare.objects.exists()
        assert share(document, user="grace")["user"]["username"] == "grace"

    def test_all_shares_with_the_user_end_also_that_with_their_address(self, share, document, friend, friend_api):
        share(document, user="grace")
        DocumentShare.objects.create(target=document, user=friend, email=friend.email, role="viewer")
        assert friend_api.send("DELETE", address(document, "/my-access")).status_code == 204
        assert not DocumentShare.objects.exists()

    def test_access_through_a_team_is_not_left_here(self, share, document, user, friend, friend_api):
        team = create_team("Readers", actor=user)
        TeamMembership.objects.create(team=team, user=friend)
        share(document, team=str(team.pk))
        response = friend_api.send("DELETE", address(document, "/my-access"))
        assert refused(response) == (409, "access_not_direct")
        assert friend_api.send("GET", address(document)).status_code == 200
