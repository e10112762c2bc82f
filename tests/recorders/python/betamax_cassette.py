"""Records with betamax. Arguments: gateway URL, folder, name."""

import sys

import betamax
import requests

from send import send_all

gateway, folder, name = sys.argv[1:]
session = requests.Session()
with betamax.Betamax(session, cassette_library_dir=folder).use_cassette(
    name, record="all", match_requests_on=["method", "uri", "headers", "body"]
):
    send_all(session, gateway)
