"""Exercises anthropic."""

import base64

import anthropic
from asked import KEY, MODELS, PROMPT, RESULT, TOOL, WEATHER, picture
from pydantic import BaseModel
from reading import error_of, members

REQUEST = {"model": MODELS["messages"], "max_tokens": 300, "messages": [{"role": "user", "content": PROMPT}]}
TOOLS = [{**TOOL, "input_schema": WEATHER}]
FORCED = {"tools": TOOLS, "tool_choice": {"type": "any"}}
SETTINGS = {"system": "Answer in one sentence.", "stop_sequences": ["END"]}
CREATE = "messages.create"
STREAM = "messages.stream"


class Weather(BaseModel):
    city: str
    days: int


def read(message):
    names = ("content", "stop_reason", "stop_sequence", "usage", "id", "type", "role", "model")
    return members(message, *names)


def exercises(url):
    client = anthropic.Anthropic(base_url=url, api_key=KEY, max_retries=0)
    stranger = client.with_options(api_key="nobody")

    def create(using=client, **more):
        return using.messages.create(**{**REQUEST, **more})

    def final(using=client, **more):
        with using.messages.stream(**{**REQUEST, **more}) as events:
            return events.get_final_message()

    def stream():
        with client.messages.stream(**REQUEST) as events:
            pieces = list(events.text_stream)
            return {**read(events.get_final_message()), "pieces": "".join(pieces)}

    def tool_loop():
        first = create(**FORCED)
        blocks = getattr(first, "content", None)
        uses = [one for one in blocks if one.type == "tool_use"] if isinstance(blocks, list) else []
        if not uses:
            return {}
        results = [{"type": "tool_result", "tool_use_id": use.id, "content": RESULT} for use in uses]
        turns = [{"role": "assistant", "content": first.content}, {"role": "user", "content": results}]
        return read(create(tools=TOOLS, messages=[*REQUEST["messages"], *turns]))

    def with_picture():
        data = base64.b64encode(picture()).decode()
        image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}
        return read(create(messages=[{"role": "user", "content": [image, {"type": "text", "text": PROMPT}]}]))

    def wrong_key():
        create()
        return error_of(lambda: create(stranger))

    return {
        "text": (CREATE, lambda: read(create())),
        "stream": (STREAM, stream),
        "tool call": (CREATE, lambda: read(create(**FORCED))),
        "streamed tool call": (STREAM, lambda: read(final(**FORCED))),
        "tool loop": (CREATE, tool_loop),
        "picture": (CREATE, with_picture),
        "structured output": (
            CREATE,
            lambda: members(client.messages.parse(**REQUEST, output_format=Weather), "parsed_output"),
        ),
        "settings": (CREATE, lambda: read(create(**SETTINGS))),
        "wrong key": (CREATE, wrong_key),
        "wrong key, streamed": (STREAM, lambda: error_of(lambda: final(stranger))),
        "invalid request": (CREATE, lambda: error_of(lambda: create(max_tokens=0))),
        "usage": (STREAM, lambda: members(final(), "usage")),
    }
