"""Stored files: blobs, the parts of unfinished uploads, the object store, signed URLs."""
