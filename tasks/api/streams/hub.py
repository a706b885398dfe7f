"""One reader of the outbox per web process, however many listen: it polls while somebody does, and passes on.

It lives on the event loop; the database is asked in one thread of its own, whose connection goes when nobody listens.
"""

import asyncio
import itertools
import logging
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeVar
from uuid import UUID

from django.db import Error, connection

from tasks import audiences, events, queue
from tasks.events import Batch, Change, Tail
from tasks.queue import JobView

logger = logging.getLogger(__name__)

T = TypeVar("T")

POLL_SECONDS: Final = 0.2
_AFTER_ERROR: Final = 1.0
_TO_BEGIN: Final = 10.0
_MOST_UNREAD: Final = 2_000


@dataclass(frozen=True, slots=True)
class News:
    """What one listener is told of one batch: its changes, or the job it follows as it is now."""

    changes: tuple[Change, ...]
    oldest_open: int
    job: JobView | None = None


class Listener:
    """One stream. It is lost when it does not read; its client comes back and asks for what it missed."""

    def __init__(self) -> None:
        self._unread: deque[News] = deque()
        self._rings = asyncio.Event()
        self.is_lost = False

    def tell(self, news: News) -> None:
        if len(self._unread) >= _MOST_UNREAD:
            self.lose()
        elif not self.is_lost:
            self._unread.append(news)
            self._rings.set()

    def lose(self) -> None:
        """Tell nothing more: what came so far is still heard."""
        self.is_lost = True
        self._rings.set()

    async def hear(self, *, seconds: float) -> list[News]:
        """Give what came, as soon as something does; nothing when the time is over."""
        try:
            async with asyncio.timeout(seconds):
                await self._rings.wait()
        except TimeoutError:
            return []
        self._rings.clear()
        heard = list(self._unread)
        self._unread.clear()
        return heard


class Hub:
    """Everybody who listens in this process."""

    def __init__(self) -> None:
        self._people: defaultdict[UUID, set[Listener]] = defaultdict(set)
        self._jobs: defaultdict[UUID, set[Listener]] = defaultdict(set)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="events")
        self._follows: asyncio.Task[None] | None = None
        self._is_placed = asyncio.Event()

    @asynccontextmanager
    async def person(self, person_id: UUID) -> AsyncIterator[Listener]:
        """Listen to everything that changes for a person; `TimeoutError` when the database cannot be read."""
        async with self._listening(self._people, person_id) as listener:
            yield listener

    @asynccontextmanager
    async def job(self, job_id: UUID) -> AsyncIterator[Listener]:
        """Listen to one job; raises the same."""
        async with self._listening(self._jobs, job_id) as listener:
            yield listener

    async def ask(self, question: Callable[[], T]) -> T:
        """Ask the database something, in the reader's thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, question)

    @asynccontextmanager
    async def _listening(self, places: defaultdict[UUID, set[Listener]], key: UUID) -> AsyncIterator[Listener]:
        listener = Listener()
        places[key].add(listener)
        try:
            if self._follows is None:
                self._follows = asyncio.create_task(self._follow(Tail()))
            async with asyncio.timeout(_TO_BEGIN):
                await self._is_placed.wait()
            yield listener
        finally:
            places[key].discard(listener)
            if not places[key]:
                del places[key]

    async def _follow(self, tail: Tail) -> None:
        try:
            await self._read_on(tail)
        finally:
            # Whoever comes now starts a new reader; whoever is still here (a bug ended this one) comes back as well.
            self._follows = None
            self._is_placed.clear()
            for listener in itertools.chain.from_iterable((*self._people.values(), *self._jobs.values())):
                listener.lose()
            await self.ask(_let_go)

    async def _read_on(self, tail: Tail) -> None:
        is_well = True
        while self._people or self._jobs:
            try:
                found = await self.ask(partial(_read, tail, frozenset(self._people), frozenset(self._jobs)))
            except Error:
                if is_well:
                    logger.warning("events.unreadable", exc_info=True)
                is_well = False
                await asyncio.sleep(_AFTER_ERROR)
                continue
            is_well = True
            self._is_placed.set()
            self._pass_on(found)
            await asyncio.sleep(POLL_SECONDS)

    def _pass_on(self, found: "_Found") -> None:
        changes: defaultdict[UUID, list[Change]] = defaultdict(list)
        for change in found.batch.changes:
            for person in found.hearers.get(change.id, frozenset()) & self._people.keys():
                changes[person].append(change)
        for person, told in changes.items():
            for listener in self._people[person]:
                listener.tell(News(tuple(told), found.batch.oldest_open))
        for job in found.jobs:
            for listener in self._jobs.get(job.id, ()):
                listener.tell(News((), found.batch.oldest_open, job))


@dataclass(frozen=True, slots=True)
class _Found:
    """What is new, who is told of each change, and the jobs that somebody follows as they are now."""

    batch: Batch
    hearers: Mapping[int, frozenset[UUID]]
    jobs: Collection[JobView]


def _read(tail: Tail, people: frozenset[UUID], watched: frozenset[UUID]) -> _Found:
    """Read what is new; a broken connection is let go, the place in the outbox is kept."""
    try:
        batch = tail.read()
        hearers = audiences.hearers(batch.changes, people)
        touched = {change.uuid for change in batch.changes if change.entity == events.Entity.JOB} & watched
        return _Found(batch, hearers, queue.jobs_by_id(touched).values() if touched else ())
    except Error:
        tail.step_back()
        connection.close()
        raise


def _let_go() -> None:
    """Close the connection of the thread that calls this."""
    connection.close()
