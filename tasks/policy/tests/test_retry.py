"""Decisions of the retry table; no database, no clock."""

from dataclasses import replace
from datetime import timedelta

import pytest

from core.errors import DependencyFault, DomainError, NotFound, UserFault
from tasks.policy.retry import POLICIES, Fault, decide, fault_of, policy_named


# proves: S3-35
@pytest.mark.parametrize(
    ("failures", "least", "most"),
    [
        (1, 1, 2),  # after the first try: min(60, 2^1) times one half to one
        (2, 2, 4),
    ],
)
def test_the_default_policy_waits_between_half_and_all_of_a_doubling_delay(failures, least, most):
    policy = POLICIES["default"]
    assert policy.delay(failures=failures, chance=0.0) == timedelta(seconds=least)
    assert policy.delay(failures=failures, chance=0.999999) == pytest.approx(
        timedelta(seconds=most), abs=timedelta(milliseconds=1)
    )


# proves: S3-34
def test_the_default_policy_allows_three_tries():
    assert POLICIES["default"].delay(failures=2, chance=0.5) is not None
    assert POLICIES["default"].delay(failures=3, chance=0.5) is None


# proves: S2-31 S2-33 X-10
@pytest.mark.parametrize(
    ("retry", "seconds"),
    [
        (0, 30),  # 2^0 * 30 s is the least
        (1, 60),
        (4, 480),
        (5, None),  # five retries are over
    ],
)
def test_the_patient_policy_waits_at_least_two_to_the_retry_times_the_delay(retry, seconds):
    least, most = (POLICIES["patient"].delay(failures=retry + 1, chance=chance) for chance in (0.0, 1.0))
    if seconds is None:
        assert (least, most) == (None, None)
    else:
        assert (least, most) == (timedelta(seconds=seconds), timedelta(seconds=seconds * 1.1))


@pytest.mark.parametrize(
    ("name", "failures", "chance", "seconds"),
    [
        ("default", 1, 0.0, 1.0),
        ("broadcast", 1, 0.0, 1.1),  # S4-20: base one second, ten to thirty per cent on top
        ("broadcast", 3, 0.5, 4.8),
        ("client", 1, 0.9, 2.0),  # two seconds before the first retry
        ("client", 3, 0.1, 8.0),
        ("handler", 2, 1.0, 2.5),  # S4-26: up to a quarter on top
        ("never", 1, 0.0, None),
    ],
)
def test_each_named_policy_has_its_own_formula(name, failures, chance, seconds):
    expected = None if seconds is None else timedelta(seconds=seconds)
    assert POLICIES[name].delay(failures=failures, chance=chance) == expected


@pytest.mark.parametrize(
    ("name", "tries", "least", "most"),
    [
        ("default", 3, 30, 60),  # half of the cap to all of it
        ("patient", 6, 30 * 2**10, 30 * 2**10 * 1.1),  # no cap
        ("broadcast", 4, 33, 39),
        ("client", 4, 30, 30),  # no dice
        ("handler", 4, 30, 37.5),
        ("never", 1, 0, 0),
    ],
)
def test_each_named_policy_has_its_number_of_tries_and_its_cap(name, tries, least, most):
    policy = POLICIES[name]
    waits = [policy.delay(failures=failures, chance=0.0) is not None for failures in range(1, 8)]
    assert waits == [failures < tries for failures in range(1, 8)]
    endless = replace(policy, max_attempts=1000)
    assert [endless.delay(failures=11, chance=chance) for chance in (0.0, 1.0)] == [
        timedelta(seconds=least),
        timedelta(seconds=most),
    ]


# proves: S2-32
@pytest.mark.parametrize(
    ("changes", "tries", "base"),
    [
        ({}, 4, 2),
        ({"handler": {"base": 9}}, 4, 2),  # another policy's
        ({"client": {"max_attempts": 9}}, 9, 2),
        ({"client": {"base": 0.5}}, 4, 0.5),
        ({"client": {"max_attempts": 2.0, "base": 7}}, 2, 7),
    ],
)
def test_an_installation_changes_numbers_of_a_policy_by_name(changes, tries, base):
    policy = policy_named("client", changes)
    assert policy == replace(POLICIES["client"], max_attempts=tries, base=base)
    assert isinstance(policy.max_attempts, int)


def test_unknown_errors_are_retried_only_by_tenant_setting():
    assert decide(POLICIES["default"], Fault.UNKNOWN, failures=1, chance=0.5) is None


def test_the_cap_bounds_the_delay_before_the_jitter():
    policy = replace(POLICIES["default"], max_attempts=100)
    assert policy.delay(failures=50, chance=0.0) == timedelta(seconds=30)


# proves: S3-36 S3-37 S2-34
@pytest.mark.parametrize(
    ("fault", "retry_unknown", "is_retried"),
    [
        (Fault.USER, False, False),  # the input can never succeed
        (Fault.USER, True, False),  # not even where a tenant wants all errors retried
        (Fault.DEPENDENCY, False, True),
        (Fault.UNKNOWN, False, False),  # our bug
        (Fault.UNKNOWN, True, True),  # the tenant's setting gives the patient behaviour
    ],
)
def test_the_fault_decides_about_a_retry(fault, retry_unknown, is_retried):
    wait = decide(POLICIES["default"], fault, failures=1, chance=0.5, retry_unknown=retry_unknown)
    assert (wait is not None) is is_retried


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (UserFault(), Fault.USER),
        (NotFound(), Fault.USER),  # a subclass counts as its parent
        (DependencyFault(), Fault.DEPENDENCY),
        (DomainError(), Fault.UNKNOWN),  # no_user said whose fault it is
        (ZeroDivisionError(), Fault.UNKNOWN),
    ],
)
def test_errors_are_classified_by_their_class(error, fault):
    assert fault_of(error) is fault
