"""A separate RabbitMQ: Debian's package, on ports, a node name and folders of its own.

Nothing is installed here; who has no RabbitMQ gets a reason to skip.
"""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from config.stack.run_config import LOOPBACK, free_port

# The one on the PATH insists on being root or `rabbitmq`.
_SERVERS = ("/usr/lib/rabbitmq/bin/rabbitmq-server", "/opt/rabbitmq/sbin/rabbitmq-server")
_READY_SECONDS = 60.0


@dataclass(slots=True)
class RabbitMq:
    """A server that can be killed and started again on the same data."""

    url: str
    port: int
    argv: list[str]
    environment: Mapping[str, str]
    log: Path
    _process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        with self.log.open("ab") as output:
            self._process = subprocess.Popen(
                self.argv,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        end = time.monotonic() + _READY_SECONDS
        while not self._is_ready():
            assert self._process.poll() is None, self.log.read_text(errors="replace")[-3000:]
            assert time.monotonic() < end, self.log.read_text(errors="replace")[-3000:]
            time.sleep(0.1)

    def kill(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def _is_ready(self) -> bool:
        """Check that the server answers an AMQP handshake; before it is ready, it does not."""
        with suppress(OSError), socket.create_connection((LOOPBACK, self.port), timeout=1) as connection:
            connection.sendall(b"AMQP\x00\x00\x09\x01")
            return bool(connection.recv(1))
        return False


def why_not() -> str:
    """Return what is missing, or an empty string."""
    if _server() is None:
        return "no RabbitMQ is installed: apt-get install rabbitmq-server"
    return "" if shutil.which("epmd") else "Erlang's epmd is not on the PATH"


@contextmanager
def rabbitmq(folder: Path) -> Iterator[RabbitMq]:
    """Run a broker during the block."""
    port, distribution, names = free_port(0), free_port(0), free_port(0)
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),  # Erlang's cookie
        "LANG": "C.UTF-8",
        "ERL_EPMD_ADDRESS": LOOPBACK,
        "ERL_EPMD_PORT": str(names),
        "RABBITMQ_NODENAME": f"cartulary-{secrets.token_hex(4)}@localhost",
        "RABBITMQ_NODE_IP_ADDRESS": LOOPBACK,
        "RABBITMQ_NODE_PORT": str(port),
        "RABBITMQ_DIST_PORT": str(distribution),
        "RABBITMQ_MNESIA_BASE": str(folder / "mnesia"),
        "RABBITMQ_LOG_BASE": str(folder / "log"),
        "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "plugins"),
        "RABBITMQ_CONFIG_FILE": str(folder / "rabbitmq"),
        "RABBITMQ_CONF_ENV_FILE": str(folder / "environment"),
    }
    server = _server()
    assert server is not None, why_not()
    # Started here, so that Erlang starts none that outlives it.
    epmd = subprocess.Popen([shutil.which("epmd") or "epmd", "-address", LOOPBACK, "-port", str(names)])
    broker = RabbitMq(f"amqp://guest:guest@{LOOPBACK}:{port}//", port, [server], environment, folder / "rabbitmq.log")
    try:
        broker.start()
        yield broker
    finally:
        broker.kill()
        epmd.kill()
        epmd.wait()


def _server() -> str | None:
    return next((path for path in _SERVERS if os.access(path, os.X_OK)), None)
