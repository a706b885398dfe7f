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
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from socket import SOL_SOCKET, socket
from typing import Final

import uvicorn
from uvicorn.supervisors import Multiprocess

# Longer than the way of a packet to the proxy and back, and than a busy event loop needs to accept.
_SECONDS: Final = 0.2
_SO_ATTACH_FILTER: Final = 26  # of <asm-generic/socket.h>; the module socket has no name for it
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
        with socket(fileno=os.dup(number)) as listener, suppress(OSError):  # other systems than Linux have no filters
            listener.setsockopt(SOL_SOCKET, _SO_ATTACH_FILTER, option)


class Server(uvicorn.Server):
    """A process that serves."""

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        if sockets is None:  # else other processes accept from the socket, too, and go on if only this one is replaced
            ignore_new_connections(each.fileno() for server in self.servers for each in server.sockets)
        for _ in range(4):  # a connection is accepted in one round of the event loop, and read in the next
            await asyncio.sleep(_SECONDS / 4)
        from events.sse.middleware import open_streams  # noqa: PLC0415  # only here, where the application is loaded

        open_streams.end()
        await super().shutdown(sockets)


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
