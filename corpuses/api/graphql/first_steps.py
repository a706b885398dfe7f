"""The first steps of a user, in GraphQL."""

import graphene

from core.api.graphql.context import Info
from core.api.graphql.resource_types import ResourceType
from corpuses.api.rest.first_steps import FirstStepsSerializer
from corpuses.first_steps import FirstSteps as FirstStepsRow
from corpuses.first_steps import first_steps_of


class FirstSteps(ResourceType):
    class Meta:
        resource = FirstStepsSerializer


def _first_steps(_root: object, info: Info) -> FirstStepsRow:
    return first_steps_of(info.context.user)


class FirstStepsQueries(graphene.ObjectType):
    """Queries."""

    first_steps = graphene.Field(
        FirstSteps, required=True, resolver=_first_steps, description="the tasks that you have done"
    )
