"""F-6: a wire between workers and engines that can be slow, deaf, torn, or late to tell that somebody hung up.

A process of its own: `python -m tests.meta.chaos.wire SOCKET…` listens on loopback once for each Unix socket, prints
the ports as JSON, and takes its orders from its standard input, a line each: `clear`, `slow 0.05`, `hole`, `torn`,
`late 5`.
"""

import asyncio
import json
import random
import socket
import struct
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass, field

CHUNK = 65_536
_RESET_ON_CLOSE = struct.pack("ii", 1, 0)
_GONE = (ConnectionError, OSError)


@dataclass(slots=True)
class _Mood:
    """What happens to whatever passes now."""

    delay: float = 0.0
    late: float = 0.0
    is_torn: bool = False
    is_open: asyncio.Event = field(default_factory=asyncio.Event)
    pairs: set[tuple[asyncio.StreamWriter, asyncio.StreamWriter]] = field(default_factory=set)

    def change(self, order: str, seconds: float) -> None:
        self.delay = seconds if order == "slow" else 0.0
        self.late = seconds if order == "late" else 0.0
        self.is_torn = order == "torn"
        (self.is_open.clear if order == "hole" else self.is_open.set)()
        if self.is_torn:
            for pair in tuple(self.pairs):
                _tear(*pair)


def _tear(*writers: asyncio.StreamWriter) -> None:
    for writer in writers:
        raw = writer.get_extra_info("socket")
        with suppress(*_GONE):
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
        writer.transport.abort()


async def _pump(source: asyncio.StreamReader, target: asyncio.StreamWriter, mood: _Mood) -> None:
    with suppress(*_GONE):
        while chunk := await source.read(CHUNK):
            if mood.delay:
                await asyncio.sleep(mood.delay * random.uniform(0.5, 1.5))
            await mood.is_open.wait()
            target.write(chunk)
            await target.drain()
    await asyncio.sleep(mood.late)  # the other side learns of the end only then
    await mood.is_open.wait()
    target.close()


async def _serve(path: str, mood: _Mood) -> int:
    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if mood.is_torn:
            _tear(writer)
            return
        try:
            upstream_reader, upstream = await asyncio.open_unix_connection(path)
        except OSError:
            _tear(writer)
            return
        pair = (writer, upstream)
        mood.pairs.add(pair)
        await asyncio.gather(_pump(reader, upstream, mood), _pump(upstream_reader, writer, mood))
        mood.pairs.discard(pair)

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    return int(server.sockets[0].getsockname()[1])


async def _run(paths: list[str]) -> None:
    mood = _Mood()
    mood.is_open.set()
    ports = [await _serve(path, mood) for path in paths]
    sys.stdout.write(f"{json.dumps(ports)}\n")
    sys.stdout.flush()
    orders = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    while line := (await orders.readline()).decode():
        order, _, seconds = line.strip().partition(" ")
        mood.change(order, float(seconds or 0))


class Wire:
    """The wire as the chaos run sees it."""

    def __init__(self, argv: list[str]) -> None:
        self._process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.ports: list[int] = json.loads(self._process.stdout.readline())

    def be(self, order: str, seconds: float = 0.0) -> None:
        """Change what the wire is like: see above."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{order} {seconds}\n")
        self._process.stdin.flush()

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


if __name__ == "__main__":
    asyncio.run(_run(sys.argv[1:]))
