"""Commands that convert many files as a job: their options, and how far they are."""
