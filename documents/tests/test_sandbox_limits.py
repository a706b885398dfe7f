"""The limits of sandboxes by the settings: for jobs and for requests."""

import time

import pytest

from documents.pipeline.sandbox import Limits, shared_sandbox
from documents.pipeline.sandbox.limits import MEBIBYTE
from documents.pipeline.sniff import PDF
from documents.services import ingestion
from documents.services.request_sandbox import request_sandbox
from documents.tests.pipeline.pdf.hostile_pages import TEXT, write_pages


@pytest.mark.parametrize("sandbox", [ingestion.sandbox, request_sandbox])
def test_files_are_read_if_models_are_not_kept(settings, tmp_path, sandbox):
    settings.MODELS_KEEP_SECONDS = 0.0
    path = write_pages(tmp_path / "page.pdf", TEXT % b"First")
    image = sandbox().thumbnail(path, PDF, deadline=time.monotonic() + 60)
    sandbox().close()
    assert image[8:12] == b"WEBP"


@pytest.mark.parametrize(("sandbox", "cpu_seconds"), [(ingestion.sandbox, 3600), (request_sandbox, 30)])
def test_sandboxes_are_kept_as_long_as_models(settings, sandbox, cpu_seconds):
    settings.MODELS_KEEP_SECONDS = 71.5
    settings.SANDBOX_MEMORY_MB = 777
    limits = Limits(memory_bytes=777 * MEBIBYTE, idle_seconds=72, cpu_seconds=cpu_seconds)
    assert sandbox() is shared_sandbox(limits)
