"""The laboratory: what are these games like? Work spread over processes or a cluster."""
