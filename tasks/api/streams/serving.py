"""Carries streams: an ASGI layer around Django that goes on where a view has left a plan, until the client goes.

Costs a coroutine per stream: no thread, no database connection.
"""

import asyncio
import random
from collections.abc import AsyncGenerator, Awaitable, Callable, MutableMapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.db import Error

from tasks import audiences, events, queue
from tasks.api.streams.frames import KEEP_ALIVE, frame, retry_after
from tasks.api.streams.hub import Hub
from tasks.api.streams.plans import END, LIVE, JobPlan, PersonPlan, Plan, plan_of
from tasks.events import Change, Place
from tasks.queue import JobView

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]

RETRY_MS: Final = 2_000
_OK: Final = 200


def carry_streams(app: App) -> App:
    """Wrap Django's ASGI application."""
    hub = Hub()

    async def carried(scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        head = _Head(scope, send)
        await app(scope, receive, head.send)
        if head.plan is not None:
            await _carry(_frames(hub, head.plan), receive, send)

    return carried


class _Head:
    """Lets an answer pass; of one that is the head of a stream, the end is kept back."""

    def __init__(self, scope: Message, send: Send) -> None:
        self._scope = scope
        self._send = send
        self.plan: Plan | None = None

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] == _OK:
            self.plan = plan_of(self._scope)
            if self.plan is not None:
                headers = [header for header in message["headers"] if header[0].lower() != b"content-length"]
                message = {**message, "headers": headers}
        elif self.plan is not None:
            return
        await self._send(message)


async def _carry(frames: AsyncGenerator[bytes], receive: Receive, send: Send) -> None:
    """Send until the stream is over or the client is gone, whichever comes first."""
    sending = asyncio.create_task(_send_all(frames, send))
    leaving = asyncio.create_task(_wait_for_leaving(receive))
    try:
        await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (sending, leaving):
            task.cancel()
        await asyncio.wait({sending, leaving})
    if not sending.cancelled():
        sending.result()


async def _send_all(frames: AsyncGenerator[bytes], send: Send) -> None:
    async with aclosing(frames):
        async for body in frames:
            await send({"type": "http.response.body", "body": body, "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _wait_for_leaving(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _frames(hub: Hub, plan: Plan) -> AsyncGenerator[bytes]:
    """Give the body of a stream. When the database cannot be asked it ends, and the client comes back."""
    yield retry_after(RETRY_MS)
    with suppress(TimeoutError, Error):
        async with aclosing(_frames_of(hub, plan)) as frames:
            async for body in frames:
                yield body


def _frames_of(hub: Hub, plan: Plan) -> AsyncGenerator[bytes]:
    match plan:
        case PersonPlan():
            # Not all at once: streams that began together need not come back together.
            return _person_frames(hub, plan, _Time(settings.EVENT_STREAM_SECONDS * random.uniform(0.9, 1.0)))  # noqa: S311  # spreads reconnections, guards nothing
        case JobPlan():
            return _job_frames(hub, plan, _Time(settings.JOB_STREAM_SECONDS))


class _Time:
    """How long a stream may still last, and when the next sign of life is due."""

    def __init__(self, seconds: float) -> None:
        self._clock = asyncio.get_running_loop().time
        self._end = self._clock() + seconds

    def is_left(self) -> bool:
        return self._clock() < self._end

    def to_wait(self) -> float:
        return max(0.0, min(float(settings.EVENT_KEEP_ALIVE_SECONDS), self._end - self._clock()))


async def _person_frames(hub: Hub, plan: PersonPlan, time: _Time) -> AsyncGenerator[bytes]:
    async with hub.person(plan.owner_id) as listener:
        opening = await hub.ask(partial(_opening, plan))
        yield opening.body
        place = opening.place
        while time.is_left() and not listener.is_lost:
            news = await listener.hear(seconds=time.to_wait())
            fresh = [change for told in news for change in told.changes if change.id not in opening.told]
            if not fresh:
                yield KEEP_ALIVE
                continue
            after = place.moved(fresh, oldest_open=news[-1].oldest_open)
            yield _told(fresh, before=place, after=after)
            place = after


@dataclass(frozen=True, slots=True)
class _Opening:
    body: bytes
    place: Place
    told: frozenset[int]


def _opening(plan: PersonPlan) -> _Opening:
    """Say where the stream begins, after what the client has missed; `reset` when nobody knows that any more."""
    since = Place.parse(plan.since)
    missed = audiences.missed(plan.owner_id, since) if since else None
    if since is None or missed is None:
        place = events.here()
        return _Opening(frame("reset" if plan.since else "ready", {}, place=str(place)), place, frozenset())
    place = since.moved(missed.changes, oldest_open=missed.oldest_open)
    body = b"".join(_written(change, place=since) for change in missed.changes)
    told = frozenset(change.id for change in missed.changes)
    return _Opening(body + frame("ready", {}, place=str(place)), place, told)


def _told(changes: Sequence[Change], *, before: Place, after: Place) -> bytes:
    """Write a batch. Only its end is a place to go on from: whoever leaves in the middle hears it all again."""
    *first, last = changes
    return b"".join(_written(change, place=before) for change in first) + _written(last, place=after)


def _written(change: Change, *, place: Place) -> bytes:
    facts = {"id": change.id, "entity": change.entity, "uuid": change.uuid, "version": change.id}
    return frame("change", {**facts, "subject": change.subject, "changed": change.changed}, place=str(place))


async def _job_frames(hub: Hub, plan: JobPlan, time: _Time) -> AsyncGenerator[bytes]:
    async with hub.job(plan.job_id) as listener:
        job = await hub.ask(partial(queue.job_view, plan.job_id))
        if job is None:
            return
        yield _status(job)
        while not job.is_finished and time.is_left() and not listener.is_lost:
            news = await listener.hear(seconds=time.to_wait())
            job = next((told.job for told in reversed(news) if told.job), job)
            yield _status(job) if news else KEEP_ALIVE


def _status(job: JobView) -> bytes:
    error = {"code": job.error_code, "message": job.error_message} if job.error_code else None
    facts = {"id": job.id, "status": job.status, "state": job.state, "progress": job.progress, "message": job.message}
    return frame("status", {**facts, "reason": job.reason, "error": error}, place=END if job.is_finished else LIVE)
