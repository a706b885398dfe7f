"""Answer questions in the web process: one thread with an event loop, on which each answer is a task.

Nothing is answered in the request, which only prepares what is sent to a language model first: it has a connection, and
a user waits for the first word. Queries, tools and the offline reader run in threads, whose connections are closed
afterwards. If the process dies, the leases of its answers expire, and `states.end_interrupted` ends them.
"""

import asyncio
import logging
import os
import threading
import time
from collections.abc import Callable, Collection
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Final, TypeVar
from uuid import UUID

from django.db import Error, connection

from core.errors import DomainError
from corpuses.conversations import states
from corpuses.conversations.answering import answer_with_reader
from corpuses.conversations.citations import Answer
from corpuses.conversations.errors import AnswerFailed
from corpuses.conversations.model_choice import uses_model
from corpuses.conversations.models import Message
from corpuses.conversations.scope import user_of
from corpuses.reader.asking import ReaderBusy

if TYPE_CHECKING:
    from corpuses.conversations.agent import Request

logger = logging.getLogger(__name__)

T = TypeVar("T")

AT_ONCE: Final = 100  # answers of one process
_THREADS: Final = 8
_TOOL_THREADS: Final = 4  # both have connections of the pool of the process, which has 16
_CHECK_SECONDS: Final = 0.5  # between two checks whether answers are still wanted
_RENEW_SECONDS: Final = states.LEASE.total_seconds() / 3
_BUSY_SECONDS: Final = 120.0  # for which the offline reader is asked again


class _Unwanted(Exception):
    """The answer was cancelled."""


class Runner:
    """The answers of this process."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._threads = ThreadPoolExecutor(max_workers=_THREADS, thread_name_prefix="conversations-db")
        # Of their own, because a tool may take long: leases, cancellation and the words of other answers do not wait.
        self._tools = ThreadPoolExecutor(max_workers=_TOOL_THREADS, thread_name_prefix="conversations-tools")
        # One, because the reader answers one question at a time: waiting questions must not occupy the other threads.
        self._reader = ThreadPoolExecutor(max_workers=1, thread_name_prefix="conversations-reader")
        self._tasks: dict[UUID, asyncio.Task[None]] = {}
        self._started: set[UUID] = set()  # attempts that have no task yet
        self._waiting: set[UUID] = set()  # messages that wait for their turn
        self._monitor: asyncio.Task[None] | None = None
        self._capacity = asyncio.Semaphore(AT_ONCE)
        threading.Thread(target=self._loop.run_forever, name="conversations", daemon=True).start()

    def has_room(self) -> bool:
        """Check whether an answer may start at once, rather than wait for its turn."""
        return not self._capacity.locked()

    def submit(self, message: Message) -> None:
        """Answer a message that was started, or waits."""
        prepared = _prepare_here(message) if message.attempt else None
        asyncio.run_coroutine_threadsafe(self._answer(message, prepared), self._loop)

    async def run_in_thread(self, function: Callable[[], T]) -> T:
        """Run a function that uses the database, in the context of the request that asked: it is audited with it."""
        return await self._run_in(self._threads, function)

    async def run_tool(self, function: Callable[[], T]) -> T:
        """Run a function that may take long, in the same context."""
        return await self._run_in(self._tools, function)

    async def _run_in(self, threads: Executor, function: Callable[[], T]) -> T:
        return await self._loop.run_in_executor(threads, copy_context().run, _closing_connection, function)

    async def _answer(self, message: Message, prepared: "Future[Request | None] | None") -> None:
        if message.attempt is None:
            self._waiting.add(message.pk)
        else:
            self._started.add(message.attempt)
        if self._monitor is None:
            self._monitor = self._loop.create_task(self._watch())
        async with self._capacity:
            claimed = message if message.attempt else await self._claim(message.pk)
            if claimed is None or claimed.attempt is None:
                return
            task = self._loop.create_task(self._run(claimed, prepared))
            self._tasks[claimed.attempt] = task
            self._started.discard(claimed.attempt)
            await asyncio.wait({task})
            del self._tasks[claimed.attempt]

    async def _claim(self, message_id: UUID) -> Message | None:
        try:
            return await self.run_in_thread(lambda: states.claim(message_id))
        except Error:  # its lease expires
            logger.exception("conversations.not_claimed", extra={"message_id": message_id})
            return None
        finally:
            self._waiting.discard(message_id)

    async def _run(self, message: Message, prepared: "Future[Request | None] | None") -> None:
        try:
            answer = await self._find_answer(message, prepared)
            await self.run_in_thread(lambda: states.complete(message, answer))
        except DomainError as error:
            await self._store_failure(message, error)
        except Exception:
            logger.exception("conversations.failed", extra={"message_id": message.pk})
            await self._store_failure(message, AnswerFailed())

    async def _store_failure(self, message: Message, failure: DomainError) -> None:
        try:
            await self.run_in_thread(lambda: states.fail(message, failure))
        except Error:  # its lease expires
            logger.exception("conversations.failure_not_stored", extra={"message_id": message.pk})

    async def _find_answer(self, message: Message, prepared: "Future[Request | None] | None") -> Answer:
        request = prepared.result() if prepared else await self.run_in_thread(lambda: _prepare(message))
        if request is None:
            return await self._ask_reader(message)
        agent = _import_agent()
        answer: Answer = await agent.answer_with_model(message, self.run_in_thread, self.run_tool, request)
        return answer

    async def _ask_reader(self, message: Message) -> Answer:
        """Ask the offline reader, which answers one question at a time; it stops when this task is cancelled."""
        deadline = time.monotonic() + _BUSY_SECONDS
        cancelled = threading.Event()

        def check() -> None:
            if cancelled.is_set():
                raise _Unwanted

        try:
            while True:
                try:
                    read = partial(answer_with_reader, message, check=check)
                    return await self._loop.run_in_executor(self._reader, _closing_connection, read)
                except ReaderBusy:
                    if time.monotonic() >= deadline:
                        raise
        finally:
            cancelled.set()

    async def _watch(self) -> None:
        """Renew the leases, and end the tasks whose answers are not wanted any more, while there are any."""
        renewed = time.monotonic()
        try:
            while self._tasks or self._started or self._waiting:
                await asyncio.sleep(_CHECK_SECONDS)
                try:
                    await self._end_unwanted(frozenset(self._tasks))
                    if time.monotonic() >= renewed + _RENEW_SECONDS:
                        renewed = time.monotonic()
                        attempts = self._started.union(self._tasks)
                        await self.run_in_thread(partial(states.renew, attempts, waiting=frozenset(self._waiting)))
                except Error:
                    logger.warning("conversations.not_renewed", exc_info=True)
        finally:
            self._monitor = None

    async def _end_unwanted(self, attempts: Collection[UUID]) -> None:
        wanted = await self.run_in_thread(lambda: states.attempts_at_work(attempts))
        for attempt in set(attempts) - wanted:
            if task := self._tasks.get(attempt):
                task.cancel()


def has_room() -> bool:
    """Check whether this process may start an answer at once."""
    return _runner().has_room()


def submit(message: Message) -> None:
    """Answer a message in this process."""
    _runner().submit(message)


_lock: Final = threading.Lock()
_runners: Final[dict[int, Runner]] = {}


def _runner() -> Runner:
    """Return the runner of this process; threads do not survive forks."""
    process = os.getpid()
    with _lock:
        if process not in _runners:
            _runners[process] = Runner()
        return _runners[process]


def import_agent_soon() -> None:
    """Import the agent in a thread, or the first user would wait a second for it."""
    threading.Thread(target=_import_agent, name="conversations-import", daemon=True).start()


def _import_agent() -> ModuleType:
    """Return the module, whose libraries take memory and a second: processes that ask no model do without it."""
    from corpuses.conversations import agent  # noqa: PLC0415 - as above

    return agent


def _prepare(message: Message) -> "Request | None":
    """Return the request for an answer; `None` if the offline reader is to answer."""
    if message.by_reader or not uses_model(message.conversation, user := user_of(message)):
        return None
    request: Request = _import_agent().request_of(message, user)
    return request


def _prepare_here(message: Message) -> "Future[Request | None]":
    """Return what was prepared in this thread, or the error, which ends the answer rather than the request."""
    prepared: Future[Request | None] = Future()
    try:
        prepared.set_result(_prepare(message))
    except Exception as error:  # noqa: BLE001 - raised where the answer is found
        prepared.set_exception(error)
    return prepared


def _closing_connection(function: Callable[[], T]) -> T:
    try:
        return function()
    finally:
        connection.close()
