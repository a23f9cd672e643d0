"""Shared helpers of the tests: paths, short records, servers, browsers.

Nothing here says what is right; the tests do.
"""
