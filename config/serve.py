"""uvicorn, with its options, that loses no request when it ends: `python -m config.serve config.asgi:application`.

The kernel completes connections before a program accepts them, and resets those that are not accepted when the socket
is closed. A proxy must not repeat a request that it has sent over one, unless it changes nothing. So the kernel first
ignores new connections, and the server accepts and reads those that are complete. A client that connects meanwhile
tries again after a second, and is refused; a proxy then asks another server.
"""

import asyncio
import ctypes
import os
import struct
import time
from collections.abc import Iterable
from contextlib import suppress
from fcntl import ioctl
from importlib import import_module
from socket import IPPROTO_TCP, SOL_SOCKET, socket
from termios import FIONREAD
from typing import Any, Final

import uvicorn
from uvicorn.supervisors import Multiprocess

_HANDSHAKE_SECONDS: Final = 0.2  # more than a packet takes to the proxy and back
_MOST_SECONDS: Final = 5.0
# Of <asm-generic/socket.h> and <linux/tcp.h>; other systems than Linux have no such options.
_SO_ATTACH_FILTER: Final = 26
_TCP_INFO: Final = 11
_UNACKED: Final = 24  # the offset of `tcpi_unacked` in `struct tcp_info`: connections that wait to be accepted
# `struct sock_filter` of <linux/filter.h>: code, jumps, operand. A classic BPF program that reads the header of TCP.
_IGNORE_NEW_CONNECTIONS: Final = b"".join(
    struct.pack("HBBI", *instruction)
    for instruction in (
        (0x30, 0, 0, 13),  # load the byte with the flags
        (0x54, 0, 0, 0x12),  # keep SYN and ACK
        (0x15, 0, 1, 0x02),  # if it is SYN alone, which begins a connection
        (0x06, 0, 0, 0),  # drop the packet
        (0x06, 0, 0, 0xFFFFFFFF),  # else keep all of it
    )
)


def ignore_new_connections(listeners: Iterable[int]) -> None:
    """Let the kernel complete no more connections to these sockets; those that are complete can still be accepted."""
    program = ctypes.create_string_buffer(_IGNORE_NEW_CONNECTIONS)
    option = struct.pack("HP", len(_IGNORE_NEW_CONNECTIONS) // 8, ctypes.addressof(program))  # struct sock_fprog
    for number in listeners:
        with socket(fileno=os.dup(number)) as listener, suppress(OSError):
            listener.setsockopt(SOL_SOCKET, _SO_ATTACH_FILTER, option)


def _has_unaccepted(listener: int) -> bool:
    """Check whether connections to a socket wait to be accepted."""
    with socket(fileno=os.dup(listener)) as copy, suppress(OSError):
        return bool(struct.unpack_from("I", copy.getsockopt(IPPROTO_TCP, _TCP_INFO, _UNACKED + 4), _UNACKED)[0])
    return False


def _has_unread_request(connection: Any) -> bool:
    """Check whether a request has arrived on a connection that has not been read."""
    if connection.cycle is not None and not connection.cycle.response_complete:
        return False  # one is responded to; what is unread belongs to it
    number = connection.transport.get_extra_info("socket").fileno()
    return number >= 0 and bool(struct.unpack("i", ioctl(number, FIONREAD, bytes(4)))[0])


class Server(uvicorn.Server):
    """A process that serves."""

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        from events.sse.middleware import open_streams  # noqa: PLC0415  # here, where the application is loaded

        listeners = [each.fileno() for server in self.servers for each in server.sockets]
        if sockets is None:  # else other processes accept from the socket, too, and go on if only this one is replaced
            ignore_new_connections(listeners)
        end = time.monotonic() + _MOST_SECONDS
        await asyncio.sleep(_HANDSHAKE_SECONDS)
        while self._is_waited_for(listeners) and time.monotonic() < end:  # noqa: ASYNC110  # the kernel has no event
            await asyncio.sleep(0.05)
        open_streams.end()
        await super().shutdown(sockets)

    def _is_waited_for(self, listeners: Iterable[int]) -> bool:
        """Check whether connections are not accepted yet, or requests on them not read."""
        connections = self.server_state.connections
        return any(map(_has_unaccepted, listeners)) or any(map(_has_unread_request, connections))


class Supervisor(Multiprocess):
    """The process above several ones that share a socket."""

    def terminate_all(self) -> None:
        ignore_new_connections(each.fileno() for each in self.sockets)
        super().terminate_all()


# uvicorn takes the classes from these modules. The processes of a supervisor import this one, too.
_command = import_module("uvicorn.main")
vars(_command).update(Server=Server, Multiprocess=Supervisor)
vars(import_module("uvicorn.supervisors.multiprocess")).update(Server=Server)

if __name__ == "__main__":
    _command.main()
