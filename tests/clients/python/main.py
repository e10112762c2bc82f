"""Runs the exercises of one client against a server, as a user's program would: `python main.py MODULE URL`. Prints
their outcomes as one line of JSON."""

import importlib
import json
import sys
import traceback

module, url = sys.argv[1:]
outcomes = {}
for ability, attempt in importlib.import_module(module).exercises(url).items():
    try:
        attempt()
        outcomes[ability] = "works"
    except Exception:
        outcomes[ability] = traceback.format_exc()
print(json.dumps(outcomes))
