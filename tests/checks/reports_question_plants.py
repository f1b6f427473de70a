"""Ways to spoil a question on a report, its answer and what is said of both; see ``reports_plants``."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from reports_drafts import Draft, Json, facts_of
from reports_plants import Plant

QUESTION_PLANTS: dict[str, tuple[frozenset[str], Plant]] = {}
"""Expected kinds and plant by name."""


def plant(*kinds: str) -> Any:
    """Enter a plant under its name."""

    def enter(function: Plant) -> Plant:
        QUESTION_PLANTS[function.__name__] = (frozenset(kinds), function)
        return function

    return enter


def _record(draft: Draft, rng: Random) -> Json:
    return rng.choice(draft.records)


def _change_digit(text: str) -> str:
    """Return a number with another last digit."""
    return text[:-1] + str((int(text[-1]) + 3) % 10)


def _other_key(draft: Draft, record: Json, key: str) -> str | None:
    """Return another key of the same dimension of the exhibit, unlike all that the text names."""
    for column in draft.keys(draft.entry_of(record)):
        if key in column:
            return next((other for other in column if other not in record["question"] and other not in key), None)
    return None


# -- the question


@plant("question")
def ask_for_another_year(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    years = [key for column in draft.keys(draft.entry_of(record)) for key in column if re.fullmatch(r"\d{4}", key)]
    core = re.sub(r"“[^”]*”", "", record["question"])
    named = [year for year in years if year in core and year not in record["chart_title"]]
    others = [year for year in years if year not in record["question"]]
    return bool(named and others) and draft.ask(record, record["question"].replace(named[0], others[0]))


@plant("question")
def ask_for_another_thing(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    keys = [key for column in draft.keys(draft.entry_of(record)) for key in column if not key.isdecimal()]
    named = [key for key in keys if key in record["question"] and key not in record["chart_title"]]
    if not named or (other := _other_key(draft, record, named[0])) is None:
        return False
    return draft.ask(record, record["question"].replace(named[0], other))


@plant("question")
def ask_about_another_number(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    return draft.ask(
        record,
        re.sub(r"\b(Figure|Table) (\d+)", lambda found: f"{found[1]} {int(found[2]) % 3 + 1}", record["question"]),
    )


@plant("question")
def ask_about_another_title(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    title = record["chart_title"]
    others = [entry["title"] for entry in draft.exhibits() if entry["title"] != title]
    return draft.ask(record, record["question"].replace(f"“{title}”", f"“{rng.choice(others)}”"))


@plant("question")
def name_no_exhibit(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    text = re.sub(r"\b(?:Figure|Table) \d+(?: \(“[^”]*”\))?", "the report", record["question"])
    text = re.sub(r"the (?:chart|table) (?:titled |headed )?“[^”]*”", "the report", text)
    return draft.ask(record, text)


_TURNED = {
    "highest": "lowest", "lowest": "highest", "largest": "smallest", "smallest": "largest", "higher": "lower",
    "lower": "higher", "larger": "smaller", "smaller": "larger", "above": "below", "below": "above",
    "widest": "narrowest", "darkest": "palest", "palest": "darkest", "peak": "low point", "second": "third",
}  # fmt: skip


@plant("question")
def ask_for_the_other_end(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    words = [word for word in _TURNED if re.search(rf"\b{word}\b", record["question"])]
    if len(words) != 1 or record["program"]["op"] not in ("pick", "larger", "smaller", "count"):
        return False
    if words[0] in record["chart_title"]:
        return False
    return draft.ask(record, re.sub(rf"\b{words[0]}\b", _TURNED[words[0]], record["question"]))


@plant("question")
def ask_to_round_otherwise(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    text = record["question"]
    return draft.ask(record, re.sub(r"Round to (one|two) decimals?", "Round to three decimals", text))


@plant("question")
def allow_more_than_key_facts(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    return draft.ask(record, re.sub(r"within ([\d.,]+)", "within 97", record["question"]))


@plant("question")
def ask_for_another_operation(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    turned = {"ratio": "sum", "difference": "average", "average": "sum", "mean": "ratio", "share": "sum"}
    word = next((word for word in turned if re.search(rf"\b{word}\b", record["question"])), None)
    if word is None or word in record["chart_title"] or record["program"]["op"] == "value":
        return False
    return draft.ask(record, re.sub(rf"\b{word}\b", turned[word], record["question"], count=1))


@plant("question")
def ask_with_another_level(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    if not record["program"].get("level"):
        return False
    return draft.ask(record, re.sub(r"(above|below|to|than) ([\d.,]*\d)", r"\1 9\2", record["question"]))


@plant("copy", "question")
def ask_the_same_twice(draft: Draft, rng: Random) -> bool:
    draft.records[0]["question"] = draft.records[1]["question"]
    return True


@plant("copy")
def change_the_question_of_the_manifest(draft: Draft, rng: Random) -> bool:
    draft.asked(_record(draft, rng))["text"] += " Please."
    return True


@plant("copy")
def change_the_program_of_the_manifest(draft: Draft, rng: Random) -> bool:
    held = draft.asked(_record(draft, rng))
    held["program"] = {"op": "round", "of": held["program"], "decimals": 0}
    return True


# -- the program


@plant("answer", "question", "evidence")
def read_another_fact(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    read = list(facts_of(record["program"]))
    own = {item["fact"] for item in read}
    others = [fact for fact in draft.entry_of(record)["facts"] if fact and fact not in own]
    if not read or not others:
        return False
    read[0]["fact"] = others[0]
    draft.set_program(record, record["program"])
    return True


@plant("answer")
def read_a_fact_of_another_exhibit(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    read = list(facts_of(record["program"]))
    entry = next(item for item in draft.exhibits() if item["dataset"] != draft.entry_of(record)["dataset"])
    fact = next((fact for fact in entry["facts"] if fact), None)
    if not read or fact is None:
        return False
    read[0]["fact"] = fact
    record["required_facts"][0] = fact
    draft.set_program(record, record["program"])
    return True


@plant("answer", "question")
def turn_the_program(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    program = record["program"]
    turned = {"highest": "lowest", "lowest": "highest", "above": "below", "below": "above"}
    for key in ("extreme", "comparison"):
        if program.get(key) in turned:
            program[key] = turned[program[key]]
            draft.set_program(record, program)
            return True
    if program["op"] in ("larger", "smaller"):
        program["op"] = "smaller" if program["op"] == "larger" else "larger"
        draft.set_program(record, program)
        return True
    return False


# -- the answer


@plant("answer")
def change_the_number_of_the_answer(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    years = {key for column in draft.keys(draft.entry_of(record)) for key in column}
    found = [text for text in re.findall(r"(?<![\d–-])\d[\d,.]*\d|\b\d\b", record["answer"]) if text not in years]
    if not found:
        return False
    number = rng.choice(found)
    record["answer"] = record["answer"].replace(number, _change_digit(number), 1)
    return not any(number in key for key in years)


@plant("answer")
def change_a_name_of_the_answer(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    keys = [key for column in draft.keys(draft.entry_of(record)) for key in column]
    first = record["answer"].split(". ")[0]
    named = [key for key in keys if re.search(rf"(?<!\w){re.escape(key)}(?!\w)", first)]
    if not named or record["answer_type"] not in ("entity", "year"):
        return False
    other = next((key for key in keys if key not in record["answer"] and key.isdecimal() == named[0].isdecimal()), None)
    record["answer"] = record["answer"].replace(named[0], other or "")
    return other is not None


_FLIPPED = {
    "rose": "fell", "fell": "rose", "higher": "lower", "lower": "higher", "upwards": "downwards",
    "downwards": "upwards", "Yes,": "No,", "No,": "Yes,", "rises all through": "falls all through",
    "falls all through": "rises all through", "to the right": "to the left", "to the left": "to the right",
    "rises to a peak and then falls": "falls to a low and then recovers", "high to low": "low to high",
    "falls to a low and then recovers": "rises to a peak and then falls", "low to high": "high to low",
    "roughly symmetric": "two-humped", "two-humped": "roughly symmetric",
    "no clear direction": "upwards",
}  # fmt: skip


@plant("answer")
def say_the_opposite(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    if record["program"]["op"] not in ("direction", "course", "shape", "association", "exceeds", "encoding"):
        return False
    old = record["answer"]
    first, dot, rest = old.partition(". ")
    for word, other in _FLIPPED.items():
        if word in first:
            record["answer"] = first.replace(word, other) + dot + rest
            break
    return bool(record["answer"] != old)


@plant("answer")
def answer_in_a_few_words(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    record["answer"] = " ".join(record["answer"].split()[:4])
    return True


@plant("answer")
def give_a_wrong_answer_as_the_answer(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    wrong = record["wrong_answers"]
    if not wrong:
        return False
    record["answer"] = f"Looked at with care, the answer is {wrong[0]['answer']}."
    return True


@plant("value")
def change_the_type_of_the_answer(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    record["answer_type"] = "date"
    return True


@plant("wrong-answer")
def call_the_right_answer_wrong(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    core = [fact for fact in record["key_facts"] if fact.get("core", True)]
    if len(core) != 1 or isinstance(core[0]["value"], list) or record["program"]["op"] in ("encoding", "exceeds"):
        return False
    value = core[0]["value"]
    text = f"about {value:.3f}" if isinstance(value, float) else str(value)
    record["wrong_answers"] = [{"answer": text, "kind": "other_series", "ref": ""}]
    return not isinstance(value, bool)


@plant("wrong-answer")
def err_in_an_unknown_way(draft: Draft, rng: Random) -> bool:
    wrong = _record(draft, rng)["wrong_answers"]
    if wrong:
        wrong[0]["kind"] = "bad_luck"
    return bool(wrong)


# -- key facts


@plant("answer")
def change_a_key_fact(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    fact = rng.choice(record["key_facts"])
    value = fact["value"]
    if isinstance(value, bool):
        fact["value"] = not value
    elif isinstance(value, int | float):
        fact["value"] = value + 1
    elif isinstance(value, list):
        fact["value"] = value[1:]
    else:
        fact["value"] = next((other for other in fact.get("others", ()) if other != value), "Quagmire")
    return True


@plant("answer")
def change_the_unit_of_a_key_fact(draft: Draft, rng: Random) -> bool:
    fact = rng.choice(_record(draft, rng)["key_facts"])
    if "unit" in fact:
        fact["unit"] = "furlongs"
    return "unit" in fact


@plant("answer", "question")
def widen_a_tolerance(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    fact = record["key_facts"][0]
    if fact["answer_type"] not in ("number", "percent"):
        return False
    fact["tolerance"] = {"absolute": abs(fact["value"])}
    return bool(fact["value"])


@plant("answer")
def count_the_answer_among_the_wrong(draft: Draft, rng: Random) -> bool:
    fact = _record(draft, rng)["key_facts"][0]
    if not fact.get("others"):
        return False
    fact["others"].append(fact["value"])
    return True


@plant("answer")
def drop_the_key_facts(draft: Draft, rng: Random) -> bool:
    _record(draft, rng)["key_facts"] = []
    return True


# -- what must be read


@plant("evidence")
def require_a_fact_less(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    record["required_facts"], record["fact_sources"] = record["required_facts"][1:], record["fact_sources"][1:]
    return True


@plant("evidence")
def require_another_fact(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    held = draft.manifest["facts"]
    record["required_facts"][0] = next(fact for fact in sorted(held) if fact not in record["required_facts"])
    return True


@plant("evidence")
def change_a_data_point(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    points = record["required_data_points"]
    label, colon, value = points[0].rpartition(": ")
    digits = re.search(r"\d[\d.,]*", value)
    if not digits:
        return False
    points[0] = f"{label}{colon}{value.replace(digits[0], _change_digit(digits[0]))}"
    record["required_facts_text"] = list(points)
    return True


@plant("evidence")
def exchange_the_labels_of_data_points(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    points = record["required_data_points"]
    if len(points) < 2 or ": " not in points[0] or points[0].rpartition(": ")[2] == points[1].rpartition(": ")[2]:
        return False
    (first, _, one), (second, _, other) = (point.rpartition(": ") for point in points[:2])
    points[0], points[1] = f"{second}: {one}", f"{first}: {other}"
    record["required_facts_text"] = list(points)
    return True


@plant("copy")
def change_the_words_of_a_fact(draft: Draft, rng: Random) -> bool:
    _record(draft, rng)["required_facts_text"][0] += " or so"
    return True


@plant("evidence")
def name_another_source(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    record["fact_sources"] = ["Glossary of terms" for _ in record["fact_sources"]]
    return True


@plant("answer")
def change_a_number_of_the_reasoning(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    steps = record["reasoning"]
    numbers = re.findall(r"(?<=: )\d[\d,.]*\d", steps)
    if not numbers:
        return False
    record["reasoning"] = steps.replace(numbers[-1], _change_digit(numbers[-1]))
    return True


@plant("answer")
def reason_about_another_figure(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    record["reasoning"] = re.sub(r"(Figure|Table) \d+", r"\1 98", record["reasoning"])
    return True


# -- evidence


@plant("box")
def move_a_box(draft: Draft, rng: Random) -> bool:
    entry = rng.choice(_record(draft, rng)["evidence"])
    entry["bbox"] = [side + 3 for side in entry["bbox"]]
    return True


@plant("box")
def move_the_evidence_to_another_page(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    record["evidence"][0]["page"] += 1 if record["evidence"][0]["page"] < draft.row["num_pages"] else -1
    return True


@plant("evidence")
def take_the_evidence_away(draft: Draft, rng: Random) -> bool:
    _record(draft, rng)["evidence"] = []
    return True


@plant("evidence", "box")
def give_the_evidence_of_another_exhibit(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    own = draft.entry_of(record)["ref"]
    part = next(part for part in draft.trace["parts"] if part["kind"] in ("chart", "table") and part["ref"] != own)
    entry = {"page": part["page"], "bbox": part["boxes"][0], "kind": part["kind"], "ref": part["ref"]}
    record["evidence"] = [entry]
    return True


@plant("evidence")
def call_the_evidence_otherwise(draft: Draft, rng: Random) -> bool:
    entry = _record(draft, rng)["evidence"][0]
    entry["kind"] = "table" if entry["kind"] == "chart" else "chart"
    return True


# -- columns


@plant("value")
def change_the_level(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    record["level"] = record["difficulty"] = "L4"
    return True


@plant("copy")
def change_the_difficulty(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    record["difficulty"] = "L2" if record["level"] != "L2" else "L1"
    return True


@plant("copy")
def change_the_position(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    record["position"] = 1.0 if record["position"] < 1 else 0.5
    return True


@plant("copy")
def change_the_third(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    record["knobs"]["position"] = "late" if record["knobs"]["position"] != "late" else "early"
    return True


@plant("copy")
def change_the_chart_index(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    record["chart_index"] = (record["chart_index"] or 0) + 1
    return True


@plant("copy")
def change_the_chart_type(draft: Draft, rng: Random) -> bool:
    record = _record(draft, rng)
    record["chart_type"] = "pie" if record["chart_type"] != "pie" else "donut"
    return True


@plant("copy")
def change_the_number_of_words(draft: Draft, rng: Random) -> bool:
    _record(draft, rng)["num_words"] += 1
    return True


@plant("copy")
def pair_with_another_question(draft: Draft, rng: Random) -> bool:
    _record(draft, rng)["pair_id"] = "reports-pair-7"
    return True


@plant("copy")
def change_the_title_asked_about(draft: Draft, rng: Random) -> bool:
    _record(draft, rng)["chart_title"] += " again"
    return True
