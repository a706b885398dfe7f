"""The first steps of a user, and the sample corpus, in GraphQL."""

import graphene

from core.api.graphql.context import Info
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from corpuses.first_steps.api.rest import FirstStepsSerializer, SampleView
from corpuses.first_steps.services import FirstSteps as FirstStepsRow
from corpuses.first_steps.services import first_steps_of


class FirstSteps(ResourceType):
    class Meta:
        resource = FirstStepsSerializer
        views = (SampleView,)


def _first_steps(_root: object, info: Info) -> FirstStepsRow:
    return first_steps_of(info.context.user)


class FirstStepsQueries(RootQueries):
    """Queries."""

    first_steps = graphene.Field(
        FirstSteps, required=True, resolver=_first_steps, description="the tasks that you have done"
    )
