"""PostgreSQL and Valkey as production.yml starts them: its commands, passwords, an application that is no superuser."""

import os
import subprocess

import redis

from config.stack.engines import find_postgres, find_redis
from config.stack.postgres import Cluster, unprivileged
from tests.production.compose_file import PROJECT
from tests.production.containers import Production

_ACCESS = "local all all trust\nhost all all all scram-sha-256\n"


def start_postgres(production: Production) -> Cluster:
    """Start PostgreSQL with an empty volume, and prepare its database as the image does."""
    folder, service, host = production.folder, production.service("postgres"), production.network.host()
    (folder / "pg").mkdir()
    cluster = Cluster(engine=find_postgres(), data=folder / "postgres", sockets=folder / "pg")
    cluster.prepare()
    (cluster.data / "pg_hba.conf").write_text(_ACCESS)
    options = ["-D", cluster.data, "-k", cluster.sockets, "-c", f"listen_addresses={host.address}"]
    argv = [str(cluster.engine.program), *service.command[1:], *map(str, options)]
    server = production.processes.start("postgres", [*host.enter, *unprivileged(argv)], is_ready=cluster.is_ready)
    production.engines.append(server)
    production.names["postgres"] = host.address
    cluster.ensure_database(service.environment["POSTGRES_DB"])
    create_role(production, cluster)
    return cluster


def create_role(production: Production, cluster: Cluster) -> None:
    """Run the script that prepares a new volume."""
    programs = f"{cluster.engine.program.parent}:{os.environ['PATH']}"
    environment = {**production.service("postgres").environment, "PATH": programs, "PGHOST": cluster.address}
    subprocess.run(["sh", PROJECT / "compose/postgres/init.sh"], env=environment, check=True, capture_output=True)


def start_valkey(production: Production) -> None:
    """Start Valkey with its own command; a script in the way of the program names its folder and its address."""
    host, folder = production.network.host(), production.folder / "valkey"
    folder.mkdir()
    program = production.folder / "bin" / "valkey-server"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {find_redis().program} "$@" --bind {host.address} --dir {folder}\n')
    program.chmod(0o755)
    service = production.service("valkey")
    password = service.environment["VALKEY_PASSWORD"]
    server = production.processes.start(
        "valkey",
        [*host.enter, *service.command],
        is_ready=lambda: _answers(host.address, password),
        env=service.environment,
    )
    production.engines.append(server)
    production.names["valkey"] = host.address


def _answers(address: str, password: str) -> bool:
    try:
        with redis.Redis(host=address, password=password, socket_connect_timeout=1) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False
