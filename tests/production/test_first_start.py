"""The first start: schema, administrator, health, and the smoke script over HTTPS."""

import os
import re
import subprocess
import sys

from tests.production.clients import PASSWORD, client_of, client_of_proxy
from tests.production.compose_file import PROJECT
from tests.production.proxy import Proxy
from tests.timeouts import until


def test_it_is_ready_with_both_workers(site):
    until(lambda: site.beating() == 2)
    with client_of(site.webs[1]) as client:
        assert client.get("/health/ready").json()["status"] == "ready"


def test_the_smoke_script_passes_over_https(site, administrator, proxy):
    ended = smoke(proxy, administrator)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "All checks passed." in ended.stdout


def test_the_user_interface_is_served_by_the_proxy(site, proxy):
    """nginx reads what `prepare` has collected, as another user: scripts, styles and the font of a page."""
    with client_of_proxy(proxy) as client:
        page = client.get("/login", headers={"Accept": "text/html"}).raise_for_status().text
        named = set(re.findall(r'"(/static/[^"]+)"', page))
        found = {url: client.get(url) for url in named}
        assert {url: response.status_code for url, response in found.items()} == dict.fromkeys(named, 200)
        assert {url.rpartition(".")[2] for url in named} >= {"js", "css", "woff2", "svg"}
    collected = site.production.folder / "volumes/data/static"
    assert [path for path in collected.rglob("*") if path.stat().st_mode & 0o044 != 0o044] == []


def smoke(proxy: Proxy, user: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": str(PROJECT / "clients/python"),
        "SSL_CERT_FILE": str(proxy.certificate),
        "CARTULARY": proxy.url,
        "CARTULARY_USER": user,
        "CARTULARY_PASSWORD": PASSWORD,
    }
    script = PROJECT / "clients/python/smoke.py"
    return subprocess.run([sys.executable, script], env=environment, capture_output=True, text=True, check=False)
