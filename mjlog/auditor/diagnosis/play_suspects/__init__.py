"""The entries of a deal with turns that people get wrong, each sort with what generates readings.

One wrong fact makes much of a record look wrong. Each reading changes one fact to what another
entry of the deal says of it. If by a reading several errors vanish and no new one appears, that one
entry explains them all. Nothing here judges a reading or imports what does.
"""
