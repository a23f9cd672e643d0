"""What the viewer keeps so as not to make it twice: answers, lists, rows of lists, templates.

A cache imports records and parts, and answers exactly what would be made anew. It never decides
what somebody may see.
"""
