"""`django.setup()` imports nothing that only some processes need."""

import subprocess
import sys

from tests.copies import ROOT

EXPENSIVE = (
    "boto3",
    "cryptography",
    "grpc",
    "jwt",
    "numpy",
    "onnxruntime",
    "opentelemetry",
    "PIL",
    "redis",
    "requests",
)
SETUP = f"""
import sys
import django
django.setup()
print(*[name for name in {EXPENSIVE} if name in sys.modules])
"""


def test_setup_imports_no_expensive_modules():
    command = [sys.executable, "-c", SETUP]
    assert subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split() == []


def test_a_worker_imports_the_steps_before_it_forks():
    send = "from celery import signals\nfrom config.celery_app import STEP_MODULES\nsignals.worker_init.send(None)\n"
    check = "print(*[name for name in STEP_MODULES if name not in sys.modules])\n"
    # Garbage collection writes to each object that it examines, so that a forked process would get copies of them.
    examined = "print(gc.get_freeze_count() > 1000, len(gc.get_objects()) < 1000)\n"
    command = [sys.executable, "-c", f"import gc, sys\nimport django\ndjango.setup()\n{send}{check}{examined}"]
    result = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    assert result.stdout.split() == ["True", "True"]
