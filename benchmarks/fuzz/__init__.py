"""Random inputs for everything that reads what others write: `make bench-fuzz`."""
