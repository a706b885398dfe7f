"""The smoke script."""

import os
import subprocess
import sys

import pytest

from tests.client.conftest import CLIENT, PASSWORD

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def test_the_smoke_script_passes_all_its_checks(server):
    # proves: S3-62
    completed = subprocess.run(
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
    assert completed.returncode == 0, completed.stdout + completed.stderr
    assert completed.stdout.count("ok      ") == 11
    assert completed.stdout.endswith("All checks passed.\n")
