"""One embedded PostgreSQL: its folder, its command line, its addresses. Who starts and watches it is not decided here.

It listens on a Unix socket in a private folder and nowhere else, so it needs no password and no port.
"""

import os
import shutil
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg import sql

from config.stack.errors import StackError
from config.stack.kernel import NOBODY, changes_owner, is_traversable, unprivileged

SUPERUSER = "postgres"
# SIGINT asks for PostgreSQL's "fast" shutdown: sessions are cut, the data is written, nothing needs recovery.
STOP_SIGNAL = signal.SIGINT

_THROW_AWAY = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """A data folder and the server program that owns it; `durable=False` trades safety for the speed tests want."""

    program: Path
    data: Path
    sockets: Path
    durable: bool = True

    def prepare(self) -> None:
        """Create the data folder, or check that this server may use the one that is there."""
        version_file = self.data / "PG_VERSION"
        if version_file.exists():
            self._refuse_other_owner()
            self._refuse_other_major(version_file.read_text().strip())
            self._drop_stale_lock()
            self._give_away()
            return
        if self.data.exists() and any(self.data.iterdir()):
            message = f"{self.data} is not empty and is no PostgreSQL data folder."
            raise StackError(message, hint="Move it away, then start again.")
        self._give_away()
        self._initdb()

    def argv(self) -> list[str]:
        settings = ["listen_addresses=", "max_connections=100", "shared_buffers=128MB", "max_wal_size=2GB"]
        if not self.durable:
            settings += _THROW_AWAY
        options = [part for setting in settings for part in ("-c", setting)]
        command = [str(self.program), "-D", str(self.data), "-k", str(self.sockets), *options]
        return unprivileged(command, death_signal=STOP_SIGNAL)

    def django_url(self, database: str) -> str:
        """The form django-environ reads; it does not decode a quoted host as libpq would."""
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
            known = connection.execute("select 1 from pg_database where datname = %s", [name]).fetchone()
            if known is None:
                connection.execute(sql.SQL("create database {}").format(sql.Identifier(name)))

    def _initdb(self) -> None:
        command = [str(self.program.with_name("initdb")), "-D", str(self.data), "-U", SUPERUSER]
        command += ["--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"]
        if not self.durable:
            command.append("--no-sync")
        outcome = subprocess.run(unprivileged(command), check=False, capture_output=True, text=True)
        if outcome.returncode != 0:
            shutil.rmtree(self.data, ignore_errors=True)
            message = f"initdb failed: {outcome.stderr.strip() or outcome.stdout.strip()}"
            raise StackError(message, hint="`make doctor` names what this machine lacks.")

    def _drop_stale_lock(self) -> None:
        """After a crash the pid in the lock file may belong to anybody; only a PostgreSQL may keep it."""
        lock = self.data / "postmaster.pid"
        if not lock.exists():
            return
        program = Path("/proc", lock.read_text().split("\n", 1)[0], "comm")
        if not program.exists() or program.read_text().strip() != "postgres":
            lock.unlink()

    def _give_away(self) -> None:
        """As root: let the files belong to whom the server will be. Else: nothing to do."""
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.geteuid() != 0:
            return
        if changes_owner():
            self._open_the_way()
        owner = NOBODY if changes_owner() else 0
        for folder in (self.data, self.sockets):
            if folder.stat().st_uid != owner:
                for path in (folder, *folder.rglob("*")):
                    os.chown(path, owner, owner, follow_symlinks=False)

    def _open_the_way(self) -> None:
        """Where root cannot map itself to nobody, nobody must reach the folders."""
        for folder in (self.data.parent, self.sockets.parent):
            folder.chmod(folder.stat().st_mode | 0o011)  # to pass through, not to look into
        if not (is_traversable(self.data.parent) and is_traversable(self.program.parent)):
            message = f"As root without user namespaces, the user nobody must reach {self.data} and {self.program}."
            raise StackError(message, hint="Run as an ordinary user, or from a folder everybody may enter.")

    def _refuse_other_owner(self) -> None:
        owner = self.data.stat().st_uid
        if owner not in {os.geteuid(), *((NOBODY,) if os.geteuid() == 0 else ())}:
            message = f"{self.data} belongs to another user (uid {owner})."
            raise StackError(message, hint="Run as that user, or set STACK_DIR to a folder of your own.")

    def _refuse_other_major(self, found: str) -> None:
        major = major_version(self.program)
        if found != major:
            message = f"{self.data} was made by PostgreSQL {found}; this is PostgreSQL {major}, and it cannot read it."
            hint = (
                f"Keep the data: `pg_dumpall` with PostgreSQL {found}, move the folder away, start, load the dump. "
                "Throw it away: `make reset`."
            )
            raise StackError(message, hint=hint)


def major_version(program: Path) -> str:
    """Ask the server program; "postgres (PostgreSQL) 18.6" gives "18"."""
    answer = subprocess.run([str(program), "--version"], check=True, capture_output=True, text=True).stdout
    return answer.split()[-1].split(".")[0]
