"""Passages that are indexed per second, with all that belongs to it, beside the model alone in ONNX Runtime."""

import os
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final

import numpy as np
from django.conf import settings
from django.test import override_settings

from corpuses.llm import minilm
from corpuses.search.indexing import embedded_text, ensure
from corpuses.search.models import Passage
from documents.tests.factories import parsed_document
from users.models import User

ROUNDS: Final = 3
BATCH: Final = 16  # as many texts as the product gives to the model at once
WORKER_THREADS: Final = 1  # of each process that indexes: the value of EMBEDDER_THREADS in workers


@override_settings(EMBEDDER_THREADS=WORKER_THREADS)
def measure(texts: Sequence[str]) -> dict[str, Any]:
    """Index the same texts in turns with the product and with ONNX Runtime alone; the median of the ratios counts."""
    user = User.objects.create_user("embedding")
    minilm.build(Path(settings.MODELS_DIR))
    raw = _Raw()
    ratios, speeds = [], []
    for number in range(ROUNDS):
        document = parsed_document(user, *texts, title=f"Round {number}")
        revision = document.revisions.select_related("document").get()
        began = time.perf_counter()
        ensure(revision)
        seconds = time.perf_counter() - began
        rows = Passage.objects.filter(revision=revision).values_list("header", "text")
        embedded = [embedded_text(header, text) for header, text in rows]
        ratios.append(raw.seconds(embedded) / seconds)
        speeds.append(len(embedded) / seconds)
    return {"embed_ratio_raw": round(median(ratios), 3), "embed_passages_s": round(median(speeds), 1)}


class _Raw:
    """The same model file in a session of ONNX Runtime: texts in their order, batches padded to their longest."""

    def __init__(self) -> None:
        os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
        import onnxruntime  # noqa: PLC0415 - must follow the setting
        from tokenizers import Tokenizer  # noqa: PLC0415 - heavy

        folder = Path(settings.MODELS_DIR) / minilm.FOLDER
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = settings.EMBEDDER_THREADS
        self._session = onnxruntime.InferenceSession(folder / "model.onnx", options)
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.enable_truncation(minilm.WINDOW)
        self._tokenizer.enable_padding()

    def seconds(self, texts: Sequence[str]) -> float:
        began = time.perf_counter()
        for begin in range(0, len(texts), BATCH):
            encodings = self._tokenizer.encode_batch(list(texts[begin : begin + BATCH]))
            ids = np.array([each.ids for each in encodings], np.int64)
            mask = np.array([each.attention_mask for each in encodings], np.int64)
            self._session.run(None, {"input_ids": ids, "attention_mask": mask})
        return time.perf_counter() - began
