"""Reports on scored runs, side by side."""

from eval_scripts.report.markdown import write_report

__all__ = ["write_report"]
