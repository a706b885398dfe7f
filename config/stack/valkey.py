"""One embedded Redis-compatible server on a Unix socket: its command line and its addresses."""

import signal
from dataclasses import dataclass
from pathlib import Path

import redis

STOP_SIGNAL = signal.SIGTERM
# Enough for two numbers (cache and broker) for each of many parallel test processes.
DATABASES = 128


@dataclass(frozen=True, slots=True, kw_only=True)
class Valkey:
    """A data folder and the server program that owns it."""

    program: Path
    data: Path
    sockets: Path
    durable: bool = True

    @property
    def socket(self) -> Path:
        return self.sockets / "valkey.sock"

    def prepare(self) -> None:
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)

    def argv(self) -> list[str]:
        return [
            str(self.program),
            *("--port", "0", "--unixsocket", str(self.socket), "--unixsocketperm", "700"),
            *("--dir", str(self.data), "--databases", str(DATABASES)),
            *("--save", "", "--appendonly", "yes" if self.durable else "no"),
            # A queue must never lose a message to make room for another.
            *("--maxmemory-policy", "noeviction"),
        ]

    def cache_url(self, number: int = 1) -> str:
        return f"unix://{self.socket}?db={number}"

    def broker_url(self, number: int = 0) -> str:
        return f"redis+socket://{self.socket}?virtual_host={number}"

    def is_ready(self) -> bool:
        client = redis.Redis(unix_socket_path=str(self.socket), socket_connect_timeout=1, socket_timeout=1)
        try:
            return bool(client.ping())
        except redis.RedisError:
            return False
        finally:
            client.close()
