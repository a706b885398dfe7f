"""Circuit breakers of other services in GraphQL, for staff."""

import graphene

from core.access import require_staff
from core.api.graphql.context import Info
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from tasks.api.graphql.dead_letters import Tenant
from tasks.api.rest.circuit_breakers import BreakerLimitsSerializer, CircuitBreakerSerializer, OpenView, ResetView
from tasks.operations import circuit_breakers


class BreakerLimits(ResourceType):
    class Meta:
        resource = BreakerLimitsSerializer


class CircuitBreaker(ResourceType):
    class Meta:
        resource = CircuitBreakerSerializer
        views = (ResetView, OpenView)

    tenant = graphene.Field(Tenant, description="The owner; null if all share it, or the tenant is gone.")
    limits = graphene.Field(BreakerLimits, required=True, resolver=lambda service, _: service.breaker.profile)


def _circuit_breakers(_root: object, info: Info) -> list[circuit_breakers.Service]:
    require_staff(info.context.user)
    return circuit_breakers.services()


class CircuitBreakerQueries(RootQueries):
    """The query about circuit breakers."""

    circuit_breakers = graphene.List(
        graphene.NonNull(CircuitBreaker),
        required=True,
        resolver=_circuit_breakers,
        description="of the services that have been called within a day",
    )
