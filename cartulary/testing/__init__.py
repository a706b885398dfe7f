"""Contract tests for plug-ins. Each function raises `ContractViolation` with a list of all violations."""

from cartulary.testing.analyzers import check_analyzer
from cartulary.testing.bad_files import ContractViolation
from cartulary.testing.embedders import check_embedder
from cartulary.testing.parsers import Sample, check_parser
from cartulary.testing.thumbnailers import check_thumbnailer
from cartulary.testing.tools import NoDocuments, check_tool

__all__ = [
    "ContractViolation",
    "NoDocuments",
    "Sample",
    "check_analyzer",
    "check_embedder",
    "check_parser",
    "check_thumbnailer",
    "check_tool",
]
