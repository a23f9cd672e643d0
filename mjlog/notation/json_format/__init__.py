"""The JSON form of records: objects to a record and back, with the schema at the door.

These modules import the values of the model and open no file.
"""
