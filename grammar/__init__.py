"""The definition of the notation, `mjlog.lark`."""
