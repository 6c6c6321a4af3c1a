"""Finds the kit's package, and the repository's recorded conversations."""

import sys
from pathlib import Path

KIT = Path(__file__).parent.parent
sys.path.insert(0, str(KIT))
