"""The notation: text and JSON to `mjlog.record.Game` and back."""
