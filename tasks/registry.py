"""Kinds of jobs and their steps, declared by `<app>/jobs.py`. Refuses doubles and names what it knows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from django.conf import settings

from tasks.errors import AlreadyRegistered, UnknownJobKind, UnknownStep
from tasks.retry import POLICIES, RetryPolicy, policy_named
from tasks.signals import FinishedJob

Work = Callable[..., None]
OnCancel = Callable[[FinishedJob], None]
LockSubject = Callable[[UUID], None]

_MAX_CRASHES = 3


class OnCrash(StrEnum):
    """What happens when a process dies under a job: go on at that step until the third crash, or end at once."""

    RESUME = "resume"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Step:
    """One Celery task of a job. An optional step may fail: recorded, never a gate."""

    name: str
    work: Work
    optional: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class JobKind:
    """What a job does: its steps in order, how it is retried, how long one attempt may take (seconds)."""

    name: str
    title: str
    steps: tuple[Step, ...]
    policy: str
    own_timeout: int | None
    on_crash: OnCrash
    on_cancel: OnCancel | None = None
    lock_subject: LockSubject | None = None

    @property
    def retry(self) -> RetryPolicy:
        return policy_named(self.policy, settings.JOB_RETRIES)

    @property
    def timeout(self) -> int:
        return settings.JOB_TIMEOUT_SECONDS if self.own_timeout is None else self.own_timeout

    @property
    def max_crashes(self) -> int:
        return 1 if self.on_crash is OnCrash.FAIL else _MAX_CRASHES

    def steps_after(self, done: Sequence[str]) -> list[Step]:
        """Give the steps that are still to run."""
        return [step for step in self.steps if step.name not in done]


_steps: dict[str, Step] = {}
_kinds: dict[str, JobKind] = {}


def step(name: str, *, optional: bool = False) -> Callable[[Work], Work]:
    """Declare the decorated function as a step: `work(job: JobContext, **args)`."""

    def declare(work: Work) -> Work:
        if name in _steps:
            raise AlreadyRegistered(f"step {name!r} is registered twice")
        _steps[name] = Step(name, work, optional)
        return work

    return declare


def kind(  # the facts of a kind, all by name
    name: str,
    *,
    title: str,
    steps: Sequence[str],
    retry: str = "default",
    timeout: int | None = None,
    on_step_crash: OnCrash = OnCrash.RESUME,
    on_cancel: OnCancel | None = None,
    lock_subject: LockSubject | None = None,
) -> JobKind:
    """Declare a kind. Without `timeout`, `JOB_TIMEOUT_SECONDS` counts.

    `on_cancel` is called in the transaction that ends a job as cancelled; it writes rows and does nothing else.
    `lock_subject` locks the row that a job is about, and is called before the job's own row is locked: in this order do
    services lock that work on something and then ask for work or cancel it, so no two wait for each other.
    """
    if name in _kinds:
        raise AlreadyRegistered(f"kind {name!r} is registered twice")
    if not steps or len(set(steps)) != len(steps):
        raise ValueError(f"kind {name!r} needs at least one step, and each step once")
    if retry not in POLICIES:
        raise ValueError(f"kind {name!r} wants the policy {retry!r}; there are: {', '.join(POLICIES)}")
    declared = JobKind(
        name=name,
        title=title,
        steps=tuple(get_step(step_name) for step_name in steps),
        policy=retry,
        own_timeout=timeout,
        on_crash=on_step_crash,
        on_cancel=on_cancel,
        lock_subject=lock_subject,
    )
    _kinds[name] = declared
    return declared


def get_kind(name: str) -> JobKind:
    """Look a kind up; `UnknownJobKind` names the known ones."""
    try:
        return _kinds[name]
    except KeyError:
        raise UnknownJobKind(f"{name!r}; known kinds: {', '.join(sorted(_kinds))}") from None


def hook_for_cancel(name: str) -> OnCancel | None:
    """Give what a kind wants to have done when a job of it is cancelled; a kind that is gone wants nothing."""
    declared = _kinds.get(name)
    return declared.on_cancel if declared else None


def lock_subject(name: str, subject_id: UUID | None) -> None:
    """Lock what a job of this kind is about, until the transaction ends; nothing where there is nothing to lock."""
    declared = _kinds.get(name)
    if declared and declared.lock_subject and subject_id:
        declared.lock_subject(subject_id)


def get_step(name: str) -> Step:
    """Look a step up; `UnknownStep` names the known ones."""
    try:
        return _steps[name]
    except KeyError:
        raise UnknownStep(f"{name!r}; known steps: {', '.join(sorted(_steps))}") from None


def all_steps() -> tuple[Step, ...]:
    """Give every step, for whoever registers them with Celery."""
    return tuple(_steps.values())


def all_kinds() -> tuple[JobKind, ...]:
    """Give every kind, in the order of declaration."""
    return tuple(_kinds.values())


def forget(*names: str) -> None:
    """Take kinds and steps out again; for tests that declare their own."""
    for name in names:
        _kinds.pop(name, None)
        _steps.pop(name, None)
