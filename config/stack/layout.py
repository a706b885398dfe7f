"""Where the stack keeps its things. `STACK_DIR` moves the folder; everything the stack writes is below it."""

import os
from dataclasses import dataclass
from pathlib import Path

from config.stack.errors import StackError

PROJECT = Path(__file__).resolve().parents[2]
# Raised when a newer stack can no longer read what an older one left.
LAYOUT_VERSION = "1"


@dataclass(frozen=True, slots=True)
class Layout:
    """The paths below one stack folder."""

    root: Path

    @classmethod
    def from_environment(cls) -> "Layout":
        return cls(Path(os.environ.get("STACK_DIR") or PROJECT / ".stack").resolve())

    @property
    def data(self) -> Path:
        """Blobs and models; `DATA_DIR` of the product."""
        return Path(os.environ.get("DATA_DIR") or self.root / "data")

    @property
    def postgres(self) -> Path:
        return self.root / "postgres"

    @property
    def redis(self) -> Path:
        return self.root / "redis"

    @property
    def sockets(self) -> Path:
        return self.root / "run"

    @property
    def logs(self) -> Path:
        return self.root / "logs"

    @property
    def cache(self) -> Path:
        return self.root / "cache"

    @property
    def stamps(self) -> Path:
        return self.root / "stamps"

    @property
    def lock(self) -> Path:
        return self.root / "lock"

    @property
    def state(self) -> Path:
        return self.root / "state.json"

    @property
    def demo(self) -> Path:
        return self.root / "demo.json"

    @property
    def prometheus(self) -> Path:
        return self.root / "prometheus.yml"

    @property
    def credentials(self) -> Path:
        return self.root / "secrets.json"

    @property
    def version(self) -> Path:
        return self.root / "VERSION"

    def prepare(self) -> None:
        """Make the folder, or refuse one that another version of the stack made."""
        self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not self.version.exists():
            self.version.write_text(f"{LAYOUT_VERSION}\n")
        found = self.version.read_text().strip()
        if found != LAYOUT_VERSION:
            message = f"{self.root} has layout {found}; this version of Cartulary reads layout {LAYOUT_VERSION}."
            hint = "Start the version that made it and export what you need, or throw it away with `make reset`."
            raise StackError(message, hint=hint)
        for folder in (self.logs, self.stamps, self.cache, self.data):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
