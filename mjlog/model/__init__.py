"""What a record is made of: tiles, hands, deals, the table, settlements, findings.

Every room may import this one; it imports none. It knows no rule of any game, no file, no clock
and no language: sentences are messages with fields (`messages`) until somebody reads them.
"""
