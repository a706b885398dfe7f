"""Which of tesseract's languages are written in a script; only in scripts that PP-OCR does not know."""

from collections.abc import Collection

LANGUAGES_OF = {
    "Arabic": ("ara", "fas", "urd", "pus", "uig"),
    "Armenian": ("hye",),
    "Bengali": ("ben", "asm"),
    "Cyrillic": ("rus", "ukr", "bul", "srp", "bel", "mkd", "kaz", "kir", "mon", "tgk", "uzb_cyrl"),
    "Devanagari": ("hin", "mar", "nep", "san"),
    "Ethiopic": ("amh", "tir"),
    "Georgian": ("kat",),
    "Greek": ("ell", "grc"),
    "Gujarati": ("guj",),
    "Gurmukhi": ("pan",),
    "Hangul": ("kor",),
    "Hebrew": ("heb", "yid"),
    "Japanese": ("jpn",),
    "Kannada": ("kan",),
    "Khmer": ("khm",),
    "Korean": ("kor",),
    "Lao": ("lao",),
    "Malayalam": ("mal",),
    "Myanmar": ("mya",),
    "Oriya": ("ori",),
    "Sinhala": ("sin",),
    "Syriac": ("syr",),
    "Tamil": ("tam",),
    "Telugu": ("tel",),
    "Thaana": ("div",),
    "Thai": ("tha",),
    "Tibetan": ("bod", "dzo"),
}
_MOST = 2  # each language takes as long again


def languages_for(script: str, *, wanted: str, installed: Collection[str]) -> str:
    """Languages of the script that are installed, those first that the installation names; empty if there are none."""
    named = wanted.split("+")
    written = [language for language in LANGUAGES_OF.get(script, ()) if language in installed]
    return "+".join(sorted(written, key=lambda language: language not in named)[:_MOST])
