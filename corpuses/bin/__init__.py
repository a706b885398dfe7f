"""The bin: what users deleted in the last days, to be restored or purged."""
