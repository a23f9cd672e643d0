"""What an audit found, written for people and for machines.

It imports the model, the formats and the auditor. It decides nothing: whatever is right or wrong
stands in the findings and verdicts that it is given.
"""
