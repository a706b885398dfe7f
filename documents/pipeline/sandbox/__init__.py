"""Sandbox for untrusted files: they are read in a process of their own. This module is its public interface.

The sandbox process imports this module, too, before it is isolated: no module imported here may start a thread or open
a file.
"""

from documents.pipeline.sandbox.client import Sandbox
from documents.pipeline.sandbox.limits import Limits
from documents.pipeline.sandbox.self_test import IsolationReport, check_isolation
from documents.pipeline.sandbox.shared import shared_sandbox

__all__ = ["IsolationReport", "Limits", "Sandbox", "check_isolation", "shared_sandbox"]
