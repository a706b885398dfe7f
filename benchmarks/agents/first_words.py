"""From a question to the first word of its answer: one conversation at a time, and many at once.

In turns with the same question, asked of the model directly by the same HTTP client: the difference is what Cartulary
adds. The last part of it, from the word that the model sends until the client has it, is measured, too.
"""

import asyncio
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import httpx

from benchmarks.agents import model
from benchmarks.agents.asking import Answered, ask, ask_all, connected, texts
from benchmarks.processes import cpu_seconds
from benchmarks.setup import Server

_QUESTION: Final = (
    "The tenant shall pay the rent in advance on the first day of each month, without any deduction, at the office of "
    f"the landlord or at such other place as the landlord may name, and {model.SENT}"
)


@dataclass(slots=True)
class _Times:
    """Seconds from the question to the first word, and from the model to the client, through the server and without."""

    ours: list[float] = field(default_factory=list)
    delivery: list[float] = field(default_factory=list)
    direct: list[float] = field(default_factory=list)

    def add(self, answer: Answered) -> None:
        (text,) = texts([answer])
        self.ours.append(answer.first_words - answer.began)
        self.delivery.append(answer.first_words - _sent(text))

    def figures(self, suffix: str = "") -> dict[str, float]:
        direct = statistics.median(self.direct)
        added = [seconds - direct for seconds in self.ours]
        return {
            f"first_token_overhead_p50_ms{suffix}": _ms(statistics.median(added)),
            f"first_token_overhead_p95_ms{suffix}": _ms(_p95(added)),
            f"first_token_delivery_p50_ms{suffix}": _ms(statistics.median(self.delivery)),
            f"first_token_delivery_p95_ms{suffix}": _ms(_p95(self.delivery)),
            f"first_token_control_p50_ms{suffix}": _ms(direct),
            f"first_token_control_p95_ms{suffix}": _ms(_p95(self.direct)),
        }


async def measure(
    server: Server, model_url: str, tokens: Sequence[str], *, rounds: int, rounds_at_once: int
) -> dict[str, float]:
    """Return the figures; each token is that of a user."""
    async with connected(server.url) as client, connected(model_url) as direct:
        await ask(client, tokens[0], _QUESTION)  # imports modules
        one, many, slowest, complete = _Times(), _Times(), 0.0, 0
        before = cpu_seconds(server.web.pid)
        for _ in range(rounds):
            one.add(await ask(client, tokens[0], _QUESTION))
            one.direct.append(await _ask_directly(direct))
        cpu = cpu_seconds(server.web.pid) - before
        for _ in range(rounds_at_once):
            answers = await ask_all(client, tokens, _QUESTION)
            complete = len(texts(answers))
            for each in answers:
                many.add(each)
            slowest = max(slowest, *(each.seconds for each in answers))
            many.direct += await asyncio.gather(*(_ask_directly(direct) for _ in tokens))
    return {
        **one.figures(),
        **many.figures(f"_{len(tokens)}"),
        "conversation_cpu_ms": _ms(cpu / rounds),
        "conversations_at_once": complete,
        "conversations_at_once_slowest_s": round(slowest, 2),
        "conversations_at_once_model_s": round(model.pauses(_QUESTION), 2),
    }


async def _ask_directly(client: httpx.AsyncClient) -> float:
    """Return the seconds from a question to the first word of the model."""
    received, began = 0.0, time.monotonic()
    async with client.stream("POST", "/chat/completions", json=model.request_body(_QUESTION)) as response:
        async for line in response.aiter_lines():
            if line.startswith("data: {"):
                received = received or time.monotonic()
    return received - began


def _sent(text: str) -> float:
    """Return when the first word was sent, which is the last word of the answer."""
    return float(text.rsplit(maxsplit=1)[-1])


def _p95(seconds: Sequence[float]) -> float:
    return statistics.quantiles(seconds, n=20, method="inclusive")[-1]


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 1)
