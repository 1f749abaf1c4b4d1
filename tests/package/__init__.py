"""What `python -m build` left in `dist/`: the files that a release uploads, looked into and installed."""
