"""What all exercises need to read from a client with care."""

import struct

from asked import bytes_of


def plain(value):
    """A value of a client as JSON has it."""
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json", exclude_none=True, warnings=False)
    if isinstance(value, list):
        return [plain(one) for one in value]
    return value


def members(value, *names):
    """Some members of a value, as far as it has them."""
    return {name: plain(getattr(value, name, None)) for name in names}


def error_of(send):
    """The error that a program catches, or none if the client raises none."""
    try:
        send()
        return {"error": None}
    except Exception as error:
        found = {name: getattr(error, name, None) for name in ("status_code", "code", "type", "param")}
        return {"error": {"class": type(error).__name__, **found}}


def size_of(image):
    """The size of a picture, and `unreadable` for one that a program cannot load."""
    try:
        data = bytes_of(getattr(image, "b64_json", None), getattr(image, "url", None))
        assert data.startswith(b"\x89PNG\r\n")
        return "png {}x{}".format(*struct.unpack(">II", data[16:24]))
    except Exception:
        return "unreadable"
