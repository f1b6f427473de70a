"""Exports a metric as a self-contained Hub Space: module, card, app, and the shared code as sibling files.

``evaluate`` copies only the siblings that the module's own script names, so the exported script names every one of
them; their imports of each other become relative. Nothing of docassay need be installed where the Space is loaded.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterable
from importlib.metadata import packages_distributions, requires
from importlib.util import find_spec
from pathlib import Path

from metrics import NAMES
from metrics.results import choose

OURS = ("metrics", "dataset_builder", "docassay")

APP = """import evaluate
from evaluate.utils import launch_gradio_widget

launch_gradio_widget(evaluate.load("./"))
"""


def export_metric(name: str, folder: str | Path) -> list[Path]:
    """Write the metric ``name`` to ``folder`` so that ``evaluate.load(folder)`` needs no docassay; return the files.

    Args:
        name: one of ``metrics.NAMES``.
        folder: made if absent; files of the same names in it are replaced. ``evaluate`` looks for a script named as the
            folder, so its last part must be ``name``.

    Raises:
        ValueError: the name is unknown, or the folder is not named after the metric.
    """
    choose("metric", name, NAMES)
    folder = Path(folder)
    if folder.name != name:
        raise ValueError(
            f"folder {str(folder)!r} must be named {name!r}: evaluate looks for the script of that name in it"
        )
    script = Path(__file__).resolve().parent / name / f"{name}.py"
    modules = _closure(script)
    siblings = _name_files(modules)
    files = {f"{siblings[module]}.py": _relative(path.read_text(), siblings) for module, path in modules.items()}
    names = sorted(siblings.values())
    lines = [f"from .{sibling} import __doc__ as _{sibling}" for sibling in names]
    files[f"{name}.py"] = _insert_imports(_relative(script.read_text(), siblings), lines)
    files["README.md"] = (script.parent / "README.md").read_text()
    files["app.py"] = APP
    files["requirements.txt"] = "".join(f"{line}\n" for line in _requirements(files))
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in files.items():
        (folder / file).write_text(text)
    return [folder / file for file in sorted(files)]


def _closure(script: Path) -> dict[str, Path]:
    """Return the modules of ours that a script imports, directly or not, with their files."""
    found: dict[str, Path] = {}
    waiting = [script]
    while waiting:
        for module in _imported(waiting.pop().read_text()):
            if module.split(".")[0] not in OURS or module == "docassay" or module in found:
                continue
            spec = find_spec(module)
            if spec is None or spec.origin is None:
                raise ValueError(f"module {module!r}, which {script.name} needs, cannot be found")
            found[module] = Path(spec.origin)
            waiting.append(found[module])
    return dict(sorted(found.items()))


def _name_files(modules: Iterable[str]) -> dict[str, str]:
    """Return the file name, without suffix, of each module in one flat folder: its last part, if no other has the same.

    >>> _name_files(["metrics.judging", "metrics.results", "dataset_builder.claims.judging"]).values()
    dict_values(['metrics_judging', 'results', 'claims_judging'])
    """
    parts = {module: module.split(".") for module in modules}
    last = Counter(names[-1] for names in parts.values())
    return {module: names[-1] if last[names[-1]] == 1 else "_".join(names[-2:]) for module, names in parts.items()}


def _imported(source: str) -> list[str]:
    modules = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            modules.append(node.module)
        elif isinstance(node, ast.Import):
            modules.extend(alias.name for alias in node.names)
    return modules


def _relative(source: str, siblings: dict[str, str]) -> str:
    """Return the source with imports of our modules made relative to one flat folder."""
    source = re.sub(r"(?m)^import docassay\b.*\n", "", source)
    for module, sibling in siblings.items():
        source = re.sub(rf"(?m)^(\s*)from {re.escape(module)} import ", rf"\1from .{sibling} import ", source)
    return source


def _insert_imports(source: str, lines: list[str]) -> str:
    """Return the source with ``lines`` after its last top-level import."""
    imports = [node for node in ast.parse(source).body if isinstance(node, ast.Import | ast.ImportFrom)]
    rows = source.splitlines()
    last = imports[-1].end_lineno or imports[-1].lineno
    return "\n".join([*rows[:last], *lines, *rows[last:]]) + "\n"


def _requirements(files: dict[str, str]) -> list[str]:
    """Return the requirement line of every third-party distribution that the files import, as docassay pins it."""
    wanted = {
        module.split(".")[0]
        for file, text in files.items()
        if file.endswith(".py")
        for module in _imported(text)
        if module.split(".")[0] not in sys.stdlib_module_names and module.split(".")[0] not in OURS
    }
    distributions = packages_distributions()
    pins = {
        re.split(r"[\s<>=!~;\[]", line)[0].lower(): line.split(";")[0].strip() for line in requires("docassay") or []
    }
    names = sorted({distributions[module][0].lower() for module in wanted})
    return [pins.get(name, name) for name in names]
