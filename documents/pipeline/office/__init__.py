"""Conversion of Office files from before 2007 with LibreOffice, in a confined process of its own."""
