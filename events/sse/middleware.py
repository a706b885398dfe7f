"""ASGI middleware around Django that streams the subscription a view has left, until the client disconnects.

A stream costs a coroutine: no thread, no database connection.
"""

import asyncio
import json
import random
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import aclosing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import Error
from redis import RedisError
from redis.asyncio import Redis

from events import outbox, recipients
from events.outbox import Change, Cursor
from events.sse.hub import Hub
from events.sse.stream_limit import LeaseMonitor
from events.sse.subscriptions import (
    END,
    LIVE,
    JobSubscription,
    LogSubscription,
    Subscription,
    UserSubscription,
    lease_of,
    subscription_of,
    user_of,
)
from events.transient import TransientChange
from tasks.runtime import queue
from tasks.runtime.queue import JobView

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]
RETRY_MS: Final = 2_000
_OK: Final = 200
_LAST: Final = {"type": "http.response.body", "body": b"", "more_body": False}


class _Clock:
    """The time until the end of a stream, and until its next keep-alive."""

    def __init__(self, seconds: float) -> None:
        self._time = asyncio.get_running_loop().time
        self._end = self._time() + seconds

    def is_running(self) -> bool:
        """Check whether the stream goes on."""
        return self._time() < self._end

    def until_keep_alive(self) -> float:
        """Return the seconds until something must be sent."""
        return max(0.0, min(float(settings.EVENT_KEEP_ALIVE_SECONDS), self._end - self._time()))


class OpenStreams:
    """The tasks that send the streams of a process."""

    def __init__(self) -> None:
        self._sending: set[asyncio.Task[None]] = set()
        self._is_ending = False

    def end(self) -> None:
        """End all streams, also those that begin later: the process ends, and their clients connect to another one."""
        self._is_ending = True
        for task in self._sending:
            task.cancel()

    @contextmanager
    def keep(self, sending: asyncio.Task[None]) -> Iterator[None]:
        """End this stream, too, when the process ends during the block."""
        if self._is_ending:
            sending.cancel()
        self._sending.add(sending)
        try:
            yield
        finally:
            self._sending.discard(sending)


open_streams: Final = OpenStreams()


def sse_middleware(app: App) -> App:
    """Wrap Django's ASGI application."""
    hub = Hub()
    leases = LeaseMonitor()

    async def wrapped(scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        head = _Head(scope, send)
        await app(scope, receive, head.send)
        async with leases.keep(lease_of(scope)):
            if head.subscription is not None:
                await _stream(_frames(hub, head.subscription, user_of(scope)), receive, send)

    return wrapped


class _Head:
    """Passes a response on; of one that opens a stream, only the head."""

    def __init__(self, scope: Message, send: Send) -> None:
        self._scope = scope
        self._send = send
        self.subscription: Subscription | None = None

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] == _OK:
            self.subscription = subscription_of(self._scope)
            if self.subscription is not None:
                headers = [header for header in message["headers"] if header[0].lower() != b"content-length"]
                message = {**message, "headers": headers}
        elif self.subscription is not None:
            return
        await self._send(message)


async def _stream(frames: AsyncGenerator[bytes], receive: Receive, send: Send) -> None:
    """Send until the stream ends, the client disconnects, or the process is about to end."""
    sending = asyncio.create_task(_send_all(frames, send))
    disconnecting = asyncio.create_task(_wait_for_disconnect(receive))
    try:
        with open_streams.keep(sending):
            done, _ = await asyncio.wait({sending, disconnecting}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (sending, disconnecting):
            task.cancel()
        await asyncio.wait({sending, disconnecting})
    if not sending.cancelled():
        sending.result()
    elif sending in done:
        await send(_LAST)


async def _send_all(frames: AsyncGenerator[bytes], send: Send) -> None:
    async with aclosing(frames):
        async for body in frames:
            await send({"type": "http.response.body", "body": body, "more_body": True})
    await send(_LAST)


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _frames(hub: Hub, subscription: Subscription, user_id: UUID) -> AsyncGenerator[bytes]:
    """Yield the body of a stream. If the database or Redis is unavailable it ends, and the client reconnects.

    It also ends when the account becomes inactive, which is checked as often as a keep-alive is due.
    """
    yield _retry_after(RETRY_MS)
    check = _Clock(settings.EVENT_KEEP_ALIVE_SECONDS)
    with suppress(TimeoutError, Error, RedisError):
        async with aclosing(_frames_of(hub, subscription)) as frames:
            async for body in frames:
                if not check.is_running():
                    if not await hub.is_active(user_id):
                        return
                    check = _Clock(settings.EVENT_KEEP_ALIVE_SECONDS)
                yield body


def _frames_of(hub: Hub, subscription: Subscription) -> AsyncGenerator[bytes]:
    # Spread, so that streams that began together do not reconnect together.
    seconds = settings.EVENT_STREAM_SECONDS * random.uniform(0.9, 1.0)  # noqa: S311  # guards nothing
    match subscription:
        case UserSubscription():
            return _user_frames(hub, subscription, _Clock(seconds))
        case JobSubscription():
            return _job_frames(hub, subscription, _Clock(settings.JOB_STREAM_SECONDS))
        case LogSubscription():
            return _log_frames(subscription, _Clock(seconds))


async def _user_frames(hub: Hub, subscription: UserSubscription, clock: _Clock) -> AsyncGenerator[bytes]:
    beat = _heartbeat(settings.EVENT_KEEP_ALIVE_SECONDS)
    async with hub.user(subscription.owner_id) as listener:
        opening = await hub.run_in_db_thread(partial(_opening, subscription))
        yield opening.body
        cursor = opening.cursor
        while clock.is_running() and not listener.is_closed:
            updates = await listener.receive(seconds=clock.until_keep_alive())
            changes = [change for update in updates for change in update.changes if change.id not in opening.sent]
            if transient := {change for update in updates for change in update.transient}:
                # Their objects are not compared with the limits of a token, so limited ones get none.
                yield b"".join(map(_encode_transient, transient)) if subscription.limits is None else beat
            if not changes:
                if not transient:
                    yield beat
                continue
            after = cursor.advanced(changes, oldest_open=updates[-1].oldest_open)
            if subscription.limits is not None:
                changes = list(await hub.run_in_db_thread(partial(_reached, changes, subscription)))
            yield _encode_batch(changes, before=cursor, after=after) if changes else beat
            cursor = after


@dataclass(frozen=True, slots=True)
class _Opening:
    body: bytes
    cursor: Cursor
    sent: frozenset[int]


def _opening(subscription: UserSubscription) -> _Opening:
    """Send what the client has missed, then `ready`; `reset` if that is no longer known."""
    since = Cursor.parse(subscription.since)
    missed = recipients.missed_by(subscription.owner_id, since) if since else None
    if since is None or missed is None:
        cursor = outbox.current_cursor()
        event = "reset" if subscription.since else "ready"
        return _Opening(_opened(event, cursor), cursor, frozenset())
    cursor = since.advanced(missed.changes, oldest_open=missed.oldest_open)
    body = b"".join(_encode(change, cursor=since) for change in _reached(missed.changes, subscription))
    sent = frozenset(change.id for change in missed.changes)
    return _Opening(body + _opened("ready", cursor), cursor, sent)


def _opened(event: str, cursor: Cursor) -> bytes:
    """Encode the event with which a stream begins; it has the interval of heartbeats."""
    return _frame(event, {"heartbeat_seconds": settings.EVENT_KEEP_ALIVE_SECONDS}, id=str(cursor))


def _reached(changes: Sequence[Change], subscription: UserSubscription) -> Sequence[Change]:
    """Return the changes of which the token of the stream may learn."""
    limits = subscription.limits
    return changes if limits is None else recipients.within_limits(changes, subscription.owner_id, limits)


def _encode_batch(changes: Sequence[Change], *, before: Cursor, after: Cursor) -> bytes:
    """Encode a batch. Only its end advances the cursor: a client that disconnects within it receives it again."""
    *first, last = changes
    return b"".join(_encode(change, cursor=before) for change in first) + _encode(last, cursor=after)


def _encode(change: Change, *, cursor: Cursor) -> bytes:
    data = {"id": change.id, "entity": change.entity, "uuid": change.uuid, "version": change.id}
    return _frame("change", {**data, "subject": change.subject, "changed": change.changed}, id=str(cursor))


def _encode_transient(change: TransientChange) -> bytes:
    """Encode a change that is not stored: it has no id, and the cursor stays."""
    data = {"id": 0, "entity": change.entity, "uuid": change.uuid, "version": 0}
    return _frame("change", {**data, "subject": None, "changed": change.changed})


async def _job_frames(hub: Hub, subscription: JobSubscription, clock: _Clock) -> AsyncGenerator[bytes]:
    async with hub.job(subscription.job_id) as listener:
        job = await hub.run_in_db_thread(partial(queue.job_view, subscription.job_id))
        if job is None:
            return
        yield _status(job)
        while not job.is_finished and clock.is_running() and not listener.is_closed:
            updates = await listener.receive(seconds=clock.until_keep_alive())
            job = next((update.job for update in reversed(updates) if update.job), job)
            yield _status(job) if updates else _KEEP_ALIVE


def _status(job: JobView) -> bytes:
    error = {"code": job.error_code, "message": job.error_message} if job.error_code else None
    data = {"id": job.id, "status": job.status, "state": job.state, "progress": job.progress, "message": job.message}
    return _frame("status", {**data, "reason": job.reason, "error": error}, id=END if job.is_finished else LIVE)


# A log of `events.live_log` as a stream: one connection to Redis for each stream, on the event loop.

_START: Final = "0-0"
_POSITION: Final = re.compile(r"\d{1,19}-\d{1,19}")
_BATCH: Final = 500
_GRACE_SECONDS: Final = 5.0


async def _log_frames(subscription: LogSubscription, clock: _Clock) -> AsyncGenerator[bytes]:
    """Yield the events after those that the client has, and new ones as they are added.

    `reset` says that some may be missing, because the log has expired since: the client must fetch the objects. The
    stream ends when Redis is unavailable; the client reconnects.
    """
    timeout = settings.EVENT_KEEP_ALIVE_SECONDS + _GRACE_SECONDS
    async with Redis.from_url(settings.REDIS_URL, socket_timeout=timeout, decode_responses=True) as redis:
        position = subscription.since if _POSITION.fullmatch(subscription.since) else _START
        if position != _START and await _is_expired(redis, subscription.name, position):
            position = _START
            yield _frame("reset", {})
        yield _KEEP_ALIVE
        while clock.is_running():
            wait = max(1, int(clock.until_keep_alive() * 1000))
            found: Any = await redis.xread({subscription.name: position}, count=_BATCH, block=wait)
            entries = _entries(found)
            if not entries:
                yield _KEEP_ALIVE
                continue
            position = entries[-1][0]
            yield b"".join(_frame(fields["event"], json.loads(fields["data"]), id=key) for key, fields in entries)


def _entries(found: Any) -> list[tuple[str, dict[str, str]]]:
    """Return the entries of the answer, which is a mapping or a list of pairs, by the version of the protocol."""
    if not found:
        return []
    batches = found.values() if isinstance(found, dict) else [entries for _, entries in found]
    return [
        (key, fields)
        for entries in batches
        for key, fields in (entries[0] if entries and isinstance(entries[0], list) else entries)
    ]


async def _is_expired(redis: Redis, name: str, position: str) -> bool:
    first: Any = await redis.xrange(name, count=1)
    return not first or _parts(first[0][0]) > _parts(position)


def _parts(position: str) -> tuple[int, ...]:
    return tuple(map(int, position.split("-")))


# Server-sent events (HTML standard, 9.2).

_KEEP_ALIVE: Final = b": keep-alive\n\n"


def _frame(event: str, data: Mapping[str, object], *, id: str = "") -> bytes:  # noqa: A002 - the name of the field
    """Encode one event. Reconnecting clients send `id` back as `Last-Event-ID`. JSON contains no line breaks."""
    lines = [f"event: {event}", f"data: {json.dumps(data, separators=(',', ':'), default=str)}"]
    if id:
        lines.insert(0, f"id: {id}")
    return ("\n".join(lines) + "\n\n").encode()


def _heartbeat(seconds: float) -> bytes:
    """Encode a heartbeat, because browsers do not pass comments to pages. The next one follows within `seconds`."""
    return _KEEP_ALIVE + _frame("heartbeat", {"seconds": seconds})


def _retry_after(milliseconds: int) -> bytes:
    """Encode how long a client should wait before it reconnects."""
    return f"retry: {milliseconds}\n\n".encode()
