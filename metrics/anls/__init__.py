"""Average normalised Levenshtein similarity, for short answers and for nested values."""

from metrics.anls.scoring import compute, score_one, score_tree, similarity

__all__ = ["compute", "score_one", "score_tree", "similarity"]
