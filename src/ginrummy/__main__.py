"""`python -m ginrummy` is the command `ginrummy`."""

import sys

from ginrummy.cli import main

if __name__ == "__main__":
    sys.exit(main())
