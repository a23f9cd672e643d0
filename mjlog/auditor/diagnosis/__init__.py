"""What was likely written wrong: the readings of a deal with the fewest wrong entries."""
