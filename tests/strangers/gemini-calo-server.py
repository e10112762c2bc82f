"""Starts gemini-calo on this machine only, with a provider that is also there. Its own command knows neither."""

import os

import uvicorn
from gemini_calo import proxy
from gemini_calo.__main__ import start_server

initialise = proxy.GeminiProxyService.__init__
serve = uvicorn.run


def with_upstream(self, **options):
    initialise(self, **options, base_url=os.environ["UPSTREAM"])


proxy.GeminiProxyService.__init__ = with_upstream
uvicorn.run = lambda app, **options: serve(app, **{**options, "host": "127.0.0.1"})
start_server()
