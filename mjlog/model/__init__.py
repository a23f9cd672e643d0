"""What a record is made of: tiles, hands, deals, the table, settlements, findings.

Every other package of mjlog may import this one, and it imports none of them. It contains no rule
of any game, opens no file, reads no clock and speaks no language: sentences are messages with
fields (`messages`) until a program shows them.
"""
