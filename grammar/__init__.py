"""The definition of the notation, `mjlog.lark`.

Other programs may use that file as well, so this package imports nothing and holds no code.
"""
