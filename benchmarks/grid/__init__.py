"""The grid of an extract with 10,000 documents and 40 columns: the server, and scrolling in a browser."""
