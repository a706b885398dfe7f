"""Server-sent event streams of changes and of single jobs."""
