"""`python -m benchmarks.reader.pack MODEL`: store trained weights (safetensors) in the repository, one byte each."""

import argparse
import hashlib
from pathlib import Path

from safetensors.numpy import load_file, save_file

from corpuses.llm.reader_build import WEIGHTS, pack

# The table of positions is small, and is added to every token.
KEPT = ("bert.embeddings.position_embeddings.weight",)


def main() -> None:
    """Write the weights and print their checksum, which belongs into `reader_build.SHA256`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    save_file(pack(load_file(parser.parse_args().model), keep=KEPT), WEIGHTS)
    print(f"{WEIGHTS}: {WEIGHTS.stat().st_size} bytes, SHA-256 {hashlib.sha256(WEIGHTS.read_bytes()).hexdigest()}")


if __name__ == "__main__":
    main()
