"""Runs linter and tests of this kit in an environment of their own.

With --lint it runs the linter alone, on the folder `server` of the app where it is called.
"""

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
    only_lint = sys.argv[1:] == ["--lint"]
    folder = Path.cwd() / "server" if only_lint else KIT
    run = [VENV / "bin" / "python", "-m"]
    for command in (["ruff", "check"], ["ruff", "format", "--check"]):
        subprocess.run([*run, *command, "--config", KIT / "ruff.toml", folder], cwd=KIT, check=True)
    if only_lint:
        return
    subprocess.run([*run, "pytest", "--rootdir", KIT, "-p", "no:cacheprovider", "--quiet", KIT / "tests"], check=True)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
