"""Untrusted files are read in a process of their own; this is its door.

The process imports this module too, before its walls stand: nothing here may start a thread or open a file.
"""

from documents.pipeline.sandbox.client import Sandbox
from documents.pipeline.sandbox.limits import Limits
from documents.pipeline.sandbox.probes import IsolationReport, check_isolation
from documents.pipeline.sandbox.shared import shared_sandbox

__all__ = ["IsolationReport", "Limits", "Sandbox", "check_isolation", "shared_sandbox"]
