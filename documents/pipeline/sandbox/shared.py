"""Sandboxes shared by all threads of an operating system process, one for each set of limits."""

import atexit
import os
import threading

from documents.pipeline.sandbox.client import Sandbox
from documents.pipeline.sandbox.limits import Limits

_shared: dict[Limits, Sandbox] = {}
_lock = threading.Lock()


def shared_sandbox(limits: Limits | None = None) -> Sandbox:
    """Return the sandbox of this operating system process with these limits."""
    limits = limits or Limits()
    with _lock:
        return _shared.setdefault(limits, Sandbox(limits=limits))


def _after_fork() -> None:
    """Reset sandboxes and lock in a forked child: another thread of the parent may have held the lock."""
    global _lock  # noqa: PLW0603  # a lock held by a thread of the parent cannot be released here
    _lock = threading.Lock()
    _shared.clear()


def _close_all() -> None:
    for sandbox in _shared.values():
        sandbox.close()


os.register_at_fork(after_in_child=_after_fork)
atexit.register(_close_all)
