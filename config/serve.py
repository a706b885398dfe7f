"""uvicorn, with its options, that loses no request when it ends: `python -m config.serve config.asgi:application`.

It reads HTTP by `config.http_protocol`.

The kernel completes connections before a program accepts them, and resets those that are not accepted when the socket
is closed. A proxy must not repeat a request that it has sent over one, unless it changes nothing. So the socket is
closed in the moment in which no connection waits, and the requests on those that were accepted are read.
"""

import asyncio
import os
import struct
import time
from contextlib import suppress
from fcntl import ioctl
from importlib import import_module
from itertools import chain
from socket import IPPROTO_TCP, socket
from termios import FIONREAD
from typing import Any, Final

import uvicorn
from uvicorn.config import HTTP_PROTOCOLS
from uvicorn.supervisors import Multiprocess

_SHORT_SECONDS: Final = 0.2  # in which a proxy sends the request after it has connected
_MOST_SECONDS: Final = 5.0
_MOST_ACCEPTED: Final = 2_048  # as many as uvicorn lets wait
# Of <linux/tcp.h>. Of a socket that listens, `tcpi_unacked` is the number of connections that wait to be accepted.
_TCP_INFO: Final = 11
_UNACKED: Final = 24


class Server(uvicorn.Server):
    """A process that serves."""

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        from events.sse.middleware import open_streams  # noqa: PLC0415  # here, where the application is loaded

        listeners = [socket(fileno=os.dup(each.fileno())) for server in self.servers for each in server.sockets]
        for server in self.servers:
            server.close()
        for each in sockets or []:
            each.close()
        end = time.monotonic() + _MOST_SECONDS
        await asyncio.sleep(_SHORT_SECONDS)  # the event loop closes its own copies meanwhile
        for connection in chain(*map(_accept_rest, listeners)):
            await asyncio.get_running_loop().connect_accepted_socket(self._protocol, connection)
        await asyncio.sleep(_SHORT_SECONDS)
        while self._has_unread_requests() and time.monotonic() < end:  # noqa: ASYNC110  # there is no event for it
            await asyncio.sleep(_SHORT_SECONDS / 10)
        open_streams.end()
        await super().shutdown(sockets)

    def _has_unread_requests(self) -> bool:
        return any(map(_has_unread_request, self.server_state.connections))

    def _protocol(self) -> asyncio.Protocol:
        create: Any = self.config.http_protocol_class
        protocol: asyncio.Protocol = create(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return protocol


class Supervisor(Multiprocess):
    """The process above several ones that share a socket."""

    def terminate_all(self) -> None:
        super().terminate_all()
        for each in self.sockets:  # so that it is closed as soon as the last of these processes closes it
            each.close()


def _accept_rest(listener: socket) -> list[socket]:
    """Accept the connections that wait, then close the socket: nothing happens between the last look and that."""
    accepted: list[socket] = []
    listener.settimeout(0)
    for _ in range(_MOST_ACCEPTED):
        if not _has_unaccepted(listener):
            break
        with suppress(OSError):  # another process of the supervisor has accepted it, or too many files are open
            accepted.append(listener.accept()[0])
            accepted[-1].settimeout(0)
    listener.close()
    return accepted


def _has_unaccepted(listener: socket) -> bool:
    """Check whether connections to a socket wait to be accepted; only Linux says so."""
    with suppress(OSError):
        return bool(struct.unpack_from("I", listener.getsockopt(IPPROTO_TCP, _TCP_INFO, _UNACKED + 4), _UNACKED)[0])
    return False


def _has_unread_request(connection: Any) -> bool:
    """Check whether something has arrived on a connection on which nothing is responded to."""
    cycle = getattr(connection, "cycle", None)  # web sockets, which are refused, have none
    if cycle is not None and not cycle.response_complete:
        return False
    number = connection.transport.get_extra_info("socket").fileno()
    return number >= 0 and bool(struct.unpack("i", ioctl(number, FIONREAD, bytes(4)))[0])


# uvicorn takes the classes from these modules. The processes of a supervisor import this one, too.
_command = import_module("uvicorn.main")
vars(_command).update(Server=Server, Multiprocess=Supervisor)
vars(import_module("uvicorn.supervisors.multiprocess")).update(Server=Server)
HTTP_PROTOCOLS["auto"] = "config.http_protocol:Protocol"

if __name__ == "__main__":
    _command.main()
