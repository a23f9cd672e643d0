"""Decides who may do what at a table, and makes and verifies signatures.

These modules import no table and no page; they never write a secret into a log.
"""
