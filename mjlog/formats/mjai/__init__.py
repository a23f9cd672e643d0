"""mjai, a game as lines of JSON, read in both dialects and written in both."""
