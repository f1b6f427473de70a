"""Builds: the same bytes however they come about, nothing lost by a stop, nothing mixed, faults told."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from filelock import FileLock
from tiny_family import TinyConfig

import dataset_builder.build as build
from dataset_builder.build import build_repository, source_fingerprint
from dataset_builder.families import FAMILIES, Task, load_family
from dataset_builder.staging import stage_document
from eval_scripts.cli import main

SCRIPT = Path(__file__).with_name("tiny_family.py")


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the tiny family in the place of the forms; the source does not change under a test."""
    monkeypatch.setitem(FAMILIES, "forms", "tiny_family")
    monkeypatch.setattr(build, "source_fingerprint", lambda: "as it is")


def command(out: Path, *options: str) -> list[str]:
    return [sys.executable, str(SCRIPT), "build", "forms", str(out), *options]


def run(out: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(out, *options), capture_output=True, text=True, timeout=180)


def contents(out: Path) -> dict[str, bytes]:
    """Return every file of a finished repository."""
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}


def finished_documents(out: Path) -> int:
    return len(list(out.glob(".build/documents/forms/*/summary.json")))


def wait_for(out: Path, documents: int) -> None:
    deadline = time.monotonic() + 120
    while finished_documents(out) < documents:
        assert time.monotonic() < deadline, "no document was finished"
        time.sleep(0.05)


# -- the same bytes


@pytest.mark.slow
def test_number_of_processes_and_a_kill_half_way_leave_no_trace_in_the_bytes(tmp_path: Path) -> None:
    """The pipe of a killed build closes when the last of its workers has ended with it, each at work on a document."""
    one, two, killed = (tmp_path / name for name in ("one", "two", "killed"))
    options = ("--documents", "6", "--refuse", "4")
    build_repository({"forms": TinyConfig(documents=6, refuse=4)}, one)
    assert run(two, *options, "--jobs", "2").returncode == 0
    assert contents(two) == contents(one)

    process = subprocess.Popen(
        command(killed, *options, "--jobs", "2"), stderr=subprocess.PIPE, env={**os.environ, "TINY_HOLD": "2"}
    )
    wait_for(killed, 2)
    process.kill()
    process.communicate(timeout=60)
    assert not (killed / "docassay.json").exists() and finished_documents(killed) == 2
    resumed = run(killed, *options, "--jobs", "2")
    assert "2 of 6 were there already" in resumed.stdout
    assert contents(killed) == contents(one)


def test_documents_do_not_depend_on_how_many_are_asked_for(tmp_path: Path) -> None:
    build_repository({"forms": TinyConfig(documents=2)}, tmp_path / "few")
    build_repository({"forms": TinyConfig(documents=5)}, tmp_path / "many")
    few, many = contents(tmp_path / "few"), contents(tmp_path / "many")
    shared = [path for path in few if path.startswith("documents/")]
    assert len(shared) == 4 and all(few[path] == many[path] for path in shared)


def test_a_second_run_of_a_finished_build_makes_nothing(tmp_path: Path) -> None:
    first = build_repository({"forms": TinyConfig()}, tmp_path / "out")
    before = contents(tmp_path / "out")
    again = build_repository({"forms": TinyConfig()}, tmp_path / "out")
    assert (first.made, first.kept, again.made, again.kept) == (4, 0, 0, 4)
    assert again.manifest == first.manifest and contents(tmp_path / "out") == before
    assert not (tmp_path / "out" / ".build").exists()


# -- stops


@pytest.mark.slow
def test_ctrl_c_ends_with_130_and_keeps_what_is_finished(tmp_path: Path) -> None:
    out = tmp_path / "out"
    process = subprocess.Popen(
        command(out, "--documents", "100", "--delay", "0.3", "--jobs", "2"),
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_for(out, 2)
    os.killpg(process.pid, signal.SIGINT)  # a terminal sends it to the whole group
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in errors and "run the same command again" in errors
    assert 2 <= finished_documents(out) < 100 and not (out / "docassay.json").exists()


@pytest.mark.parametrize("step", ["render_card", "_put_in_place", "write_split"])
def test_a_stop_while_the_repository_is_written_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    out, reference = tmp_path / "out", tmp_path / "reference"
    build_repository({"forms": TinyConfig(documents=3, seed=2)}, reference)
    build_repository({"forms": TinyConfig(documents=5, seed=1)}, out)

    def stop(*args: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(build, step, stop)
        with pytest.raises(KeyboardInterrupt):
            build_repository({"forms": TinyConfig(documents=3, seed=2)}, out, overwrite=True)
    report = build_repository({"forms": TinyConfig(documents=3, seed=2)}, out, overwrite=True)
    assert report.kept == 3 and contents(out) == contents(reference)


@pytest.mark.parametrize("old", [None, TinyConfig(documents=5, seed=1)])
@pytest.mark.parametrize("next_seed", [2, 3])
def test_a_stop_between_two_moves_leaves_no_file_of_another_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: TinyConfig | None, next_seed: int
) -> None:
    out, reference = tmp_path / "out", tmp_path / "reference"
    build_repository({"forms": TinyConfig(documents=2, seed=next_seed)}, reference)
    if old is not None:
        build_repository({"forms": old}, out)
    replace, moved = Path.replace, []

    def stop_at_the_third_move(path: Path, target: Path) -> Path:
        if "repository" in path.parts and ".build" not in Path(target).parts:
            moved.append(target)
            if len(moved) == 3:
                raise KeyboardInterrupt
        return replace(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", stop_at_the_third_move)
        with pytest.raises(KeyboardInterrupt):
            build_repository({"forms": TinyConfig(documents=2, seed=2)}, out, overwrite=True)
    assert len(moved) == 3 and not (out / "docassay.json").exists()
    build_repository({"forms": TinyConfig(documents=2, seed=next_seed)}, out)
    assert contents(out) == contents(reference)


# -- nothing mixed, nothing overwritten


def test_an_unfinished_build_of_other_arguments_or_source_is_not_reused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, told = tmp_path / "out", []
    for config, source in ((TinyConfig(seed=1), "old"), (TinyConfig(seed=2), "old"), (TinyConfig(seed=2), "new")):
        monkeypatch.setattr(build, "source_fingerprint", lambda source=source: source)
        with monkeypatch.context() as patch, pytest.raises(OSError, match="disk full"):
            patch.setattr(build, "_write_repository", lambda *args: (_ for _ in ()).throw(OSError("disk full")))
            build_repository({"forms": config}, out, tell=told.append)
    assert [line.split("(")[1] for line in told if line != "writing the repository"] == [
        "arguments.forms.seed was 1, now 2): starting afresh",
        "source was old, now new): starting afresh",
    ]
    assert build_repository({"forms": TinyConfig(seed=2)}, out).kept == 4
    assert all("forms-2-" in path for path in contents(out) if path.startswith("documents/"))


def test_a_finished_repository_of_other_arguments_is_replaced_only_when_asked(tmp_path: Path) -> None:
    out, reference = tmp_path / "out", tmp_path / "reference"
    build_repository({"forms": TinyConfig(documents=5, seed=1)}, out)
    (out / "notes.txt").write_text("mine")
    with pytest.raises(ValueError, match=r"arguments.forms.documents was 5, now 2; arguments.forms.seed was 1, now 3"):
        build_repository({"forms": TinyConfig(documents=2, seed=3)}, out)
    build_repository({"forms": TinyConfig(documents=2, seed=3)}, out, overwrite=True)
    build_repository({"forms": TinyConfig(documents=2, seed=3)}, reference)
    assert contents(out) == {**contents(reference), "notes.txt": b"mine"}


def test_a_changed_file_is_noticed_and_kept_until_overwriting_is_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "out"
    build_repository({"forms": TinyConfig()}, out)
    before = contents(out)
    (out / "README.md").write_text("my own card")
    with pytest.raises(ValueError, match=r"README.md is not as it was built \(1 files in all\)"):
        build_repository({"forms": TinyConfig()}, out)
    assert (out / "README.md").read_text() == "my own card"
    build_repository({"forms": TinyConfig()}, out, overwrite=True)
    assert contents(out) == before


def test_a_folder_with_other_things_in_it_is_refused_even_with_overwrite(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(ValueError, match="is not empty and holds no docassay repository"):
        build_repository({"forms": TinyConfig()}, tmp_path, overwrite=True)
    with pytest.raises(ValueError, match=r"thesis.tex is not a folder"):
        build_repository({"forms": TinyConfig()}, tmp_path / "thesis.tex")
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_folder_of_another_programs_build_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / ".build" / "debug").mkdir(parents=True)
    with pytest.raises(ValueError, match=r"\.build is not of docassay's making"):
        build_repository({"forms": TinyConfig()}, tmp_path)
    assert (tmp_path / ".build" / "debug").is_dir()


def test_only_the_last_part_of_a_path_is_published(tmp_path: Path) -> None:
    @dataclass(frozen=True)
    class Config:
        templates: str
        pages: str = "first"
        ratio: str = "1/2"

    described = build.describe_build({"forms": Config(str(tmp_path))}, {"forms": []})
    assert described["arguments"] == {"forms": {"templates": tmp_path.name, "pages": "first", "ratio": "1/2"}}


def test_files_outside_the_folder_are_never_removed(tmp_path: Path) -> None:
    out, outside = tmp_path / "out", tmp_path / "outside.txt"
    build_repository({"forms": TinyConfig()}, out)
    outside.write_text("not yours")
    manifest = json.loads((out / "docassay.json").read_text())
    manifest["checksums"]["../outside.txt"] = "0" * 64
    (out / "docassay.json").write_text(json.dumps(manifest))
    build_repository({"forms": TinyConfig(seed=9)}, out, overwrite=True)
    assert outside.read_text() == "not yours"


@pytest.mark.parametrize("content", ["{", "[]", '{"version": 1}'])
def test_a_manifest_that_is_none_of_ours_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "docassay.json").write_text(content)
    with pytest.raises(ValueError, match=r"docassay.json (is not JSON|lists no checksums)"):
        build_repository({"forms": TinyConfig()}, tmp_path, overwrite=True)
    assert (tmp_path / "docassay.json").read_text() == content


def test_a_document_that_is_there_is_not_made_again(tmp_path: Path) -> None:
    family = load_family("forms")
    first = stage_document(family, TinyConfig(), Task(0, "tiny 0"), tmp_path / "00000")
    again = stage_document(family, TinyConfig(fail=0), Task(0, "tiny 0"), tmp_path / "00000")
    assert again == first and first.splits == ("flat", "nested", "nested") and not again.failed


def test_two_builds_in_one_folder_at_a_time_are_refused(tmp_path: Path) -> None:
    (tmp_path / "out" / ".build").mkdir(parents=True)
    with FileLock(tmp_path / "out" / ".build" / "lock"), pytest.raises(ValueError, match="another build is at work"):
        build_repository({"forms": TinyConfig()}, tmp_path / "out")


# -- faults


@pytest.mark.slow
def test_documents_that_fail_are_told_and_tried_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    options = ("build", "forms", str(out), "--documents", "4", "--fail", "1", "--die", "2", "--jobs", "2")
    for kept in (None, 2):
        assert main(options) == 1
        shown = capsys.readouterr()
        assert "forms: document 1 failed with RuntimeError: document 1 was to fail" in shown.err
        assert "forms: document 2 failed with the process that made it died" in shown.err
        assert (f"{kept} of 4 were there already" in shown.out) == (kept is not None)
    note = (out / ".build" / "documents" / "forms" / "00001.error.txt").read_text()
    assert "Traceback" in note and "tiny_family.py" in note
    manifest = json.loads((out / "docassay.json").read_text())
    assert set(manifest["failed"]["forms"]) == {"1", "2"} and manifest["families"]["forms"]["documents"] == 2
    assert "This build is not complete" in (out / "README.md").read_text()


def test_a_document_that_breaks_the_contract_fails_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tiny_family.QUESTIONS", ("flat", "easy"))
    report = build_repository({"forms": TinyConfig(documents=1)}, tmp_path / "out")
    assert [failure[2] for failure in report.failures] == [
        "ValueError: forms-0-00000: split 'easy' is not one of flat, nested, table"
    ]


def test_refusals_are_counted_and_the_familys_own_table_accounts_for_every_task(tmp_path: Path) -> None:
    report = build_repository({"forms": TinyConfig(documents=3, refuse=1)}, tmp_path)
    values = [json.loads(path.read_text())["value"] for path in tmp_path.glob("documents/*/*.trace.json")]
    assert report.manifest["families"]["forms"] == {
        "documents": 2,
        "rows": {"flat": 2, "nested": 4},
        "refused": {"asked to": 1},
        "figures": {"values under 500": sum(value < 500 for value in values)},
    }
    rows = list(csv.DictReader((tmp_path / "tiny.csv").open()))
    assert [(row["file"], row["status"]) for row in rows] == [
        ("tiny 0", "used"),
        ("tiny 1", "refused"),
        ("tiny 2", "used"),
    ]


def test_a_build_without_any_document_ends_with_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "forms", str(tmp_path / "out"), "--documents", "1", "--refuse", "0", "--jobs", "1"]) == 1
    shown = capsys.readouterr()
    assert "No document could be made" in shown.err and "refused 1: asked to" in shown.out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--documents", "0"), "argument --documents: '0' is not a whole number of at least 1"),
        (("--seed", "-1"), "argument --seed: '-1' is not a whole number of at least 0"),
        (("--seed", "9223372036854775808"), "argument --seed: 9223372036854775808 is more than 9223372036854775807"),
        (("--depth", "3"), "--depth 3 is for hops, not for forms"),
        (("--grid", "pages=10,20"), "--grid is for reports, not for forms"),
        (("--jobs", "many"), "argument --jobs: 'many' is not a whole number of at least 1"),
        (("--delay", "11"), "delay 11.0 is not between 0 and 10"),
    ],
)
def test_wrong_arguments_end_with_2_and_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, str], message: str
) -> None:
    try:
        code = main(["build", "forms", str(tmp_path / "out"), *options])
    except SystemExit as stop:
        code = stop.code
    assert code == 2 and message in capsys.readouterr().err and not (tmp_path / "out").exists()


def test_an_unknown_family_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "poems", str(tmp_path / "out")]) == 2
    assert "family 'poems' is not one of all, reports, hops, forms" in capsys.readouterr().err
    with pytest.raises(ValueError, match="family 'poems' is not one of reports, hops, forms"):
        load_family("poems")


def test_the_fingerprint_covers_source_and_assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "dataset_builder"
    (package / "assets").mkdir(parents=True)
    seen = []
    for path, content in (("build.py", "a"), ("build.py", "b"), ("assets/x.txt", "c"), ("assets/x.txt", "d")):
        (package / path).write_text(content)
        monkeypatch.setattr(build, "__file__", str(package / "build.py"))
        seen.append(source_fingerprint.__wrapped__())
    assert len(set(seen)) == 4
