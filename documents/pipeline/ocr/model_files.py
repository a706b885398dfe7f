"""ONNX networks, loaded from installed packages (Apache-2.0), so that nothing is downloaded."""

import os
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

# onnxruntime sends telemetry unless this is set before it is imported.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

import onnxruntime

_ERRORS_ONLY = 3


@cache
def package_file(package: str, *parts: str) -> Path:
    """Return the path of a file in an installed package, without importing the package."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"The package {package} is not installed.")
    return Path(spec.origin).parent.joinpath(*parts)


@cache
def onnx_session(path: Path) -> Any:
    """Load a network for one thread, without memory arena: pictures have all sizes, and an arena keeps the largest.

    In the order by priority, the results of fewer layers are kept at the same time: a quarter less memory for a page.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    options.execution_order = onnxruntime.ExecutionOrder.PRIORITY_BASED
    options.log_severity_level = _ERRORS_ONLY
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
