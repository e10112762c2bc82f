"""Exercises openai for images."""

import openai
from asked import KEY, picture
from reading import error_of, members, size_of

GENERATE = "images.generate"
EDIT = "images.edit"
KITE = {"prompt": "a kite", "n": 2, "size": "256x256", "model": "image-model-1"}
ENCODED = {"response_format": "b64_json"}


def read(response):
    data = getattr(response, "data", None)
    images = data if isinstance(data, list) else []
    prompts = [getattr(image, "revised_prompt", None) for image in images]
    return {"pictures": [size_of(image) for image in images], "prompts": prompts, **members(response, "usage", "created")}


def exercises(url):
    client = openai.OpenAI(base_url=f"{url}/v1", api_key=KEY, max_retries=0)
    stranger = client.with_options(api_key="nobody")

    def image(name="image.png"):
        return (name, picture(), "image/png")

    def edit():
        files = {"image": image(), "mask": image("mask.png")}
        return read(client.images.edit(**files, **ENCODED, prompt="more sky", n=2, size="256x256"))

    def usage():
        files = [image("a.png"), image("b.png")]
        return read(client.images.edit(image=files, model="image-model-multi", prompt="side by side"))

    def variation():
        return read(client.images.create_variation(image=image(), n=2, size="256x256"))

    def wrong_key():
        client.images.generate(**{**KITE, "n": 1})
        return error_of(lambda: stranger.images.generate(**KITE))

    return {
        "picture": (GENERATE, lambda: read(client.images.generate(**KITE))),
        "picture as base64": (GENERATE, lambda: read(client.images.generate(**KITE, **ENCODED))),
        "plain picture": (GENERATE, lambda: read(client.images.generate(prompt="a kite", size="256x256"))),
        "edit": (EDIT, edit),
        "usage": (EDIT, usage),
        "variation": ("images.variation", variation),
        "wrong key": (GENERATE, wrong_key),
        "wrong key for an edit": (EDIT, lambda: error_of(lambda: stranger.images.edit(image=image(), prompt="more sky"))),
        "invalid request": (GENERATE, lambda: error_of(lambda: client.images.generate(**{**KITE, "n": 11}))),
        "invalid edit": (EDIT, lambda: error_of(lambda: client.images.edit(image=image(), prompt="more sky", n=11))),
    }
