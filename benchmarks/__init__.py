"""Reproducible measurements. Each is a `make` target and writes its figures to `results/`."""

import sys
from pathlib import Path

# The client is measured from its sources, without installing it.
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "clients" / "python"))
