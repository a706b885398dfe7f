"""The language of a document: whoever was registered to tell is asked in turn, and the installation's default ends it.

Asked outside the sandbox, because some ask the network; what they are shown is the beginning of the text.
"""

import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from django.conf import settings

from documents.services.progress import Progress
from tasks.errors import StopWorking

logger = logging.getLogger(__name__)

SAMPLE: Final = 2_000  # characters
_CODE = re.compile(r"([a-z]{2,3})(?:[-_][a-z0-9]{2,8})*", re.IGNORECASE | re.ASCII)
_UNDETERMINED = frozenset({"und", "zxx", "mul", "unk"})


@dataclass(frozen=True, slots=True)
class Detector:
    """Somebody to ask. `ask` gives a code or nothing; whatever it raises means that it does not know."""

    name: str
    is_wanted: Callable[[], bool]
    ask: Callable[[str, Progress], str]
    replaces_local: bool = False
    """Where it is wanted, what the parser found by itself does not count (S0-18, S0-19)."""


_detectors: list[Detector] = []


def register_detectors(detectors: Sequence[Detector]) -> None:
    """Say who is asked, in this order. Called once, when the program is put together."""
    _detectors[:] = detectors


def language_of(text: str, *, found: str, job: Progress) -> str:
    """ISO 639; never raises but when the job must stop. `found` is what the parser took the language for."""
    sample = text[:SAMPLE].strip()
    wanted = [detector for detector in _detectors if detector.is_wanted()]
    for detector in wanted if sample else ():
        code = _asked(detector, sample, job)
        if code:
            return code
    local = "" if any(detector.replaces_local for detector in wanted) and sample else _code_in(found)
    return local or settings.SYSTEM_DEFAULT_LANGUAGE


def _asked(detector: Detector, sample: str, job: Progress) -> str:
    try:
        code = _code_in(detector.ask(sample, job))
    except StopWorking:
        raise
    except Exception as error:  # noqa: BLE001  # S0-20: whatever goes wrong there, the document is read
        logger.warning("language.detection_failed", extra={"detector": detector.name, "cause": type(error).__name__})
        return ""
    logger.info("language.told", extra={"detector": detector.name, "language": code})
    return code


def _code_in(answer: object) -> str:
    """`de` of `de-CH`; nothing of anything that is no code."""
    match = _CODE.fullmatch(answer.strip()) if isinstance(answer, str) else None
    code = match.group(1).lower() if match else ""
    return "" if code in _UNDETERMINED else code
