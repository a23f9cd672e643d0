"""What tests of every folder share: where records lie, how to say one shortly, servers, browsers.

Nothing here tells what is right; that stands in the tests.
"""
