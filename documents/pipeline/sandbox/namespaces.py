"""A network namespace without any network, in a user namespace of its own, so that no privilege is needed for it."""

import os
from pathlib import Path

from documents.pipeline.sandbox import kernel

_WALLS = kernel.CLONE_NEWUSER | kernel.CLONE_NEWNET | kernel.CLONE_NEWIPC | kernel.CLONE_NEWUTS


def leave_the_network(*, with_children: bool = False) -> bool:
    """Whether the process is now in an empty network namespace. Must run before the first thread starts.

    `with_children`: the next child is the first of a world of processes of its own, which ends together with it.
    """
    user, group = os.geteuid(), os.getegid()
    if not kernel.unshare(_WALLS | (kernel.CLONE_NEWPID if with_children else 0)):
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
