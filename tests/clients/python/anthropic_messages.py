"""Exercises anthropic."""

import base64

import anthropic
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
from pydantic import BaseModel

REQUEST = {"model": MODELS["messages"], "max_tokens": 300, "messages": [{"role": "user", "content": PROMPT}]}
TOOLS = [{**TOOL, "input_schema": WEATHER}]


class Weather(BaseModel):
    city: str
    days: int


def exercises(url):
    client = anthropic.Anthropic(base_url=url, api_key=KEY, max_retries=0)

    def create(**more):
        return client.messages.create(**{**REQUEST, **more})

    def use_in(message):
        return next(block for block in message.content if block.type == "tool_use")

    def text():
        message = create()
        assert_answers(message.content[0].text)
        assert message.stop_reason == "end_turn", message.stop_reason

    def stream():
        with client.messages.stream(**REQUEST) as events:
            pieces = list(events.text_stream)
            final = events.get_final_message()
        whole = create()
        assert_same(pieces, whole.content[0].text)
        assert final.usage.output_tokens == whole.usage.output_tokens

    def tools():
        first = create(tools=TOOLS, tool_choice={"type": "any"})
        use = use_in(first)
        assert_weather(use.input)
        answer = {"type": "tool_result", "tool_use_id": use.id, "content": RESULT}
        turns = [{"role": "assistant", "content": first.content}, {"role": "user", "content": [answer]}]
        second = create(tools=TOOLS, messages=[*REQUEST["messages"], *turns])
        assert [block.type for block in second.content] == ["text"], second.content

    def streamed_tools():
        with client.messages.stream(**REQUEST, tools=TOOLS) as events:
            final = events.get_final_message()
        assert use_in(final).input == use_in(create(tools=TOOLS)).input
        assert_weather(use_in(final).input)

    def structured():
        message = client.messages.parse(**REQUEST, output_format=Weather)
        assert isinstance(message.parsed_output, Weather), message.parsed_output

    def image_input():
        data = base64.b64encode(picture()).decode()
        image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}
        content = [image, {"type": "text", "text": PROMPT}]
        with_image = create(messages=[{"role": "user", "content": content}])
        assert_counted(with_image.usage.input_tokens, create().usage.input_tokens)

    def errors():
        stranger = client.with_options(api_key="nobody")
        wrong_key = rejection(lambda: stranger.messages.create(**REQUEST), anthropic.AuthenticationError)
        assert wrong_key.status_code == 401
        out_of_range = rejection(lambda: create(max_tokens=0), anthropic.BadRequestError)
        assert out_of_range.status_code == 400

    return {
        "text": text,
        "stream": stream,
        "tools": tools,
        "streamedTools": streamed_tools,
        "structured": structured,
        "imageInput": image_input,
        "errors": errors,
    }
