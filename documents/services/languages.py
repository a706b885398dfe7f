"""Language detection: registered detectors are tried in order, then the default of the installation is used.

It runs outside the sandbox, because some detectors use the network, on the beginning of the text.
"""

import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from django.conf import settings

from documents.models import Document
from documents.services.progress import Progress
from tasks.errors import StopWorking

logger = logging.getLogger(__name__)

SAMPLE: Final = 2_000  # characters
_CODE = re.compile(r"([a-z]{2,3})(?:[-_][a-z0-9]{2,8})*", re.IGNORECASE | re.ASCII)
_UNDETERMINED = frozenset({"und", "zxx", "mul", "unk"})


@dataclass(frozen=True, slots=True)
class Detector:
    """A language detector. It may send text elsewhere, and the tenant of the document may have to pay for it.

    `detect` returns a code or an empty string; exceptions count as no result.
    """

    name: str
    is_enabled: Callable[[Document], bool]
    detect: Callable[[str, Progress, Document], str]
    replaces_local: bool = False
    """If it is enabled, the language that the parser has detected is ignored (S0-18, S0-19)."""


_detectors: list[Detector] = []


def register_detectors(detectors: Sequence[Detector]) -> None:
    """Set the detectors and their order. Called once, at startup."""
    _detectors[:] = detectors


def language_of(text: str, *, found: str, job: Progress, document: Document) -> str:
    """Return the ISO 639 code; `found` is the one that the parser has detected. Raises only if the job must stop."""
    sample = text[:SAMPLE].strip()
    enabled = [detector for detector in _detectors if detector.is_enabled(document)]
    for detector in enabled if sample else ():
        code = _detect(detector, sample, job, document)
        if code:
            return code
    local = "" if any(detector.replaces_local for detector in enabled) and sample else _code_in(found)
    return local or settings.SYSTEM_DEFAULT_LANGUAGE


def _detect(detector: Detector, sample: str, job: Progress, document: Document) -> str:
    try:
        code = _code_in(detector.detect(sample, job, document))
    except StopWorking:
        raise
    except Exception as error:  # noqa: BLE001  # S0-20: no error of a detector may stop processing
        logger.warning("language.detection_failed", extra={"detector": detector.name, "cause": type(error).__name__})
        return ""
    logger.info("language.detected", extra={"detector": detector.name, "language": code})
    return code


def _code_in(answer: object) -> str:
    """Return the code in an answer (`de` of `de-CH`), or an empty string."""
    match = _CODE.fullmatch(answer.strip()) if isinstance(answer, str) else None
    code = match.group(1).lower() if match else ""
    return "" if code in _UNDETERMINED else code
