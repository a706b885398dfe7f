"""`/admin/circuit-breakers`: the circuit breakers of other services, for staff."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.openapi.operations import operation
from core.api.rest.serializers import BigIntegerField, EnumField, Resource, StrictSerializer
from core.api.rest.views import action
from core.breakers.circuit import State
from tasks.api.rest.dead_letters import StaffView, TenantSerializer
from tasks.errors import CircuitBreakerNotFound
from tasks.operations import circuit_breakers
from tasks.operations.circuit_breakers import Service


class BreakerLimitsSerializer(Resource):
    """The limits at which a circuit breaker opens and closes."""

    failures = serializers.IntegerField(help_text="So many in a row open it.")
    failed_share = serializers.FloatField(help_text="A share of failed calls that opens it.")
    slow_share = serializers.FloatField(help_text="A share of slow calls that opens it.")
    slow_seconds = serializers.FloatField(help_text="Longer calls are slow; 0: none is.")
    rate_calls = serializers.IntegerField(help_text="Shares count from so many calls on.")
    rate_seconds = serializers.FloatField(help_text="Shares are those of the calls in so many seconds.")
    seconds = serializers.FloatField(help_text="It stays open for so long.")
    trials = serializers.IntegerField(help_text="Then so many requests at the same time are let through.")
    successes = serializers.IntegerField(help_text="So many of them have to succeed.")
    trial_seconds = serializers.FloatField(help_text="One without a result for so long is given to another request.")
    example = {
        "failures": 5,
        "failed_share": 0.5,
        "slow_share": 0.8,
        "slow_seconds": 0.0,
        "rate_calls": 20,
        "rate_seconds": 60.0,
        "seconds": 30.0,
        "trials": 3,
        "successes": 2,
        "trial_seconds": 180.0,
    }


class CircuitBreakerSerializer(Resource):
    """The circuit breaker of another service. It is forgotten a day after the last call, unless it is switched off."""

    name = serializers.CharField(source="found.name", help_text="The kind, the target, and the owner if there is one.")
    kind = serializers.CharField(source="breaker.kind", help_text="`llm`, `embedder`, `analyzer` or `scanner`.")
    title = serializers.CharField(source="breaker.profile.title", help_text="The subject of a sentence.")
    target = serializers.CharField(source="breaker.target", help_text="The address of the service.")
    owner = serializers.CharField(
        source="breaker.owner", allow_blank=True, help_text="Id of the tenant whose own service it is, else empty."
    )
    tenant = TenantSerializer(allow_null=True, help_text="The owner; null if all share it, or the tenant is gone.")
    state = EnumField(State, graphql_name="CircuitState", source="found.state")
    is_switched_off = serializers.BooleanField(source="found.is_forced", help_text="By staff, until it is reset.")
    failure_count = serializers.IntegerField(source="found.failure_count", help_text="In a row.")
    success_count = serializers.IntegerField(source="found.success_count", help_text="Of the requests that try it.")
    total_calls = BigIntegerField(source="found.total_calls")
    failed_calls = BigIntegerField(source="found.failed_calls")
    rejected_calls = BigIntegerField(source="found.rejected_calls", help_text="Calls that were not sent.")
    trips = serializers.IntegerField(source="found.trips", help_text="How often it has opened by itself.")
    reason = serializers.CharField(
        source="found.reason", allow_blank=True, help_text="Of the last failure, or why it was switched off."
    )
    seconds_left = serializers.IntegerField(
        allow_null=True, help_text="Until requests are sent again; null if that takes a reset."
    )
    last_failure_time = serializers.DateTimeField(source="found.last_failure_time", allow_null=True)
    last_state_change = serializers.DateTimeField(source="found.last_state_change", allow_null=True)
    limits = BreakerLimitsSerializer(source="breaker.profile")
    example = {
        "name": "llm models.example.net",
        "kind": "llm",
        "title": "The language model",
        "target": "models.example.net",
        "owner": "",
        "tenant": None,
        "state": "open",
        "is_switched_off": False,
        "failure_count": 0,
        "success_count": 0,
        "total_calls": 120,
        "failed_calls": 6,
        "rejected_calls": 14,
        "trips": 1,
        "reason": "The language model does not answer.",
        "seconds_left": 21,
        "last_failure_time": "2026-11-20T08:30:04.100000Z",
        "last_state_change": "2026-11-20T08:30:04.100000Z",
        "limits": BreakerLimitsSerializer.example,
    }

    @staticmethod
    def read_seconds_left(service: Service) -> int | None:
        return None if service.found.is_forced else service.found.seconds_left


class CircuitBreakersSerializer(StrictSerializer):
    """The circuit breakers that have had calls within a day."""

    circuit_breakers = CircuitBreakerSerializer(many=True)
    example = {"circuit_breakers": [CircuitBreakerSerializer.example]}


class CircuitBreakerName(StrictSerializer):
    """A circuit breaker."""

    name = serializers.CharField(max_length=500)
    example = {"name": "llm models.example.net"}


class SwitchOff(CircuitBreakerName):
    """A circuit breaker, and why its service gets no requests."""

    reason = serializers.CharField(max_length=circuit_breakers.REASON_LENGTH, help_text="For the list and the log.")
    example = CircuitBreakerName.example | {"reason": "Maintenance until 18:00."}


class CircuitBreakersView(StaffView):
    """`/admin/circuit-breakers`."""

    @operation("listCircuitBreakers", "List the circuit breakers of other services", response=CircuitBreakersSerializer)
    def get(self, request: Request) -> Response:
        return Response({"circuit_breakers": CircuitBreakerSerializer.represent(circuit_breakers.services())})


class ResetView(StaffView):
    """`/admin/circuit-breakers/reset`."""

    post = action(
        "resetCircuitBreaker",
        "Send requests to a service again",
        CircuitBreakerSerializer,
        circuit_breakers.send_again,
        body=CircuitBreakerName,
        errors=[CircuitBreakerNotFound],
    )


class OpenView(StaffView):
    """`/admin/circuit-breakers/open`."""

    post = action(
        "openCircuitBreaker",
        "Send a service no requests until its circuit breaker is reset",
        CircuitBreakerSerializer,
        circuit_breakers.switch_off,
        body=SwitchOff,
        errors=[CircuitBreakerNotFound],
    )
