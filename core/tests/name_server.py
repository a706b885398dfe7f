"""Requests to names whose name server is hostile, in a network of its own; run by `test_name_servers.py`.

Prints, by name, the errors of two requests and the addresses that were connected to.
"""

import fcntl
import json
import socket
import struct
import subprocess
import sys
import threading
from ipaddress import ip_address
from pathlib import Path

from core import outgoing
from core.errors import DomainError

PUBLIC, PRIVATE, PORT = "93.184.215.14", "127.0.0.1", 8443
A, CNAME, AAAA = 1, 5, 28
RECORDS: dict[str, list[list[str]]] = json.loads(sys.argv[1])
"""The answers to each name, one after the other; the last one stays."""
asked: dict[tuple[str, int], int] = {}


def answer(query: bytes) -> bytes:
    """Answer a query with the addresses of its kind that the name has now."""
    labels, place = [], 12
    while size := query[place]:
        labels.append(query[place + 1 : place + 1 + size].decode())
        place += size + 1
    name, (kind,) = ".".join(labels), struct.unpack(">H", query[place + 1 : place + 3])
    number = asked[name, kind] = asked.get((name, kind), -1) + 1
    answers = RECORDS.get(name, [[]])
    records, owner = [], b"\xc0\x0c"
    for value in answers[min(number, len(answers) - 1)]:
        if value.startswith("->"):
            target = b"".join(bytes([len(each)]) + each.encode() for each in value[2:].split(".")) + b"\0"
            records.append(owner + struct.pack(">HHIH", CNAME, 1, 0, len(target)) + target)
            owner = target
        elif kind == (AAAA if ":" in value else A):
            packed = ip_address(value).packed
            records.append(owner + struct.pack(">HHIH", kind, 1, 0, len(packed)) + packed)
    head = query[:2] + struct.pack(">HHHHH", 0x8580, 1, len(records), 0, 0)
    return head + query[12 : place + 5] + b"".join(records)


def serve_names() -> None:
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind((PRIVATE, 53))

    def work() -> None:
        while True:
            query, sender = server.recvfrom(512)
            server.sendto(answer(query), sender)

    threading.Thread(target=work, daemon=True).start()


def listen(family: int, connections: list[str]) -> None:
    server = socket.socket(family)
    if family == socket.AF_INET6:
        server.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    server.bind(("", PORT))
    server.listen()

    def work() -> None:
        while True:
            connection, _ = server.accept()
            connections.append(connection.getsockname()[0])
            connection.close()

    threading.Thread(target=work, daemon=True).start()


def make_network(folder: Path) -> None:
    """Bring the loopback interface up, with a public address, and let names be asked here."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        for name, address in (("lo", PRIVATE), ("lo:1", PUBLIC)):
            request = struct.pack("16sHH4s8x", name.encode(), socket.AF_INET, 0, socket.inet_aton(address))
            fcntl.ioctl(control, 0x8916, request)  # SIOCSIFADDR
            fcntl.ioctl(control, 0x8914, struct.pack("16sH14x", name.encode(), 0x1 | 0x40))  # SIOCSIFFLAGS: up, running
    for path, text in (("/etc/resolv.conf", f"nameserver {PRIVATE}\n"), ("/etc/nsswitch.conf", "hosts: dns\n")):
        (file := folder / path.rpartition("/")[2]).write_text(text)
        subprocess.run(["mount", "--bind", file, path], check=True)


def main() -> None:
    make_network(Path(sys.argv[2]))
    serve_names()
    connections: list[str] = []
    for family in (socket.AF_INET, socket.AF_INET6):
        listen(family, connections)
    limits = outgoing.Limits(hosts=[outgoing.PUBLIC], seconds=5, size=10)
    found = {}
    for name in RECORDS:
        errors = []
        for _ in range(2):
            try:
                outgoing.post(f"https://{name}:{PORT}/", b"{}", headers={}, limits=limits)
            except DomainError as error:
                errors.append(error.code)
        found[name] = [errors, sorted(connections)]
        connections.clear()
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
