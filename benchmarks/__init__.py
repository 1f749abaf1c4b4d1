"""Programs that measure: each file with a `main` is one, the others are what they share."""
