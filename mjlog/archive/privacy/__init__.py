"""Who the people of an archive are, what may be shown of them, and how a name is forgotten.

These modules import the storage and no page; they never say a name that its event hides.
"""
