"""The reader: a network of 22.6 M parameters that finds the answer to a question in a window of text. Offline.

It was trained from all-MiniLM-L6-v2 by `benchmarks/reader`; `docs/reader.md` is its model card. The graph is built from
the weights in `weights/` once per machine, in less than a second. Pure: no Django, no network.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corpuses.llm.built_models import ensure_built
from corpuses.llm.loaded_models import models as loaded_models
from corpuses.llm.onnx_sessions import IDS, TOKEN_TYPES, load_session, load_tokenizer, tokenizable

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

NAME = "reader-1"
FOLDER = f"{NAME}-int8-2"  # another number when the recipe changes
WINDOW = 384  # tokens of question and text together; what the model was trained on
QUESTION = 96  # tokens; further ones are ignored
FRAME = 3  # the tokens that begin, separate and end
CLS, SEP = 101, 102


class Tokens(NamedTuple):
    """The word pieces of a text, and where each begins and ends in it."""

    ids: NDArray[np.int64]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]


class Pair(NamedTuple):
    """Word pieces of a question and of the text to read."""

    question: Sequence[int]
    text: Sequence[int]


class Logits(NamedTuple):
    """Scores of each token of the text as the start and the end of the answer, and of "there is no answer"."""

    start: NDArray[np.float32]
    end: NDArray[np.float32]
    none: float


class ReaderModel:
    """The loaded model."""

    def __init__(self, session: "InferenceSession | None", tokenizer: "Tokenizer") -> None:
        self._session = session  # none where it only splits texts
        self.tokenizer = tokenizer

    def tokenize(self, text: str) -> Tokens:
        """Split a text into word pieces."""
        encoding = self.tokenizer.encode(tokenizable(text), add_special_tokens=False)
        offsets = np.array(encoding.offsets, np.int64).reshape(-1, 2)
        return Tokens(np.array(encoding.ids, np.int64), offsets[:, 0], offsets[:, 1])

    def question(self, question: str) -> list[int]:
        """Return the word pieces of a question, cut to what the model reads of it."""
        ids: list[int] = self.tokenize(question).ids[:QUESTION].tolist()
        return ids

    def read(self, pair: Pair) -> Logits:
        """Read a window. Several threads may read at once."""
        if self._session is None:
            raise TypeError("This model cannot read.")
        ids = [[CLS, *pair.question, SEP, *pair.text, SEP]]
        kinds = [[0] * (len(pair.question) + 2) + [1] * (len(pair.text) + 1)]
        (logits,) = self._session.run(None, {IDS: np.array(ids, np.int64), TOKEN_TYPES: np.array(kinds, np.int64)})
        text = logits[0, len(pair.question) + 2 : -1]
        return Logits(text[:, 0], text[:, 1], float(logits[0, 0].sum()))


def get_reader(models: Path) -> ReaderModel:
    """Return the reader, which is built on first use on this machine and loaded when it is used in this process."""
    return loaded_models.get((NAME, models), lambda: load(models))


def load(models: Path) -> ReaderModel:
    """Load the model from `models`; build it there first if it is missing or damaged. It uses one thread per call."""
    build(models)
    return ReaderModel(load_session(models / FOLDER, threads=1), load_tokenizer(models / FOLDER))


def build(models: Path) -> bool:
    """Build the model in `models` unless it exists; return whether it was built."""
    return ensure_built(models / FOLDER, build=_write)


def _write(folder: Path) -> None:
    from corpuses.llm.reader_build import write_model  # noqa: PLC0415 - heavy, and this runs once per machine

    write_model(folder)


if __name__ == "__main__":  # `python -m corpuses.llm.reader FOLDER`: as `manage.py prepare_models`, without Django
    build(Path(sys.argv[1]))
