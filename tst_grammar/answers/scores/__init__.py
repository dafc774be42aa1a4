"""Scores many answers. Outputs and right answers come in; counts, texts and pages go out."""
