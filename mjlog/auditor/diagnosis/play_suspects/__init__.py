"""The kinds of entries that people get wrong in deals with turns, with generators of readings.

One wrong fact makes much of a record look wrong. Each reading changes one fact to what another
entry of the deal says about it. If several errors vanish then and no new one appears, that one
entry explains them all. Nothing here judges readings or imports the modules that do.
"""
