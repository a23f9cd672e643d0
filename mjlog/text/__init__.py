"""The languages of mjlog: catalogs of messages, the glossary, the names of items.

It imports the model alone. It knows no page and no command.
"""
