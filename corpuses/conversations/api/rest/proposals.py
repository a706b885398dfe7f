"""Changes that language models propose, in REST."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final
from uuid import UUID

from django.db.models import QuerySet
from rest_framework import serializers

from core.access import Actor, require_user
from core.api.graphql.loaders import as_batch
from core.api.rest.list_query import KeyField, ListQuery
from core.api.rest.serializers import EnumField, Resource, StrictSerializer
from core.api.rest.views import ListView, ObjectView, action, list_resources
from corpuses.conversations.api.proposals import RELATED, list_proposals, load_requesters
from corpuses.conversations.api.selectors import get_visible_proposal
from corpuses.conversations.models import Message, Proposal
from corpuses.conversations.proposals.services import (
    ProposalDecided,
    ProposalOutdated,
    approvable_by,
    approve_proposal,
    reject_proposal,
)
from corpuses.corpora.api.rest.corpora import CorpusSerializer
from corpuses.corpora.api.selectors import get_visible_corpus
from documents.api.rest.documents import DocumentSerializer
from users.api.rest.users import UserNameSerializer
from users.models import User

CHOSEN_CORPUS_HELP: Final = "Where the conversation is about none: a corpus with the document, where you may annotate."


def _approvable(rows: Sequence[Proposal], actor: Actor) -> Mapping[UUID, bool]:
    return dict.fromkeys(approvable_by(require_user(actor), rows), True)


def _asked_by(rows: Sequence[Proposal], actor: Actor) -> Mapping[UUID, dict[str, Any]]:
    return {key: UserNameSerializer.represent_one(user) for key, user in load_requesters(rows, actor).items()}


class ProposalSerializer(Resource):
    """A change that a language model proposes. It is made when you approve it."""

    id = serializers.UUIDField()
    kind = EnumField(Proposal.Kind)
    state = EnumField(Proposal.State)
    conversation = serializers.UUIDField(source="message.conversation_id", help_text="In which it was made.")
    conversation_title = serializers.CharField(
        source="message.conversation.title", allow_blank=True, help_text="Of an agent: the name of its action."
    )
    is_of_action = serializers.BooleanField(
        help_text="An agent made it, for an action or to answer a comment; else it answers a question of yours."
    )
    asked_by = UserNameSerializer(
        allow_null=True,
        help_text="The user who asked in the conversation or the comment, or started the action; null if no one did, "
        "or you may not decide on it.",
    )
    corpus = serializers.UUIDField(source="message.conversation.corpus_id", allow_null=True)
    document = serializers.UUIDField(source="document_id")
    document_title = serializers.CharField(source="document.title")
    label = serializers.CharField(allow_blank=True, help_text="Of an annotation or a relation.")  # type: ignore[assignment]  # a field of a response
    text = serializers.CharField(allow_blank=True, help_text="The note, the comment, or the value of the cell.")
    column = serializers.CharField(allow_null=True, help_text="The name of the column of the cell.")
    quote = serializers.CharField(
        allow_blank=True, trim_whitespace=False, help_text="The words that it is about, or that prove the value."
    )
    page = serializers.IntegerField(allow_null=True)
    start = serializers.IntegerField(allow_null=True, help_text="In code points of the document's text.")
    end = serializers.IntegerField(allow_null=True)
    target_quote = serializers.CharField(allow_null=True, help_text="The words at the other end of a relation.")
    made = serializers.UUIDField(
        allow_null=True, help_text="The annotation, relation, thread or cell after your approval."
    )
    may_approve = serializers.BooleanField(
        help_text="You have the permissions that the change needs. Who may decide on it may reject it in any case."
    )
    created = serializers.DateTimeField()
    decided = serializers.DateTimeField(allow_null=True)

    loaders = {"asked_by": _asked_by, "may_approve": _approvable}
    defaults = {"may_approve": False}
    example = {
        "id": "01990c6e-0e24-7c22-8d33-1f2e3d4c5b6a",
        "kind": "annotation",
        "state": "pending",
        "conversation": "01990c6e-0e20-7c22-8d33-1f2e3d4c5b6a",
        "conversation_title": "Who pays the rent?",
        "is_of_action": False,
        "asked_by": UserNameSerializer.example,
        "corpus": CorpusSerializer.example["id"],
        "document": DocumentSerializer.example["id"],
        "document_title": DocumentSerializer.example["title"],
        "label": "Rent",
        "text": "Due monthly.",
        "column": None,
        "quote": "1,200 euros",
        "page": 3,
        "start": 5136,
        "end": 5147,
        "target_quote": None,
        "made": None,
        "may_approve": True,
        "created": "2026-11-20T08:40:01.000000Z",
        "decided": None,
    }

    @staticmethod
    def read_is_of_action(row: Proposal) -> bool:
        return row.message.conversation.run is not None

    @staticmethod
    def read_column(row: Proposal) -> str | None:
        return row.cell.column.name if row.cell else None

    @staticmethod
    def read_target_quote(row: Proposal) -> str | None:
        return row.target.quote if row.target else None


def load_proposals(rows: Sequence[Message], _: Actor) -> Mapping[UUID, list[Proposal]]:
    """Return the proposals of each message, in their order."""
    found: defaultdict[UUID, list[Proposal]] = defaultdict(list)
    proposals = Proposal.objects.filter(message__in=[row.pk for row in rows])
    if not proposals.exists():  # as usual: it takes 20 ms to compile the query with all that is shown of proposals
        return found
    for proposal in as_batch(proposals.select_related(*RELATED)):
        found[proposal.message_id].append(proposal)
    return found


class ProposalQuery(ListQuery):
    """Filters of a list of proposals."""

    corpus = KeyField("Corpus", help_text="Only those of conversations about this corpus.")
    document = KeyField("Document", help_text="Only those about this document.")
    kind = EnumField(Proposal.Kind, required=False)
    state = EnumField(Proposal.State, required=False, help_text="`pending`: those that wait for a decision.")


class ProposalsView(ListView):
    """`/proposals`."""

    get = list_resources(
        "listProposals",
        "List the proposals that you may decide on, newest first",
        ProposalSerializer,
        query=ProposalQuery,
        description="Those of your conversations, and those of agents in corpora that you review.",
    )

    def get_queryset(self, actor: Actor, **filters: Any) -> QuerySet[Proposal]:
        return list_proposals(actor, **filters)


class ApprovalFields(StrictSerializer):
    """The corpus that gets the change, if the conversation is about none."""

    corpus = KeyField("Corpus", help_text=CHOSEN_CORPUS_HELP)
    example: ClassVar = {}


class _OfProposal(ObjectView):
    def get_object(self, actor: Actor, *, proposal_id: UUID) -> Proposal:
        return get_visible_proposal(actor, proposal_id)


def _approve(proposal: Proposal, *, actor: User, corpus: UUID | None = None) -> None:
    approve_proposal(proposal, chosen=get_visible_corpus(actor, corpus) if corpus else None, actor=actor)


class ApproveProposalView(_OfProposal):
    """`/proposals/{id}/approve`."""

    post = action(
        "approveProposal",
        "Approve a proposal, which makes the change",
        ProposalSerializer,
        _approve,
        body=ApprovalFields,
        errors=[ProposalDecided, ProposalOutdated],
    )


class RejectProposalView(_OfProposal):
    """`/proposals/{id}/reject`."""

    post = action("rejectProposal", "Reject a proposal", ProposalSerializer, reject_proposal, errors=[ProposalDecided])
