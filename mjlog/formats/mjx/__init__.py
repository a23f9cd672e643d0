"""mjx, one state of the simulator a line, read and never written."""
