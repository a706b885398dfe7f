"""`python -m benchmarks.reader.train CUADv1.json OUT --general FILE …`: train the reader; one GPU, ten minutes.

Needs `pip install torch transformers`, which the product does not. Then `python -m benchmarks.reader.pack OUT`, the
checksum in `reader_build.SHA256`, and `make bench-extract`, whose answers `benchmarks.reader.calibrate` needs.
`docs/reader.md` has the data sets with their licences, and what each part of the recipe was worth.
"""

import argparse
import json
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.extract.truth import QUESTIONS, UNSEEN
from benchmarks.reader.examples import Example, Paragraph, Sampler, is_kept, load, windows
from corpuses.llm.bert_graph import HEADS, LAYERS, WIDTH
from corpuses.llm.minilm_build import float_weights, tokenizer_file
from corpuses.llm.onnx_sessions import load_tokenizer
from corpuses.llm.reader import CLS, FRAME, SEP, WINDOW, ReaderModel

EPOCHS, RATE, BATCH, SEED = 12, 3e-4, 128, 1
MINE_AFTER = (2, 5)  # epochs
HARDEST = 3  # windows of a contract and a category that are kept
AVERAGED = 0.9993  # share of the old weights in the average that is saved
_MASKED = -1e4


def main() -> None:
    """Train and write the weights in half precision."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cuad", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--general", type=Path, nargs="*", default=[], help="SQuADShifts, without the New York Times")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    arguments = parser.parse_args()
    # The network is not needed to tokenize.
    text = ReaderModel(None, load_tokenizer(tokenizer_file().parent))
    contracts = [each for each in load(arguments.cuad, text.tokenize) if not is_kept(each.title)]
    general = [each for path in arguments.general for each in load(path, text.tokenize)]
    wordings = {
        category: [text.question(each) for number, each in enumerate(each_of) if number != UNSEEN]
        for category, each_of in json.loads(QUESTIONS.read_text()).items()
    }
    print(f"{len(contracts)} contracts, {len(general)} other texts")
    Training(wordings).run(contracts, general, text, epochs=arguments.epochs, out=arguments.out)


class Training:
    """The network, its optimizer, and the running average of its weights."""

    def __init__(self, wordings: dict[str, list[list[int]]]) -> None:
        import torch  # noqa: PLC0415 - heavy, and no dependency of the product
        from transformers import BertConfig, BertForQuestionAnswering  # noqa: PLC0415 - same

        torch.manual_seed(SEED)
        self.torch = torch
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        config = BertConfig(
            hidden_size=WIDTH, num_hidden_layers=LAYERS, num_attention_heads=HEADS, intermediate_size=4 * WIDTH
        )
        self.network = BertForQuestionAnswering(config)
        weights = {f"bert.{name}": torch.tensor(value) for name, value in float_weights().items()}
        self.network.load_state_dict(weights, strict=False)  # the head begins at random
        self.network.to(self.device)
        self.average = [value.detach().clone() for value in self.network.parameters()]
        self.sampler = Sampler(wordings, seed=SEED)
        self.steps = 0

    def run(
        self, contracts: Sequence[Paragraph], general: Sequence[Paragraph], text: ReaderModel, *, epochs: int, out: Path
    ) -> None:
        """Train all epochs and save the average."""
        optimizer: Any = None
        for epoch in range(epochs):
            began = time.monotonic()
            examples = [*self.sampler.contracts(contracts), *self.sampler.general(general, text.question)]
            if optimizer is None:
                optimizer, schedule = self._optimizer(epochs * len(examples) // BATCH)
            losses = [self._step(batch, optimizer, schedule) for batch in _batches(examples)]
            print(f"epoch {epoch}: loss {np.mean(losses):.4f}, {time.monotonic() - began:.0f} s", flush=True)
            if epoch in MINE_AFTER:
                self._mine(contracts)
        self._save(out)

    def _optimizer(self, total: int) -> tuple[Any, Any]:
        plain = [value for name, value in self.network.named_parameters() if "bias" in name or "LayerNorm" in name]
        known = {id(value) for value in plain}
        decayed = [value for value in self.network.parameters() if id(value) not in known]
        groups = [{"params": decayed, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}]
        optimizer = self.torch.optim.AdamW(groups, lr=RATE)

        def rate(step: int) -> float:
            """Rise over the first six percent, then fall, but never to zero."""
            return min(1.0, (step + 1) / max(1.0, 0.06 * total)) * max(0.02, 1 - step / max(1.0, 1.25 * total))

        return optimizer, self.torch.optim.lr_scheduler.LambdaLR(optimizer, rate)

    def _step(self, batch: Sequence[Example], optimizer: Any, schedule: Any) -> float:
        torch = self.torch
        self.network.train()
        starts, ends = self._logits(batch)
        first, last = (
            torch.tensor(
                [_position(each, place) for each, place in zip(batch, places, strict=True)], device=self.device
            )
            for places in ([each.first for each in batch], [each.last for each in batch])
        )
        cross_entropy = torch.nn.functional.cross_entropy
        loss = (cross_entropy(starts, first) + cross_entropy(ends, last)) / 2
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        self.steps += 1
        share = 1 - min(AVERAGED, self.steps / (self.steps + 19))
        torch._foreach_lerp_(self.average, [value.detach() for value in self.network.parameters()], share)
        return float(loss.detach())

    def _logits(self, batch: Sequence[Example]) -> tuple[Any, Any]:
        torch = self.torch
        shape = (len(batch), max(len(each.question) + len(each.text) for each in batch) + FRAME)
        ids, mask, kinds = (np.zeros(shape, np.int64) for _ in range(3))
        for row, each in enumerate(batch):
            tokens = [CLS, *each.question, SEP, *each.text, SEP]
            ids[row, : len(tokens)] = tokens
            mask[row, : len(tokens)] = 1
            kinds[row, len(each.question) + 2 : len(tokens)] = 1
        inputs = [torch.from_numpy(each).to(self.device) for each in (ids, mask, kinds)]
        with torch.autocast(self.device, torch.bfloat16):
            output = self.network(input_ids=inputs[0], attention_mask=inputs[1], token_type_ids=inputs[2])
        padding = inputs[1] == 0
        return tuple(each.float().masked_fill(padding, _MASKED) for each in (output.start_logits, output.end_logits))

    def _mine(self, contracts: Sequence[Paragraph]) -> None:
        """Find the windows without an answer in which the network is most sure of one."""
        self.network.eval()
        self.sampler.hard.clear()
        for number, paragraph in enumerate(contracts):
            for category, places in paragraph.answers.items():
                question = self.sampler.question(category)
                room = WINDOW - FRAME - len(question)
                parts = [
                    (one, two)
                    for one, two in windows(len(paragraph.tokens.ids), room)
                    if not any(first < two and last >= one for first, last in places)
                ]
                scores = self._best_scores(
                    [Example(question, paragraph.tokens.ids[one:two].tolist()) for one, two in parts]
                )
                ranked = sorted(zip(scores, parts, strict=True), reverse=True)
                self.sampler.hard[number, category] = [part for _, part in ranked[:HARDEST]]

    def _best_scores(self, examples: Sequence[Example]) -> list[float]:
        scores: list[float] = []
        with self.torch.no_grad():
            for begin in range(0, len(examples), 8 * BATCH):
                starts, ends = self._logits(examples[begin : begin + 8 * BATCH])
                best = starts[:, 1:].amax(1) + ends[:, 1:].amax(1) - starts[:, 0] - ends[:, 0]
                scores += best.tolist()
        return scores

    def _save(self, out: Path) -> None:
        from safetensors.torch import save_file  # noqa: PLC0415 - needs torch

        for value, average in zip(self.network.parameters(), self.average, strict=True):
            value.data.copy_(average)
        weights = {name: value.half().cpu().contiguous() for name, value in self.network.state_dict().items()}
        save_file({name: value for name, value in weights.items() if "position_ids" not in name}, out)


def _position(example: Example, place: int) -> int:
    """Return a place as a token of the input; the first token is "there is no answer"."""
    return 0 if place < 0 else place + len(example.question) + 2


def _batches(examples: list[Example]) -> Iterator[Sequence[Example]]:
    """Return batches of similar length in random order."""
    random.Random(SEED).shuffle(examples)
    block = 50 * BATCH
    for begin in range(0, len(examples), block):
        part = sorted(examples[begin : begin + block], key=lambda each: len(each.text))
        batches = [part[first : first + BATCH] for first in range(0, len(part), BATCH)]
        random.Random(begin).shuffle(batches)
        yield from batches


if __name__ == "__main__":
    main()
