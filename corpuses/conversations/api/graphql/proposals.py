"""The list of proposals to review in GraphQL."""

from typing import Any

from core.api.graphql.connections import Slice, connection_field, connection_of, page
from core.api.graphql.context import Info
from core.api.graphql.keyset import Window
from core.api.graphql.root import RootQueries
from core.api.rest.pagination import NEWEST_FIRST
from corpuses.conversations import models
from corpuses.conversations.api.graphql.conversations import Proposal
from corpuses.conversations.api.proposals import list_proposals
from corpuses.conversations.api.rest.proposals import ProposalQuery

ProposalConnection = connection_of(Proposal)


def _proposals(_root: object, info: Info, *, window: Window, **filters: Any) -> Slice[models.Proposal]:
    return page(list_proposals(info.context.actor, **filters), NEWEST_FIRST, window)


class ProposalQueries(RootQueries):
    """Fields of the root."""

    proposals = connection_field(
        ProposalConnection,
        _proposals,
        query=ProposalQuery,
        description="Changes of agents that you may decide on: of your conversations, and in corpora that you review.",
    )
