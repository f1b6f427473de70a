"""Builds controlled document benchmarks: specs, documents, records and the dataset repository."""
