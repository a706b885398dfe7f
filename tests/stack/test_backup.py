"""Backups: after a restore elsewhere, every row and every byte is the same, and the product works with them."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import httpx
import psycopg
import pytest
from django.conf import settings
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from psycopg import sql

from conftest import DEMO
from core.db import dump
from documents.models import Blob, Document
from documents.services import backups
from documents.storage import blobs
from tasks.models import Job
from tasks.states import ENDED
from tests.copies import ROOT
from tests.timeouts import until
from users.accounts.token_pairs import access_token_for
from users.models import User

ELSEWHERE = "restored_elsewhere"


@pytest.fixture
def elsewhere(tmp_path, transactional_db):
    """Create an empty database of an ordinary role, and a data folder; yield the environment of programs for them."""
    database = settings.DATABASES["default"]
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"CREATE ROLE {ELSEWHERE} LOGIN")
        cursor.execute(f"CREATE DATABASE {ELSEWHERE} OWNER {ELSEWHERE} TEMPLATE template0")
    with psycopg.connect(host=database["HOST"], user=database["USER"], dbname=ELSEWHERE) as link:
        link.execute("CREATE EXTENSION vector")
    yield {
        **os.environ,
        "DATABASE_URL": f"postgres://{ELSEWHERE}@/{database['HOST']}/{ELSEWHERE}",
        "DATA_DIR": str(tmp_path / "elsewhere"),
        "SECRET_KEY": settings.SECRET_KEY,
        "JWT_SECRET": settings.JWT_SECRET,
    }
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"DROP DATABASE {ELSEWHERE} WITH (FORCE)")
        cursor.execute(f"DROP ROLE {ELSEWHERE}")


def manage(environment, *arguments: object) -> subprocess.CompletedProcess[str]:
    argv = [sys.executable, "manage.py", *map(str, arguments)]
    return subprocess.run(argv, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def rows_of(name: str) -> dict[str, tuple[int, str]]:
    """Return the number of rows of each table, and a hash of all of them."""
    database = settings.DATABASES["default"]
    with psycopg.connect(host=database["HOST"], user=database["USER"], dbname=name) as link:
        tables = [table for (table,) in link.execute("select tablename from pg_tables where schemaname = 'public'")]
        text = "select count(*), coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') from {} t"
        return {table: link.execute(sql.SQL(text).format(sql.Identifier(table))).fetchone() for table in tables}


def sequences_of(name: str) -> list[tuple[str, int]]:
    database = settings.DATABASES["default"]
    with psycopg.connect(host=database["HOST"], user=database["USER"], dbname=name) as link:
        return link.execute("select sequencename, last_value from pg_sequences order by 1").fetchall()


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the stored files by name."""
    return {path.name: path.read_bytes() for path in (folder / "blobs").glob("??/??/*")}


def upload(url: str, owner: User) -> None:
    """Upload a contract and an e-mail, and wait until they are read and embedded."""
    headers = {"Authorization": f"Bearer {access_token_for(owner)}"}
    with httpx.Client(base_url=url, headers=headers, timeout=60, trust_env=False) as client:
        corpus = client.post("/api/v1/corpuses", json={"title": "Contracts"}).raise_for_status().json()["id"]
        for name, content in (
            ("a.pdf", (DEMO / "hosting-agreement.pdf").read_bytes()),
            ("b.txt", b"A short note. \xc3\xa4"),
        ):
            form = {"files": {"file": (name, content)}, "data": {"corpus": corpus}}
            client.post("/api/v1/documents/upload", **form).raise_for_status()
    until(lambda: Document.objects.filter(backend_lock=False).count() == 2)
    until(lambda: not Job.objects.exclude(state__in=ENDED).exists())


@pytest.mark.full
@pytest.mark.parametrize("is_encrypted", [pytest.param(False, marks=pytest.mark.long), True])
def test_a_restored_backup_is_the_same_row_by_row_and_byte_by_byte(
    live_stack, elsewhere, tmp_path, is_encrypted, capsys
):
    ada = User.objects.create_user("ada", password="correct horse")
    upload(live_stack.url, ada)
    call_command("create_backup_key", tmp_path / "key")
    recipient = ["--encrypt-to", capsys.readouterr().out.strip()] if is_encrypted else []
    call_command("backup", tmp_path / "backups", *recipient)
    live_stack.worker.signal(signal.SIGSTOP)  # so that the rows stay as they are
    time.sleep(1.1)  # the names of backups are their seconds
    call_command("backup", tmp_path / "backups", *recipient)
    ended = manage(elsewhere, "restore", tmp_path / "backups", "--key-file", tmp_path / "key")
    assert ended.returncode == 0, ended.stderr
    here, there = rows_of(connection.settings_dict["NAME"]), rows_of(ELSEWHERE)
    assert {table for table in here if here[table] != there[table]} == set()
    assert min(here[name][0] for name in ("documents_page", "corpuses_corpus", "tasks_job", "audit_auditentry")) > 0
    assert sequences_of(ELSEWHERE) == sequences_of(connection.settings_dict["NAME"])
    files = files_of(settings.DATA_DIR)
    assert files
    assert files_of(Path(elsewhere["DATA_DIR"])) == files
    assert manage(elsewhere, "check", "--database", "default").returncode == 0
    assert manage(elsewhere, "migrate", "--check").returncode == 0
    again = manage(elsewhere, "restore", tmp_path / "backups")
    assert again.returncode == 1
    assert "This database has tables." in again.stderr


@pytest.fixture
def folder(tmp_path, transactional_db) -> Path:
    """Make a backup of a user and a file; return its folder."""
    User.objects.create_user("ada")
    with transaction.atomic():
        blobs.store_bytes(b"first")
    call_command("backup", tmp_path / "backups")
    return tmp_path / "backups"


def age(folder: Path, *, days: int) -> backups.Backup:
    """Make the newest backup and all files of the folder older."""
    moment = timezone.now() - timedelta(days=days)
    newest = backups.find(folder)
    older = newest.path.rename(folder / f"{moment:%Y%m%dT%H%M%SZ}")
    for path in folder.rglob("*"):
        os.utime(path, (moment.timestamp(), moment.timestamp()))
    return backups.find(folder, older.name)


def test_a_second_backup_copies_new_files_only_and_old_ones_are_deleted(folder, capsys):
    old = age(folder, days=40)
    Blob.objects.all().delete()
    with transaction.atomic():
        blobs.store_bytes(b"second")
    report = backups.create(folder)
    assert (report.files, report.copied, report.damaged) == (1, 1, [])
    assert len(list((folder / "files").glob("*/*"))) == 2
    assert backups.delete_old(folder, keep_days=60) == 0
    assert backups.delete_old(folder, keep_days=30) == 1
    assert not old.path.exists()
    assert [path.read_bytes() for path in (folder / "files").glob("*/*")] == [b"second"]
    assert backups.verify(backups.find(folder)) == []


def test_the_age_of_the_last_backup_is_exported_to_prometheus(folder, anonymous_api, settings):
    settings.METRICS_TOKEN = "the-token"
    text = anonymous_api.get("/metrics", headers={"Authorization": "Bearer the-token"}).content.decode()
    (seconds,) = re.findall(r"^cartulary_last_backup_seconds (\S+)$", text, re.MULTILINE)
    assert 0 <= float(seconds) < 600


def test_the_newest_backup_is_never_deleted(folder):
    age(folder, days=400)
    assert backups.delete_old(folder, keep_days=1) == 0
    assert backups.verify(backups.find(folder)) == []


def test_an_interrupted_backup_does_not_count(folder):
    (backups.find(folder).path / "manifest.json").unlink()
    with pytest.raises(CommandError, match="has no finished backup"):
        call_command("restore", folder)


@pytest.mark.parametrize("what", ["files/*/*", "*/tables/users_user.gz"])
@pytest.mark.parametrize("damage", ["missing", "changed"])
def test_a_damaged_backup_is_recognised_before_anything_is_restored(folder, what, damage):
    (path,) = folder.glob(what)
    if damage == "missing":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:-1] + b"?")
    with pytest.raises(CommandError, match="is damaged") as error:
        call_command("restore", folder, "--check")
    assert path.name in str(error.value)


def test_only_its_user_reads_a_backup(tmp_path, transactional_db):
    (folder := tmp_path / "readable").mkdir()
    folder.chmod(0o755)
    with transaction.atomic():
        blobs.store_bytes(b"first")
    call_command("backup", folder)
    inside = [path for path in folder.iterdir() if path.name != ".lock"]
    assert len(inside) == 2
    assert {path.stat().st_mode & 0o777 for path in inside} == {0o700}


@pytest.mark.parametrize("how", ["named", "linked"])
def test_a_backup_takes_no_file_of_the_host_into_the_store(folder, tmp_path, monkeypatch, how):
    """The rows of a forged backup name any hash, and who may read it: then the host's secrets would be readable."""
    monkeypatch.setattr(dump, "require_empty", lambda: None)
    (tmp_path / "secret").write_text("SECRET_KEY=…")
    backup = backups.find(folder)
    name = "../../secret" if how == "named" else "ab" * 32
    if how == "linked":
        (folder / "files" / "ab").mkdir()
        (folder / "files" / "ab" / name).symlink_to(tmp_path / "secret")
    (backup.path / "files.txt").write_text(name)
    manifest = backup.manifest() | {"damaged": [name]}
    (backup.path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(CommandError, match="is damaged"):
        call_command("restore", folder)
    assert not any(
        path.is_file() and b"SECRET_KEY" in path.read_bytes() for path in Path(default_storage.path("")).rglob("*")
    )


@pytest.mark.full
def test_files_that_are_damaged_in_the_store_are_named_and_the_rest_is_backed_up(folder, capsys):
    with transaction.atomic():
        lost = blobs.store_bytes(b"lost")
        changed = blobs.store_bytes(b"changed")
    stored(lost).unlink()
    stored(changed).write_bytes(b"?")
    time.sleep(1.1)
    call_command("backup", folder)
    assert {line.split()[-1] for line in capsys.readouterr().err.splitlines()} == {lost.pk, changed.pk}
    assert backups.verify(backups.find(folder)) == []


def test_a_database_with_tables_is_never_overwritten(folder):
    with pytest.raises(CommandError, match="This database has tables"):
        call_command("restore", folder)
    assert User.objects.filter(username="ada").exists()


@pytest.mark.full
def test_a_backup_of_a_later_version_is_refused(folder, elsewhere):
    manifest = backups.find(folder).path / "manifest.json"
    content = json.loads(manifest.read_text())
    content["migrations"].append(["users", "9999_of_the_future"])
    manifest.write_text(json.dumps(content))
    ended = manage(elsewhere, "restore", folder)
    assert ended.returncode == 1
    assert "made by another version" in ended.stderr
    assert "users.9999_of_the_future" in ended.stderr


@pytest.fixture
def strange_table(transactional_db):
    """Create a table of another program."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE strange (id serial); SELECT nextval('strange_id_seq')")
        yield "strange"
        cursor.execute("DROP TABLE strange")


def test_tables_of_others_are_named_and_left_out(strange_table, folder, capsys):
    time.sleep(1.1)
    call_command("backup", folder)
    assert capsys.readouterr().err.split()[-1] == strange_table
    manifest = backups.find(folder).manifest()
    assert strange_table not in manifest["tables"]
    assert strange_table not in {table for table, _, _ in manifest["sequences"]}
    with connection.cursor() as cursor:
        assert {*manifest["tables"], strange_table} == {
            table.name for table in connection.introspection.get_table_list(cursor) if table.type == "t"
        }


def test_a_version_that_does_not_know_all_migrations_writes_all_tables(strange_table, folder):
    MigrationRecorder(connection).record_applied("users", "9999_of_the_future")
    try:
        assert dump._migrated_tables({strange_table}) == {strange_table}
    finally:
        MigrationRecorder(connection).record_unapplied("users", "9999_of_the_future")


def test_rows_of_tables_that_no_migration_makes_are_not_loaded(folder):
    backup = backups.find(folder)
    files = backup.tables() | {"strange": dump.TableFile(["id"], 1, "")}
    User.objects.create_user("eve")
    stored_as = {table: backup.path / "tables" / f"{table}.gz" for table in files}.__getitem__
    read = backup.files().read
    assert dump.load_tables(files, [["strange", "id", 1]], stored_as, read) == ["strange"]
    assert [user.username for user in User.objects.all()] == ["ada"]
    del files["users_user"]
    with pytest.raises(dump.DumpError, match="no rows of the table users_user"):
        dump.load_tables(files, [], stored_as, read)


def test_sequences_are_set_whatever_their_names_are(db):
    values = dump.sequences(["django_migrations"])
    assert values
    with connection.cursor() as cursor:
        cursor.execute("ALTER SEQUENCE django_migrations_id_seq RENAME TO of_an_earlier_name")
        cursor.execute("SELECT setval('of_an_earlier_name', 7777)")
    dump.set_sequences(values)
    assert dump.sequences(["django_migrations"]) == values


def test_files_of_infected_documents_are_not_missed(folder):
    user = User.objects.get()
    with transaction.atomic():
        blob = blobs.store_bytes(b"a virus")
    words = {"owner": user, "tenant": user.tenant, "title": "a", "filename": "a", "mime_type": "text/plain"}
    Document.objects.create(blob=blob, scan=Document.Scan.INFECTED, **words)
    stored(blob).unlink()
    assert backups.create(folder / "next").damaged == []


def test_files_are_stored_before_rows_so_that_a_restore_can_be_repeated(folder, monkeypatch):
    (kept,) = Blob.objects.all()
    monkeypatch.setattr(dump, "require_empty", lambda: None)
    monkeypatch.setattr(dump, "create_tables", lambda _: pytest.fail("Tables were created before the files."))
    monkeypatch.setattr(blobs.default_storage, "save", fail_with(OSError("No space left on device")))
    stored(kept).write_bytes(b"fir")  # of an attempt that was interrupted
    with pytest.raises(CommandError, match=r"could not be read or stored: No space left on device\. Repair"):
        call_command("restore", folder)
    monkeypatch.undo()
    blobs.put_if_missing(kept, backups.find(folder).files().stored(kept.pk))
    assert blobs.verify_blob(kept) == ""


def fail_with(error: Exception):
    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


def test_old_backups_are_not_deleted_while_another_is_made(folder):
    age(folder, days=40)
    backups.create(folder)
    with backups._locked(folder), pytest.raises(dump.DumpError, match="Another backup is being written"):
        backups.delete_old(folder, keep_days=30)
    assert len(backups.finished(folder)) == 2


def test_two_backups_at_once_do_not_write_to_the_same_folder(folder):
    with backups._locked(folder), pytest.raises(CommandError, match="Another backup is being written"):
        call_command("backup", folder)


def stored(blob: Blob) -> Path:
    return Path(default_storage.path(blob.name))
