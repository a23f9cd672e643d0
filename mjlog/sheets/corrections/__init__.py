"""Makes corrected copies of sheets, and finds what wrong cells should contain.

These modules import the audit's results and never change a file in place.
"""
