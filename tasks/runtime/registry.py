"""Kinds of jobs and their steps, registered by `<app>/jobs.py`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from django.conf import settings

from tasks.errors import AlreadyRegistered, UnknownJobKind, UnknownStep
from tasks.policy.retry import POLICIES, RetryPolicy, policy_named
from tasks.signals import FinishedJob

Work = Callable[..., None]
OnCancel = Callable[[FinishedJob], None]
LockSubject = Callable[[UUID], None]

_MAX_CRASHES = 3


class OnCrash(StrEnum):
    """The effect of a crashed process on a job: resume at its step until the third crash, or fail at once."""

    RESUME = "resume"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Step:
    """A Celery task of a job. The failure of an optional step is recorded and does not stop the job."""

    name: str
    work: Work
    optional: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class JobKind:
    """A kind of job: its steps in order, its retry policy, and how long an attempt may go without progress.

    Jobs of a long kind may work longer than seconds. One slot is kept free of them, for what users wait for.
    """

    name: str
    title: str
    steps: tuple[Step, ...]
    policy: str
    limit: int | str
    on_crash: OnCrash
    is_long: bool = False
    on_cancel: OnCancel | None = None
    lock_subject: LockSubject | None = None

    @property
    def retry(self) -> RetryPolicy:
        return policy_named(self.policy, settings.JOB_RETRIES)

    @property
    def timeout(self) -> int:
        """The seconds that an attempt may go without progress."""
        return int(getattr(settings, self.limit)) if isinstance(self.limit, str) else self.limit

    @property
    def max_crashes(self) -> int:
        return 1 if self.on_crash is OnCrash.FAIL else _MAX_CRASHES

    def steps_after(self, done: Sequence[str]) -> list[Step]:
        """Return the steps that remain."""
        return [step for step in self.steps if step.name not in done]


_steps: dict[str, Step] = {}
_kinds: dict[str, JobKind] = {}


def step(name: str, *, optional: bool = False) -> Callable[[Work], Work]:
    """Register the decorated function as a step: `work(job: JobContext, **args)`."""

    def declare(work: Work) -> Work:
        if name in _steps:
            raise AlreadyRegistered(f"step {name!r} is registered twice")
        _steps[name] = Step(name, work, optional)
        return work

    return declare


def kind(  # noqa: PLR0913  # keyword arguments
    name: str,
    *,
    title: str,
    steps: Sequence[str],
    retry: str = "default",
    timeout: int | str = "JOB_TIMEOUT_SECONDS",
    on_step_crash: OnCrash = OnCrash.RESUME,
    is_long: bool = False,
    on_cancel: OnCancel | None = None,
    lock_subject: LockSubject | None = None,
) -> JobKind:
    """Register a kind. `timeout` is the time that its jobs may go without progress: seconds, or a setting with them.

    `on_cancel` is called in the transaction that ends a job as cancelled; it writes rows and does nothing else.
    `lock_subject` locks the subject of a job before the job is locked. Services lock in the same order when they change
    the subject and then enqueue or cancel a job, so that no two transactions deadlock.
    """
    if name in _kinds:
        raise AlreadyRegistered(f"kind {name!r} is registered twice")
    if not steps or len(set(steps)) != len(steps):
        raise ValueError(f"kind {name!r} needs at least one step, and each step once")
    if retry not in POLICIES:
        raise ValueError(f"kind {name!r} has the unknown policy {retry!r}; known policies: {', '.join(POLICIES)}")
    declared = JobKind(
        name=name,
        title=title,
        steps=tuple(get_step(step_name) for step_name in steps),
        policy=retry,
        limit=timeout,
        on_crash=on_step_crash,
        is_long=is_long,
        on_cancel=on_cancel,
        lock_subject=lock_subject,
    )
    _kinds[name] = declared
    return declared


def get_kind(name: str) -> JobKind:
    """Return a kind; raise `UnknownJobKind`, which lists the known ones."""
    try:
        return _kinds[name]
    except KeyError:
        raise UnknownJobKind(f"{name!r}; known kinds: {', '.join(sorted(_kinds))}") from None


def hook_for_cancel(name: str) -> OnCancel | None:
    """Return the `on_cancel` of a kind; `None` if it has none or is not registered."""
    declared = _kinds.get(name)
    return declared.on_cancel if declared else None


def lock_subject(name: str, subject_id: UUID | None) -> None:
    """Lock the subject of a job of this kind, if there is one, until the transaction ends."""
    declared = _kinds.get(name)
    if declared and declared.lock_subject and subject_id:
        declared.lock_subject(subject_id)


def get_step(name: str) -> Step:
    """Return a step; raise `UnknownStep`, which lists the known ones."""
    try:
        return _steps[name]
    except KeyError:
        raise UnknownStep(f"{name!r}; known steps: {', '.join(sorted(_steps))}") from None


def all_steps() -> tuple[Step, ...]:
    """Return every step, to be registered with Celery."""
    return tuple(_steps.values())


def all_kinds() -> tuple[JobKind, ...]:
    """Return every kind in the order of registration."""
    return tuple(_kinds.values())


def forget(*names: str) -> None:
    """Unregister kinds and steps; for tests that register their own."""
    for name in names:
        _kinds.pop(name, None)
        _steps.pop(name, None)
