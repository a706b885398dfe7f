"""One reader of the outbox per web process, shared by all streams: it polls while there are any.

It runs on the event loop and uses one database thread, whose connection is closed when the last stream ends.
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

from events import recipients
from events.outbox import Batch, Change, Entity, Tail
from events.transient import TransientChange, TransientReader
from tasks.runtime import queue
from tasks.runtime.queue import JobView
from users.models import User

logger = logging.getLogger(__name__)

T = TypeVar("T")

POLL_SECONDS: Final = 0.2
_RETRY_SECONDS: Final = 1.0
_START_TIMEOUT: Final = 10.0
_MAX_PENDING: Final = 2_000


@dataclass(frozen=True, slots=True)
class Update:
    """The part of a batch for one listener: changes, or the current state of the job it follows."""

    changes: tuple[Change, ...]
    oldest_open: int
    job: JobView | None = None
    transient: tuple[TransientChange, ...] = ()


class Listener:
    """The queue of one stream. It is closed when its client does not read; the client reconnects and catches up."""

    def __init__(self) -> None:
        self._pending: deque[Update] = deque()
        self._is_ready = asyncio.Event()
        self.is_closed = False

    def put(self, update: Update) -> None:
        if len(self._pending) >= _MAX_PENDING:
            self.close()
        elif not self.is_closed:
            self._pending.append(update)
            self._is_ready.set()

    def close(self) -> None:
        """Accept no further updates; pending ones can still be received."""
        self.is_closed = True
        self._is_ready.set()

    async def receive(self, *, seconds: float) -> list[Update]:
        """Return the pending updates as soon as there are any; an empty list after the timeout."""
        try:
            async with asyncio.timeout(seconds):
                await self._is_ready.wait()
        except TimeoutError:
            return []
        self._is_ready.clear()
        received = list(self._pending)
        self._pending.clear()
        return received


class Hub:
    """All listeners of this process."""

    def __init__(self) -> None:
        self._users: defaultdict[UUID, set[Listener]] = defaultdict(set)
        self._jobs: defaultdict[UUID, set[Listener]] = defaultdict(set)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="events")
        self._reader: asyncio.Task[None] | None = None
        self._is_reading = asyncio.Event()
        self._transient = TransientReader()

    @asynccontextmanager
    async def user(self, user_id: UUID) -> AsyncIterator[Listener]:
        """Listen to all changes for a user; raise `TimeoutError` if the database cannot be read."""
        async with self._listening(self._users, user_id) as listener:
            yield listener

    @asynccontextmanager
    async def job(self, job_id: UUID) -> AsyncIterator[Listener]:
        """Listen to one job; raises the same."""
        async with self._listening(self._jobs, job_id) as listener:
            yield listener

    async def run_in_db_thread(self, query: Callable[[], T]) -> T:
        """Run a query in the reader's thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, query)

    async def is_active(self, user_id: UUID) -> bool:
        """Check whether an account is active."""
        found = await self.run_in_db_thread(User.objects.filter(pk=user_id, is_active=True).exists)
        if self._reader is None:  # which would close it
            await self.run_in_db_thread(_close_connection)
        return found

    @asynccontextmanager
    async def _listening(self, listeners: defaultdict[UUID, set[Listener]], key: UUID) -> AsyncIterator[Listener]:
        listener = Listener()
        listeners[key].add(listener)
        try:
            if self._reader is None:
                self._reader = asyncio.create_task(self._read(Tail()))
            async with asyncio.timeout(_START_TIMEOUT):
                await self._is_reading.wait()
            yield listener
        finally:
            listeners[key].discard(listener)
            if not listeners[key]:
                del listeners[key]

    async def _read(self, tail: Tail) -> None:
        try:
            await self._poll(tail)
        finally:
            # The next listener starts a new reader. Those still here (a bug ended this reader) reconnect.
            self._reader = None
            self._is_reading.clear()
            for listener in itertools.chain.from_iterable((*self._users.values(), *self._jobs.values())):
                listener.close()
            await self.run_in_db_thread(self._transient.close)
            await self.run_in_db_thread(_close_connection)

    async def _poll(self, tail: Tail) -> None:
        is_healthy = True
        while self._users or self._jobs:
            try:
                found = await self.run_in_db_thread(partial(_read, tail, frozenset(self._users), frozenset(self._jobs)))
            except Error:
                if is_healthy:
                    logger.warning("events.unreadable", exc_info=True)
                is_healthy = False
                await asyncio.sleep(_RETRY_SECONDS)
                continue
            is_healthy = True
            self._is_reading.set()
            self._deliver(found)
            self._deliver_transient(await self.run_in_db_thread(self._transient.read), found.batch.oldest_open)
            await asyncio.sleep(POLL_SECONDS)

    def _deliver(self, found: "_Found") -> None:
        by_user: defaultdict[UUID, list[Change]] = defaultdict(list)
        for change in found.batch.changes:
            for user in found.recipients.get(change.id, frozenset()) & self._users.keys():
                by_user[user].append(change)
        for user, changes in by_user.items():
            for listener in self._users[user]:
                listener.put(Update(tuple(changes), found.batch.oldest_open))
        for job in found.jobs:
            for listener in self._jobs.get(job.id, ()):
                listener.put(Update((), found.batch.oldest_open, job))

    def _deliver_transient(self, changes: Collection[TransientChange], oldest_open: int) -> None:
        for change in changes:
            for user in change.users & self._users.keys():
                for listener in self._users[user]:
                    listener.put(Update((), oldest_open, transient=(change,)))


@dataclass(frozen=True, slots=True)
class _Found:
    """New changes, the recipients of each, and the current state of the followed jobs among them."""

    batch: Batch
    recipients: Mapping[int, frozenset[UUID]]
    jobs: Collection[JobView]


def _read(tail: Tail, users: frozenset[UUID], followed: frozenset[UUID]) -> _Found:
    """Read new changes. After an error the connection is closed and the position in the outbox kept."""
    try:
        batch = tail.read()
        found = recipients.recipients_of(batch.changes, users)
        changed = {change.uuid for change in batch.changes if change.entity == Entity.JOB} & followed
        return _Found(batch, found, queue.jobs_by_id(changed).values() if changed else ())
    except Error:
        tail.step_back()
        connection.close()
        raise


def _close_connection() -> None:
    """Close the connection of the calling thread."""
    connection.close()
