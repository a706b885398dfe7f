"""Self-test of the isolation: a sandbox tries what it must not be able to do. `doctor` reports the result."""

from __future__ import annotations

import socket
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from documents.pipeline.sandbox.client import Sandbox
    from documents.pipeline.sandbox.wire import Message


@dataclass(frozen=True, slots=True)
class IsolationReport:
    """Forbidden actions that a sandbox was able to do."""

    reaches_network: bool
    reads_other_files: bool
    writes_other_files: bool

    @property
    def is_isolated(self) -> bool:
        return not (self.reaches_network or self.reads_other_files or self.writes_other_files)


def check_isolation(sandbox: Sandbox) -> IsolationReport:
    """Let a sandbox try to connect to a socket, to read a secret file and to create a file."""
    with socket.create_server(("127.0.0.1", 0)) as listener, tempfile.TemporaryDirectory() as folder:
        secret = Path(folder, "secret")
        secret.write_text("secret", encoding="ascii")
        result = sandbox.run_self_test(
            {"port": listener.getsockname()[1], "secret": str(secret), "target": str(Path(folder, "new"))}
        )
    return IsolationReport(
        reaches_network=result.get("connected") is not False,
        reads_other_files=result.get("read") is not False,
        writes_other_files=result.get("wrote") is not False,
    )


def self_test(request: Message) -> Message:
    """Try the forbidden actions; runs inside the sandbox."""
    return {
        "kind": "self_test",
        "connected": _can_connect(int(request["port"])),
        "read": _can_read(Path(request["secret"])),
        "wrote": _can_write(Path(request["target"])),
    }


def _can_connect(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=2):
            return True
    except OSError:
        return False


def _can_read(path: Path) -> bool:
    try:
        return bool(path.read_bytes())
    except OSError:
        return False


def _can_write(path: Path) -> bool:
    try:
        path.write_text("here", encoding="ascii")
    except OSError:
        return False
    return True
