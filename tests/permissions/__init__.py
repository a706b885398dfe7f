"""The permission matrix: every operation as every actor, compared with tables that were written by hand."""
