"""Corrected copies of sheets, and what cells would read without a slip.

These modules import the audit's answers and change no file in place.
"""
