"""Paths, truths and schemas of forms: one set of pure functions for the reader, the maker, the splits and the scorer's view.

A path is ``a``, ``a.b``, ``rows[2].amount`` or ``names[1]`` (VAREX writes paths the same way).
"""
