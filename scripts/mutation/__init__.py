"""Mutation testing, for scripts/mutants.py."""
