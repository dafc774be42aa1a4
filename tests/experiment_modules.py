"""Makes `experiments` importable: it is not installed, and its folder on the path would hide the package."""

import importlib.util
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

if "experiments" not in sys.modules:
    folder = ROOT / "experiments"
    found = importlib.util.spec_from_file_location(
        "experiments", folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert found
    sys.modules["experiments"] = importlib.util.module_from_spec(found)
