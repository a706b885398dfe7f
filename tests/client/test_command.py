"""The command `cartulary` against a real server: what people type, what it says, how it exits."""

import json
import shutil

import pytest

from conftest import DEMO
from tests.client.conftest import PASSWORD

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def folder(tmp_path):
    """Two documents in two folders, one twice, something that is none, and what systems leave behind."""
    top = tmp_path / "Contracts"
    (top / "2026").mkdir(parents=True)
    shutil.copy(DEMO / "hosting-agreement.pdf", top / "hosting.pdf")
    shutil.copy(DEMO / "hosting-agreement.pdf", top / "2026" / "again.pdf")
    (top / "2026" / "note.txt").write_text("The tenant pays 1,200 euros on the first of every month.\n")
    (top / "program.pdf").write_bytes(b"\x7fELF" + bytes(1000))
    (top / ".DS_Store").write_bytes(b"x")
    return top


def test_from_login_to_export(command, folder):
    # proves: S3-62
    assert command("ls").returncode == 3
    assert command("login", "ada", given="wrong\n").returncode == 3
    assert command.said("login", "ada", given=f"{PASSWORD}\n")[0]["username"] == "ada"
    assert (command.config / "credentials.json").stat().st_mode & 0o777 == 0o600

    sent = command("upload", folder, "--corpus", "Leases", "--make", "--wait", "--json")
    lines = [json.loads(line) for line in sent.stdout.splitlines()]
    fates = {line["file"].rsplit("/", 1)[1]: line["fate"] for line in lines if "fate" in line}
    assert sent.returncode == 5, sent.stderr
    assert sorted(fates.values()) == ["added", "added", "existing", "refused"]
    assert fates["program.pdf"] == "refused"
    assert fates["note.txt"] == "added"
    assert {line["state"] for line in lines if "state" in line} == {"ready"}

    assert {each["title"] for each in command.said("ls", "Leases")} >= {"note"}
    found = command.said("search", "Leases", "What does the tenant pay every month?", "--limit", "3")
    assert any("1,200 euros" in hit["quote"] for hit in found), found
    exported = {each["filename"]: each for each in command.said("export", "Leases")}
    assert exported["note.txt"]["text"].startswith("The tenant pays")
    assert command("logout").returncode == 0
    assert command("whoami").returncode == 3
