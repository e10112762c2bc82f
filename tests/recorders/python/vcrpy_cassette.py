"""Records with vcrpy. Arguments: gateway URL, file, serializer."""

import sys

import requests
import vcr

from send import send_all

gateway, file, serializer = sys.argv[1:]
with vcr.use_cassette(file, serializer=serializer):
    send_all(requests.Session(), gateway)
