"""`python -m config.stack`."""

import sys

from config.stack.cli import main

if __name__ == "__main__":
    sys.exit(main())
