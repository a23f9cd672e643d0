"""Foreign records and their recognition, one module a format."""
