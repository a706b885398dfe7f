"""Two web servers: what one of them gets, the other knows."""

import base64

import pytest

from tests.events.conftest import Web
from tests.production.clients import client_of

KIBI = 1 << 10
CHUNK = 512 * KIBI
CONTENT = b"".join(b"%015d\n" % number for number in range(3 * CHUNK // 16))


@pytest.fixture
def clients(site, administrator):
    """Return a client of each web server."""
    both = [client_of(web, administrator) for web in site.webs]
    yield both
    for client in both:
        client.close()


def test_an_upload_to_one_is_an_event_at_the_other(clients):
    first, second = clients
    with Web(first).stream() as stream:
        stream.until("ready")
        document = second.upload(b"An agreement that the other web server gets.")
        assert document in {stream.until("change").data["uuid"] for _ in range(3)}
    second.wait([document])


def test_the_parts_of_an_upload_may_go_to_both(clients):
    tus = {"Tus-Resumable": "1.0.0"}
    name = base64.b64encode(b"parts.txt").decode()
    create = {**tus, "Upload-Length": str(len(CONTENT)), "Upload-Metadata": f"filename {name}"}
    created = clients[0].post("/api/v1/uploads", headers=create).raise_for_status()
    path = "/api/v1" + created.headers["Location"].partition("/api/v1")[2]
    for number, start in enumerate(range(0, len(CONTENT), CHUNK)):
        headers = {**tus, "Upload-Offset": str(start), "Content-Type": "application/offset+octet-stream"}
        client = clients[number % 2]
        sent = client.patch(path, headers=headers, content=CONTENT[start : start + CHUNK]).raise_for_status()
    file = f"/api/v1/documents/{sent.headers['X-Document-Id']}/file"
    assert clients[0].get(file).content == CONTENT
    part = clients[1].get(file, headers={"Range": "bytes=1000000-1000015"})
    assert (part.status_code, part.content) == (206, CONTENT[1_000_000:1_000_016])
