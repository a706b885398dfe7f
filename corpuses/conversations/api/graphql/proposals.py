"""The list of proposals to review in GraphQL."""

from core.api.graphql.root import RootQueries
from core.api.graphql.view_queries import list_of
from corpuses.conversations.api.graphql.conversations import Proposal
from corpuses.conversations.api.rest.proposals import ProposalsView


class ProposalQueries(RootQueries):
    """Fields of the root."""

    proposals = list_of(Proposal, ProposalsView)
