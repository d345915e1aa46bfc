"""Entry point of `python -m ginrummy`, the same as the command `ginrummy`."""

import sys

from ginrummy.cli import main

if __name__ == "__main__":
    sys.exit(main())
