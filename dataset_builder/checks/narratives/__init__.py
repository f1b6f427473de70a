"""Narratives of hops pages, read back from their text."""
