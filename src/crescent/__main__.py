"""`python -m crescent` is the command `crescent`."""

from crescent.cli import main

if __name__ == "__main__":
    main()
