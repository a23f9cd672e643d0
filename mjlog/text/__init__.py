"""The languages of mjlog: catalogs of messages, the glossary, the names of items.

It imports only the model. It knows no page and no command.
"""
