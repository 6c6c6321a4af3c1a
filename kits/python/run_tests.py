"""Runs linter and tests of this kit, and of the app in whose folder it is called, in an environment of their own."""

import fcntl
import shutil
import subprocess
import sys
from pathlib import Path

from build import make_environment

KIT = Path(__file__).resolve().parent
VENV = KIT / "dist" / "venv-tests"
REQUIREMENTS = KIT / "requirements-dev.txt"


def main() -> None:
    """Lints and tests; ends with 1 where something failed."""
    VENV.parent.mkdir(exist_ok=True)
    with (VENV.parent / "lock").open("w") as lock:
        # Two apps may be tested at once.
        fcntl.flock(lock, fcntl.LOCK_EX)
        installed = VENV / REQUIREMENTS.name
        if not installed.exists() or installed.read_bytes() != REQUIREMENTS.read_bytes():
            make_environment(VENV, REQUIREMENTS)
            shutil.copy(REQUIREMENTS, installed)
    folders = [KIT, *(folder for folder in (Path.cwd() / "server",) if folder.is_dir())]
    run = [VENV / "bin" / "python", "-m"]
    for command in (["ruff", "check"], ["ruff", "format", "--check"]):
        subprocess.run([*run, *command, "--config", KIT / "ruff.toml", *folders], cwd=KIT, check=True)
    subprocess.run([*run, "pytest", "--rootdir", KIT, "-p", "no:cacheprovider", "--quiet", KIT / "tests"], check=True)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
