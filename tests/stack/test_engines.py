"""The embedded engines are the real ones, private, and careful with data they did not make."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
import redis

from config.stack.engines import find_postgres, find_redis
from config.stack.paths import LONGEST_SOCKET_PATH, StackError, socket_folder
from config.stack.postgres import Cluster
from config.stack.temporary_engines import TemporaryEngines, temporary_engines
from tests.processes import is_alive
from tests.timeouts import until


@pytest.fixture(scope="module")
def engines():
    with temporary_engines() as running:
        yield running


def test_postgres_has_vectors_and_an_index_for_them(engines: TemporaryEngines):
    with psycopg.connect(engines.cluster.conninfo()) as connection:
        connection.execute("create extension vector")
        connection.execute("create temporary table passage (v vector(3))")
        connection.execute("create index on passage using hnsw (v vector_cosine_ops)")
        connection.execute("insert into passage values ('[1,0,0]'), ('[0,1,0]')")
        row = connection.execute("select v::text from passage order by v <=> '[0,2,0]' limit 1").fetchone()
    assert row == ("[0,1,0]",)


def test_postgres_listens_on_no_port(engines: TemporaryEngines):
    with psycopg.connect(engines.cluster.conninfo()) as connection:
        assert connection.execute("show listen_addresses").fetchone() == ("",)
    assert stat.S_IMODE(engines.cluster.sockets.stat().st_mode) == 0o700


def test_redis_never_evicts_messages(engines: TemporaryEngines):
    client = redis.Redis.from_url(engines.valkey.cache_url(3))
    assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}


def test_engines_of_a_killed_process_end_with_it():
    code = (
        "import time\n"
        "from config.stack.temporary_engines import temporary_engines\n"
        "with temporary_engines() as e:\n"
        "    print((e.folder / 'postgres/postmaster.pid').read_text().split()[0], flush=True)\n"
        "    time.sleep(60)\n"
    )
    holder = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    server = int(holder.stdout.readline())
    assert is_alive(server)
    holder.kill()
    holder.communicate()
    until(lambda: not is_alive(server))


def cluster(folder: Path) -> Cluster:
    return Cluster(engine=find_postgres(), data=folder / "data", sockets=folder, durable=False)


def test_data_of_another_major_version_is_refused_with_instructions(tmp_path: Path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "PG_VERSION").write_text("15\n")
    with pytest.raises(StackError, match="made by PostgreSQL 15") as refusal:
        cluster(tmp_path).prepare()
    assert "pg_dumpall" in refusal.value.hint
    assert [file.name for file in (tmp_path / "data").iterdir()] == ["PG_VERSION"]


def test_a_folder_with_other_files_is_not_changed(tmp_path: Path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "diary.txt").write_text("dear diary")
    with pytest.raises(StackError, match="no PostgreSQL data folder"):
        cluster(tmp_path).prepare()


def test_a_stale_lock_file_does_not_prevent_the_start(tmp_path: Path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "PG_VERSION").write_text(find_postgres().major_version())
    lock = tmp_path / "data" / "postmaster.pid"
    lock.write_text(f"{os.getpid()}\n")  # this process is alive and no PostgreSQL
    cluster(tmp_path).prepare()
    assert not lock.exists()


def test_a_long_path_gets_a_short_private_folder_for_its_socket(tmp_path: Path):
    wanted = tmp_path / ("x" * LONGEST_SOCKET_PATH)
    folder = socket_folder(wanted)
    assert len(str(folder)) < 80
    assert socket_folder(wanted) == folder, "the same folder again at the next start"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    folder.rmdir()


def test_a_socket_folder_that_is_a_link_of_another_user_is_refused(tmp_path: Path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "run").symlink_to(tmp_path / "mine")
    with pytest.raises(StackError, match="another user"):
        socket_folder(tmp_path / "run")


@pytest.mark.parametrize("find", [find_postgres, find_redis])
def test_an_engine_knows_its_version(find):
    assert find().version()[0].isdigit()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to become somebody else")
def test_postgres_starts_as_root_without_user_namespaces(tmp_path: Path):
    (tmp_path / "setpriv").symlink_to(str(shutil.which("setpriv")))
    code = (
        "import psycopg\n"
        "from config.stack.temporary_engines import temporary_engines\n"
        "with temporary_engines() as e:\n"
        "    psycopg.connect(e.cluster.conninfo()).close()\n"
        "    print(e.cluster.data.owner())\n"
    )
    environment = {**os.environ, "PATH": str(tmp_path)}  # no `unshare` on it
    answer = subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True)
    assert answer.stdout == "nobody\n"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root meets data of others")
def test_data_of_another_user_is_refused(tmp_path: Path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "PG_VERSION").write_text(find_postgres().major_version())
    os.chown(tmp_path / "data", 1234, 1234)
    with pytest.raises(StackError, match="another user"):
        cluster(tmp_path).prepare()


@pytest.mark.full
def test_programs_start_from_a_process_whose_forks_would_hang():
    """Forks hang beside onnxruntime's threads, so no Python may run between fork and exec."""
    code = (
        "import os, time\n"
        "from config.stack.temporary_engines import temporary_engines\n"
        "os.register_at_fork(after_in_child=lambda: time.sleep(600))\n"
        "with temporary_engines(): print('started')\n"
    )
    answer = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=90)
    assert answer.stdout == "started\n"
