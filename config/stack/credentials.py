"""The secrets of one stack folder: made once, kept in a file only its owner reads, never printed again."""

import json
import os
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """The keys of Django and of tokens, and the one account of the demonstration (for the UI, the admin and Flower)."""

    secret_key: str
    jwt_secret: str
    username: str
    password: str

    @property
    def basic_auth(self) -> str:
        return f"{self.username}:{self.password}"


def load_or_create(path: Path) -> Credentials:
    """Read the secrets, or make them; variables of the environment win for this start."""
    kept = _kept(path)
    return Credentials(
        secret_key=os.environ.get("SECRET_KEY") or kept.secret_key,
        jwt_secret=os.environ.get("JWT_SECRET") or kept.jwt_secret,
        username=os.environ.get("DEMO_USERNAME") or kept.username,
        password=os.environ.get("DEMO_PASSWORD") or kept.password,
    )


def _kept(path: Path) -> Credentials:
    """What the file holds; what it lacks, being new or older than this program, is made and written."""
    found: dict[str, str] = json.loads(path.read_text()) if path.exists() else {}
    whole = Credentials(**{**asdict(_fresh()), **found})
    if asdict(whole) != found:
        _write_private(path, whole)
    return whole


def _fresh() -> Credentials:
    return Credentials(
        secret_key=secrets.token_urlsafe(48),
        jwt_secret=secrets.token_urlsafe(48),
        username="demo",
        password=secrets.token_urlsafe(12),
    )


def _write_private(path: Path, credentials: Credentials) -> None:
    draft = path.with_suffix(".new")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        json.dump(asdict(credentials), file, indent=2)
    draft.replace(path)  # a crash leaves the whole file or none
