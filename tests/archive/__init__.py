"""The archive, and what is answered from it."""
