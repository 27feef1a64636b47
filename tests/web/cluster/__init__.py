"""Thinking on a real Dask cluster of processes."""
