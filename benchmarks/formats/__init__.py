"""Quality and speed of reading documents, compared with other programs on the same files."""
