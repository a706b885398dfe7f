"""The list of proposals to review: those that a user may decide on, of all conversations."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from graphql_relay import to_global_id

from core.deletion import move_to_bin
from corpuses.actions.drafts import ActionDraft
from corpuses.actions.editing import create_action
from corpuses.conversations.models import Conversation, Proposal
from documents.models import Document
from tests.conversations.conftest import LAW, add_document
from tests.conversations.test_asking import messages
from tests.conversations.test_proposals import decide, run_of_action, share, start

pytestmark = pytest.mark.django_db(transaction=True)

URL = "/api/v1/proposals"
QUERY = """query ($corpus: ID, $document: ID, $kind: ProposalKind, $state: ProposalState) {
    proposals(corpusId: $corpus, documentId: $document, kind: $kind, state: $state) {
        totalCount
        edges { node {
            uuid mayApprove conversationUuid conversationTitle isOfAction corpusUuid documentTitle askedBy { username }
        } } } }"""


def listed(api, **filters):
    """Return the ids of the listed proposals, which are the same in both APIs."""
    response = api.get(URL, {name: str(value) for name, value in filters.items()})
    assert response.status_code == 200, response.content
    found = [each["id"] for each in response.json()["results"]]
    given = {name: str(value).upper() if name in {"kind", "state"} else str(value) for name, value in filters.items()}
    shown = api.execute(QUERY, given)["proposals"]
    assert ([edge["node"]["uuid"] for edge in shown["edges"]], shown["totalCount"]) == (found, len(found))
    return found


def asked_by(api):
    """Return the name of the user who asked for the one listed proposal, which both APIs show."""
    (row,) = api.get(URL).json()["results"]
    (edge,) = api.execute("{ proposals { edges { node { askedBy { username } } } } }")["proposals"]["edges"]
    names = [each and each["username"] for each in (row["asked_by"], edge["node"]["askedBy"])]
    assert names[0] == names[1]
    return names[0]


def proposed(document, number=1, **fields):
    """Make a private conversation of the owner of a document with proposals; return their ids, the newest first."""
    row = Conversation.objects.create(owner=document.owner, tenant=document.owner.tenant, title="Rent", **fields)
    answer = row.messages.create(order=1, role="assistant", state="complete")
    made = [answer.proposals.create(kind="comment", document=document, text=f"{each}?") for each in range(number)]
    return [str(each.pk) for each in made[::-1]]


def test_the_proposals_of_all_conversations_are_listed_until_they_are_decided(api, user, corpus, document):
    (in_corpus,) = proposed(document, corpus=corpus)
    (about_all,) = proposed(document)
    assert listed(api, state="pending") == [about_all, in_corpus]
    assert listed(api, corpus=corpus.pk) == [in_corpus]
    (shown,) = api.get(URL, {"corpus": str(corpus.pk)}).json()["results"]
    conversation = Conversation.objects.get(corpus=corpus)
    assert (shown["conversation"], shown["conversation_title"]) == (str(conversation.pk), "Rent")
    assert (shown["corpus"], shown["is_of_action"], shown["may_approve"]) == (str(corpus.pk), False, True)
    decide(api, {"id": in_corpus}, "approve")
    assert (listed(api, state="pending"), listed(api, state="approved")) == ([about_all], [in_corpus])


def test_the_list_can_be_narrowed_to_a_document_and_a_kind(api, user, corpus, document):
    other = add_document(user, LAW, title="Other", corpus=corpus)
    (one,), (two,) = proposed(document, corpus=corpus), proposed(other, corpus=corpus)
    Proposal.objects.filter(pk=two).update(kind="annotation", label="Law", quote="Ohio")
    assert listed(api, document=document.pk) == [one]
    assert listed(api, kind="annotation") == [two]
    assert listed(api, kind="relation") == []


@pytest.mark.parametrize(("role", "count"), [("editor", 1), ("reviewer", 1), ("annotator", 0), ("viewer", 0)])
def test_those_who_review_a_corpus_see_the_proposals_of_its_agents(
    other_api, other_user, corpus, conversation, document, role, count
):
    run_of_action(conversation, document)
    proposed(document, corpus=corpus)  # in a private conversation
    share(corpus, other_user, role)
    assert len(listed(other_api)) == len(listed(other_api, corpus=corpus.pk)) == count


def test_a_proposal_in_a_conversation_names_its_user(api, user, corpus, document):
    proposed(document, corpus=corpus)
    assert asked_by(api) == user.username


@pytest.mark.parametrize("way", ["started", "comment", "by itself"])
def test_a_proposal_of_an_agent_names_the_user_who_started_it_or_wrote_the_comment(
    api, other_api, user, other_user, corpus, conversation, document, way
):
    run_of_action(conversation, document)
    share(corpus, other_user, "reviewer")
    draft = ActionDraft(kind="agent", name="Clerk", instructions="Check the rent.", triggers=["manual"])
    execution = create_action(draft, corpus=corpus, actor=user).executions.create(
        document=document, revision=document.revision, started_by=other_user if way == "started" else None
    )
    Conversation.objects.update(run=execution.pk, comment_author=other_user if way == "comment" else None)
    assert asked_by(api) == asked_by(other_api) == (None if way == "by itself" else other_user.username)


@pytest.mark.parametrize(("role", "is_named"), [("reviewer", True), ("annotator", False), ("viewer", False)])
def test_only_those_who_may_decide_see_who_asked(
    other_api, other_user, user, corpus, conversation, document, role, is_named
):
    run_of_action(conversation, document)
    Conversation.objects.update(comment_author=user)
    share(corpus, other_user, role)
    (proposal,) = messages(other_api, conversation)[-1]["proposals"]
    assert (proposal["asked_by"] is not None) is is_named
    query = """query ($id: ID!) { node(id: $id) { ... on Conversation {
        messages(first: 5) { edges { node { proposals { askedBy { username } } } } } } } }"""
    key = to_global_id("Conversation", conversation.rsplit("/", 1)[1])
    (edge,) = other_api.execute(query, {"id": key})["node"]["messages"]["edges"]
    assert (edge["node"]["proposals"] != [{"askedBy": None}]) is is_named


def test_the_user_of_a_shared_conversation_is_not_named_to_others(
    other_api, other_user, corpus, conversation, document
):
    run_of_action(conversation, document, run=False)
    share(corpus, other_user, "editor")
    assert messages(other_api, conversation)[-1]["proposals"][0]["asked_by"] is None


def test_what_cannot_be_decided_any_more_is_not_listed(api, other_api, other_user, corpus, document):
    proposed(document, corpus=corpus)
    assert other_api.get(URL, {"corpus": str(corpus.pk)}).status_code == 404
    assert listed(other_api) == []
    move_to_bin(Document.objects.filter(pk=document.pk), user_id=None)
    assert listed(api) == []


def test_a_corpus_in_the_bin_has_no_proposals_to_review(api, user, corpus, document):
    (about_all,) = proposed(document)
    proposed(document, corpus=corpus)
    assert api.send("DELETE", f"/api/v1/corpuses/{corpus.pk}").status_code == 204
    assert listed(api) == [about_all]


@pytest.mark.parametrize("actor", ["owner", "reviewer"])
def test_the_number_of_queries_does_not_depend_on_the_number_of_proposals(
    api, other_api, other_user, corpus, conversation, document, actor
):
    run_of_action(conversation, document)
    share(corpus, other_user, "reviewer")
    client, counts = api if actor == "owner" else other_api, []
    for number in (2, 6):
        answer = Proposal.objects.first().message
        for each in range(number):
            answer.proposals.create(kind="comment", document=document, text=f"{number} {each}?")
        proposed(document, number, corpus=corpus)
        start(api, corpus)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(URL, {"corpus": str(corpus.pk), "state": "pending"}).status_code == 200
        counts.append(len(captured) - 2)  # session and user
    assert counts[0] == counts[1] <= 8
