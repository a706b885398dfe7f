"""Quality and speed of search, beside other programs on the same texts."""
