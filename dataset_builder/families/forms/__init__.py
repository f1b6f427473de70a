"""Filled government forms: reverse annotation in four stages (VAREX, section 3.1)."""
