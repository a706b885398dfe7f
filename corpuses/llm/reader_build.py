"""Build the files of the reader from the weights in this repository. Runs once per machine; has heavy imports."""

import hashlib
import shutil
from pathlib import Path

import onnx
from safetensors.numpy import load

from core.errors import DependencyFault
from corpuses.llm.minilm_build import tokenizer_file
from corpuses.llm.onnx_sessions import MODEL, TOKENIZER
from corpuses.llm.reader_graph import build_graph

WEIGHTS = Path(__file__).parent / "weights" / "reader.safetensors"
SHA256 = "859da5c8bda7b4a5b96faf0d30cb42f377bbbab36c1364903266b7b635bdbf86"


class ReaderWeightsDamaged(DependencyFault):
    """The weights of the reader are missing, or are not those that were published with this version."""

    code = "reader_weights_damaged"
    what_to_do = "Operators: restore the file from the release."


def write_model(folder: Path) -> None:
    """Write the int8 model and its tokenizer, which is that of the embedder it was trained from."""
    onnx.save(build_graph(load(_checked_weights())), folder / MODEL)
    shutil.copyfile(tokenizer_file(), folder / TOKENIZER)


def _checked_weights() -> bytes:
    try:
        weights = WEIGHTS.read_bytes()
    except OSError as error:
        raise ReaderWeightsDamaged from error
    if hashlib.sha256(weights).hexdigest() != SHA256:
        raise ReaderWeightsDamaged
    return weights
