"""Loopback ports: the usual one where it is free, else a free one."""

import socket

LOOPBACK = "127.0.0.1"
WEB = 8000
FLOWER = 5555
METRICS = 9100


def free_port(preferred: int, *, taken: frozenset[int] = frozenset()) -> int:
    """Give `preferred` when nobody listens there, else (and for 0) a port the kernel picks."""
    if preferred and preferred not in taken and _is_free(preferred):
        return preferred
    while True:
        with socket.socket() as probe:
            probe.bind((LOOPBACK, 0))
            port: int = probe.getsockname()[1]
        if port not in taken:
            return port


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        # What the servers do themselves: a connection that lingers from the last run does not count as taken.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
    return True
