"""The contract of plug-ins as tests: call these from yours. Each raises `ContractBroken` with all that is wrong."""

from cartulary.testing.broken import ContractBroken
from cartulary.testing.embedders import check_embedder
from cartulary.testing.parsers import Sample, check_parser
from cartulary.testing.thumbnailers import check_thumbnailer

__all__ = ["ContractBroken", "Sample", "check_embedder", "check_parser", "check_thumbnailer"]
