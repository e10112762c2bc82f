"""Exercises google-genai."""

from asked import (
    KEY,
    MODELS,
    PROMPT,
    RESULT,
    TOOL,
    WEATHER,
    assert_answers,
    assert_counted,
    assert_same,
    assert_weather,
    picture,
    rejection,
)
from google import genai
from google.genai import errors as failures
from google.genai import types
from pydantic import BaseModel

MODEL = MODELS["content"]
SCHEMA = {
    "type": "OBJECT",
    "properties": {name: {"type": rules["type"].upper()} for name, rules in WEATHER["properties"].items()},
    "required": WEATHER["required"],
}
TOOLS = [{"function_declarations": [{**TOOL, "parameters": SCHEMA}]}]
MUST = {"tools": TOOLS, "tool_config": {"function_calling_config": {"mode": "ANY"}}}


class Weather(BaseModel):
    city: str
    days: int


def exercises(url):
    def client_with(key):
        return genai.Client(api_key=key, http_options={"base_url": url})

    # Keeps a reference, because a client closes its connections when it is garbage-collected.
    client = client_with(KEY)

    def generate(contents=PROMPT, model=MODEL, **config):
        return client.models.generate_content(model=model, contents=contents, config=config)

    def pieces(**config):
        return client.models.generate_content_stream(model=MODEL, contents=PROMPT, config=config)

    def text():
        response = generate()
        assert_answers(response.text)
        assert response.candidates[0].finish_reason == "STOP"

    def stream():
        assert_same([piece.text or "" for piece in pieces()], generate().text)

    def tools():
        first = generate(**MUST)
        call = first.function_calls[0]
        assert_weather(call.args)
        answer = types.Part.from_function_response(name=call.name, response={"sky": RESULT})
        contents = [
            types.Content(role="user", parts=[types.Part(text=PROMPT)]),
            first.candidates[0].content,
            types.Content(role="user", parts=[answer]),
        ]
        second = generate(contents, tools=TOOLS)
        assert second.text and not second.function_calls, second

    def streamed_tools():
        calls = [call for piece in pieces(**MUST) for call in piece.function_calls or []]
        assert calls[0].args == generate(**MUST).function_calls[0].args
        assert_weather(calls[0].args)

    def structured():
        response = generate(response_mime_type="application/json", response_schema=Weather)
        assert isinstance(response.parsed, Weather), response.parsed

    def image_input():
        image = types.Part.from_bytes(data=picture(), mime_type="image/png")
        with_image = generate([PROMPT, image])
        assert_counted(with_image.usage_metadata.prompt_token_count, generate().usage_metadata.prompt_token_count)

    def errors():
        stranger = client_with("nobody")
        ask = lambda: stranger.models.generate_content(model=MODEL, contents=PROMPT)
        assert rejection(ask, failures.ClientError).code == 401
        assert rejection(lambda: generate(temperature=2.5), failures.ClientError).code == 400
        assert rejection(lambda: generate(model="no-such-model"), failures.ClientError).code == 404

    return {
        "text": text,
        "stream": stream,
        "tools": tools,
        "streamedTools": streamed_tools,
        "structured": structured,
        "imageInput": image_input,
        "errors": errors,
    }
