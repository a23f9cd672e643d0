"""majiang, the records of kobalab's programs as JSON, read and written."""
