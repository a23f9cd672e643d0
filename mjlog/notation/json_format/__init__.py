"""The JSON form of records: writes and reads it, and validates it by the schema.

These modules import the model and open no file but the schema.
"""
