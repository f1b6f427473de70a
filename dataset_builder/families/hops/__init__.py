"""Multi-hop pages: a policy narrative that defines a set of entities, and charts that hold its evidence (DocHop)."""
