"""Pictures of numbers: a box for each token, and a module for each way to draw the boxes."""
