"""Every file that names the release names the same one, and no image is `latest`."""

import json
import re
import tomllib

import yaml

from cartulary_client import connection
from config.software import product_version
from tests.copies import ROOT

VERSION = product_version()


def test_images_have_the_number_of_the_release():
    text = (ROOT / "production.yml").read_text()
    assert set(re.findall(r"\$\{CARTULARY_VERSION:-([^}]*)\}", text)) == {VERSION}
    assert re.findall(r"image: (\S*:latest|[\w/-]+)$", text, re.MULTILINE) == []
    images = yaml.safe_load((ROOT / "compose" / "helm" / "values.yaml").read_text())["image"]
    assert (images["web"], images["worker"]) == (f"cartulary:{VERSION}", f"cartulary-worker:{VERSION}")


def test_packages_have_the_number_of_the_release():
    chart = yaml.safe_load((ROOT / "compose" / "helm" / "Chart.yaml").read_text())
    client = tomllib.loads((ROOT / "clients" / "python" / "pyproject.toml").read_text())["project"]
    ui = json.loads((ROOT / "frontend" / "package.json").read_text())
    named = {chart["version"], chart["appVersion"], client["version"], connection.VERSION, ui["version"]}
    assert named == {VERSION}


def test_vulnerabilities_can_be_reported():
    text = (ROOT / "SECURITY.md").read_text()
    assert "Report a vulnerability" in text
    for target in re.findall(r"\]\(([^)#:]+)", text):
        assert (ROOT / target).exists(), target
