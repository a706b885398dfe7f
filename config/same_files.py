"""Processes with a folder of their own, instead of that of the others, end at their start."""

import logging

from django.db import Error, connection

from documents.storage import file_store

logger = logging.getLogger(__name__)


def require_same() -> None:
    """End this process if it does not have the files of the others: its jobs and downloads would fail."""
    try:
        file_store.mark()
    except file_store.OtherFileStore as error:
        logger.critical("files.elsewhere", extra={"error": str(error)})
        raise SystemExit(1) from None  # Celery only logs other exceptions
    except Error:
        logger.warning("files.unchecked", exc_info=True)  # /health/ready names the database
    finally:
        connection.close()  # workers fork afterwards
