"""Runs the command line as `python -m tst_grammar`."""

import sys

from tst_grammar.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
