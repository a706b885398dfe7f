"""Kinds and steps are declared once and looked up by name."""

import subprocess
from datetime import timedelta

import pytest

from tasks.errors import AlreadyRegistered, UnknownJobKind, UnknownStep
from tasks.policy.retry import POLICIES, policy_named
from tasks.runtime import registry
from tasks.runtime.registry import OnCrash


@pytest.fixture(autouse=True)
def _forget():
    yield
    registry.forget("t.kind", "t.one", "t.two")


def declare(**options):
    for name in ("t.one", "t.two"):
        registry.step(name)(lambda job: None)
    return registry.kind("t.kind", title="A kind", steps=["t.one", "t.two"], **options)


def test_a_kind_is_found_by_its_name():
    assert registry.get_kind(declare().name).title == "A kind"


def test_completed_steps_are_not_run_again():
    assert [step.name for step in declare().steps_after(["t.one"])] == ["t.two"]


# proves: S2-6
def test_duplicate_names_are_refused():
    declare()
    with pytest.raises(AlreadyRegistered):
        registry.step("t.one")(print)
    with pytest.raises(AlreadyRegistered):
        registry.kind("t.kind", title="Again", steps=["t.one"])


def test_an_unknown_name_is_refused_with_the_known_ones():
    declare()
    with pytest.raises(UnknownJobKind, match=r"t\.knd.*t\.kind"):
        registry.get_kind("t.knd")
    with pytest.raises(UnknownStep, match=r"t\.tow.*t\.two"):
        registry.kind("t.other", title="Other", steps=["t.tow"])


@pytest.mark.parametrize("steps", [[], ["t.one", "t.one"]])
def test_a_kind_has_unique_steps(steps):
    declare()
    with pytest.raises(ValueError, match="each step once"):
        registry.kind("t.other", title="Other", steps=steps)


# proves: S0-3
def test_the_default_time_limit_is_ten_minutes(settings):
    assert declare().timeout == 600
    settings.JOB_TIMEOUT_SECONDS = 2
    assert registry.get_kind("t.kind").timeout == 2
    registry.forget("t.kind", "t.one", "t.two")
    assert declare(timeout=7).timeout == 7


# proves: S0-3
def test_the_time_limits_of_all_kinds_are_settings(settings):
    settings.JOB_TIMEOUT_SECONDS, settings.ANALYSIS_TIMEOUT_SECONDS, settings.JOB_MAX_SECONDS = 2, 3, 4
    limits = {kind.name: kind.timeout for kind in registry.all_kinds() if not kind.name.startswith(("sample.", "t."))}
    assert limits.pop("corpuses.analyze") == 3
    assert {name for name, limit in limits.items() if limit == 4} == {
        "corpuses.change_embedder",
        "corpuses.copy_annotations",
        "corpuses.erase_user",
        "corpuses.move_annotations",
        "corpuses.purge_bin",
        "documents.sweep_files",
    }
    assert set(limits.values()) == {2, 4}


def test_a_kind_can_disable_retries_after_a_crash():
    assert declare().max_crashes == 3
    registry.forget("t.kind", "t.one", "t.two")
    assert declare(on_step_crash=OnCrash.FAIL).max_crashes == 1


# proves: S2-32 S3-34
def test_settings_change_the_numbers_of_a_policy(settings):
    settings.JOB_RETRIES = {"default": {"max_attempts": 7}, "patient": {"max_attempts": 3, "base": 60.0}}
    default = declare().retry
    registry.forget("t.kind", "t.one", "t.two")
    patient = declare(retry="patient").retry
    assert (default.max_attempts, default.base, default.cap) == (7, 2, 60)
    assert [patient.delay(failures=n, chance=0.0) for n in (1, 2, 3)] == [
        timedelta(minutes=1),
        timedelta(minutes=2),
        None,
    ]


def test_defaults_of_the_environment_match_the_table(settings):
    assert all(policy_named(name, settings.JOB_RETRIES) == policy for name, policy in POLICIES.items())


# proves: X-30
def test_every_kind_uses_a_policy_of_the_table():
    with pytest.raises(ValueError, match="known policies: default, patient"):
        declare(retry="endless")
    assert {kind.policy for kind in registry.all_kinds()} <= set(POLICIES)
    makers = subprocess.run(
        ["git", "grep", "-l", "RetryPolicy(", "*.py"], capture_output=True, text=True, check=True
    ).stdout
    assert [path for path in makers.split() if "/tests/" not in path] == ["tasks/policy/retry.py"]
