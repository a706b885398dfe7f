"""Requests to names of a hostile name server, which the resolver of the system asks over UDP."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PUBLIC = "93.184.215.14"
REFUSED = [["address_not_allowed"] * 2, []]
RECORDS = {
    # The answers follow each other; the last one stays.
    "public.example": [[PUBLIC]],
    "rebinding.example": [[PUBLIC], ["127.0.0.1"]],
    "rebinding-to-both.example": [[PUBLIC], [PUBLIC, "127.0.0.1"]],
    "one-of-two.example": [[PUBLIC, "127.0.0.1"]],
    "private-first.example": [["127.0.0.1", PUBLIC]],
    "of-version-6.example": [[PUBLIC, "::1"]],
    "alias.example": [["->localhost", "127.0.0.1"]],
    "alias-of-alias.example": [["->public.example", "->db.internal", "10.0.0.1"]],
    "any.example": [["0.0.0.0"]],
    "metadata.example": [["169.254.169.254"]],
    "mapped.example": [["::ffff:127.0.0.1"]],
    "six-to-four.example": [["2002:7f00:1::"]],
    "translated.example": [["64:ff9b::7f00:1"]],
    "unspecified.example": [["::"]],
    # What the resolver of the system reads as an address.
    "2130706433": [],
    "0x7f000001": [],
    "0x7f.1": [],
    "0177.0.0.1": [],
    "127.1": [],
    "0": [],
}


def test_no_answer_of_a_name_server_leads_to_a_private_address(tmp_path):
    prefix = ["unshare", "--map-root-user", "--mount", "--net"]
    if not shutil.which(prefix[0]) or subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode:
        pytest.skip("no namespaces of networks")
    script = [sys.executable, "-m", "core.tests.name_server", json.dumps(RECORDS), str(tmp_path)]
    done = subprocess.run([*prefix, *script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found.pop("public.example") == [["server_unreachable"] * 2, [PUBLIC] * 2]
    for name in ("rebinding.example", "rebinding-to-both.example"):
        assert found.pop(name) == [["server_unreachable", "address_not_allowed"], [PUBLIC]], name
    assert found == dict.fromkeys(found, REFUSED)
