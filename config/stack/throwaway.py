"""Engines that live as long as this process and leave nothing behind: for tests and benchmarks."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from config.stack.binaries import find_postgres, find_redis
from config.stack.errors import StackError
from config.stack.kernel import dying_with_parent
from config.stack.postgres import STOP_SIGNAL as POSTGRES_STOP
from config.stack.postgres import Cluster
from config.stack.valkey import STOP_SIGNAL as VALKEY_STOP
from config.stack.valkey import Valkey

PREFIX = "cartulary-test-"
READY_SECONDS = 120.0
STOP_SECONDS = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowAway:
    """Two running engines and a folder for files."""

    folder: Path
    cluster: Cluster
    valkey: Valkey

    @property
    def data(self) -> Path:
        return self.folder / "data"


@contextmanager
def throw_away_engines(*, durable: bool = False) -> Iterator[ThrowAway]:
    """Start both engines in a new temporary folder; stop them and remove it at the end.

    `durable` makes PostgreSQL wait for the disk as in production, for those who measure.
    """
    remove_leftovers()
    folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        engines = _lay_out(folder, durable=durable)
        engines.cluster.prepare()
        engines.valkey.prepare()
        for name, argv, sig in (
            ("postgres", engines.cluster.argv(), POSTGRES_STOP),
            ("valkey", engines.valkey.argv(), VALKEY_STOP),
        ):
            stack.callback(_stop, _start(argv, log=folder / f"{name}.log", sig=sig), sig)
        _wait(engines.cluster.is_ready, log=folder / "postgres.log")
        _wait(engines.valkey.is_ready, log=folder / "valkey.log")
        yield engines


def remove_leftovers() -> None:
    """A killed run cannot remove its folder; the next one does. The engines died with their parent."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        owner = folder.name.removeprefix(PREFIX).partition("-")[0]
        if owner.isdigit() and not Path(f"/proc/{owner}").exists():
            shutil.rmtree(folder, ignore_errors=True)


def _lay_out(folder: Path, *, durable: bool) -> ThrowAway:
    # Each engine's socket stands in a folder of its own, because root may have to give PostgreSQL's away.
    sockets = folder / "pg"
    for child in (sockets, folder / "data"):
        child.mkdir(mode=0o700)
    folder.chmod(0o711)
    cluster = Cluster(program=find_postgres().program, data=folder / "postgres", sockets=sockets, durable=durable)
    valkey = Valkey(program=find_redis().program, data=folder / "valkey", sockets=folder, durable=False)
    return ThrowAway(folder=folder, cluster=cluster, valkey=valkey)


def _start(argv: list[str], *, log: Path, sig: signal.Signals) -> subprocess.Popen[bytes]:
    with log.open("wb") as output:
        return subprocess.Popen(
            dying_with_parent(argv, sig),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # a Ctrl-C for pytest must not reach the engines before the tests have ended
        )


def _stop(process: subprocess.Popen[bytes], sig: signal.Signals) -> None:
    process.send_signal(sig)
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _wait(is_ready: Callable[[], bool], *, log: Path) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while not is_ready():
        if time.monotonic() > deadline:
            raise StackError(f"The test engine did not start:\n{log.read_text()[-2000:]}")
        time.sleep(0.02)
