"""Engines for tests and benchmarks that live as long as this process and leave nothing behind."""

import fcntl
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import psycopg

from config.stack.engines import Valkey, find_postgres, find_redis
from config.stack.paths import PROJECT, StackError
from config.stack.postgres import SHARED_BUFFERS, Cluster
from config.stack.processes import MARKER, guard
from config.stack.setup import hash_inputs
from core.db import schema_file

SETTINGS = "config.settings.test"
TEMPLATE = "migrated"
_READY_SECONDS = 120.0
_STOP_SECONDS = 10.0
_KEPT_S = 86_400.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TemporaryEngines:
    """Two running engines and a folder for files."""

    folder: Path
    cluster: Cluster
    valkey: Valkey
    stop_postgres: Callable[[], None]

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def environment(self) -> dict[str, str]:
        """Return the environment of programs that use these engines, and end with them."""
        return {
            "DATABASE_URL": self.cluster.django_url("cartulary"),
            "DATA_DIR": str(self.data),
            "MODELS_DIR": str(self.data / "models"),
            "SECRET_KEY": secrets.token_urlsafe(48),
            "JWT_SECRET": secrets.token_urlsafe(48),
            "REDIS_URL": self.valkey.cache_url(),
            "CELERY_BROKER_URL": self.valkey.broker_url(),
            MARKER: str(self.folder),
        }


@contextmanager
def temporary_engines(*, durable: bool = False, template: Path | None = None) -> Iterator[TemporaryEngines]:
    """Start both engines in a new temporary folder; stop them and remove it at the end.

    With `durable`, for benchmarks, PostgreSQL waits for the disk and has as much memory as in `production.yml`.
    `template` is a data folder to copy.
    """
    folder = Path(tempfile.mkdtemp(prefix="cartulary-test-")).resolve()
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        stack.enter_context(guard(str(folder), folder=folder))
        # Each engine's socket is in a folder of its own, because root may have to give PostgreSQL's away.
        sockets = folder / "pg"
        for child in (sockets, folder / "data"):
            child.mkdir(mode=0o700)
        folder.chmod(0o711)
        cluster = Cluster(
            engine=find_postgres(),
            data=folder / "postgres",
            sockets=sockets,
            durable=durable,
            shared_buffers="1GB" if durable else SHARED_BUFFERS,
        )
        valkey = Valkey(program=find_redis().program, data=folder / "valkey", sockets=folder, durable=False)
        if template is not None:
            shutil.copytree(template, cluster.data)
        stops = []
        for engine in (cluster, valkey):
            engine.prepare()
            log = folder / f"{engine.data.name}.log"
            stops.append(partial(_stop, _start(engine.argv(), log=log, marker=str(folder)), engine.STOP_SIGNAL))
            stack.callback(stops[-1])
            _wait(engine.is_ready, log=log)
        yield TemporaryEngines(folder=folder, cluster=cluster, valkey=valkey, stop_postgres=stops[0])


def migrated_cluster() -> Path:
    """Return a PostgreSQL data folder whose database TEMPLATE has all migrations; made once for their current state."""
    caches = Path(sys.prefix) / "test-databases"
    caches.mkdir(exist_ok=True)
    folder = caches / hash_inputs([schema_file.FILE], extra=schema_file.fingerprint() + find_postgres().version())[:16]
    with (caches / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            _delete_unused(caches)
            _migrate_into(folder)
        os.utime(folder)
    return folder


def _delete_unused(caches: Path) -> None:
    """Delete what was not used for a day; another checkout with the same environment may be using the others."""
    for each in caches.glob("*/"):
        if each.stat().st_mtime < time.time() - _KEPT_S:
            shutil.rmtree(each, ignore_errors=True)


def models_folder() -> Path:
    """Return a folder for models, which the first test that needs one builds; another when their recipe changes."""
    return _cache("test-models", [*PROJECT.glob("corpuses/llm/*.py"), *PROJECT.glob("requirements/*.txt")])


def documents_folder() -> Path:
    """Return a folder for the results of processing, which the first test of a file stores; another when code changes.

    All that may change a result counts: what parses and indexes, and the tables.
    """
    parsing = [each for each in PROJECT.glob("documents/**/*.*") if each.suffix in {".py", ".typ", ".sql"}]
    indexing = [*PROJECT.glob("corpuses/search/*"), *PROJECT.glob("corpuses/llm/*.py")]
    inputs = [*parsing, *indexing, *PROJECT.glob("requirements/*.txt"), schema_file.FILE]
    return _cache("test-documents", filter(Path.is_file, inputs), extra=schema_file.fingerprint())


def _cache(name: str, inputs: Iterable[Path], *, extra: str = "") -> Path:
    folder = Path(sys.prefix) / name / hash_inputs(inputs, extra=extra)[:16]
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    _delete_unused(folder.parent)
    return folder


def _migrate_into(folder: Path) -> None:
    with temporary_engines() as engines:
        engines.cluster.ensure_database(TEMPLATE)
        with psycopg.connect(engines.cluster.conninfo(TEMPLATE)) as connection:
            is_loaded = schema_file.load(connection)
        if not is_loaded:  # a migration has been changed, and the file not yet
            env = {**os.environ, **engines.environment(), "DATABASE_URL": engines.cluster.django_url(TEMPLATE)}
            env["DJANGO_SETTINGS_MODULE"] = SETTINGS
            command = [sys.executable, str(PROJECT / "manage.py"), "migrate", "--verbosity", "0"]
            subprocess.run(command, env=env, check=True)
        engines.stop_postgres()
        draft = folder.with_suffix(".draft")
        shutil.copytree(engines.cluster.data, draft)
        draft.rename(folder)


def _start(argv: list[str], *, log: Path, marker: str) -> subprocess.Popen[bytes]:
    with log.open("wb") as output:
        return subprocess.Popen(
            argv,
            env={**os.environ, MARKER: marker},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C for pytest must not end the engines before the tests have ended
        )


def _stop(process: subprocess.Popen[bytes], sig: signal.Signals) -> None:
    process.send_signal(sig)
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _wait(is_ready: Callable[[], bool], *, log: Path) -> None:
    deadline = time.monotonic() + _READY_SECONDS
    while not is_ready():
        if time.monotonic() > deadline:
            raise StackError(f"The test engine did not start:\n{log.read_text()[-2000:]}")
        time.sleep(0.02)
