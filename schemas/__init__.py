"""JSON Schemas of the record, the findings and the frames."""
