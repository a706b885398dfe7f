"""Changes that a language model proposes: they are made when the user approves them, and not before."""

from uuid import uuid4

import pytest
from django.utils import timezone
from graphql_relay import to_global_id

from audit.models import AuditEntry
from corpuses.annotations.models import Annotation, Relation
from corpuses.annotations.proposals import propose_annotation
from corpuses.annotations.reviews import review_annotations
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.comments.models import Comment
from corpuses.conversations.models import Conversation, Message, Proposal
from corpuses.conversations.proposals.services import approvable_by, decidable_by
from corpuses.corpora.services import create_corpus
from corpuses.extracts.columns import ColumnDraft
from corpuses.extracts.fieldsets import FieldsetDraft, create_fieldset
from corpuses.extracts.models import Cell
from corpuses.extracts.reviews import CellChange, update_cell
from corpuses.extracts.runs import ExtractDraft, start_extract
from corpuses.models import CorpusShare
from tests.conversations.conftest import LAW, RENT, add_document
from tests.conversations.test_agent import answer, results_of
from tests.conversations.test_asking import messages
from tests.upstreams import calls, says

pytestmark = pytest.mark.django_db(transaction=True)

QUOTE = "a rent of 1,200 dollars"


def annotation_call(document, /, **arguments):
    given = {"document": str(document.pk), "page": 1, "quote": QUOTE, "label": "Rent", "note": "Due monthly"}
    return "propose_annotation", given | arguments


@pytest.fixture
def cell(user, corpus):
    draft = FieldsetDraft(name="Terms", columns=[ColumnDraft(name="Rent", question="How much is the rent?")])
    extract = start_extract(
        ExtractDraft(fieldset=create_fieldset(draft, corpus=corpus, actor=user)), corpus=corpus, actor=user
    )
    return Cell.objects.create(row=extract.rows.get(), column=extract.columns.get(), status=Cell.Status.NOT_FOUND)


def start(api, corpus=None, **scope):
    """Start a conversation; return its address."""
    scope = {"corpus": corpus, **scope} if corpus else scope
    created = api.send("POST", "/api/v1/conversations", {name: str(row.pk) for name, row in scope.items()})
    return f"/api/v1/conversations/{created.json()['id']}"


def share(corpus, user, role):
    return CorpusShare.objects.create(target=corpus, user=user, role=role, created_by=corpus.owner)


def run_of_action(conversation, document, run=True):
    """Make a conversation that of an action, with the proposal of a comment; return the proposal."""
    row = Conversation.objects.get(pk=conversation.rsplit("/", 1)[1])
    Conversation.objects.filter(pk=row.pk).update(is_shared=True, run=uuid4() if run else None)
    answer = row.messages.create(order=1, role="assistant", state="complete", text="PROPOSED", finished=timezone.now())
    return {"id": answer.proposals.create(kind="comment", document=document, text="Is Ohio right?").pk}


def propose(api, conversation, model, *made):
    """Let the model make these calls; return the proposals of its answer as REST shows them."""
    found = answer(api, conversation, model, calls(*made), says("PROPOSED"), question="Mark the rent.")
    assert (found.state, found.has_answer) == ("complete", True), found.error_message
    return messages(api, conversation)[-1]["proposals"]


def decide(api, proposal, decision, status=200):
    response = api.send("POST", f"/api/v1/proposals/{proposal['id']}/{decision}", {})
    assert response.status_code == status, response.content
    return response.json()


# proves: S1-11
def test_a_question_leads_to_calls_of_tools_an_approval_and_an_annotation(api, user, conversation, document, model):
    script = (
        calls(("search", {"query": "rent"})),
        calls(("read_pages", {"document": str(document.pk), "first": 1, "last": 1})),
        calls(annotation_call(document)),
        says(f'The rent is 1,200 dollars [1].\n---\n[1] {document.pk} "{QUOTE}"'),
    )
    found = answer(api, conversation, model, *script, question="How much is the rent? Mark it.")
    assert found.sentences[0]["is_verified"]
    assert not Annotation.objects.exists()
    shown = messages(api, conversation)[1]
    assert [call["name"] for call in shown["tool_calls"]] == ["search", "read_pages", "propose_annotation"]
    (proposal,) = shown["proposals"]
    assert (proposal["kind"], proposal["state"], proposal["label"], proposal["quote"], proposal["page"]) == (
        "annotation",
        "pending",
        "Rent",
        QUOTE,
        1,
    )
    approved = decide(api, proposal, "approve")
    row = Annotation.objects.get()
    assert (approved["state"], approved["made"]) == ("approved", str(row.pk))
    assert (row.label.name, row.quote, row.note, row.source) == ("Rent", QUOTE, "Due monthly", "agent")
    assert (row.review, row.reviewer, row.creator) == (Annotation.Review.ACCEPTED, user, user)
    assert document.revision.text[row.start : row.end] == QUOTE
    entry = AuditEntry.objects.get(action="message.proposal_decided")
    assert entry.details == {"kind": "annotation", "state": "approved"}


def test_a_decision_is_made_once(api, conversation, document, model):
    first, second = propose(
        api, conversation, model, annotation_call(document), annotation_call(document, quote="Tenant")
    )
    for _ in range(2):
        assert decide(api, first, "approve")["state"] == "approved"
        assert decide(api, second, "reject")["state"] == "rejected"
    assert Annotation.objects.count() == 1
    assert decide(api, first, "reject", 409)["error"]["code"] == "proposal_decided"
    assert decide(api, second, "approve", 409)["error"]["code"] == "proposal_decided"
    assert [each["state"] for each in messages(api, conversation)[-1]["proposals"]] == ["approved", "rejected"]


@pytest.mark.parametrize("is_suggested", [True, False])
def test_an_approval_adds_no_second_annotation(api, user, corpus, conversation, document, model, is_suggested):
    start = document.revision.text.index(QUOTE)
    draft = AnnotationDraft(label_name="Rent", start=start, end=start + len(QUOTE), note="Mine")
    made = {"corpus": corpus, "document": document, "actor": user}
    row = propose_annotation(draft, **made, origin="action:1")[0] if is_suggested else annotate(draft, **made)
    (proposal,) = propose(api, conversation, model, annotation_call(document))
    approved = decide(api, proposal, "approve")
    assert (approved["state"], approved["made"]) == ("approved", str(row.pk))
    found = Annotation.objects.get()
    assert (found.note, found.review) == ("Mine", Annotation.Review.ACCEPTED if is_suggested else None)


def test_an_approval_adds_what_was_rejected_before(api, user, corpus, conversation, document, model):
    start = document.revision.text.index(QUOTE)
    draft = AnnotationDraft(label_name="Rent", start=start, end=start + len(QUOTE))
    row, _ = propose_annotation(draft, corpus=corpus, document=document, actor=user, origin="action:1")
    review_annotations([row], Annotation.Review.REJECTED, actor=user)
    (proposal,) = propose(api, conversation, model, annotation_call(document))
    made = decide(api, proposal, "approve")["made"]
    assert (str(Annotation.objects.get().pk), Annotation.objects.get().review) == (made, Annotation.Review.ACCEPTED)


def test_relations_comments_and_cells_are_proposed(api, user, corpus, conversation, document, model, cell):
    ends = [
        annotate(
            AnnotationDraft(label_name="Term", start=start, end=start + 4), corpus=corpus, document=document, actor=user
        )
        for start in (0, 10)
    ]
    made = propose(
        api,
        conversation,
        model,
        ("propose_relation", {"source": str(ends[0].pk), "target": str(ends[1].pk), "label": "pays"}),
        ("propose_comment", {"document": str(document.pk), "text": "Who is the tenant?"}),
        ("propose_cell", {"cell": str(cell.pk), "value": "1200", "quote": QUOTE}),
    )
    assert [each["kind"] for each in made] == ["relation", "comment", "cell"]
    assert (made[0]["target_quote"], made[2]["column"]) == (ends[1].quote, "Rent")
    assert (Relation.objects.count(), Comment.objects.count()) == (0, 0)
    for proposal in made:
        assert decide(api, proposal, "approve")["made"]
    assert Relation.objects.get().label.name == "pays"
    assert (Comment.objects.get().text, Comment.objects.get().author) == ("Who is the tenant?", user)
    cell.refresh_from_db()
    assert (cell.text, cell.review, cell.sources[0]["quote"]) == ("1200", Cell.Review.EDITED, QUOTE)


def test_addresses_that_the_document_does_not_contain_are_removed_from_proposals(
    api, user, corpus, conversation, model, cell
):
    document = add_document(user, f"{RENT} See https://law.example/rent.", corpus=corpus)
    text = "See https://law.example/rent and [this](https://evil.example/?q=1200) or xhttps://evil.example/1200"
    given = {"document": str(document.pk)}
    made = propose(
        api,
        conversation,
        model,
        annotation_call(document, note=text, label="www.evil.example"),
        ("propose_comment", given | {"text": text}),
        ("propose_cell", {"cell": str(cell.pk), "value": "https://evil.example/1200", "quote": QUOTE}),
    )
    kept = "See https://law.example/rent and [this]((address removed)) or (address removed)"
    assert [each["text"] for each in made] == [kept, kept, "(address removed)"]
    assert made[0]["label"] == "(address removed)"


def test_a_value_that_a_user_has_entered_since_is_not_overwritten(
    api, user, corpus, conversation, document, model, cell
):
    made = propose(api, conversation, model, ("propose_cell", {"cell": str(cell.pk), "value": "1200", "quote": QUOTE}))
    update_cell(cell, CellChange(text="1,250"), actor=user)
    assert decide(api, made[0], "approve", 409)["error"]["code"] == "proposal_outdated"
    cell.refresh_from_db()
    assert cell.text == "1,250"
    assert decide(api, made[0], "reject")["state"] == "rejected"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"quote": "a rent of 9,999 dollars"}, "these words are not in the document"),
        ({"label": "x" * 101}, "a label has 100 characters at most"),
        ({"document": "01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a"}, "Error: "),
        ({"page": "one"}, "'page' must be an integer"),
    ],
)
def test_a_wrong_proposal_is_explained_to_the_model(api, conversation, document, model, arguments, problem):
    answer(api, conversation, model, calls(annotation_call(document, **arguments)), says("NOT FOUND"))
    assert problem in results_of(model)[0]
    assert not Proposal.objects.exists()


@pytest.mark.parametrize("text", ["**PROPOSED**", "Proposed.", "PROPOSED: one annotation. Please approve it."])
def test_an_answer_that_only_proposes_has_no_words(api, conversation, document, model, text):
    found = answer(api, conversation, model, calls(annotation_call(document)), says(text), question="Mark the rent.")
    assert (found.has_answer, found.text, found.sentences, found.proposals.count()) == (True, "", [], 1)


def test_a_repeated_proposal_is_stored_once_and_an_invented_one_is_no_answer(api, conversation, document, model):
    made = propose(api, conversation, model, annotation_call(document), annotation_call(document))
    assert len(made) == 1
    found = answer(api, conversation, model, says("PROPOSED"), question="And now?")
    assert (found.has_answer, found.proposals.count()) == (False, 0)


@pytest.mark.parametrize("role", ["viewer", "reviewer", "annotator"])
def test_only_what_the_user_may_change_can_be_proposed(other_api, other_user, corpus, document, model, role):
    share(corpus, other_user, role)
    answer(other_api, start(other_api, corpus), model, says("NOT FOUND"))
    offered = {tool["function"]["name"] for tool in model.requests[-1]["tools"]}
    proposing = {name for name in offered if name.startswith("propose_")}
    assert (
        proposing
        == {
            "viewer": set(),
            "reviewer": {"propose_comment", "propose_cell"},
            "annotator": {"propose_annotation", "propose_relation", "propose_comment"},
        }[role]
    )


def test_the_permissions_at_the_approval_count(other_api, other_user, corpus, document, model):
    given = share(corpus, other_user, "annotator")
    (proposal,) = propose(other_api, start(other_api, corpus), model, annotation_call(document))
    given.role = "viewer"
    given.save()
    assert decide(other_api, proposal, "approve", 403)["error"]["code"] == "not_allowed"
    assert Proposal.objects.get().state == "pending"
    assert not Annotation.objects.exists()


def test_words_that_a_new_version_does_not_have_are_not_annotated(api, user, conversation, document, model):
    (proposal,) = propose(api, conversation, model, annotation_call(document))
    document.revision = add_document(user, LAW, title="New version").revision
    document.save(update_fields=["revision"])
    assert decide(api, proposal, "approve", 409)["error"]["code"] == "proposal_outdated"
    assert decide(api, proposal, "reject")["state"] == "rejected"


def test_proposals_about_no_corpus_are_made_in_a_chosen_one(api, user, corpus, document, model):
    comment = ("propose_comment", {"document": str(document.pk), "text": "Is Ohio right?"})
    mark, note = propose(api, start(api), model, annotation_call(document), comment)
    offered = {tool["function"]["name"] for tool in model.requests[-1]["tools"]}
    assert offered & {"propose_annotation", "propose_relation", "propose_comment", "propose_cell"} == {
        "propose_annotation",
        "propose_comment",
    }
    assert (mark["may_approve"], note["may_approve"]) == (True, True)
    assert decide(api, mark, "approve", 400)["error"]["field"] == "corpus"
    elsewhere = create_corpus(owner=user, title="Wills")
    for each in (mark, note):  # the document is not in it
        path = f"/api/v1/proposals/{each['id']}/approve"
        assert api.send("POST", path, {"corpus": str(elsewhere.pk)}).status_code == 404
        assert api.send("POST", path, {"corpus": str(corpus.pk)}).json()["state"] == "approved"
    assert (Annotation.objects.get().corpus, Comment.objects.get().thread.corpus) == (corpus, corpus)
    assert not elsewhere.labels.exists()


def test_a_corpus_of_others_gets_no_change_without_the_permission(other_api, other_user, corpus, document, model):
    share(corpus, other_user, "viewer")
    (mark,) = propose(other_api, start(other_api), model, annotation_call(document))
    path = f"/api/v1/proposals/{mark['id']}/approve"
    assert other_api.send("POST", path, {"corpus": str(corpus.pk)}).status_code == 403
    assert not Annotation.objects.exists()


@pytest.mark.parametrize(("role", "may"), [("editor", True), ("reviewer", True), ("annotator", False)])
def test_those_who_review_the_corpus_decide_on_proposals_to_actions(
    api, other_api, other_user, corpus, conversation, document, role, may
):
    row = run_of_action(conversation, document)
    share(corpus, other_user, role)
    assert other_api.get(conversation).json()["may_decide"] is may
    query = "query ($id: ID!) { node(id: $id) { ... on Conversation { isMine mayDecide } } }"
    key = to_global_id("Conversation", conversation.rsplit("/", 1)[1])
    assert other_api.execute(query, {"id": key})["node"] == {"isMine": False, "mayDecide": may}
    assert api.execute(query, {"id": key})["node"] == {"isMine": True, "mayDecide": True}
    if not may:
        assert decide(other_api, row, "reject", 403)["error"]["code"] == "not_allowed"
    assert decide(other_api if may else api, row, "approve")["state"] == "approved"
    assert Comment.objects.get().author == (other_user if may else corpus.owner)


@pytest.mark.parametrize(("role", "kinds"), [("editor", {"annotation", "comment"}), ("reviewer", {"comment"})])
def test_approval_is_offered_for_what_a_user_may_change(
    other_api, other_user, corpus, conversation, document, role, kinds
):
    row = run_of_action(conversation, document)
    answer = Proposal.objects.get().message
    answer.proposals.create(kind="annotation", document=document, label="Rent", quote=QUOTE)
    share(corpus, other_user, role)
    proposals = messages(other_api, conversation)[-1]["proposals"]
    assert {each["kind"] for each in proposals if each["may_approve"]} == kinds
    query = """query ($id: ID!) { node(id: $id) { ... on Conversation {
        messages(first: 5) { edges { node { proposals { kind mayApprove } } } } } } }"""
    key = to_global_id("Conversation", conversation.rsplit("/", 1)[1])
    (edge,) = other_api.execute(query, {"id": key})["node"]["messages"]["edges"]
    assert {each["kind"].lower() for each in edge["node"]["proposals"] if each["mayApprove"]} == kinds
    assert str(row["id"]) in {each["id"] for each in proposals}
    for each in proposals:
        decide(other_api, each, "approve", 200 if each["may_approve"] else 403)


def test_approvals_of_many_proposals_are_checked_at_once(
    other_user, corpus, conversation, document, django_assert_num_queries
):
    run_of_action(conversation, document)
    answer = Proposal.objects.get().message
    for text in ("One?", "Two?", "Three?"):
        answer.proposals.create(kind="comment", document=document, text=text)
    share(corpus, other_user, "reviewer")
    related = ("message__conversation__corpus__owner", "document__owner")
    rows = list(Proposal.objects.select_related(*related))
    with django_assert_num_queries(2):
        assert approvable_by(other_user, rows) == {each.pk for each in rows}


def test_an_answer_to_an_action_is_not_answered_again(api, conversation, document):
    run_of_action(conversation, document)
    Message.objects.update(state="failed", error_code="llm_refused")
    (shown,) = messages(api, conversation)
    assert shown["is_of_action"]
    assert api.send("POST", f"/api/v1/messages/{shown['id']}/retry", {}).status_code == 409
    Conversation.objects.update(run=None)
    assert not messages(api, conversation)[0]["is_of_action"]


def test_editors_do_not_decide_on_proposals_in_the_shared_conversations_of_others(
    other_api, other_user, corpus, conversation, document
):
    row = run_of_action(conversation, document, run=False)
    share(corpus, other_user, "editor")
    assert other_api.get(conversation).json()["may_decide"] is False
    assert decide(other_api, row, "approve", 403)["error"]["code"] == "not_allowed"


def test_a_list_of_conversations_says_on_which_a_user_may_decide(
    api, other_api, other_user, corpus, conversation, document, django_assert_num_queries
):
    for _ in range(3):
        start(api, corpus)
    share(corpus, other_user, "editor")
    Conversation.objects.update(is_shared=True)
    assert [each["may_decide"] for each in api.get("/api/v1/conversations").json()["results"]] == [True] * 4
    assert [each["may_decide"] for each in other_api.get("/api/v1/conversations").json()["results"]] == [False] * 4
    rows = list(Conversation.objects.select_related("corpus__owner"))
    for each in rows:
        each.run = uuid4()
    with django_assert_num_queries(1):
        assert decidable_by(other_user, rows) == {each.pk for each in rows}
