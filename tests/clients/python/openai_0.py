"""Exercises openai 0, which has module functions and returns dictionaries."""

import io

import openai
from asked import KEY, assert_sizes, bytes_of, picture, rejection


def exercises(url):
    openai.api_base = f"{url}/v1"
    openai.api_key = KEY

    def images(response):
        return [bytes_of(image.get("b64_json"), image.get("url")) for image in response["data"]]

    def generate():
        assert_sizes(images(openai.Image.create(prompt="a kite", n=2, size="256x256")), 2, 256)

    def edit():
        files = {"image": io.BytesIO(picture()), "mask": io.BytesIO(picture())}
        asked = {"prompt": "more sky", "size": "256x256", "response_format": "b64_json"}
        assert_sizes(images(openai.Image.create_edit(**files, **asked)), 1, 256)

    def variation():
        asked = {"n": 3, "size": "256x256"}
        assert_sizes(images(openai.Image.create_variation(image=io.BytesIO(picture()), **asked)), 3, 256)

    def errors():
        wrong_key = lambda: openai.Image.create(prompt="a kite", api_key="nobody")
        assert rejection(wrong_key, openai.error.AuthenticationError).http_status == 401
        out_of_range = lambda: openai.Image.create(prompt="a kite", n=11)
        assert rejection(out_of_range, openai.error.InvalidRequestError).http_status == 400

    return {"generate": generate, "edit": edit, "variation": variation, "errors": errors}
