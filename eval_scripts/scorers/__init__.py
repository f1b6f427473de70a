"""Scorers by metric: what each reads of a record, what it says of a reply, and how it sums a run up."""

from eval_scripts.scorers import answers, fields, judged, rubrics
from eval_scripts.scorers.model import Item, Line, Reply, Scorer, percent

SCORERS: dict[str, Scorer] = {
    "field_match": Scorer(fields.COLUMNS, fields.score_line, fields.summarize, fields.describe, fields.headlines),
    "answer_match": Scorer(answers.COLUMNS, answers.score_line, answers.summarize, answers.describe, answers.headlines),
    "judge_score": Scorer(judged.COLUMNS, judged.score_line, judged.summarize, judged.describe, judged.headlines),
    "rubric_pass_rate": Scorer(
        rubrics.COLUMNS, rubrics.score_line, rubrics.summarize, rubrics.describe, rubrics.headlines
    ),
}
"""The scorers of the metrics that a record can name."""

__all__ = ["SCORERS", "Item", "Line", "Reply", "Scorer", "percent"]
