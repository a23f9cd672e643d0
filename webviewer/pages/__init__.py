"""The addresses of the viewer: each module answers some of them.

A page puts parts together; it imports parts and no rule set by name.
"""
