"""Files that appear whole or not at all: a full disk or a killed process leaves no half under their names."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

_PREFIX: Final = ".draft-"


@contextmanager
def draft_of(target: Path) -> Iterator[Path]:
    """Yield a new file beside the target, which takes its name at the end of the block, when it is on disk.

    Only its owner can read it. After an error it is deleted, and the target is as it was.
    """
    handle, name = tempfile.mkstemp(prefix=_PREFIX, dir=target.parent)
    os.close(handle)
    draft = Path(name)
    try:
        yield draft
        flush_to_disk(draft)
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def flush_to_disk(path: Path) -> None:
    """Write the content of a closed file to disk."""
    with path.open("rb") as written:
        os.fsync(written.fileno())


def delete_old_drafts(folder: Path, *, before: datetime) -> int:
    """Delete drafts of killed processes in a folder and those below; return their number."""
    count = 0
    for parent, _, names in os.walk(folder):
        for draft in (Path(parent, name) for name in names if name.startswith(_PREFIX)):
            with suppress(FileNotFoundError):  # its process has just finished
                if draft.stat().st_mtime < before.timestamp():
                    draft.unlink()
                    count += 1
    return count
