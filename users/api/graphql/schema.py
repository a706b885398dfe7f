"""The part of the GraphQL schema about users, tokens, shares and teams, for the root in `config.schema`."""

import graphene

from core.api.graphql.mutations import collect_mutations
from users.api.graphql import audit_log, shares, teams, tokens, users


class UserQueries(users.UserQueries, tokens.TokenQueries, teams.TeamQueries, audit_log.AuditQueries):
    """The queries about users, tokens and teams."""


UserMutations = type("UserMutations", (graphene.ObjectType,), collect_mutations(users, tokens, shares, teams))
