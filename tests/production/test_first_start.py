"""The first start: schema, administrator, health, and the smoke script over HTTPS."""

import os
import subprocess
import sys

import httpx

from tests.production.compose_file import PROJECT
from tests.production.conftest import PASSWORD, Site
from tests.production.proxy import Proxy
from tests.timeouts import until


def ready(site: Site) -> dict:
    return httpx.get(
        f"http://{site.webs[0].address}:8000/health/ready", headers={"Host": "web"}, trust_env=False
    ).json()


def test_it_is_ready_with_both_workers(site):
    until(lambda: ready(site)["workers"] == 2)
    assert ready(site)["status"] == "ready"


def test_the_smoke_script_passes_over_https(site, administrator, proxy):
    ended = smoke(proxy, administrator)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "All checks passed." in ended.stdout


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
