"""Runs models on a dataset repository, scores what they answer and reports it."""
