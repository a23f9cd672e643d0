"""The pages of the viewer: each module answers some addresses.

A page is put together from parts. It imports parts, and no rule set by name.
"""
