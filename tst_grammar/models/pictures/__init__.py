"""Pictures of numbers: the boxes that their tokens are drawn as, and a module for each way to draw them."""
