"""One reader of the outbox per web process, however many listen: it polls while somebody does, and passes on.

It lives on the event loop; the database is asked in one thread of its own, whose connection goes when nobody listens.
"""

import asyncio
import itertools
import logging
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeVar
from uuid import UUID

from django.db import Error, connection

from tasks import events, queue
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
    async def person(self, owner_id: UUID) -> AsyncIterator[Listener]:
        """Listen to everything that changes for a person; `TimeoutError` when the database cannot be read."""
        async with self._listening(self._people, owner_id) as listener:
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
                batch, jobs = await self.ask(partial(_read, tail, frozenset(self._jobs)))
            except Error:
                if is_well:
                    logger.warning("events.unreadable", exc_info=True)
                is_well = False
                await asyncio.sleep(_AFTER_ERROR)
                continue
            is_well = True
            self._is_placed.set()
            self._pass_on(batch, jobs)
            await asyncio.sleep(POLL_SECONDS)

    def _pass_on(self, batch: Batch, jobs: Collection[JobView]) -> None:
        changes: defaultdict[UUID, list[Change]] = defaultdict(list)
        for change in batch.changes:
            if change.owner in self._people:
                changes[change.owner].append(change)
        for owner_id, ours in changes.items():
            for listener in self._people[owner_id]:
                listener.tell(News(tuple(ours), batch.oldest_open))
        for job in jobs:
            for listener in self._jobs.get(job.id, ()):
                listener.tell(News((), batch.oldest_open, job))


def _read(tail: Tail, watched: frozenset[UUID]) -> tuple[Batch, Collection[JobView]]:
    """Read what is new; a broken connection is let go, the place in the outbox is kept."""
    try:
        batch = tail.read()
        touched = {change.uuid for change in batch.changes if change.entity == events.Entity.JOB} & watched
        return batch, queue.jobs_by_id(touched).values() if touched else ()
    except Error:
        connection.close()
        raise


def _let_go() -> None:
    """Close the connection of the thread that calls this."""
    connection.close()
