"""Loss by int8: the float network reads the same windows, where there is an answer to be found."""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import onnx
from django.conf import settings
from safetensors.numpy import load_file

from benchmarks.extract.offline import Contract, Read, read_contracts
from benchmarks.extract.scores import overlap
from corpuses.llm import onnx_sessions
from corpuses.llm.reader import ReaderModel, get_reader
from corpuses.llm.reader_build import WEIGHTS, build_graph, unpack


def loss(contracts: Sequence[Contract], questions: Mapping[str, str], read: Read, *, weights: Path | None) -> float:
    """Return the overlap of the float network less that of the int8 network."""
    wanted = {(answer.contract, answer.category) for answer in read.answers if answer.gold}
    exact = read_contracts(contracts, questions, wanted=wanted, reader=_float_reader(weights))
    return overlap(exact.answers) - overlap(read.answers)


def _float_reader(weights: Path | None) -> ReaderModel:
    with tempfile.TemporaryDirectory() as folder:
        onnx.save(build_graph(unpack(load_file(weights or WEIGHTS))), Path(folder) / onnx_sessions.MODEL)
        session = onnx_sessions.load_session(Path(folder), threads=1)
    return ReaderModel(session, get_reader(Path(settings.MODELS_DIR)).tokenizer)
