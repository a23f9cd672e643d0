"""Audit results, written for people and for programs.

It imports the model, the formats and the auditor. It decides nothing: what is right or wrong is in
the findings and verdicts that it gets.
"""
