"""Untrusted file names."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.pipeline.filenames import MAX_CHARACTERS, safe_filename


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("report.pdf", "report.pdf"),
        ("../../etc/passwd", "passwd"),
        ("..\\..\\x", "x"),
        ("C:\\Users\\me\\contract.pdf", "contract.pdf"),
        ("a\x00b.pdf", "ab.pdf"),
        ("in\u202evoice_fdp.exe", "invoice_fdp.exe"),  # would be displayed as invoice_exe.pdf
        ("a\u2066b\u2069.pdf", "ab.pdf"),
        ("tab\tline\nbreak.pdf", "tablinebreak.pdf"),
        ("", "document"),
        ("...", "document"),
        ("a/", "document"),
        ("CON", "_CON"),  # a device on Windows
        ("nul.txt", "_nul.txt"),
        ("what?.pdf", "what_.pdf"),
        (".htaccess", "htaccess"),
        ("契約書 最終版.pdf", "契約書 最終版.pdf"),
        ("عقد العمل.pdf", "عقد العمل.pdf"),
        ("Vertra\u0308ge.pdf", "Verträge.pdf"),  # decomposed umlaut
        ("trailing. . ", "trailing"),
    ],
)
def test_a_name_is_made_safe(name, safe):
    # proves: S0-32
    assert safe_filename(name) == safe


def test_a_long_name_keeps_its_extension():
    # proves: S0-32
    name = safe_filename("x" * 300 + ".pdf")
    assert (len(name), name[-5:]) == (MAX_CHARACTERS, "x.pdf")
    assert len(safe_filename("漢" * 300 + ".pdf").encode()) <= 240


@given(st.text(max_size=400))
def test_every_result_is_a_short_visible_file_name(name):
    # proves: S0-32
    safe = safe_filename(name)
    assert 0 < len(safe) <= MAX_CHARACTERS
    assert len(safe.encode()) <= 255
    assert not set(safe) & set('/\\\x00:*?"<>|')
    assert safe.strip(" .") == safe
    assert unicodedata.is_normalized("NFC", safe)
    assert safe_filename(safe) == safe
