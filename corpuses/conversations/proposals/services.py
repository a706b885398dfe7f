"""Approve and reject proposals of language models. A change is made with the permissions that the user has then."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from audit.actions import Action
from audit.log import record
from core.access import Permission, permissions_on_all, require
from core.db.rows import get_row
from core.db.transactions import atomic_with_retry
from core.errors import Conflict, Invalid, NotAllowed
from corpuses.annotations.models import Annotation
from corpuses.annotations.proposals import propose_annotation
from corpuses.annotations.relations.services import RelationDraft, create_relation
from corpuses.annotations.reviews import review_annotations
from corpuses.annotations.services import AnnotationDraft, NotParsed
from corpuses.comments.services import ThreadDraft, create_thread
from corpuses.conversations.live import log_proposal
from corpuses.conversations.models import Conversation, Proposal
from corpuses.conversations.proposals.permissions import kinds_permitted
from corpuses.conversations.states import record_proposals
from corpuses.extracts.reviews import CellChange, PickedSource, update_cell, version_of
from corpuses.holding import hold
from corpuses.models import Corpus
from corpuses.search.quotes import locate
from corpuses.search.sentences import Span
from users.models import User


class ProposalDecided(Conflict):
    """This proposal has been approved or rejected already."""

    code = "proposal_decided"
    what_to_do = "Load the message again."


class ProposalOutdated(Conflict):
    """The words that the proposal is about are not in the document any more."""

    code = "proposal_outdated"
    what_to_do = "Reject the proposal, and ask again."


def decidable_by(actor: User, conversations: Sequence[Conversation]) -> set[UUID]:
    """Return the keys of the conversations on whose proposals a user may decide; one query at most.

    Those of the user, and those of actions in corpora that the user reviews, which are loaded with them.
    """
    of_others = [each for each in conversations if each.owner_id != actor.pk and each.run is not None]
    return _decidable(actor, conversations, permissions_on_all(actor, _corpora_of(of_others)))


def approvable_by(actor: User, proposals: Sequence[Proposal]) -> set[UUID]:
    """Return the keys of the proposals that a user may approve; two queries at most.

    Without a corpus, that depends on the one that the user chooses. Their conversations, with the corpora, and their
    documents are loaded with them.
    """
    conversations = conversations_of(proposals)
    on_corpora = permissions_on_all(actor, _corpora_of(conversations))
    decidable = _decidable(actor, conversations, on_corpora)
    on_documents = permissions_on_all(actor, list({each.document_id: each.document for each in proposals}.values()))
    return {
        each.pk
        for each in proposals
        if (conversation := each.message.conversation).pk in decidable
        and Permission.VIEW in on_documents[each.document_id]
        and (conversation.corpus_id is None or each.kind in kinds_permitted(on_corpora[conversation.corpus_id]))
    }


def conversations_of(proposals: Sequence[Proposal]) -> list[Conversation]:
    """Return the conversations of proposals, each once; they are loaded with them."""
    return list({each.message.conversation_id: each.message.conversation for each in proposals}.values())


def _corpora_of(conversations: Sequence[Conversation]) -> list[Corpus]:
    return list({each.corpus.pk: each.corpus for each in conversations if each.corpus is not None}.values())


def _decidable(
    actor: User, conversations: Sequence[Conversation], on_corpora: Mapping[UUID, Collection[Permission]]
) -> set[UUID]:
    return {
        each.pk
        for each in conversations
        if each.owner_id == actor.pk
        or (each.run is not None and each.corpus_id is not None and Permission.REVIEW in on_corpora[each.corpus_id])
    }


@atomic_with_retry
def approve_proposal(proposal: Proposal, *, chosen: Corpus | None = None, actor: User) -> Proposal:
    """Make the proposed change, in the chosen corpus if the conversation is about none.

    A proposal that is approved already stays as it is; raise `ProposalDecided`.
    """
    place = proposal.message.conversation.corpus or chosen
    if place is not None:
        hold(place.pk)
    locked = _locked(proposal, actor)
    if locked.state == Proposal.State.APPROVED:
        return locked
    corpus = locked.message.conversation.corpus or chosen
    if corpus is None:
        raise Invalid("Choose the corpus that gets the change.", field="corpus")
    require(actor, Permission.VIEW, locked.document)
    locked.made = _MAKE[Proposal.Kind(locked.kind)](locked, corpus, actor)
    return _decide(locked, Proposal.State.APPROVED, actor)


@atomic_with_retry
def reject_proposal(proposal: Proposal, *, actor: User) -> Proposal:
    """Reject a proposal. One that is rejected already stays as it is; raise `ProposalDecided`."""
    locked = _locked(proposal, actor)
    if locked.state == Proposal.State.REJECTED:
        return locked
    return _decide(locked, Proposal.State.REJECTED, actor)


def _locked(proposal: Proposal, actor: User) -> Proposal:
    """Lock a proposal for a user who may decide on it."""
    conversation = proposal.message.conversation
    if conversation.pk not in decidable_by(actor, [conversation]):
        raise NotAllowed
    rows = Proposal.objects.select_for_update(of=("self",)).select_related(
        "message__conversation__corpus__owner", "document__owner", "document__revision", "cell__row__extract__corpus"
    )
    return get_row(rows, pk=proposal.pk)


def _decide(proposal: Proposal, state: Proposal.State, actor: User) -> Proposal:
    if proposal.state != Proposal.State.PENDING:
        raise ProposalDecided
    proposal.state, proposal.decided = state, timezone.now()
    proposal.save(update_fields=["state", "decided", "made"])
    record(Action.PROPOSAL_DECIDED, proposal.message, actor=actor, kind=proposal.kind, state=state)
    record_proposals(proposal.message.conversation, about=proposal.document_id)
    transaction.on_commit(lambda: log_proposal(proposal))
    return proposal


def _annotate(proposal: Proposal, corpus: Corpus, actor: User) -> UUID:
    """Create an annotation of an agent that the user has accepted, or accept the one that the passage has already."""
    span = place_of(proposal)
    draft = AnnotationDraft(label_name=proposal.label, start=span.start, end=span.end, note=proposal.text)
    annotation, _ = propose_annotation(
        draft,
        corpus=corpus,
        document=proposal.document,
        actor=actor,
        origin=f"conversation:{proposal.pk}",
        is_approved=True,
    )
    if annotation.review == Annotation.Review.PENDING:
        review_annotations([annotation], Annotation.Review.ACCEPTED, actor=actor)
    return annotation.pk


def _relate(proposal: Proposal, corpus: Corpus, actor: User) -> UUID:
    ends = Annotation.objects.select_related("document__owner").in_bulk([proposal.source_id, proposal.target_id])
    source, target = ends.get(proposal.source_id), ends.get(proposal.target_id)
    if source is None or target is None:
        raise ProposalOutdated("One of the annotations was deleted.")
    draft = RelationDraft(source=source, target=target, label_name=proposal.label)
    return create_relation(draft, corpus=corpus, actor=actor).pk


def _comment(proposal: Proposal, corpus: Corpus, actor: User) -> UUID:
    draft = ThreadDraft(text=proposal.text, document=proposal.document, key=proposal.pk, is_by_model=True)
    return create_thread(corpus, draft, actor=actor).pk


def _answer(proposal: Proposal, _: Corpus, actor: User) -> UUID:
    """Change a cell, whose source is picked in the revision that its row has read."""
    cell = proposal.cell
    if cell is None or proposal.start is None or proposal.end is None:
        raise ProposalOutdated
    if cell.reviewed is not None and cell.reviewed > proposal.created:
        raise ProposalOutdated("The cell was reviewed after this value was proposed.")
    source = PickedSource(proposal.start, proposal.end, proposal.quote)
    change = CellChange(text=proposal.text, sources=[source])
    return update_cell(cell, change, actor=actor, expected=version_of(cell)).pk


def place_of(proposal: Proposal) -> Span:
    """Return where the quote is in the newest text of the document."""
    revision = proposal.document.revision
    if revision is None:
        raise NotParsed
    near = [Span(proposal.start or 0, proposal.end or 0)]
    found = locate(revision.text, proposal.quote, near=near)
    if found is None:
        raise ProposalOutdated
    return found


_MAKE: Final[Mapping[Proposal.Kind, Callable[[Proposal, Corpus, User], UUID]]] = {
    Proposal.Kind.ANNOTATION: _annotate,
    Proposal.Kind.RELATION: _relate,
    Proposal.Kind.COMMENT: _comment,
    Proposal.Kind.CELL: _answer,
}
