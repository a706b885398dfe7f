"""Nothing phones home."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("module", ["config.env, onnxruntime", "documents.pipeline.ocr.model_files"])
def test_the_model_runtime_has_no_telemetry(tmp_path: Path, module: str):
    """With telemetry on, onnxruntime writes a device id and a queue of events below HOME when it is imported."""
    code = f"import {module}, time; time.sleep(0.5)"
    home = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    home |= {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], env=home, check=True)
    assert [str(file) for file in tmp_path.rglob("*") if file.is_file()] == []
