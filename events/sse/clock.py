"""The time of a stream."""

import asyncio

from django.conf import settings


class Clock:
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
