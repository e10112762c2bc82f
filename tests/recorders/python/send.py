"""Sends the requests of a JSON file to a gateway."""

import base64
import json
import os


def send_all(session, gateway):
    """Reads every response to its end, so that the recorder stores all of it."""
    with open(os.environ["REQUESTS"], encoding="utf-8") as file:
        requests = json.load(file)
    for request in requests:
        given = {"data": request["json"].encode()} if "json" in request else {}
        if "form" in request:
            given = {"files": [part_of(part) for part in request["form"]]}
        session.request(request["method"], gateway + request["path"], headers=request["headers"], **given).content


def part_of(part):
    """Returns a part of a form: a text, or a file in base64."""
    if "base64" not in part:
        return part["name"], (None, part["value"])
    return part["name"], (part["file"], base64.b64decode(part["base64"]), part["type"])
