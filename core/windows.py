"""Sliding windows in Redis: how often something happened in the last so many seconds, over all processes.

A window is ten parts and the one that has begun; what is counted in the oldest part counts until the whole part has
left. So no window of that length, wherever it begins, ever holds more than its limit.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from core import redis_client

_TAKE: Final = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local refused, seen = false, {}
for i, key in ipairs(KEYS) do
  local limit, width = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i]) / 10
  local current = math.floor(now / width)
  local parts, used, flat = {}, 0, redis.call('HGETALL', key)
  for j = 1, #flat, 2 do
    local part, count = tonumber(flat[j]), tonumber(flat[j + 1])
    if part < current - 10 then redis.call('HDEL', key, flat[j])
    else used = used + count; parts[#parts + 1] = {part, count} end
  end
  table.sort(parts, function(a, b) return a[1] < b[1] end)
  local wait = 0
  if used >= limit then
    refused = true
    local left = used
    for _, part in ipairs(parts) do
      left = left - part[2]
      wait = (part[1] + 11) * width - now
      if left < limit then break end
    end
  end
  seen[i] = {key, current, width, used, wait, parts[1] and (parts[1][1] + 11) * width - now or width * 11}
end
local answer = {}
for i, one in ipairs(seen) do
  if not refused then
    redis.call('HINCRBY', one[1], one[2], 1)
    redis.call('EXPIRE', one[1], math.ceil(one[3] * 11) + 1)
    one[4] = one[4] + 1
  end
  answer[i] = {one[4], tostring(one[5]), tostring(one[6])}
end
return {refused and 1 or 0, answer}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """At most `limit` times in `seconds`, for whatever `key` names."""

    key: str
    limit: int
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """How a window stands. `wait` is 0 unless it is full; `reset` is when its oldest part leaves; both in seconds."""

    window: Window
    used: int
    wait: float
    reset: float

    @property
    def remaining(self) -> int:
        return max(0, self.window.limit - self.used)


@dataclass(frozen=True, slots=True)
class Taken:
    """Whether it was counted (in all windows, or in none), and how they stand."""

    is_allowed: bool
    counts: tuple[Count, ...]

    @property
    def wait(self) -> float:
        """Seconds until it is worth trying again."""
        return max((count.wait for count in self.counts), default=0.0)


def take(windows: Sequence[Window]) -> Taken:
    """Count one, unless a window is full. Raises `redis.RedisError` when Redis is away."""
    keys = [redis_client.key("window", window.key) for window in windows]
    arguments = [value for window in windows for value in (window.limit, window.seconds)]
    refused, rows = redis_client.client().eval(_TAKE, len(keys), *keys, *arguments)
    counts = (
        Count(window=window, used=int(used), wait=float(wait), reset=float(reset))
        for window, (used, wait, reset) in zip(windows, rows, strict=True)
    )
    return Taken(not refused, tuple(counts))


def forget(keys: Sequence[str]) -> None:
    """Empty windows. Raises `redis.RedisError` when Redis is away."""
    if keys:
        redis_client.client().delete(*(redis_client.key("window", key) for key in keys))
