"""nginx of this machine with the template of production.yml, as its image renders it."""

import re
import shutil
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path

from config.stack.run_config import LOOPBACK, free_port
from config.stack.testing import Process
from tests.production.compose_file import PROJECT
from tests.production.containers import Container, Production

_MAIN = """daemon off;
pid {folder}/nginx.pid;
events {{}}
http {{
    include /etc/nginx/mime.types;
    {temporary}
    include {folder}/default.conf;
}}
"""
_PATH = "/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin:/bin"
_TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def why_no_proxy() -> str:
    """Return what is missing, or an empty string."""
    missing = [program for program in ("nginx", "openssl") if shutil.which(program, path=_PATH) is None]
    return f"{' and '.join(missing)} not installed: apt-get install nginx-light openssl" if missing else ""


class Proxy:
    """nginx on ports of the loopback interface, where Compose publishes them. Its name is `localhost`."""

    def __init__(self, production: Production, webs: Sequence[Container]) -> None:
        self._production = production
        self._folder = production.folder / "nginx"
        self._folder.mkdir()
        self.plain, self.secure = free_port(0), free_port(0)
        self.certificate = _make_certificate(
            Path(production.variables["TLS_FOLDER"]), production.variables["SERVER_NAME"]
        )
        self._write(webs)
        (self._folder / "nginx.conf").write_text(
            _MAIN.format(
                folder=self._folder,
                temporary=" ".join(f"{name}_temp_path {self._folder}/{name};" for name in _TEMPORARY),
            )
        )
        self._argv = [str(shutil.which("nginx", path=_PATH)), "-p", str(self._folder), "-c", "nginx.conf"]
        self.process: Process = production.processes.start("nginx", self._argv, is_ready=lambda: _listens(self.secure))

    @property
    def url(self) -> str:
        return f"https://localhost:{self.secure}"

    def _write(self, webs: Sequence[Container]) -> None:
        text = (PROJECT / "compose/nginx/nginx.conf.template").read_text()
        servers = "".join(f"    server {web.address}:8000\\1;\n" for web in webs)
        for pattern, replacement in (
            (r"\$\{SERVER_NAME\}", self._production.variables["SERVER_NAME"]),
            (r"listen 80\b", f"listen {LOOPBACK}:{self.plain}"),
            (r"listen 443\b", f"listen {LOOPBACK}:{self.secure}"),
            (r"/etc/nginx/tls", self._production.variables["TLS_FOLDER"]),
            (r"/srv/static", str(self._production.folder / "volumes/data/static")),
            (r"/var/log/nginx", str(self._folder)),
            # Debian 12 has 1.22, which knows neither of these three.
            (r"resolver .*\n", ""),
            (r"    server web:8000 resolve(.*);\n", servers),
            (r"    http2 on;\n", ""),
        ):
            text, count = re.subn(pattern, replacement, text)
            assert count, f"The template has no {pattern}."
        (self._folder / "default.conf").write_text(text)


def _make_certificate(folder: Path, name: str) -> Path:
    """Make a certificate that signs itself; return its file."""
    folder.mkdir()
    file = folder / "fullchain.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    command += ["-days", "2", "-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}"]
    command += ["-keyout", str(folder / "privkey.pem"), "-out", str(file)]
    subprocess.run(command, check=True, capture_output=True)
    return file


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((LOOPBACK, port)) == 0
