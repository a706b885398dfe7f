"""Shares in GraphQL; nested objects follow the same rules of visibility."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from graphql_relay import from_global_id, to_global_id

from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.models import Corpus, CorpusDocument, CorpusShare
from documents.models import Document, DocumentShare
from documents.tests.factories import parsed_document
from tests.api.populated import populate
from users.sharing.models import Team, TeamMembership
from users.sharing.teams import create_team

pytestmark = pytest.mark.django_db

CREATE = """mutation ($input: CreateShareInput!) { createShare(input: $input) { linkPath errors { code field }
    share { id role isLink expires user { username email } team { name } createdBy { username } } } }"""


def share(client, target, **share_request):
    share_request = {"targetId": str(target.pk), "role": "VIEWER", **share_request}
    return client.execute(CREATE, {"input": share_request})["createShare"]


def mutate(client, name, /, **values):
    kind = name[0].upper() + name[1:]
    query = f"mutation ($input: {kind}Input!) {{ {name}(input: $input) {{ errors {{ code field }} }} }}"
    response = client.graphql(query, {"input": values})
    return response.codes or [error["code"] for error in response.data[name]["errors"]]


class TestSharing:
    """Shares and publication."""

    def test_share_with_a_user(self, api, document, friend, friend_api):
        payload = share(api, document, user="grace", role="EDITOR")
        assert payload["share"]["user"] == {"username": "grace", "email": ""}
        assert (payload["share"]["role"], payload["share"]["createdBy"], payload["linkPath"]) == (
            "EDITOR",
            {"username": "ada"},
            None,
        )
        data = friend_api.execute(
            "{ documents(scope: SHARED) { totalCount edges { node { title myPermissions shares { id } } } } }"
        )
        node = {"title": "Lease", "myPermissions": ["VIEW", "ANNOTATE", "REVIEW", "EDIT"], "shares": []}
        assert data["documents"] == {"totalCount": 1, "edges": [{"node": node}]}

    def test_share_by_link(self, api, anonymous_api, document):
        payload = share(api, document, link=True)
        assert payload["share"]["isLink"]
        token = payload["linkPath"].removeprefix("/s/")
        assert anonymous_api.send("POST", f"/api/v1/links/{token}/open").status_code == 200
        fields = "title isPublic myPermissions jobs { uuid } corpuses { title }"
        query = f'{{ document(id: "{document.pk}") {{ {fields} }} }}'
        data = anonymous_api.execute(query)["document"]
        assert data == {"title": "Lease", "isPublic": False, "myPermissions": ["VIEW"], "jobs": [], "corpuses": []}
        assert anonymous_api.execute("{ documents { totalCount } me { username } }") == {
            "documents": {"totalCount": 1},
            "me": None,
        }
        assert mutate(anonymous_api, "setPublic", targetId=str(document.pk), public=True) == ["not_authenticated"]

    def test_list_change_and_delete_shares(self, api, document, friend, friend_api):
        key = share(api, document, user="grace")["share"]["id"]
        query = f'{{ document(id: "{document.pk}") {{ shares {{ id role }} }} }}'
        assert api.execute(query)["document"]["shares"] == [{"id": key, "role": "VIEWER"}]
        assert mutate(api, "updateShare", id=key, role="EDITOR", expires="2100-01-01T00:00:00Z") == []
        changed = DocumentShare.objects.get()
        assert (changed.role, changed.expires.year) == ("editor", 2100)
        assert mutate(api, "updateShare", id=key, neverExpires=True) == []
        assert DocumentShare.objects.get().expires is None
        assert api.execute(f'{{ node(id: "{key}") {{ ... on Share {{ role }} }} }}')["node"] == {"role": "EDITOR"}
        for refused in (
            mutate(friend_api, "updateShare", id=key, role="VIEWER"),
            mutate(friend_api, "deleteShare", id=key),
        ):
            assert refused == ["not_allowed"]
        assert mutate(api, "deleteShare", id=key) == []
        assert mutate(api, "deleteShare", id=key) == ["not_found"]

    @pytest.mark.parametrize("name", ["updateShare", "deleteShare"])
    def test_shares_of_others_are_not_found(self, api, other_api, document, friend, name):
        key = share(api, document, user="grace")["share"]["id"]
        assert mutate(other_api, name, id=key) == ["not_found"]
        assert other_api.graphql(f'{{ node(id: "{key}") {{ id }} }}').codes == ["not_found"]

    def test_publishing(self, api, other_api, anonymous_api, corpus, document):
        query = f'{{ corpus(id: "{corpus.pk}") {{ title documents {{ edges {{ node {{ title }} }} }} }} }}'
        assert other_api.graphql(query).codes == ["not_found"]
        assert anonymous_api.graphql(query).codes == ["not_authenticated"]
        assert mutate(api, "setPublic", targetId=to_global_id("Corpus", str(corpus.pk)), public=True) == []
        for client in (other_api, anonymous_api):
            data = client.execute(query)["corpus"]
            assert data == {"title": "Leases", "documents": {"edges": [{"node": {"title": "Lease"}}]}}
        assert mutate(other_api, "setPublic", targetId=str(corpus.pk), public=False) == ["not_allowed"]
        assert other_api.execute("{ documents(scope: SHARED) { totalCount } }")["documents"]["totalCount"] == 0
        assert other_api.execute("{ documents(scope: MINE) { totalCount } }")["documents"]["totalCount"] == 0

    @pytest.mark.parametrize(("expires", "codes"), [
        ("2100-01-01T00:00:00", []), ("9999-12-31T23:59:59-12:00", ["invalid"]), ("2020-01-01T00:00:00", ["invalid"]),
    ])  # fmt: skip
    def test_expiry_without_a_time_zone_and_out_of_range(self, api, document, expires, codes):
        payload = mutate(api, "createShare", targetId=str(document.pk), role="VIEWER", link=True, expires=expires)
        assert payload == codes
        assert DocumentShare.objects.exists() == (not codes)

    def test_only_documents_and_corpora_can_be_shared(self, api, user):
        share_request = {"targetId": to_global_id("User", str(user.pk)), "role": "VIEWER", "link": True}
        assert api.execute(CREATE, {"input": share_request})["createShare"]["errors"] == [
            {"code": "not_found", "field": None}
        ]


class TestTeams:
    """Teams and their members."""

    @pytest.fixture
    def team(self, user, friend):
        team = create_team("Readers", actor=user)
        TeamMembership.objects.create(team=team, user=friend)
        return team

    def test_only_members_see_a_team(self, api, friend_api, other_api, team):
        query = "{ teams { totalCount edges { node { name myRole members { role user { username email } } } } } }"
        (edge,) = friend_api.execute(query)["teams"]["edges"]
        assert (edge["node"]["name"], edge["node"]["myRole"]) == ("Readers", "MEMBER")
        assert [each["user"]["username"] for each in edge["node"]["members"]] == ["ada", "grace"]
        assert other_api.execute(query)["teams"]["totalCount"] == 0
        assert other_api.graphql(f'{{ node(id: "{team.pk}") {{ id }} }}').codes == ["not_found"]

    def test_only_admins_can_change_a_team(self, api, friend_api, other_api, team, friend, user):
        key = str(team.pk)
        for client, code in ((friend_api, "not_allowed"), (other_api, "not_found")):
            assert mutate(client, "updateTeam", id=key, name="x") == [code]
            assert mutate(client, "addTeamMember", id=key, user="eve") == [code]
            assert mutate(client, "removeTeamMember", id=key, userId=str(user.pk)) == [code]
            assert mutate(client, "deleteTeam", id=key) == [code]
        assert mutate(api, "updateTeam", id=key, name=" Deal  team ") == []
        assert Team.objects.get().name == "Deal team"
        assert mutate(api, "updateTeam", id=key, name=" ") == ["invalid"]
        assert mutate(api, "deleteTeam", id=key) == []
        assert not Team.objects.exists()

    def test_a_team_keeps_an_admin(self, api, friend_api, team, friend, user):
        key = str(team.pk)
        assert mutate(api, "removeTeamMember", id=key, userId=str(user.pk)) == ["last_admin"]
        assert mutate(api, "addTeamMember", id=key, user="ada", role="MEMBER") == ["last_admin"]
        assert mutate(api, "addTeamMember", id=key, user="grace", role="ADMIN") == []
        assert mutate(api, "removeTeamMember", id=key, userId=str(user.pk)) == []
        assert mutate(friend_api, "removeTeamMember", id=key, userId=str(friend.pk)) == ["last_admin"]

    def test_invitations_are_accepted_and_declined(self, api, other_api, team, other_user):
        key, query = (
            str(team.pk),
            "{ teamInvitations { edges { node { uuid role team { name } createdBy { username } } } } }",
        )
        assert mutate(api, "addTeamMember", id=key, user="eve", role="ADMIN") == []
        invited = f'{{ node(id: "{key}") {{ ... on Team {{ invitations {{ uuid email user {{ username }} }} }} }} }}'
        (listed,) = api.execute(invited)["node"]["invitations"]
        assert (listed["email"], listed["user"]) == (None, {"username": "eve"})
        (edge,) = other_api.execute(query)["teamInvitations"]["edges"]
        expected = {
            "uuid": listed["uuid"],
            "role": "ADMIN",
            "team": {"name": "Readers"},
            "createdBy": {"username": "ada"},
        }
        assert edge["node"] == expected
        assert mutate(api, "acceptTeamInvitation", id=listed["uuid"]) == ["not_found"]
        assert mutate(other_api, "declineTeamInvitation", id=listed["uuid"]) == []
        assert mutate(other_api, "acceptTeamInvitation", id=listed["uuid"]) == ["not_found"]
        mutate(api, "addTeamMember", id=key, user="eve@example.org")
        (listed,) = api.execute(invited)["node"]["invitations"]
        assert (listed["email"], listed["user"]) == ("eve@example.org", None)
        assert mutate(other_api, "acceptTeamInvitation", id=listed["uuid"]) == []
        assert other_api.execute("{ teams { edges { node { myRole } } } }")["teams"]["edges"] == [
            {"node": {"myRole": "MEMBER"}}
        ]
        mutate(api, "addTeamMember", id=key, user="new@example.org")
        (listed,) = api.execute(invited)["node"]["invitations"]
        assert mutate(other_api, "withdrawTeamInvitation", id=key, invitationId=listed["uuid"]) == ["not_allowed"]
        assert mutate(api, "withdrawTeamInvitation", id=key, invitationId=listed["uuid"]) == []
        assert api.execute(invited)["node"]["invitations"] == []

    def test_members_can_leave(self, friend_api, team, friend):
        assert mutate(friend_api, "removeTeamMember", id=str(team.pk), userId=str(friend.pk)) == []
        assert friend_api.execute("{ teams { totalCount } }")["teams"]["totalCount"] == 0


class TestNested:
    """In a corpus, the smaller of the permissions on the corpus and on the document counts."""

    NESTED = """{
        corpuses { edges { node { title documentCount documents { totalCount edges { node { title } } }
            executions { totalCount } } } }
        documents { edges { node { title corpuses { title documents { totalCount } } jobs { uuid } } } }
        annotations { totalCount edges { node { quote corpus { title } document { title } } } } }"""

    def test_a_corpus_shows_only_documents_that_their_owners_added(self, user, friend, friend_api, corpus, document):
        # proves: S3-8 S3-22
        annotate(AnnotationDraft(label_name="Duty", start=0, end=4), corpus=corpus, document=document, actor=user)
        CorpusDocument.objects.update(added_by=None)
        CorpusShare.objects.create(target=corpus, user=friend, role="viewer")
        data = friend_api.execute(self.NESTED)
        nothing = {"totalCount": 0, "edges": []}
        expected = {"title": "Leases", "documentCount": 0, "documents": nothing, "executions": {"totalCount": 0}}
        assert data["corpuses"]["edges"] == [{"node": expected}]
        assert data["documents"] == {"edges": []}
        assert data["annotations"] == nothing

    def test_a_document_does_not_show_its_corpora_and_annotations(self, user, friend, friend_api, corpus, document):
        # proves: S3-8 S3-22
        annotate(AnnotationDraft(label_name="Duty", start=0, end=4), corpus=corpus, document=document, actor=user)
        DocumentShare.objects.create(target=document, user=friend, role="editor")
        data = friend_api.execute(self.NESTED)
        assert data["corpuses"]["edges"] == []
        assert data["documents"]["edges"][0]["node"]["corpuses"] == []
        assert data["annotations"]["totalCount"] == 0

    def test_documents_of_other_owners_in_a_corpus(self, friend, friend_api, api, corpus, user):
        CorpusShare.objects.create(target=corpus, user=friend, role="editor")
        hers = parsed_document(friend, "Her words.", title="Hers")
        CorpusDocument.objects.create(corpus=corpus, document=hers, added_by=friend)
        query = f'{{ document(id: "{hers.pk}") {{ myPermissions }} }}'
        assert api.execute(query)["document"]["myPermissions"] == ["VIEW", "ANNOTATE", "REVIEW", "EDIT"]
        assert friend_api.execute(query)["document"]["myPermissions"][-1] == "DELETE"

    @pytest.mark.parametrize(("on_corpus", "on_document", "is_allowed"), [
        ("annotator", "viewer", True), ("editor", "viewer", True), ("viewer", "editor", False),
        ("reviewer", "editor", False), ("annotator", None, False),
    ])  # fmt: skip
    def test_annotating_needs_both(self, friend, friend_api, corpus, document, on_corpus, on_document, is_allowed):
        CorpusDocument.objects.update(added_by=None)
        CorpusShare.objects.create(target=corpus, user=friend, role=on_corpus)
        if on_document:
            DocumentShare.objects.create(target=document, user=friend, role=on_document)
        values = {"corpusId": str(corpus.pk), "documentId": str(document.pk), "labelName": "Duty", "start": 0, "end": 4}
        codes = mutate(friend_api, "createAnnotation", **values)
        assert codes == ([] if is_allowed else ["not_allowed" if on_document else "not_found"])
        assert corpus.annotations.exists() == is_allowed

    @pytest.mark.parametrize(("role", "creator", "code"), [
        ("annotator", "hers", []), ("annotator", "other", ["not_allowed"]), ("editor", "other", []),
        ("viewer", "hers", ["not_allowed"]), ("reviewer", "other", ["not_allowed"]),
    ])  # fmt: skip
    def test_own_annotations_and_those_of_others(self, friend, friend_api, user, corpus, document, role, creator, code):
        draft = AnnotationDraft(label_name="Duty", start=0, end=4)
        annotation = annotate(draft, corpus=corpus, document=document, actor=user)
        if creator == "hers":
            corpus.annotations.update(creator=friend)
        CorpusShare.objects.create(target=corpus, user=friend, role=role)
        assert mutate(friend_api, "deleteAnnotation", id=str(annotation.pk)) == code
        assert corpus.annotations.exists() == bool(code)


LISTS = {
    "documents": "{ documents { totalCount edges { node { title myPermissions owner { username } shares { id } } } } }",
    "shared": "{ documents(scope: SHARED) { totalCount edges { node { title jobs { uuid } corpuses { title } } } } }",
    "corpora": "{ corpuses { edges { node { myPermissions documents { totalCount edges { node { title } } } } } } }",
    "annotations": "{ annotations { edges { node { document { title } corpus { title myPermissions } } } } }",
}


class TestQueryCounts:
    """The number of queries does not depend on the number of rows and shares."""

    def count(self, client, query):
        with CaptureQueriesContext(connection) as captured:
            client.execute(query)
        return len(captured)

    @pytest.mark.parametrize("name", LISTS)
    def test_queries_of_lists_do_not_depend_on_the_number_of_shares(self, friend, friend_api, user, settings, name):
        settings.GRAPHQL_MAX_COST = 10**9
        team = create_team("Readers", actor=friend)
        counts = []
        for number in (1, 12):
            for corpus in populate(user, documents=number, corpora=2):
                CorpusShare.objects.create(target=corpus, user=friend, role="annotator")
            for document in Document.objects.filter(shares=None):
                DocumentShare.objects.create(target=document, team=team, role="reviewer")
            counts.append(self.count(friend_api, LISTS[name]))
        assert counts[0] == counts[1] <= 10

    @pytest.mark.parametrize("address", ["/api/v1/documents", "/api/v1/corpuses"])
    def test_queries_of_rest_lists(self, friend, friend_api, user, address):
        counts = []
        for number in (1, 12):
            for corpus in populate(user, documents=number, corpora=2):
                CorpusShare.objects.create(target=corpus, user=friend, role="annotator")
            with CaptureQueriesContext(connection) as captured:
                assert friend_api.send("GET", address).json()["results"]
            counts.append(len(captured))
        assert counts[0] == counts[1]

    def test_queries_of_shares_of_many_documents(self, api, user, friend):
        fields = "role user { username } team { name } createdBy { username }"
        query = f"{{ documents {{ edges {{ node {{ shares {{ {fields} }} }} }} }} }}"
        counts = []
        for _ in (1, 2):
            for _ in range(3):
                document = parsed_document(user, "Words.")
                DocumentShare.objects.create(target=document, user=friend, role="viewer", created_by=user)
            counts.append(self.count(api, query))
        assert counts[0] == counts[1]


def test_node_follows_the_same_rules(api, friend_api, friend, corpus, document):
    # proves: S3-8
    for kind, row in (("Document", document), ("Corpus", corpus)):
        key = to_global_id(kind, str(row.pk))
        assert friend_api.graphql(f'{{ node(id: "{key}") {{ id }} }}').codes == ["not_found"]
    share(api, corpus, user="grace")
    for kind, row in (("Document", document), ("Corpus", corpus)):
        key = to_global_id(kind, str(row.pk))
        assert from_global_id(friend_api.execute(f'{{ node(id: "{key}") {{ id }} }}')["node"]["id"]).type == kind
    assert Corpus.objects.visible_to(friend).count() == 1
