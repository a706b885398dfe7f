"""Uploads in REST: forms, resumable uploads (tus), presigned uploads, archives. Uploaded files land in a corpus."""
