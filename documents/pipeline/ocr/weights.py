"""Where the networks lie: inside installed packages (Apache-2.0), so that nothing is ever fetched."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import onnxruntime

_QUIET = 3  # errors only


def packaged(package: str, *parts: str) -> Path:
    """A file of an installed package, which is not imported for it."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"The package {package} is not installed.")
    return Path(spec.origin).parent.joinpath(*parts)


@cache
def session(path: Path) -> Any:
    """One thread, and no arena: every picture has another size, and an arena would keep the largest of each."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    options.log_severity_level = _QUIET
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
