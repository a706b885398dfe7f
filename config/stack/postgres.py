"""One embedded PostgreSQL: its folder, its command line, its addresses, and a user that it accepts.

It listens on a Unix socket in a private folder only, so it needs neither a password nor a port.
"""

import os
import shutil
import signal
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import psycopg
from psycopg import sql

from config.stack.engines import Engine
from config.stack.paths import NOBODY, StackError

SUPERUSER = "postgres"
SHARED_BUFFERS = "128MB"  # those of `production.yml` are larger
_NOT_DURABLE = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """A data folder and the server program that uses it; `durable=False` trades safety for speed, for tests."""

    # PostgreSQL's "fast" shutdown: sessions are ended, the data is written, nothing needs recovery.
    STOP_SIGNAL = signal.SIGINT

    engine: Engine
    data: Path
    sockets: Path
    durable: bool = True
    shared_buffers: str = SHARED_BUFFERS

    @property
    def address(self) -> str:
        return str(self.sockets)

    def prepare(self) -> None:
        """Create the data folder, or check that this server can use the existing one."""
        version_file = self.data / "PG_VERSION"
        if version_file.exists():
            self._check_owner()
            self._check_version(version_file.read_text().strip())
            self._delete_stale_lock()
            self._change_owner()
            return
        if self.data.exists() and any(self.data.iterdir()):
            message = f"{self.data} is not empty and is no PostgreSQL data folder."
            raise StackError(message, hint="Move it away, then start again.")
        self._change_owner()
        self._initdb()

    def argv(self) -> list[str]:
        settings = [
            "listen_addresses=",
            "max_connections=100",
            f"shared_buffers={self.shared_buffers}",
            "max_wal_size=2GB",
            "random_page_cost=1.1",  # the default is that of rotating disks
            "autovacuum_naptime=15s",  # by default a new installation is without statistics for a minute
        ]
        if not self.durable:
            settings += _NOT_DURABLE
        options = [part for setting in settings for part in ("-c", setting)]
        return unprivileged([str(self.engine.program), "-D", str(self.data), "-k", str(self.sockets), *options])

    def django_url(self, database: str) -> str:
        """Return the form that django-environ reads; it does not decode a quoted host as libpq would."""
        return f"postgres://{SUPERUSER}@/{self.sockets}/{database}"

    def conninfo(self, database: str = "postgres") -> str:
        return psycopg.conninfo.make_conninfo(host=str(self.sockets), user=SUPERUSER, dbname=database)

    def is_ready(self) -> bool:
        try:
            psycopg.connect(self.conninfo(), connect_timeout=1).close()
        except psycopg.OperationalError:
            return False
        return True

    def ensure_database(self, name: str) -> None:
        with psycopg.connect(self.conninfo(), autocommit=True) as connection:
            exists = connection.execute("select 1 from pg_database where datname = %s", [name]).fetchone()
            if exists is None:
                connection.execute(sql.SQL("create database {}").format(sql.Identifier(name)))

    def _initdb(self) -> None:
        command = [str(self.engine.program.with_name("initdb")), "-D", str(self.data), "-U", SUPERUSER]
        command += ["--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"]
        if not self.durable:
            command.append("--no-sync")
        outcome = subprocess.run(unprivileged(command), check=False, capture_output=True, text=True)
        if outcome.returncode != 0:
            shutil.rmtree(self.data, ignore_errors=True)
            message = f"initdb failed: {outcome.stderr.strip() or outcome.stdout.strip()}"
            raise StackError(message, hint="`make doctor` lists what this machine lacks.")

    def _delete_stale_lock(self) -> None:
        """Delete the lock file of a crashed server: by now, another program may have its process id."""
        lock = self.data / "postmaster.pid"
        if not lock.exists():
            return
        program = Path("/proc", lock.read_text().split("\n", 1)[0], "comm")
        if not program.exists() or program.read_text().strip() != "postgres":
            lock.unlink()

    def _change_owner(self) -> None:
        """If this is root, give the files to the user that the server runs as."""
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.geteuid() != 0:
            return
        is_nobody = not user_namespaces_work()
        if is_nobody:
            self._make_reachable()
        owner = NOBODY if is_nobody else 0
        for folder in (self.data, self.sockets):
            if folder.stat().st_uid != owner:
                for path in (folder, *folder.rglob("*")):
                    os.chown(path, owner, owner, follow_symlinks=False)

    def _make_reachable(self) -> None:
        for folder in (self.data.parent, self.sockets.parent):
            folder.chmod(folder.stat().st_mode | 0o011)  # to enter, not to list
        for path in (self.data.parent, self.engine.program.parent):
            if not all(folder.stat().st_mode & 0o001 for folder in (path, *path.parents)):
                message = f"As root without user namespaces, the user nobody must be able to reach {path}."
                raise StackError(message, hint="Run as an ordinary user, or from a folder that all users may enter.")

    def _check_owner(self) -> None:
        owner = self.data.stat().st_uid
        if owner not in {os.geteuid(), *((NOBODY,) if os.geteuid() == 0 else ())}:
            message = f"{self.data} belongs to another user (uid {owner})."
            raise StackError(message, hint="Run as that user, or set STACK_DIR to a folder of your own.")

    def _check_version(self, version: str) -> None:
        ours = self.engine.major_version()
        if version != ours:
            message = f"{self.data} was made by PostgreSQL {version}; this is PostgreSQL {ours}, which cannot read it."
            hint = (
                f"To keep the data: `pg_dumpall` with PostgreSQL {version}, move the folder away, start, load the dump."
                " To delete it: `make reset`."
            )
            raise StackError(message, hint=hint)


def unprivileged(argv: list[str]) -> list[str]:
    """Wrap a command that refuses to run as root; return it unchanged for other users."""
    if os.geteuid() != 0:
        return argv
    if user_namespaces_work():
        return [*_unshare(), *argv]
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        message = "PostgreSQL refuses to run as root, and there is neither `unshare` nor `setpriv`."
        raise StackError(message, hint="Run as an ordinary user, or set DATABASE_URL to a server of your own.")
    return [setpriv, f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *argv]


@cache
def user_namespaces_work() -> bool:
    """Check whether this process may map itself to another user; containers often forbid it."""
    if shutil.which("unshare") is None:
        return False
    return subprocess.run([*_unshare(), "true"], check=False, capture_output=True).returncode == 0


def _unshare() -> list[str]:
    return [str(shutil.which("unshare")), "--user", f"--map-user={NOBODY}", f"--map-group={NOBODY}"]
