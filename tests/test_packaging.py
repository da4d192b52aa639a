"""What is built is complete: every package is listed, and every file a package needs goes with it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import rulewright

ROOT = Path(__file__).resolve().parent.parent
TOP = ("dsl", "rules", "compiler", "runtime", "tools")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_package_is_listed() -> None:
    found = {"rulewright"}
    for top in TOP:
        for init in (ROOT / top).rglob("__init__.py"):
            found.add(".".join(("rulewright", *init.parent.relative_to(ROOT).parts)))
    assert set(PROJECT["tool"]["setuptools"]["packages"]) == found


def test_every_folder_with_code_is_a_package() -> None:
    lost = {path.parent for top in TOP for path in (ROOT / top).rglob("*.py")}
    assert [str(folder) for folder in lost if not (folder / "__init__.py").exists()] == []


def test_the_version_is_the_same_everywhere() -> None:
    assert PROJECT["project"]["version"] == rulewright.__version__
    assert f"## {rulewright.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_data_of_packages_matches_the_patterns() -> None:
    """Files that are no Python and no note for readers of the source must be named in package-data."""
    patterns = PROJECT["tool"]["setuptools"]["package-data"]
    taken = {
        file
        for package, globs in patterns.items()
        for glob in globs
        for file in (ROOT / (package.partition(".")[2].replace(".", "/") or "rulewright")).glob(glob)
    }
    for suffix in ("lark", "rules"):
        for top in TOP:
            lost = [f for f in (ROOT / top).rglob(f"*.{suffix}") if f not in taken]
            assert not lost, f"not in package-data: {lost}"
    assert set((ROOT / "dsl" / "errors").glob("*.md")) <= taken


def test_an_installed_copy_works_without_the_repository(tmp_path: Path) -> None:
    """Build a wheel from a copy, unpack it elsewhere, and check, list and run games with that alone."""
    copy = tmp_path / "copy"
    left_out = shutil.ignore_patterns("__pycache__")
    for name in ("rulewright", *TOP):
        shutil.copytree(ROOT / name, copy / name, symlinks=True, ignore=left_out)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "wheel",
        "-q",
        "--no-deps",
        "--no-build-isolation",
    ]
    done = subprocess.run([*pip, "-w", str(tmp_path), str(copy)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    program = (
        f"import sys; sys.path.insert(0, {str(site)!r}); import rulewright\n"
        f"assert {str(site)!r} in rulewright.__file__\n"
        "from rulewright.tools.checking import check_game\n"
        "from rulewright.tools.shelf import all_described\n"
        "games = [g['name'] for g in all_described()]\n"
        "assert 'nosferatu' in games and not any(check_game(g).report.problems for g in games)\n"
        "print(rulewright.load('nosferatu').playout(1).finished)\n"
    )
    environment = {"RULEWRIGHT_CACHE": "off", "PATH": ""}
    ran = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert ran.stdout == "True\n", ran.stderr
