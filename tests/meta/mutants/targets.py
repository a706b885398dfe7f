"""The mutated files and their tests; the most effective ones come first."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A source file and its tests.

    Pure tests need neither Django nor engines nor conftest: each mutant gets its own process. A live target is changed
    in the process of its tests: functions of the database, or a module whose functions are called through it.
    """

    path: str
    tests: tuple[str, ...]
    is_pure: bool = False
    is_live: bool = False


def _of_runtime(names: str) -> tuple[str, ...]:
    return tuple(f"tasks/runtime/tests/test_{name}.py" for name in names.split())


_DEAD_LETTERS = "tasks/operations/tests/test_dead_letters.py"
TARGETS = (
    Target(path="tasks/policy/retry.py", tests=("tasks/policy/tests/test_retry.py",), is_pure=True),
    Target(path="tasks/policy/cron.py", tests=("tasks/policy/tests/test_cron.py",), is_live=True),
    Target(path="users/idempotency.py", tests=("users/tests/test_idempotency.py",), is_live=True),
    Target(
        path="tasks/runtime/transitions.py",
        tests=(*_of_runtime("changes attempts queue subjects release rescuing"), _DEAD_LETTERS),
        is_live=True,
    ),
    Target(path="tasks/sql/01_guard.sql", tests=("tasks/tests/test_states.py",), is_live=True),
    Target(path="tasks/sql/02_queue.sql", tests=_of_runtime("picking limits release rescue"), is_live=True),
    Target(path="tasks/sql/03_dispatch.sql", tests=_of_runtime("picking limits release"), is_live=True),
    Target(path="tasks/sql/04_work.sql", tests=(*_of_runtime("attempts context rescue"), _DEAD_LETTERS), is_live=True),
    Target(
        path="tasks/sql/05_reconcile.sql",
        tests=_of_runtime("rescuing attempts picking limits judging rescue"),
        is_live=True,
    ),
)
