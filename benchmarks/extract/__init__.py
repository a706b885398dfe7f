"""Quality of clause extraction with the offline reader, and of the normalisation of values."""
