"""What a file is, where its first bytes alone do not tell: packages, compound files, and kinds of text."""
