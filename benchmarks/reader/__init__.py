"""The reader's training and its measurements; `docs/reader.md` is the model card."""
