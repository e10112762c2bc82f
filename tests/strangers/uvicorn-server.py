"""Serves an application with uvicorn on a free port of this machine, and says so whatever the application does to logging."""

import sys

import uvicorn


class Server(uvicorn.Server):
    async def startup(self, sockets=None):
        await super().startup(sockets)
        port = self.servers[0].sockets[0].getsockname()[1]
        print(f"listening on http://127.0.0.1:{port}", flush=True)


Server(uvicorn.Config(sys.argv[1], host="127.0.0.1", port=0)).run()
