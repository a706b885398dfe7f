"""Jobs that are shown together load what belongs to them together, however many they are."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID

from tasks.runtime.job_views import JobView

T = TypeVar("T")


class Batch:
    """The jobs of one list."""

    def __init__(self, jobs: Iterable[JobView]) -> None:
        self.jobs: Sequence[JobView] = tuple(jobs)
        self._loaded: dict[Hashable, Mapping[UUID, Any]] = {}

    def once(self, key: Hashable, load: Callable[[Sequence[JobView]], Mapping[UUID, T]]) -> Mapping[UUID, T]:
        """Give what `load` found for these jobs, by job; it is called once for each key."""
        if key not in self._loaded:
            self._loaded[key] = load(self.jobs)
        return self._loaded[key]


@dataclass(frozen=True, slots=True)
class JobNode:
    """A job and those it is shown with."""

    job: JobView
    batch: Batch

    @property
    def id(self) -> UUID:
        return self.job.id

    def share(self, key: Hashable, load: Callable[[Sequence[JobView]], Mapping[UUID, T]], default: T) -> T:
        """Give what `load` found for this job; it is called once for the whole list."""
        return self.batch.once(key, load).get(self.job.id, default)


def nodes_of(jobs: Iterable[JobView]) -> list[JobNode]:
    """Show these jobs together."""
    batch = Batch(jobs)
    return [JobNode(job, batch) for job in batch.jobs]


def node_of(job: JobView) -> JobNode:
    """Show one job."""
    return nodes_of([job])[0]
