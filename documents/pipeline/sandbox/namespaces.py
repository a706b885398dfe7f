"""A network namespace without any network, in a user namespace of its own, so that no privilege is needed for it."""

import os
from pathlib import Path

from documents.pipeline.sandbox import kernel


def leave_the_network() -> bool:
    """Whether the process is now in an empty network namespace. Must run before the first thread starts."""
    user, group = os.geteuid(), os.getegid()
    if not kernel.unshare(kernel.CLONE_NEWUSER | kernel.CLONE_NEWNET | kernel.CLONE_NEWIPC | kernel.CLONE_NEWUTS):
        return False
    _map_ids(user, group)
    return True


def _map_ids(user: int, group: int) -> None:
    """Stay the same user inside; without the map, files would seem to belong to nobody."""
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        try:
            Path("/proc/self", name).write_text(text, encoding="ascii")
        except OSError:  # the namespace works without the map
            return
