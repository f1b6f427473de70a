"""Reports (SynthDocBench): long visual reports on written topics, with charts that hold what the text does not say."""
