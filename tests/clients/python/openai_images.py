"""Exercises openai from version 1 on."""

import openai
from asked import KEY, assert_sizes, bytes_of, picture, rejection


def exercises(url):
    client = openai.OpenAI(base_url=f"{url}/v1", api_key=KEY, max_retries=0)

    def images(response):
        return [bytes_of(image.b64_json, image.url) for image in response.data]

    def image(name):
        return (name, picture(), "image/png")

    def generate():
        response = client.images.generate(prompt="a kite", n=2, size="256x256", model="image-model-1")
        assert_sizes(images(response), 2, 256)

    def edit():
        files = {"image": image("image.png"), "mask": image("mask.png")}
        asked = {"prompt": "more sky", "n": 2, "size": "256x256", "response_format": "b64_json"}
        assert_sizes(images(client.images.edit(**files, **asked)), 2, 256)
        several = client.images.edit(
            image=[image("a.png"), image("b.png")], model="image-model-multi", quality="high", prompt="side by side"
        )
        assert_sizes(images(several), 1, 1024)
        assert several.usage.total_tokens > 0

    def variation():
        response = client.images.create_variation(image=image("image.png"), n=3, size="256x256")
        assert_sizes(images(response), 3, 256)

    def errors():
        stranger = client.with_options(api_key="nobody")
        wrong_key = rejection(lambda: stranger.images.generate(prompt="a kite"), openai.AuthenticationError)
        assert wrong_key.code == "invalid_api_key", wrong_key.code
        out_of_range = rejection(lambda: client.images.generate(prompt="a kite", n=11), openai.BadRequestError)
        assert out_of_range.param == "n", out_of_range.param

    return {"generate": generate, "edit": edit, "variation": variation, "errors": errors}
