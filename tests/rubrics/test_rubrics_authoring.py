"""Written tasks: our three are right and become a repository; what is wrong is told with file, line and field."""

from __future__ import annotations

import importlib.util
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pymupdf
import pytest
from datasets import load_dataset

from dataset_builder.authoring import TASK
from dataset_builder.authoring.family import AuthoredTasks, author_repository
from dataset_builder.authoring.task import read_task
from dataset_builder.checks.repository import check_repository
from eval_scripts.cli import main
from eval_scripts.score import score_run

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "authoring"
NAMES = ("late-charge", "missing-hardness", "night-roster")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("authored") / "data"
    assert main(["author", str(EXAMPLES), str(out), "--jobs", "2"]) == 0
    return out


@pytest.fixture
def task(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EXAMPLES / "late-charge", tmp_path / "tasks" / "late-charge"))


def edit(folder: Path, old: str, new: str) -> int:
    """Replace a text that stands once in the task, and return the line of its end."""
    path = folder / TASK
    content = path.read_text()
    assert content.count(old) == 1
    path.write_text(content.replace(old, new))
    return content[: content.index(old) + len(old)].count("\n") + 1


def told(folder: Path, **options: Any) -> list[str]:
    _, problems = read_task(folder, **options)
    return [str(problem).removeprefix(f"{folder / TASK}:") for problem in problems]


def test_our_three_become_a_repository(built: Path) -> None:
    assert not check_repository(built).violations
    rows = load_dataset(str(built), "rubrics", split="rubrics")
    assert rows["id"] == [f"authored-{name}-0" for name in NAMES]
    lease = rows[0]
    assert (lease["domain"], lease["category"], lease["answer_type"]) == ("legal", "superseded_amendment", "currency")
    assert lease["axes"] == ["artifact_noise", "cross_referencing"]
    assert [criterion["id"] for criterion in lease["rubric"]] == ["total", "flat", "amended", "no-percentage"]
    assert lease["rubric"][2]["criterion"] == (
        "Says that an amendment replaced the original late charge clause. Equivalent: the second amendment governs; "
        "the five percent charge was deleted."
    )
    assert [(wrong["kind"], wrong["ref"]) for wrong in lease["wrong_answers"]] == [
        ("superseded_text", "total flat amended no-percentage"),
        ("superseded_text", "total"),
        ("dropped_item", "amended"),
    ]
    assert {(entry["page"], entry["kind"]) for entry in lease["evidence"]} == {(2, "decisive"), (1, "supporting")}
    assert lease["knobs"]["draft"] is False
    documents = load_dataset(str(built), "documents", split="rubrics")
    workflow = documents[0]["manifest"]["workflow"]
    assert len({attempt["model"] for attempt in workflow["screening"]}) == 2
    assert workflow["ambiguity"]["checked_by"] == "docassay"
    card = (built / "README.md").read_text()
    assert "tasks that people wrote" in card
    assert "| domain manufacturing | 1 |" in card
    assert "| drafts |" not in card


def test_gold_passes_and_bad_outputs_fail_when_they_are_run(built: Path, tmp_path: Path) -> None:
    rows = load_dataset(str(built), "rubrics", split="rubrics")
    for name, answers in (("gold", rows["gold"]), ("bad", [row["wrong_answers"][0]["answer"] for row in rows])):
        lines = [json.dumps({"id": row["id"], "prediction": text}) for row, text in zip(rows, answers, strict=True)]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines) + "\n")
        assert main(["score", str(built), "--predictions", str(tmp_path / f"{name}.jsonl")]) == 0
        figures = json.loads((tmp_path / name / "summary.json").read_text())["rubric_pass_rate"]
        assert figures["pass_rate"] == (1.0 if name == "gold" else 0.0)
        assert figures["unscored"] == {"ungraded": 1}  # one of the three has criteria for people and models only


def test_the_pdfs_are_what_the_script_draws() -> None:
    spec = importlib.util.spec_from_file_location("authoring_script", EXAMPLES.with_suffix(".py"))
    assert spec is not None and spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    for name, (file, _) in script.DOCUMENTS.items():
        assert (EXAMPLES / name / file).read_bytes() == script.draw(name)


def test_a_stopped_build_goes_on(tmp_path: Path, built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make = AuthoredTasks.build
    made: list[str] = []

    def stop(self: AuthoredTasks, config: Any, task: Any) -> Any:
        if len(made) == 2:
            raise KeyboardInterrupt
        made.append(task.source)
        return make(self, config, task)

    with monkeypatch.context() as patch:
        patch.setattr(AuthoredTasks, "build", stop)
        with pytest.raises(KeyboardInterrupt):
            author_repository(EXAMPLES, tmp_path / "data")
    assert not (tmp_path / "data" / "docassay.json").exists()
    report = author_repository(EXAMPLES, tmp_path / "data")
    assert (report.kept, report.made) == (2, 1)
    checksums = [json.loads((root / "docassay.json").read_text())["checksums"] for root in (built, tmp_path / "data")]
    assert checksums[0] == checksums[1]


def test_changed_tasks_replace_a_finished_repository_only_when_told(task: Path, tmp_path: Path) -> None:
    author = ["author", str(task.parent), str(tmp_path / "data")]
    assert main(author) == 0
    assert main(author) == 0
    edit(task, "a flat $150.", "a flat sum of $150.")
    assert main(author) == 2
    assert main([*author, "--overwrite"]) == 0


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("domain: legal", "domain: law", "{line}: domain: 'law' is not one of finance, "),
        ("style: calculation", "stile: calculation", "{line}: stile: no such field; did you mean style?"),
        (
            "severity: major",
            "severity: fatal",
            "{line}: rubric[2].severity: 'fatal' is not one of critical, major, minor",
        ),
        ("id: amended", "id: flat", "{line}: rubric[2].id: 'flat' stands twice"),
        ("axes: [artifact_noise, ", "axes: [noise, ", "{line}: axes[0]: 'noise' is not one of "),
        ("answer: $4,630", "answer: 4630", "{line}: answer: 4630 is not text; put it in quotes"),
        ("pdf: lease.pdf", "pdf: leese.pdf", "{line}: pdf: 'leese.pdf' is not there"),
        ("pdf: lease.pdf", "pdf: task.yaml", "{line}: pdf: 'task.yaml' can't be opened as a PDF"),
        ("pdf: lease.pdf", "pdf: ../lease.pdf", "{line}: pdf: '../lease.pdf' is no file of the task's folder"),
        (
            "check: {kind: value, value: 150, unit: usd}",
            "check: {kind: valu}",
            "{line}: rubric[1].check: check kind 'valu'",
        ),
        (
            "value: 150, unit: usd}\n  - id: amended",
            "value: 151, unit: usd}\n  - id: amended",
            "gold: does not meet the check of",
        ),
        (
            "{page: 2, quote: flat charge",
            "{page: 3, quote: flat charge",
            "{line}: evidence[1].page: 3 is not one of the PDF's",
        ),
        (
            "quote: flat charge of $150",
            "quote: flat charge of $175",
            "{line}: evidence[1].quote: 'flat charge of $175' is not",
        ),
        (
            "fails: [amended]",
            "fails: [flat]",
            "traps[1].text: meets the check of criterion 'flat', which it is to fail",
        ),
        ("fails: [amended]", "fails: [amendet]", "{line}: traps[1].fails: 'amendet' is no criterion of the rubric"),
        ("ambiguous: false", "ambiguous: true", "{line}: ambiguity.ambiguous: is true, so the task is to be rejected"),
        ("  rights: Drawn", "  right: Drawn", "{line}: source.right: no such field; did you mean rights?"),
        ("worker_note: >-", "worker_note: ''\nx: >-", "worker_note: is blank"),
        ("style: calculation", "style: calculation\nstyle: summary", "style: stands twice"),
        ("style: calculation", "style: [calculation", "not YAML: "),
        ("style: calculation", "style: &a calculation\nquestion2: *a", "aliases (*name) are not taken"),
        ("style: calculation", "style: calculation\nno: 1", "the key 'no' is no text; put it in quotes"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(task: Path, old: str, new: str, message: str) -> None:
    line = edit(task, old, new)
    problems = told(task)
    wanted = message.format(line=line)
    starts = [text for problem in problems for text in (problem, problem.partition(": ")[2])]
    assert any(text.startswith(wanted) for text in starts), problems


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("question: " + "[" * 100_000, "1: nested too deeply: 20 lists and mappings are the most"),
        ("question: >-\n" + "  a word\n" * 150_000, "1: has 1,350,013 bytes, and 1,000,000 are the most"),
    ],
    ids=["deep", "large"],
)
def test_files_that_no_task_needs_are_refused_at_once(task: Path, content: str, message: str) -> None:
    (task / TASK).write_text(content)
    assert told(task) == [message]


@pytest.mark.parametrize(("escape", "shown"), [("\\0", "'\\x00'"), ("\\ud800", "'\\ud800'")])
def test_characters_that_no_file_holds(task: Path, escape: str, shown: str) -> None:
    line = edit(task, "answer: $4,630", f'answer: "$4,630{escape}"')
    assert told(task) == [f"{line}: answer: holds the character {shown}, which can't be kept"]


def test_a_name_too_long_for_a_file(task: Path) -> None:
    edit(task, "pdf: lease.pdf", f"task_id: {'é' * 101}\npdf: lease.pdf")
    assert told(task) == ["1: task_id: has 202 bytes, and 200 are the most"]


def test_a_picture_named_as_a_pdf(task: Path) -> None:
    with pymupdf.open(task / "lease.pdf") as document:
        document[0].get_pixmap().save(task / "lease.png")
    (task / "lease.png").replace(task / "lease.pdf")
    assert told(task) == ["1: pdf: 'lease.pdf' can't be opened as a PDF: it is another kind of file"]


def test_all_problems_are_told_and_nothing_is_written(
    task: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = edit(task, "domain: legal", "domain: law")
    second = edit(task, "ambiguous: false", "ambiguous: maybe")
    assert main(["author", str(task.parent), str(tmp_path / "data")]) == 2
    error = capsys.readouterr().err
    assert f"{task / TASK}:{first}: domain: 'law'" in error
    assert f"{task / TASK}:{second}: ambiguity.ambiguous: 'maybe' is neither true nor false" in error
    assert not (tmp_path / "data").exists()


def drop(name: str) -> Callable[[list[str]], list[str]]:
    """Return what takes a field with its lines out of a task."""

    def without(lines: list[str]) -> list[str]:
        start = lines.index(next(line for line in lines if line.startswith(f"{name}:")))
        inside = lambda line: line.startswith((" ", "-"))  # noqa: E731
        end = next((at for at in range(start + 1, len(lines)) if not inside(lines[at])), len(lines))
        return lines[:start] + lines[end:]

    return without


@pytest.mark.parametrize("name", ["screening", "novelty", "ambiguity"])
def test_a_task_needs_every_step_unless_it_is_a_draft(task: Path, name: str) -> None:
    path = task / TASK
    path.write_text("\n".join(drop(name)(path.read_text().splitlines())) + "\n")
    assert told(task) == [f"1: {name}: is missing"]
    assert told(task, draft=True) == []


def test_two_models_must_fail(task: Path) -> None:
    path = task / TASK
    content = path.read_text()
    failure = next(line for line in content.splitlines() if "failure: " in line and "_mode" not in line)
    path.write_text(content.replace(failure, failure.partition("failure: ")[0] + "failure: none", 1))
    (problem,) = told(task)
    assert "screening: 1 models failed in a major way" in problem
    assert "a task needs 2" in problem


def test_an_answer_that_meets_every_check_is_no_failure(task: Path) -> None:
    path = task / TASK
    lines = path.read_text().splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("  - model: "))
    gold = "$4,630, of which $150 are the late charge: the amendment replaced that clause."
    end = next(n for n in range(at + 1, len(lines)) if lines[n].startswith("    failure:"))
    path.write_text("\n".join([*lines[: at + 1], f'    output: "{gold}"', *lines[end:]]) + "\n")
    assert any("screening[0].output: meets every check, so it is no major failure" in one for one in told(task))


def test_criteria_without_a_check_need_a_persons_grades(tmp_path: Path) -> None:
    task = Path(shutil.copytree(EXAMPLES / "missing-hardness", tmp_path / "missing-hardness"))
    edit(task, "gold: {not-stated: true, no-value: true", "gold: {not-stated: true, no-value: false")
    assert any("sanity.gold.no-value: not met by the gold answer" in problem for problem in told(task))
    edit(task, "bad_output: {not-stated: false", "bad_output: {not-stated: true")
    assert any("sanity.bad_output.not-stated: met, and the bad output was built" in problem for problem in told(task))
    path = task / TASK
    path.write_text("\n".join(drop("sanity")(path.read_text().splitlines())) + "\n")
    (problem,) = told(task)
    assert "not-stated, no-value, no-verdict have no check" in problem
    assert told(task, draft=True) == []


def test_drafts_can_be_run_before_they_are_screened(task: Path, tmp_path: Path) -> None:
    path = task / TASK
    path.write_text("\n".join(drop("screening")(path.read_text().splitlines())) + "\n")
    assert main(["author", str(task), str(tmp_path / "data"), "--draft"]) == 0
    run = tmp_path / "run"
    assert main(["predict", str(tmp_path / "data"), str(run), "--backend", "baseline"]) == 0
    assert score_run(run)["rubric_pass_rate"]["pass_rate"] == 0.0
    assert "| drafts | 1 |" in (tmp_path / "data" / "README.md").read_text()


def test_a_folder_without_tasks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["author", str(tmp_path), str(tmp_path / "data")]) == 2
    assert "holds no task: a folder with task.yaml and a PDF in it" in capsys.readouterr().err
