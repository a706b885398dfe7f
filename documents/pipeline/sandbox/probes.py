"""Let a sandbox try what it must not be able to do; `doctor` tells the operator the result."""

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
    """What a sandbox was able to do that it should not be."""

    reaches_network: bool
    reads_other_files: bool
    writes_other_files: bool

    @property
    def is_tight(self) -> bool:
        return not (self.reaches_network or self.reads_other_files or self.writes_other_files)


def check_isolation(sandbox: Sandbox) -> IsolationReport:
    """Offer a listening socket and a secret file to the sandbox, and see what it gets hold of."""
    with socket.create_server(("127.0.0.1", 0)) as listener, tempfile.TemporaryDirectory() as folder:
        secret = Path(folder, "secret")
        secret.write_text("secret", encoding="ascii")
        result = sandbox.probe(
            {"port": listener.getsockname()[1], "secret": str(secret), "target": str(Path(folder, "new"))}
        )
    return IsolationReport(
        reaches_network=result.get("connected") is not False,
        reads_other_files=result.get("read") is not False,
        writes_other_files=result.get("wrote") is not False,
    )


def probe(request: Message) -> Message:
    """Runs inside the sandbox."""
    return {
        "kind": "probe",
        "connected": _connects(int(request["port"])),
        "read": _reads(Path(request["secret"])),
        "wrote": _writes(Path(request["target"])),
    }


def _connects(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=2):
            return True
    except OSError:
        return False


def _reads(path: Path) -> bool:
    try:
        return bool(path.read_bytes())
    except OSError:
        return False


def _writes(path: Path) -> bool:
    try:
        path.write_text("here", encoding="ascii")
    except OSError:
        return False
    return True
