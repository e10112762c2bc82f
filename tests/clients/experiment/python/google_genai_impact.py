"""Exercises google-genai."""

from asked import KEY, MODELS, PROMPT, RESULT, TOOL, WEATHER, picture
from google import genai
from google.genai import types
from pydantic import BaseModel
from reading import error_of, members, plain

MODEL = MODELS["content"]
SCHEMA = {
    "type": "OBJECT",
    "properties": {name: {"type": rules["type"].upper()} for name, rules in WEATHER["properties"].items()},
    "required": WEATHER["required"],
}
TOOLS = [{"function_declarations": [{**TOOL, "parameters": SCHEMA}]}]
MUST = {"tools": TOOLS, "tool_config": {"function_calling_config": {"mode": "ANY"}}}
SETTINGS = {"system_instruction": "Answer in one sentence.", "temperature": 0.5, "stop_sequences": ["END"]}
GENERATE = "content.generate"
STREAM = "content.stream"


class Weather(BaseModel):
    city: str
    days: int


def read(response):
    candidates = getattr(response, "candidates", None) or [None]
    found = members(response, "text", "function_calls", "usage_metadata", "model_version", "response_id")
    return {**found, **members(candidates[0], "finish_reason", "safety_ratings")}


def exercises(url):
    def client_with(key):
        return genai.Client(api_key=key, http_options={"base_url": url})

    # Keeps a reference, because a client closes its connections when it is garbage-collected.
    client, stranger = client_with(KEY), client_with("nobody")

    def generate(contents=PROMPT, using=client, **config):
        return using.models.generate_content(model=MODEL, contents=contents, config=config)

    def streamed(using=client, **config):
        text, calls, last = "", [], {}
        for piece in using.models.generate_content_stream(model=MODEL, contents=PROMPT, config=config):
            text += piece.text or ""
            calls += piece.function_calls or []
            last.update({name: value for name, value in read(piece).items() if value is not None})
        return {**last, "text": text, "function_calls": plain(calls)}

    def tool_loop():
        first = generate(**MUST)
        calls = first.function_calls
        if not calls:
            return {}
        answer = types.Part.from_function_response(name=calls[0].name, response={"sky": RESULT})
        contents = [
            types.Content(role="user", parts=[types.Part(text=PROMPT)]),
            first.candidates[0].content,
            types.Content(role="user", parts=[answer]),
        ]
        return read(generate(contents, tools=TOOLS))

    def with_picture():
        return read(generate([PROMPT, types.Part.from_bytes(data=picture(), mime_type="image/png")]))

    def structured():
        return members(generate(response_mime_type="application/json", response_schema=Weather), "parsed")

    def wrong_key():
        generate()
        return error_of(lambda: generate(using=stranger))

    return {
        "text": (GENERATE, lambda: read(generate())),
        "stream": (STREAM, streamed),
        "tool call": (GENERATE, lambda: read(generate(**MUST))),
        "streamed tool call": (STREAM, lambda: streamed(**MUST)),
        "tool loop": (GENERATE, tool_loop),
        "picture": (GENERATE, with_picture),
        "structured output": (GENERATE, structured),
        "settings": (GENERATE, lambda: read(generate(**SETTINGS))),
        "wrong key": (GENERATE, wrong_key),
        "wrong key, streamed": (STREAM, lambda: error_of(lambda: streamed(stranger))),
        "invalid request": (GENERATE, lambda: error_of(lambda: generate(temperature=2.5))),
        "usage": (STREAM, lambda: {"usage": streamed().get("usage_metadata")}),
    }
