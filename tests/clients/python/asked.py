"""The input that every client gets, and the checks of its output."""

import base64
import struct
import urllib.request
import zlib

KEY = "test-key"
PROMPT = "Please name a calm colour"
MODELS = {"content": "gemini-2.5-flash", "messages": "claude-sonnet-4-5"}
RESULT = "Mild and clear"
WEATHER = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
    "required": ["city", "days"],
}
TOOL = {"name": "get_weather", "description": "The weather of the next days."}


def assert_answers(text):
    """Checks an answer. The model of the reference server takes its words from the prompt."""
    assert "calm colour" in text, text


def assert_same(pieces, whole):
    assert len(pieces) > 1, f"there are several pieces, not {len(pieces)}"
    assert "".join(pieces) == whole, (pieces, whole)


def assert_weather(value):
    assert isinstance(value["city"], str) and value["city"] != "", value
    assert isinstance(value["days"], int), value


def assert_counted(with_image, without):
    """Checks that an image in the prompt adds tokens to those of its words."""
    assert with_image > without + 100, f"{with_image} tokens with an image, {without} without"


def assert_sizes(images, count, side):
    sizes = [struct.unpack(">II", image[16:24]) for image in images]
    assert all(image.startswith(b"\x89PNG\r\n") for image in images)
    assert sizes == [(side, side)] * count, sizes


def picture():
    """Returns a square transparent PNG, which `image-model-1` requires."""
    row = b"\0" + bytes([9, 9, 9, 0]) * 64
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", 64, 64, 8, 6, 0, 0, 0)),
        (b"IDAT", zlib.compress(row * 64)),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )


def bytes_of(encoded=None, url=None):
    """Returns the bytes of an image in base64 or behind a URL."""
    if encoded:
        return base64.b64decode(encoded)
    with urllib.request.urlopen(url) as response:
        return response.read()


def rejection(send, kind):
    """Returns the exception of this class that a call raises."""
    try:
        send()
    except kind as error:
        return error
    raise AssertionError("the client reports no error")
