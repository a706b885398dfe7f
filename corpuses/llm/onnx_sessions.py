"""Load built models: ONNX Runtime with few threads, the tokenizer without its own. Pure; the imports are heavy."""

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from onnxruntime import InferenceSession, RunOptions
    from tokenizers import Tokenizer

MODEL, TOKENIZER = "model.onnx", "tokenizer.json"
IDS, MASK, TOKEN_TYPES = "input_ids", "attention_mask", "token_type_ids"


def load_session(folder: Path, threads: int, *, file: str = MODEL) -> "InferenceSession":
    """Load the model of a folder."""
    # onnxruntime sends telemetry unless this is set before it is imported.
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    import onnxruntime  # noqa: PLC0415 - heavy, and most processes need no model

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Threads that spin while they wait take the cores from other processes of a small machine.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # Processors without VNNI add pairs of products in 16 bits, which overflow unless this is set. With VNNI it
    # would only cost time, a third of that of a window of the reader.
    if not _has_vnni():
        options.add_session_config_entry("session.x64quantprecision", "1")
    return cast(
        "InferenceSession",
        onnxruntime.InferenceSession(folder / file, options, providers=["CPUExecutionProvider"]),
    )


@cache
def _has_vnni(cpuinfo: Path = Path("/proc/cpuinfo")) -> bool:
    """Return whether the processor adds products of whole numbers without overflow; False where that is unknown."""
    try:
        flags = next(line for line in cpuinfo.read_text().splitlines() if line.startswith("flags")).split()
    except (OSError, StopIteration):
        return False
    return not {"avx512_vnni", "avx_vnni"}.isdisjoint(flags)


def releasing_memory() -> "RunOptions":
    """Return the options of a run that gives the memory of earlier runs back to the system."""
    import onnxruntime  # noqa: PLC0415 - loaded with the model

    options = onnxruntime.RunOptions()
    options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
    return options


def load_tokenizer(folder: Path) -> "Tokenizer":
    """Load the tokenizer of a folder; it neither pads nor cuts."""
    # The tokenizer's own threads would compete with other workers, and it warns after a fork.
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    from tokenizers import Tokenizer  # noqa: PLC0415 - heavy, and most processes need no model

    tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def tokenizable(text: str) -> str:
    """Replace unpaired surrogates, which JSON and damaged PDFs may contain and tokenizers refuse, one for one."""
    return text.encode("utf-8", "replace").decode()
