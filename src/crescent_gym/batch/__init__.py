"""Batches of boards in compiled code: what makes the vector environment fast."""
