"""`python -m vttbridge` is the command line."""

from vttbridge.cli import main

if __name__ == "__main__":
    main()
