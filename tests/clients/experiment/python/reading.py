"""Functions with which exercises read defensively from a client."""

import struct

from asked import bytes_of


def plain(value):
    """Returns a value of a client as plain JSON data."""
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json", exclude_none=True, warnings=False)
    if isinstance(value, list):
        return [plain(one) for one in value]
    return value


def members(value, *names):
    """Returns some members of a value, as far as it has them."""
    return {name: plain(getattr(value, name, None)) for name in names}


def error_of(send):
    """Returns the error that a program catches, or none if the client raises none."""
    try:
        send()
        return {"error": None}
    except Exception as error:
        found = {name: getattr(error, name, None) for name in ("status_code", "code", "type", "param")}
        return {"error": {"class": type(error).__name__, **found}}


def size_of(image):
    """Returns the size of an image, or `unreadable` if a program cannot load it."""
    try:
        data = bytes_of(getattr(image, "b64_json", None), getattr(image, "url", None))
        assert data.startswith(b"\x89PNG\r\n")
        return "png {}x{}".format(*struct.unpack(">II", data[16:24]))
    except Exception:
        return "unreadable"
