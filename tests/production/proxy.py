"""nginx of this machine with the template of production.yml, as its image renders it."""

import re
from collections.abc import Sequence
from pathlib import Path

from config.stack.run_config import free_port
from config.stack.testing import Process
from tests import nginx
from tests.production.containers import Container, Production


class Proxy:
    """nginx on ports of the loopback interface, where Compose publishes them. Its name is `localhost`."""

    def __init__(self, production: Production, webs: Sequence[Container]) -> None:
        self._production = production
        self._folder = production.folder / "nginx"
        self._folder.mkdir()
        self.plain, self.secure = free_port(0), free_port(0)
        folder, name = Path(production.variables["TLS_FOLDER"]), production.variables["SERVER_NAME"]
        self.certificate = nginx.make_certificate(folder, name)
        argv = nginx.arguments(self._folder, self._configuration(webs))
        self.process: Process = production.processes.start("nginx", argv, is_ready=lambda: nginx.listens(self.secure))

    @property
    def url(self) -> str:
        return f"https://localhost:{self.secure}"

    def _configuration(self, webs: Sequence[Container]) -> str:
        variables = self._production.variables
        text = nginx.render(self._folder, name=variables["SERVER_NAME"], plain=self.plain, tls=self.secure)
        servers = "".join(f"    server {web.address}:8000\\1;\n" for web in webs)
        for pattern, replacement in (
            (r"/etc/nginx/tls", variables["TLS_FOLDER"]),
            (r"/srv/static", str(self._production.folder / "volumes/data/static")),
            # The addresses are known, so there is nothing to resolve.
            (r"resolver .*\n", ""),
            (r"    server web:8000(?: resolve)?(.*);\n", servers),
        ):
            text, count = re.subn(pattern, replacement, text)
            assert count, f"The template has no {pattern}."
        return text
