"""Builds an app's server, in the app's folder: its packages, this kit and its own files, all in `dist/`.

`dist/venv` is a virtual environment with the packages of `requirements.txt`, each checked against its hashes.
"""

import compileall
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

LEAST = (3, 11)


def make_environment(folder: Path, requirements: Path) -> None:
    """Makes a virtual environment with the packages of `requirements`; ends the process with a sentence if not."""
    if sys.version_info < LEAST:
        sys.exit(f"Python {LEAST[0]}.{LEAST[1]} or newer is needed, and {sys.executable} is {sys.version.split()[0]}.")
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        sys.exit(
            "Python has no module venv here: apt-get install python3-venv (Debian), or the installer of python.org."
        )
    shutil.rmtree(folder, ignore_errors=True)
    if subprocess.run([sys.executable, "-m", "venv", folder]).returncode != 0:
        sys.exit(f"python3 -m venv {folder} failed; the lines above say why.")
    pip = [folder / "bin" / "python", "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--quiet"]
    if subprocess.run([*pip, "--require-hashes", "--requirement", requirements]).returncode != 0:
        shutil.rmtree(folder)
        sys.exit(
            f"pip could not install {requirements.name}; its lines above say why. It needs a network. A package"
            " without a wheel for this CPU is compiled, which takes a C compiler and python3-dev (Debian)."
        )


def build(app: Path) -> None:
    """Builds the app in folder `app`, anew."""
    dist = app / "dist"
    make_environment(dist / "venv", app / "requirements.txt")
    for source, target in ((Path(__file__).parent / "outcry", dist / "outcry"), (app / "server", dist / "server")):
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        compileall.compile_dir(target, quiet=1)


if __name__ == "__main__":
    build(Path.cwd())
