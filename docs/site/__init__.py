"""The documentation site: its pages are laid out from docs/ and from the package, then built."""
