"""The parts of the deterministic schema reader: layout, captions, tables, sections, naming."""
