"""What both ends of the pipe must agree on: a worker keeps the code it began with, a sandbox reads it from disk."""

import hashlib
from pathlib import Path

PAGES_READ = "pages_read"  # a kind of message: its sender waits for an answer before it goes on
_DOCUMENTS = Path(__file__).resolve().parents[2]


def _fingerprint() -> str:
    """Of the sources that write and read messages, and of the types these are made of."""
    sources = [*Path(__file__).parent.glob("*.py"), _DOCUMENTS / "types.py", _DOCUMENTS / "errors.py"]
    digest = hashlib.sha256()
    for source in sorted(sources):
        digest.update(source.name.encode() + b"\0" + (source.read_bytes() if source.exists() else b""))
    return digest.hexdigest()


PROTOCOL = _fingerprint()
