"""Thinking on other machines: Dask finds the workers, one connection to each carries the jobs."""
