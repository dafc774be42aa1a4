"""Tasks for texts: changing them, or listing what is in them. Each has its options, and can be pickled."""
