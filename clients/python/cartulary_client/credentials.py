"""Credentials of a user at a server, and the file in the user's configuration folder that stores them."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Protocol

if sys.platform != "win32":
    import fcntl


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """A server and an API token, or the access and refresh token of a login."""

    server: str
    username: str = ""
    token: str = ""
    access: str = ""
    refresh: str = ""

    @property
    def bearer(self) -> str:
        return self.token or self.access

    def with_tokens(self, access: str, refresh: str) -> "Credentials":
        """Return a copy with a new pair of tokens."""
        return replace(self, access=access, refresh=refresh)


class CredentialStore(Protocol):
    """Storage shared by all clients that use the same login."""

    def load(self) -> Credentials | None: ...
    def save(self, credentials: Credentials) -> None: ...
    def locked(self) -> AbstractContextManager[None]: ...


def config_folder() -> Path:
    """Return `CARTULARY_CONFIG`, or else the platform's folder for configuration files."""
    if configured := os.environ.get("CARTULARY_CONFIG"):
        return Path(configured)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming") / "Cartulary"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Cartulary"
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "cartulary"


class CredentialsFile:
    """`credentials.json`, mode 0600, replaced atomically."""

    def __init__(self, folder: Path | None = None) -> None:
        self._file = (folder or config_folder()) / "credentials.json"

    def load(self) -> Credentials | None:
        """Return the stored credentials; `None` when there are none or the file is damaged."""
        try:
            return Credentials(**json.loads(self._file.read_text()))
        except (FileNotFoundError, ValueError, TypeError):
            return None

    def save(self, credentials: Credentials) -> None:
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = self._file.with_suffix(f".{os.getpid()}.new")
        new.unlink(missing_ok=True)
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            json.dump(asdict(credentials), file)
        new.replace(self._file)

    def delete(self) -> None:
        self._file.unlink(missing_ok=True)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold an exclusive lock between processes: using a refresh token twice revokes the login."""
        if sys.platform == "win32":
            yield
            return
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self._file.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.flock(lock, fcntl.LOCK_UN)  # closing is not enough if the process has forked meanwhile


class MemoryCredentialStore:
    """Credentials that are not written to disk."""

    def __init__(self) -> None:
        self._credentials: Credentials | None = None

    def load(self) -> Credentials | None:
        return self._credentials

    def save(self, credentials: Credentials) -> None:
        self._credentials = credentials

    @contextmanager
    def locked(self) -> Iterator[None]:
        yield
