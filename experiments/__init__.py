"""Small models trained from scratch on numbers, to compare TST with other ways to write them.

`python -m experiments run` trains, `resume` continues after a stop, and `draw` writes the page
`docs/explanation/evidence.md` from the results. Needs `pip install --editable '.[experiments]'`.
"""
