"""Circuit breakers that staff close and open: by a command, in REST and in GraphQL."""

import re
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from audit.models import AuditEntry
from core.api.testing import ApiClient
from core.breakers import breaker_of
from core.errors import CircuitOpen
from users.models import User

pytestmark = pytest.mark.django_db

URL = "/api/v1/admin/circuit-breakers"
LIST = """{ circuitBreakers { name kind title target owner tenant { name } state isSwitchedOff failureCount totalCalls
    failedCalls rejectedCalls trips reason secondsLeft lastFailureTime lastStateChange
    limits { failures seconds } } }"""
OPEN = """mutation ($input: OpenCircuitBreakerInput!) { openCircuitBreaker(input: $input) {
    circuitBreaker { isSwitchedOff state reason secondsLeft } errors { code field } } }"""
RESET = """mutation ($input: ResetCircuitBreakerInput!) { resetCircuitBreaker(input: $input) {
    circuitBreaker { isSwitchedOff state } errors { code field } } }"""


@pytest.fixture
def staff(db):
    return User.objects.create_user("staff", is_staff=True)


@pytest.fixture
def staff_api(staff) -> ApiClient:
    return ApiClient(staff)


@pytest.fixture
def breaker():
    breaker = breaker_of("llm", f"{uuid4()}.example.com")
    for _ in range(5):
        breaker.admit().failed("Away.")
    return breaker


def entries():
    """Return what the audit log has about circuit breakers: the action, the actor, the interface, the details."""
    found = AuditEntry.objects.filter(object_kind="circuit_breaker").order_by("pk")
    return list(found.values_list("action", "actor_id", "interface", "details"))


def error_of(response):
    return response.status_code, response.json()["error"]["code"], response.json()["error"].get("field")


def test_the_list_has_what_is_known(staff_api, breaker, user):
    # proves: S4-19
    own = breaker_of("analyzer", breaker.target, owner=str(user.tenant_id))
    own.admit().succeeded()
    gone = breaker_of("analyzer", breaker.target, owner=str(uuid4()))
    gone.admit().succeeded()
    rows = {row["name"]: row for row in staff_api.get(URL).json()["circuit_breakers"]}
    found = rows[breaker.name]
    assert 0 < found["seconds_left"] <= 30
    assert found["last_failure_time"] is not None is not found["last_state_change"]
    known = {name: found[name] for name in ("kind", "title", "target", "owner", "tenant", "state", "is_switched_off")}
    assert known == {
        "kind": "llm",
        "title": "The language model",
        "target": breaker.target,
        "owner": "",
        "tenant": None,
        "state": "open",
        "is_switched_off": False,
    }
    counts = [found[name] for name in ("total_calls", "failed_calls", "rejected_calls", "failure_count", "trips")]
    assert (counts, found["reason"]) == ([5, 5, 0, 0, 1], "Away.")
    assert (found["limits"]["failures"], found["limits"]["seconds"], found["limits"]["slow_seconds"]) == (5, 30, 0)
    assert rows[own.name]["tenant"] == {"id": str(user.tenant_id), "name": user.tenant.name}
    assert (rows[own.name]["last_failure_time"], rows[own.name]["last_state_change"]) == (None, None)
    assert (rows[gone.name]["owner"], rows[gone.name]["tenant"]) == (gone.owner, None)


def test_both_apis_list_the_same(staff_api, breaker):
    (rest,) = (row for row in staff_api.get(URL).json()["circuit_breakers"] if row["name"] == breaker.name)
    (found,) = (row for row in staff_api.execute(LIST)["circuitBreakers"] if row["name"] == breaker.name)
    assert (found["state"], found["isSwitchedOff"], found["tenant"]) == ("OPEN", False, None)
    assert (found["totalCalls"], found["failedCalls"], found["reason"]) == (5, 5, "Away.")
    assert found["limits"] == {"failures": rest["limits"]["failures"], "seconds": rest["limits"]["seconds"]}


def test_the_list_has_a_constant_number_of_queries(staff_api, breaker, user, django_assert_max_num_queries):
    for _ in range(5):
        owner = User.objects.create_user(f"user{uuid4()}")
        breaker_of("analyzer", breaker.target, owner=str(owner.tenant_id)).admit().succeeded()
    with django_assert_max_num_queries(3):
        staff_api.get(URL)
    with django_assert_max_num_queries(3):
        staff_api.execute(LIST)


def test_staff_switch_a_service_off_and_on_again(staff_api, staff, breaker):
    # proves: S4-15
    switched = staff_api.send("POST", f"{URL}/open", {"name": breaker.name, "reason": "Maintenance."}).json()
    assert (switched["is_switched_off"], switched["state"], switched["seconds_left"]) == (True, "open", None)
    with pytest.raises(CircuitOpen, match="switched off by an operator"):
        breaker.admit()
    reset = staff_api.send("POST", f"{URL}/reset", {"name": breaker.name}).json()
    assert (reset["is_switched_off"], reset["state"], reset["seconds_left"]) == (False, "closed", 0)
    breaker.admit().succeeded()
    assert entries() == [
        ("circuit_breaker.opened", staff.pk, "rest", {"name": breaker.name, "reason": "Maintenance."}),
        ("circuit_breaker.reset", staff.pk, "rest", {"name": breaker.name}),
    ]


def test_graphql_does_the_same(staff_api, staff, breaker):
    # proves: S4-15
    chosen = {"name": breaker.name, "reason": "Maintenance."}
    switched = staff_api.execute(OPEN, {"input": chosen})["openCircuitBreaker"]["circuitBreaker"]
    assert switched == {"isSwitchedOff": True, "state": "OPEN", "reason": "Maintenance.", "secondsLeft": None}
    reset = staff_api.execute(RESET, {"input": {"name": breaker.name}})["resetCircuitBreaker"]["circuitBreaker"]
    assert reset == {"isSwitchedOff": False, "state": "CLOSED"}
    assert [entry[:3] for entry in entries()] == [
        ("circuit_breaker.opened", staff.pk, "graphql"),
        ("circuit_breaker.reset", staff.pk, "graphql"),
    ]


@pytest.mark.parametrize(
    ("path", "change", "expected"),
    [
        ("reset", {"name": "llm nowhere"}, (404, "circuit_breaker_not_found", None)),
        ("open", {"name": "llm nowhere", "reason": "Why."}, (404, "circuit_breaker_not_found", None)),
        ("open", {}, (400, "invalid", "reason")),
        ("open", {"reason": " "}, (400, "invalid", "reason")),
        ("open", {"reason": "x" * 201}, (400, "invalid", "reason")),
        ("reset", {"name": ""}, (400, "invalid", "name")),
    ],
)
def test_what_is_refused_changes_nothing(staff_api, breaker, path, change, expected):
    before = breaker.snapshot()
    assert error_of(staff_api.send("POST", f"{URL}/{path}", {"name": breaker.name, **change})) == expected
    assert (breaker.snapshot().trips, breaker.snapshot().state, entries()) == (before.trips, before.state, [])


def test_only_staff_have_access(api, anonymous_api, breaker):
    chosen = {"name": breaker.name, "reason": "Why."}
    assert error_of(api.send("POST", f"{URL}/open", chosen))[:2] == (403, "not_allowed")
    assert error_of(anonymous_api.send("POST", f"{URL}/open", chosen))[:2] == (401, "not_authenticated")
    assert api.execute(OPEN, {"input": chosen})["openCircuitBreaker"]["errors"][0]["code"] == "not_allowed"
    assert not breaker.snapshot().is_forced


def test_without_redis_the_error_says_so(staff_api, breaker, settings):
    shared, settings.REDIS_URL = settings.REDIS_URL, "redis://127.0.0.1:1/0"
    expected = (503, "cache_unavailable", None)
    assert error_of(staff_api.get(URL)) == expected
    assert error_of(staff_api.send("POST", f"{URL}/open", {"name": breaker.name, "reason": "Why."})) == expected
    with pytest.raises(CommandError, match="Redis is not available"):
        call_command("circuit_breakers")
    settings.REDIS_URL = shared
    assert (breaker.snapshot().is_forced, entries()) == (False, [])


def test_the_command_lists_closes_and_opens(breaker, capsys):
    # proves: S4-15
    call_command("circuit_breakers")
    shown = rf"{breaker.name}: open, \d+ s left \(5 calls, 5 failed, 0 rejected\) Away\."
    assert re.search(shown, capsys.readouterr().out)
    call_command("circuit_breakers", reset=breaker.name)
    assert f"{breaker.name}: closed (5 calls" in capsys.readouterr().out
    call_command("circuit_breakers", open=breaker.name, reason="Maintenance.")
    assert f"{breaker.name}: switched off (5 calls, 5 failed, 0 rejected) Maintenance." in capsys.readouterr().out
    with pytest.raises(CommandError, match="There is no circuit breaker"):
        call_command("circuit_breakers", reset="llm nowhere")
    assert entries() == [
        ("circuit_breaker.reset", None, "command", {"name": breaker.name}),
        ("circuit_breaker.opened", None, "command", {"name": breaker.name, "reason": "Maintenance."}),
    ]
