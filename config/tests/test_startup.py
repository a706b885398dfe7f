"""`django.setup()` imports nothing that only some processes need."""

import subprocess
import sys

from tests.copies import ROOT

# Still imported: `requests` by allauth, `numpy` by the client of the sandbox.
EXPENSIVE = ("boto3", "cryptography", "grpc", "jwt", "onnxruntime", "opentelemetry", "redis")
SETUP = f"""
import sys
import django
django.setup()
print(*[name for name in {EXPENSIVE} if name in sys.modules])
"""


def test_setup_imports_no_expensive_modules():
    command = [sys.executable, "-c", SETUP]
    assert subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split() == []
