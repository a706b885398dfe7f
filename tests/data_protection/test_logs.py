"""Logs of the web server and the worker: nothing in them names a user who works, fails and is erased."""

import secrets

import httpx
import pytest
from django.urls import reverse

from conftest import DEMO
from documents.models import Document
from tasks.models import Job
from tasks.states import ENDED
from tests.timeouts import until
from users.models import User

NAME = "zebedee"
TITLE = "Bilby"
PASSWORD = "correct horse battery"
ADDRESS = "203.0.113.77"
BROWSER = "Firefox-of-Zebedee"
HEADERS = {"X-Forwarded-For": ADDRESS, "User-Agent": BROWSER}


@pytest.fixture
def stack(live_stack):
    User.objects.create_user(NAME, f"{NAME}@example.org", PASSWORD, name=NAME.title())
    User.objects.create_superuser("root", "root@example.org", PASSWORD)
    return live_stack


def sign_in(client: httpx.Client, name: str, password: str = PASSWORD) -> httpx.Response:
    client.get("/api/v1/auth/session")
    client.headers["X-CSRFToken"] = client.cookies["csrftoken"]
    return client.post("/api/v1/auth/session", json={"username": name, "password": password})


def work(client: httpx.Client) -> None:
    """Do what a user does, and what fails."""
    assert sign_in(client, NAME, "wrong").status_code == 401
    sign_in(client, NAME).raise_for_status()
    client.headers["X-CSRFToken"] = client.cookies["csrftoken"]
    client.patch("/api/v1/auth/me", json={"name": f"{NAME} {TITLE}"})
    corpus = client.post("/api/v1/corpuses", json={"title": TITLE}).raise_for_status().json()["id"]
    files = {
        f"{TITLE}.pdf": ((DEMO / "hosting-agreement.pdf").read_bytes(), 201),
        f"broken {TITLE}.pdf": (f"%PDF-1.7 {TITLE}".encode(), 201),
        f"{TITLE}.txt": (f"{NAME} wrote this about {TITLE}.".encode(), 201),
        f"{TITLE}.xyz": (b"\x00\x01" + TITLE.encode(), 415),
    }
    for name, (content, status) in files.items():
        sent = client.post("/api/v1/documents/upload", files={"file": (name, content)}, data={"corpus": corpus})
        assert sent.status_code == status
    for path, status in ((f"search?query={TITLE}", 200), (f"documents?search={NAME}&broken={TITLE}", 400)):
        assert client.get(f"/api/v1/{path}").status_code == status
    for path, body, status in (
        ("auth/password/reset", {"email": f"{NAME}@example.org"}, 202),
        ("auth/register", {"username": NAME, "email": f"{NAME}@example.org", "password": PASSWORD}, 409),
        (f"corpuses/{corpus}/shares", {"user": TITLE, "role": "viewer"}, 400),
        (f"corpuses/{corpus}/shares", {"user": f"{TITLE}@example.org", "role": "viewer"}, 201),
        (f"corpuses/{corpus}/threads", {"text": f"What does {TITLE} say?"}, 201),
        ("conversations", {"corpus": corpus, "title": TITLE}, 201),
        ("teams", {"name": TITLE}, 201),
        ("tokens", {"name": TITLE, "scopes": ["read"]}, 201),
    ):
        assert client.post(f"/api/v1/{path}", json=body).status_code == status, path
    client.post("/graphql/", json={"query": f'{{ document(id: "{TITLE}") {{ {NAME} }} }}'})
    until(lambda: not Document.objects.filter(backend_lock=True).exists())


def erase(client: httpx.Client) -> None:
    """Let an administrator erase the account; the worker does it."""
    sign_in(client, "root").raise_for_status()
    page = reverse("admin:users_user_erase", args=[User.objects.get(username=NAME).pk])
    client.get(page).raise_for_status()
    form = {"delete_documents": "on", "confirmation": NAME, "csrfmiddlewaretoken": client.cookies["csrftoken"]}
    assert client.post(page, data=form).status_code == 302
    until(lambda: not User.objects.filter(username=NAME).exists())
    until(lambda: not Job.objects.exclude(state__in=ENDED).exists())


@pytest.mark.full
def test_no_line_names_a_user_who_is_erased(stack):
    mark = secrets.token_hex(8)
    with httpx.Client(base_url=stack.url, headers=HEADERS, timeout=60, trust_env=False) as client:
        client.get("/api/v1/nowhere", headers={"X-Request-ID": mark})
        work(client)
    with httpx.Client(base_url=stack.url, timeout=60, trust_env=False) as client:
        erase(client)
    until(lambda: "corpuses.erase_user" in stack.worker.output())  # the row of the job ends before its last line
    web, worker = stack.web.output(), stack.worker.output()
    assert mark in web
    assert "corpuses.erase_user" in worker
    words = (NAME, TITLE, ADDRESS, BROWSER)
    named = [line for line in (web + worker).splitlines() if any(word.lower() in line.lower() for word in words)]
    assert named == []
