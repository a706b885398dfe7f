"""The first steps of a user, and the sample corpus, in GraphQL."""

import graphene

from core.api.graphql.context import Info
from core.api.graphql.mutations import Payload, mutation
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.first_steps.api.rest import FirstStepsSerializer
from corpuses.first_steps.sample import TITLE, create_sample
from corpuses.first_steps.services import FirstSteps as FirstStepsRow
from corpuses.first_steps.services import first_steps_of


class FirstSteps(ResourceType):
    class Meta:
        resource = FirstStepsSerializer


def _first_steps(_root: object, info: Info) -> FirstStepsRow:
    return first_steps_of(info.context.user)


class FirstStepsQueries(RootQueries):
    """Queries."""

    first_steps = graphene.Field(
        FirstSteps, required=True, resolver=_first_steps, description="the tasks that you have done"
    )


@mutation(corpus=Corpus)
def create_sample_corpus(info: Info, *, title: str = TITLE) -> Payload:
    """Create a corpus with sample documents, which its actions label and extract; or return the one that you have."""
    return {"corpus": create_sample(info.context.user, title)}
