"""A second checkout of the project (commit 35ee46f) that is measured in the same run.

Its server runs with its own virtual environment, engines and database. A process in that checkout (`peer_server`)
starts it and executes the uploads with its own client; the requests of the operations come from this process.
"""

import json
import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.api.operations import BEFORE, Target

PROGRAM = Path(__file__).with_name("peer_server.py")
_INHERITED = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "TZ")


@dataclass(frozen=True, slots=True)
class Peer:
    """A running server of the peer."""

    target: Target
    process: "subprocess.Popen[str]"

    def upload_large(self) -> dict[str, float]:
        return _call(self.process, command="upload_large")

    def upload_many(self, *, files: int) -> dict[str, float]:
        return _call(self.process, command="upload_many", files=files)


@contextmanager
def peer(checkout: Path, *, contracts: int) -> Iterator[Peer]:
    """Start the peer's server, filled with the same contracts."""
    checkout = checkout.resolve()
    python = checkout / ".venv" / "bin" / "python"
    environment = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    environment["PATH"] = f"{python.parent}{os.pathsep}{environment['PATH']}"
    environment["PYTHONPATH"] = f"{checkout}{os.pathsep}{checkout / 'clients' / 'python'}"
    process = subprocess.Popen(
        [str(python), "-P", str(PROGRAM), str(contracts)],
        cwd=checkout,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield Peer(Target(version=BEFORE, **_read(process)), process)
        finally:
            assert process.stdin is not None
            process.stdin.close()  # ends the program and what it has started


def _call(process: "subprocess.Popen[str]", **command: object) -> dict[str, float]:
    assert process.stdin is not None
    process.stdin.write(json.dumps(command) + "\n")
    process.stdin.flush()
    return dict(_read(process))


def _read(process: "subprocess.Popen[str]") -> Mapping[str, Any]:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise RuntimeError(f"The peer has stopped with exit code {process.wait()}.")
    response: Mapping[str, Any] = json.loads(line)
    return response
