"""Charts: one spec, one metadata object and one drawing for each of twenty-four types (SynthDocBench, appendix L)."""
