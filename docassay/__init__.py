"""docassay: controlled benchmarks for document understanding.

The public API, re-exported; nothing else lives here.
"""

from __future__ import annotations

__version__ = "0.1.0"
