"""The command `cartulary` against a real server: its output and its exit codes."""

import json
import shutil
import zipfile

import pytest

from conftest import DEMO
from tests.client.conftest import PASSWORD

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


@pytest.fixture
def folder(tmp_path):
    """Create a folder with two documents, one of them twice, a program, and a file of the system."""
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
    assert command("login", "ada", stdin="wrong\n").returncode == 3
    assert command.json_lines("login", "ada", stdin=f"{PASSWORD}\n")[0]["username"] == "ada"
    assert (command.config / "credentials.json").stat().st_mode & 0o777 == 0o600

    uploaded = command("upload", folder, "--corpus", "Leases", "--create", "--wait", "--json")
    lines = [json.loads(line) for line in uploaded.stdout.splitlines()]
    statuses = {line["file"].rsplit("/", 1)[1]: line["status"] for line in lines if "status" in line}
    assert uploaded.returncode == 5, uploaded.stderr
    assert sorted(statuses.values()) == ["added", "added", "existing", "refused"]
    assert statuses["program.pdf"] == "refused"
    assert statuses["note.txt"] == "added"
    assert {line["state"] for line in lines if "state" in line} == {"ready"}

    assert {each["title"] for each in command.json_lines("ls", "Leases")} >= {"note"}
    results = command.json_lines("search", "Leases", "What does the tenant pay every month?", "--limit", "3")
    assert any("1,200 euros" in result["quote"] for result in results), results
    best, *_ = command.json_lines("ask", "What does the tenant pay every month?", "--corpus", "Leases")
    assert "1,200 euros" in best["text"]
    exported = {each["filename"]: each for each in command.json_lines("export", "Leases")}
    assert exported["note.txt"]["text"].startswith("The tenant pays")
    table = folder.parent / "annotations.csv"
    assert command.json_lines("annotations", "export", "Leases", str(table))[0]["bytes"] == table.stat().st_size
    assert table.read_text("utf-8-sig").startswith("document,")
    assert command("annotations", "export", "Leases", folder.parent / "annotations.txt").returncode == 1
    assert command("logout").returncode == 0
    assert command("whoami").returncode == 3


@pytest.mark.full
def test_annotations_are_exported_by_label_and_imported_with_a_report(command, client, folder):
    corpus = client.create_corpus("Leases").id
    file = folder / "2026" / "note.txt"
    document = client.upload(file, corpus=corpus)
    assert [each.state for each in client.wait([document.id])] == ["ready"]
    client.annotate(corpus, document.id, "Party", start=0, end=10)
    client.annotate(corpus, document.id, "Rent", start=16, end=27)
    token = {"CARTULARY_TOKEN": client.create_token("Exports", ["read", "write", "upload"]).token}
    rows = folder.parent / "rent.jsonl"
    assert command("annotations", "export", "Leases", rows, "--label", "Landlord", **token).returncode == 1
    exported = command("annotations", "export", "Leases", rows, "--label", "Rent", **token)
    assert (exported.returncode, f"{rows.stat().st_size:,} bytes" in exported.stdout) == (0, True), exported.stderr
    (row,) = map(json.loads, rows.read_text().splitlines())
    assert row["quote"] == "1,200 euros"
    several = folder.parent / "several.jsonl"
    exported = command("annotations", "export", "Leases", several, "--label", "Rent", "--label", "Party", **token)
    assert exported.returncode == 0, exported.stderr
    quotes = [json.loads(line)["quote"] for line in several.read_text().splitlines()]
    assert sorted(quotes) == ["1,200 euros", "The tenant"]
    pdfs = folder.parent / "leases.zip"
    written = command("annotations", "pdfs", "Leases", pdfs, "--document", document.id, **token)
    assert (written.returncode, "leases.zip: 1 document," in written.stdout) == (0, True), written.stderr
    with zipfile.ZipFile(pdfs) as archive:
        assert archive.namelist() == ["note.txt.pdf"]
    written = command("annotations", "pdfs", "Leases", pdfs, "--label", "Rent", "--source", "analyzer", **token)
    assert (written.returncode, "leases.zip: 0 documents," in written.stdout) == (0, True), written.stderr
    written = command("annotations", "pdfs", "Leases", pdfs, "--label", "Rent", **token)
    assert (written.returncode, "leases.zip: 1 document," in written.stdout) == (0, True), written.stderr
    labels = [label.id for label in client.labels.list(corpus)]
    assert len(list(client.annotations(corpus=corpus, label=labels))) == 2

    client.create_corpus("Copies")
    client.add_documents(client.find_corpus("Copies").id, [document.id])
    wrong = {**row, "id": None, "quote": "words that are not there", "start": None, "end": None}
    rows.write_text(f"{json.dumps(row)}\n{json.dumps(wrong)}\n")
    imported = command("annotations", "import", "Copies", rows, **token)
    assert imported.returncode == 5, imported.stderr
    assert imported.stdout == "1 added, 0 existing, 1 refused\n"
    assert imported.stderr.startswith("line 2: ")
    assert imported.stderr.rstrip().endswith("(annotation_not_placed)")
    rows.write_text(f"{json.dumps(row)}\n")
    (report,) = command.json_lines("annotations", "import", "Copies", str(rows), **token)
    assert (report["existing"], report["added"], report["state"]) == (1, 0, "done")
    assert command("annotations", "import", "Copies", file, **token).returncode == 1  # not a file of annotations
    assert command("annotations", **token).returncode == 2
