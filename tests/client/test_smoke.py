"""The script that shows an installation to be in order."""

import os
import subprocess
import sys

import pytest

from tests.client.conftest import CLIENT, PASSWORD

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def test_the_smoke_script_goes_the_whole_way(server):
    # proves: S3-62
    done = subprocess.run(
        [sys.executable, CLIENT / "smoke.py"],
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(CLIENT),
            "CARTULARY": server,
            "CARTULARY_USER": "ada",
            "CARTULARY_PASSWORD": PASSWORD,
            "NO_PROXY": "*",
        },
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("ok      ") == 11
    assert done.stdout.endswith("All of it works.\n")
