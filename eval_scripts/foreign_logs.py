"""Answers out of the logs of other harnesses: lmms-eval, VLMEvalKit and Inspect, beside plain lines of our own.

None of them knows our records, so an answer goes by the record's id where the log has it, and else by its place: the
number of a row of the split that the task is named after. A place is believed only where the log also shows what was
asked, and that holds the record's question. What a harness writes where a request failed is a failure, not an answer.
"""

from __future__ import annotations

import contextlib
import csv
import json
import re
import struct
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from eval_scripts.records import Repository
from eval_scripts.runs import Key, number_lines
from eval_scripts.scorers import Reply

FAILED_ELSEWHERE = "harness_error"
"""Kind of failure of what another harness marks as one."""

READS = (
    "JSONL lines of {id, prediction}; samples of lmms-eval (*_samples_*.jsonl: doc_id, filtered_resps); tables of "
    "VLMEvalKit (xlsx, tsv, csv, json: index or id, prediction); logs of Inspect (.eval, .json)"
)

_LMMS_FAILURE = "[LMMS_EVAL_REQUEST_FAILED"
_VLMEVALKIT_FAILURE = "Failed to obtain answer"
_CELL_LIMIT = 32_767
_ZSTANDARD = 93  # a zip entry's compression, which Python's own reader knows from 3.14 on
_CUT_OFF = frozenset({"max_tokens", "model_length"})


@dataclass(frozen=True)
class Answer:
    """One answer of a log.

    Attributes:
        place: where in the file, for messages.
        keys: what may name the record, the likeliest first: ids, and numbers of rows from 0.
        reply: the answer, or the kind of failure.
        asked: what the model was asked, as far as the log tells.
        repeat: number of the repetition, from 0.
    """

    place: str
    keys: tuple[str | int, ...]
    reply: Reply
    asked: str = ""
    repeat: int = 0


class Log(NamedTuple):
    """A file's answers, and the name of the task that they are of."""

    task: str
    answers: Iterable[Answer]


def read_replies(path: Path, repository: Repository) -> dict[Key, Reply]:
    """Return by record id and repetition the replies in a file of any kind that ``READS`` lists.

    Raises:
        FileNotFoundError: there is no such file.
        ValueError: the file is of no kind that is read, or damaged; an answer names no record of the repository; or a
            record has two answers of one repetition.
    """
    if not path.is_file():
        raise FileNotFoundError(f"{path} is not a file")
    log = _reader(path)(path)
    records = _Records(repository, log.task)
    replies: dict[Key, Reply] = {}
    for answer in log.answers:
        try:
            key = records.find(answer), answer.repeat
            if key in replies:
                raise ValueError(f"id {key[0]!r} stands twice")
        except ValueError as error:
            raise ValueError(f"{path}, {answer.place}: {error}") from error
        replies[key] = answer.reply
    return replies


class _Records:
    """The ids of a repository's records, and their questions once a row number is to be trusted."""

    def __init__(self, repository: Repository, task: str) -> None:
        self._repository = repository
        self._task = task
        self._known = {record["id"] for _, record in repository.records(("id",))}
        self._rows: list[tuple[str, str]] | None = None

    def find(self, answer: Answer) -> str:
        """Return the id of the record that is answered."""
        for key in answer.keys:
            if isinstance(key, str) and key in self._known:
                return key
        numbers = [key for key in answer.keys if isinstance(key, int)]
        if not numbers:
            raise ValueError(f"id {answer.keys[0]!r} is not in {self._repository.root}")
        return self._at(numbers[0], answer.asked)

    def _at(self, number: int, asked: str) -> str:
        split = self._split()
        if self._rows is None:
            records = self._repository.records(("id", "question"), (split,))
            self._rows = [(record["id"], record["question"]) for _, record in records]
        if not 0 <= number < len(self._rows):
            raise ValueError(f"there is no row {number} (from 0) in split {split!r}, which has {len(self._rows)}")
        name, question = self._rows[number]
        if " ".join(question.split()) not in " ".join(asked.split()):
            raise ValueError(
                f"what was asked is not the question of row {number} (from 0) of split {split!r}; "
                "have the log keep each record's id"
            )
        return name

    def _split(self) -> str:
        splits = self._repository.split_names
        if len(splits) == 1:
            return splits[0]
        task = f"_{_plain(self._task)}"
        named = [split for split in splits if task.endswith(f"_{_plain(split)}")]
        if not named:
            raise ValueError(
                f"a row number needs a split, and the task's name {self._task!r} ends in none of {', '.join(splits)}"
            )
        return max(named, key=len)


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower())


def _reader(path: Path) -> Callable[[Path], Log]:
    suffix = path.suffix.lower()
    if suffix == ".jsonl":
        first = next(number_lines(path), (1, {}))[1]
        return _read_lmms_eval if {"filtered_resps", "resps"} & first.keys() else _read_lines
    if suffix in _READERS:
        return _READERS[suffix]
    raise ValueError(f"{path}: no answers are read from {path.suffix or 'such'} files; read are {READS}")


def _read_lines(path: Path) -> Log:
    return Log(path.stem, _lines(path))


def _lines(path: Path) -> Iterator[Answer]:
    for number, line in number_lines(path):
        if not isinstance(line.get("id"), str) or "prediction" not in line:
            raise ValueError(
                f"{path}, line {number}: needs the keys 'id' (a string) and 'prediction', or those of lmms-eval"
            )
        text = line["prediction"]
        failure = "" if text is not None else str(line.get("kind", "no_prediction"))
        yield Answer(f"line {number}", (line["id"],), Reply(text, failure))


def _read_lmms_eval(path: Path) -> Log:
    """Return the samples that ``lmms_eval --log_samples`` writes, one a line, beside a file of results.

    A sample's document isn't kept; what ``process_results`` returned is, so that the id may stand in there.
    """
    return Log(path.stem, _lmms_samples(path))


def _lmms_samples(path: Path) -> Iterator[Answer]:
    for number, line in number_lines(path):
        place = f"line {number}"
        if not isinstance(line.get("doc_id"), int | str):
            raise ValueError(f"{path}, {place}: a sample of lmms-eval needs 'doc_id'")
        found = line.get("filtered_resps", line.get("resps"))
        while isinstance(found, list) and len(found) == 1:
            found = found[0]
        if isinstance(found, list) and found:
            raise ValueError(f"{path}, {place}: holds {len(found)} replies, and a record is scored by one")
        if not isinstance(found, str):
            reply = Reply(None, "no_prediction")
        elif found.startswith(_LMMS_FAILURE):
            reply = Reply(None, FAILED_ELSEWHERE)
        else:
            reply = Reply(found)
        inner = [value.get("id") for value in line.values() if isinstance(value, dict)]
        keys = [key for key in (line.get("id"), *inner, line["doc_id"]) if isinstance(key, str | int)]
        yield Answer(place, tuple(keys), reply, _text_of(line.get("input")))


def _read_delimited(path: Path) -> Log:
    return Log(path.stem, _table(path, _delimited_rows(path)))


def _delimited_rows(path: Path) -> Iterator[Sequence[Any]]:
    limit = csv.field_size_limit(2**31 - 1)
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            yield from csv.reader(file, delimiter="," if path.suffix.lower() == ".csv" else "\t")
    except (csv.Error, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is not a table in UTF-8: {error}") from error
    finally:
        csv.field_size_limit(limit)


def _read_workbook(path: Path) -> Log:
    try:
        import openpyxl
    except ImportError as error:
        raise ValueError(f"{path}: reading xlsx needs openpyxl: pip install 'docassay[xlsx]'") from error
    try:
        book = openpyxl.load_workbook(path, read_only=True)
    except (zipfile.BadZipFile, KeyError) as error:
        raise ValueError(f"{path} is not an xlsx workbook: {error}") from error
    with contextlib.closing(book):
        rows = [[_unescape(cell) for cell in row] for row in book.worksheets[0].iter_rows(values_only=True)]
    return Log(path.stem, _table(path, iter(rows)))


def _unescape(cell: Any) -> Any:
    """Return a cell with the control characters that workbooks write as ``_x000D_``.

    >>> _unescape("a_x000D_ _x0041_"), _unescape(None)
    ('a\\r _x0041_', None)
    """
    return re.sub(r"_x00([01][0-9A-F])_", lambda code: chr(int(code[1], 16)), cell) if isinstance(cell, str) else cell


def _table(path: Path, rows: Iterator[Sequence[Any]]) -> Iterator[Answer]:
    """Yield the answers of a table with a heading.

    An empty cell is an empty answer: where a request failed, VLMEvalKit says so in words. A cell of a workbook holds
    32,767 characters, and longer answers are cut there without a word.
    """
    heading = [str(name) for name in next(rows, [])]
    _need_columns(path, heading)
    for number, row in enumerate(rows, start=2):
        if all(cell is None for cell in row):
            continue
        if len(row) != len(heading):
            raise ValueError(f"{path}, row {number}: has {len(row)} cells under {len(heading)} headings")
        yield _table_answer(f"row {number}", dict(zip(heading, row, strict=True)), cut=path.suffix.lower() == ".xlsx")


def _need_columns(path: Path, columns: Iterable[str]) -> None:
    if "prediction" not in columns or not {"id", "index"} & set(columns):
        raise ValueError(
            f"{path}: a table needs columns 'prediction', and 'index' or 'id'; it has {', '.join(columns) or 'none'}"
        )


def _table_answer(place: str, row: Mapping[str, Any], *, cut: bool = False) -> Answer:
    keys = [_key(row[name]) for name in ("index", "id") if row.get(name) is not None]
    text = "" if row["prediction"] is None else _text_of(row["prediction"])
    if text.startswith(_VLMEVALKIT_FAILURE):
        reply = Reply(None, FAILED_ELSEWHERE)
    else:
        reply = Reply(text, truncated=cut and len(text) == _CELL_LIMIT)
    return Answer(place, tuple(keys) or ("",), reply, _text_of(row.get("question")))


def _key(cell: Any) -> str | int:
    """Return a cell as a row's number where it is a whole one, else as an id.

    >>> _key("7"), _key(7.0), _key("forms-0-00007-0")
    (7, 7, 'forms-0-00007-0')
    """
    text = str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell).strip()
    return int(text) if text.isascii() and text.isdigit() else text


def _read_json(path: Path) -> Log:
    """Return the answers of Inspect's log as JSON, or of VLMEvalKit's table as a JSON list of rows."""
    try:
        content = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} is not JSON ({error})") from error
    if isinstance(content, list) and all(isinstance(row, dict) for row in content):
        return Log(path.stem, _json_table(path, content))
    if not isinstance(content, dict) or "eval" not in content or "status" not in content:
        raise ValueError(f"{path} is neither a log of Inspect nor a list of rows; read are {READS}")
    return _inspect_log(path, content, content.get("samples") or ())


def _json_table(path: Path, rows: Sequence[Mapping[str, Any]]) -> Iterator[Answer]:
    for number, row in enumerate(rows):
        _need_columns(path, row)
        yield _table_answer(f"entry {number}", row)


def _read_eval(path: Path) -> Log:
    """Return the answers of Inspect's zipped log, which holds a JSON file a sample, beside start and results."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = {info.filename: info for info in archive.infolist()}
    except zipfile.BadZipFile as error:
        raise ValueError(f"{path} is not a log of Inspect: {error}") from error
    if any(re.fullmatch(r"samples/[^/]+/sample\.json", name) for name in names):
        raise ValueError(
            f"{path} holds samples in chunks, which aren't read; inspect log convert --to json gives others"
        )
    header = next((name for name in ("header.json", "_journal/start.json", "start.json") if name in names), None)
    if header is None:
        raise ValueError(f"{path} is not a log of Inspect: it holds neither header.json nor _journal/start.json")
    samples = (info for name, info in names.items() if re.fullmatch(r"samples/.+\.json", name))
    return _inspect_log(path, _entry(path, names[header]), (_entry(path, info) for info in samples))


def _entry(path: Path, info: zipfile.ZipInfo) -> dict[str, Any]:
    try:
        content = json.loads(_unzip(path, info))
    except (ValueError, OSError, RecursionError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path}: {info.filename} can't be read ({error})") from error
    if not isinstance(content, dict):
        raise ValueError(f"{path}: {info.filename} holds no JSON object")
    return content


def _unzip(path: Path, info: zipfile.ZipInfo) -> bytes:
    if info.compress_type != _ZSTANDARD:
        with zipfile.ZipFile(path) as archive:
            return archive.read(info.filename)
    import pyarrow as pa

    with path.open("rb") as file:
        file.seek(info.header_offset)
        name, extra = struct.unpack("<26x2H", file.read(30))
        file.seek(name + extra, 1)
        with pa.input_stream(pa.py_buffer(file.read(info.compress_size)), compression="zstd") as stream:
            return bytes(stream.read())


def _inspect_log(path: Path, header: Mapping[str, Any], samples: Iterable[Mapping[str, Any]]) -> Log:
    spec = header.get("eval")
    task = str(spec.get("task", path.stem)) if isinstance(spec, dict) else path.stem
    return Log(task, (_inspect_answer(path, sample) for sample in samples))


def _inspect_answer(path: Path, sample: Mapping[str, Any]) -> Answer:
    own = sample.get("id")
    if not isinstance(own, int | str) or not isinstance(sample.get("output", {}), dict):
        raise ValueError(f"{path}: a sample of Inspect needs 'id' and 'output'")
    inner = (sample.get("metadata") or {}).get("id")
    number = own - 1 if isinstance(own, int) else own  # Inspect counts the samples of a data set without ids from 1
    keys = [key for key in (inner, number) if isinstance(key, str | int)]
    epoch = sample.get("epoch", 1)
    if not isinstance(epoch, int) or epoch < 1:
        raise ValueError(f"{path}, sample {own!r}: epoch {epoch!r} is not 1 or more")
    place = f"sample {own!r}, epoch {epoch}"
    return Answer(place, tuple(keys), _inspect_reply(sample), _text_of(sample.get("input")), epoch - 1)


def _inspect_reply(sample: Mapping[str, Any]) -> Reply:
    output = sample.get("output", {})
    if sample.get("error") or sample.get("invalidation"):
        return Reply(None, FAILED_ELSEWHERE)
    choices = output.get("choices") or []
    reason = choices[0].get("stop_reason") if choices else None
    if reason == "content_filter":
        return Reply(None, "content_filter")
    text = output.get("completion") or (_text_of(choices[0].get("message")) if choices else "")
    if not text and (not choices or output.get("error") or sample.get("limit")):
        return Reply(None, "no_prediction" if not choices else FAILED_ELSEWHERE)
    return Reply(text, truncated=reason in _CUT_OFF or bool(sample.get("limit")))


def _text_of(value: Any) -> str:
    """Return the text in a message, a list of messages or a list of parts of one; thinking and images are left out.

    >>> _text_of([{"role": "user", "content": [{"type": "image"}, {"type": "text", "text": "How many?"}]}])
    'How many?'
    """
    if isinstance(value, list):
        return "\n".join(filter(None, map(_text_of, value)))
    if isinstance(value, dict):
        return _text_of(value.get("text") if "text" in value else value.get("content"))
    return "" if value is None else str(value)


_READERS: dict[str, Callable[[Path], Log]] = {
    ".csv": _read_delimited,
    ".eval": _read_eval,
    ".json": _read_json,
    ".tsv": _read_delimited,
    ".xlsx": _read_workbook,
}
"""Readers by ending; ``.jsonl`` files are told apart by their first line."""
