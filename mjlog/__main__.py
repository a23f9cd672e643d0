"""Runs the command line for ``python -m mjlog``."""

from mjlog.cli.main import main

main(prog_name="mjlog")
