"""Access: who may see and do what with which rows. Declared per model in `rules`, decided in `permissions`."""
