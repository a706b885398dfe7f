"""F-6: a proxy before the engines that can delay, hold back or reset traffic, or report closed connections late.

Runs as its own process: `python -m tests.meta.chaos.proxy SOCKET…` listens on loopback for each Unix socket, prints
the ports as JSON, and reads its mode from standard input, a line each: `clear`, `slow 0.05`, `hole`, `torn`,
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
_DISCONNECTED = (ConnectionError, OSError)


@dataclass(slots=True)
class _State:
    """The current mode, and the open connections."""

    delay: float = 0.0
    late: float = 0.0
    is_torn: bool = False
    is_open: asyncio.Event = field(default_factory=asyncio.Event)
    pairs: set[tuple[asyncio.StreamWriter, asyncio.StreamWriter]] = field(default_factory=set)

    def change(self, mode: str, seconds: float) -> None:
        self.delay = seconds if mode == "slow" else 0.0
        self.late = seconds if mode == "late" else 0.0
        self.is_torn = mode == "torn"
        (self.is_open.clear if mode == "hole" else self.is_open.set)()
        if self.is_torn:
            for pair in tuple(self.pairs):
                _reset(*pair)


def _reset(*writers: asyncio.StreamWriter) -> None:
    for writer in writers:
        raw = writer.get_extra_info("socket")
        with suppress(*_DISCONNECTED):
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
        writer.transport.abort()


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter, state: _State) -> None:
    with suppress(*_DISCONNECTED):
        while chunk := await source.read(CHUNK):
            if state.delay:
                await asyncio.sleep(state.delay * random.uniform(0.5, 1.5))
            await state.is_open.wait()
            target.write(chunk)
            await target.drain()
    await asyncio.sleep(state.late)  # reports the closed connection late
    await state.is_open.wait()
    target.close()


async def _serve(path: str, state: _State) -> int:
    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if state.is_torn:
            _reset(writer)
            return
        try:
            upstream_reader, upstream = await asyncio.open_unix_connection(path)
        except OSError:
            _reset(writer)
            return
        pair = (writer, upstream)
        state.pairs.add(pair)
        await asyncio.gather(_copy(reader, upstream, state), _copy(upstream_reader, writer, state))
        state.pairs.discard(pair)

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    return int(server.sockets[0].getsockname()[1])


async def _run(paths: list[str]) -> None:
    state = _State()
    state.is_open.set()
    ports = [await _serve(path, state) for path in paths]
    sys.stdout.write(f"{json.dumps(ports)}\n")
    sys.stdout.flush()
    commands = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(commands), sys.stdin)
    while line := (await commands.readline()).decode():
        mode, _, seconds = line.strip().partition(" ")
        state.change(mode, float(seconds or 0))


class Proxy:
    """A proxy process."""

    def __init__(self, argv: list[str]) -> None:
        self._process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.ports: list[int] = json.loads(self._process.stdout.readline())

    def set_mode(self, mode: str, seconds: float = 0.0) -> None:
        """Change the mode (see above)."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{mode} {seconds}\n")
        self._process.stdin.flush()

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


if __name__ == "__main__":
    asyncio.run(_run(sys.argv[1:]))
