"""A description for every figure of `results/formats.json` that stands alone; the others follow patterns."""

from collections.abc import Mapping
from typing import Final

SCORES: Final[Mapping[str, str]] = {
    "overall": "mean of the scores below",
    "nid": "text and order (NID)",
    "teds": "tables (TEDS)",
    "mhs": "headings with their text (MHS)",
}

HALVES: Final[Mapping[str, str]] = {
    "seen": "half that is looked at",
    "unseen": "half that is never looked at",
}
_OUTLINES: Final[Mapping[str, str]] = {
    "levels_f1": "Headings of long documents with their level: the same heading below the same parent (F1)",
    "headings_f1": "Headings of long documents, of any level (F1)",
}

DESCRIPTIONS: Final[Mapping[str, str]] = {
    "icdar_f1": "ICDAR-2013, tables: adjacency relations of cells (F1)",
    "words_f1": "Words and their boxes compared with docling-parse (F1)",
    "words_f1_no_cjk": "The same without files in Chinese, Japanese or Korean, whose truth has whole runs (F1)",
    "rtl_words_f1": "The same for Arabic and Persian pages (F1)",
    "cuad_similarity": "CUAD contracts: similarity of the text, alphanumeric characters in their order",
    "printed_files": "Documents printed to PDF, with the ground truth of their sources: prints",
    "printed_left_out": "Prints that were left out: they do not show their ground truth, or LibreOffice is missing",
    "printed_seen_files": "Prints of the half that is looked at when rules are developed",
    "printed_unseen_files": "Prints of the other half, which is never looked at",
    "office_printed_files": "Of all prints, those of Office documents",
    "outline_files": "Long documents with an outline that was made by hand",
    **{f"outline_{name}": text for name, text in _OUTLINES.items()},
    **{f"outline_{n}_{half}": f"{text}, {which}" for half, which in HALVES.items() for n, text in _OUTLINES.items()},
    "parser_crashed": "Documents of all suites on which the parser crashed",
    "ocr_clean": "OCR of clean simulated scans: share of characters read correctly",
    "ocr_noisy": "OCR of skewed and noisy scans: share of characters read correctly",
    "speed_pages": "Pages of DP-Bench and ICDAR for the CPU time and memory below",
    "speed_scanned_pages": "Scanned pages for the mode `ocr`",
    "s_per_page": "CPU time per page: words, layout, tables, DoclingDocument, no OCR (s)",
    "long_pages": "Pages of a long document",
    "long_first_page_s": "Long document: from the upload until its first page can be read (s)",
    "long_ready_s": "Long document: until all of it is ready (s)",
    "long_rss_mb": "Long document: peak memory of worker, pool and sandboxes; shared memory counts for each (MiB)",
    "long_pss_mb": "The same; shared memory counts once (MiB)",
    "long_idle_rss_mb": "Memory of the worker and its pool before; shared memory counts for each (MiB)",
    "long_sandbox_mb": "Long document: peak memory of the largest single process, the sandbox (MiB)",
    "hostile_files": "Hostile and damaged files that were uploaded",
    "hostile_refused": "Of these, refused by the upload",
    "hostile_failed": "Of these, failed with a message",
    "hostile_partial": "Of these, read in part",
    "hostile_ready": "Of these, read completely",
    "hostile_without_code": "Of the failed ones, those without an error code",
    "stuck": "Documents that did not end or stayed locked",
    "worker_deaths": "Processes of the worker's pool that died",
    "outbound": "Connections to other machines, or to the port that the files name",
    "bomb_slowest_s": "Decompression bombs, one at a time: longest time from the upload to the end (s)",
    "bomb_slowest_cpu_s": "Decompression bombs: highest CPU time of the worker (s)",
    **{f"printed_{name}": f"Printed: {text}, mean of both halves" for name, text in SCORES.items()},
    **{
        f"office_printed_{name}": f"Printed Office documents: {text}, mean of both halves"
        for name, text in SCORES.items()
    },
}
