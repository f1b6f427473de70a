"""A real HTTP server on loopback that speaks as much of the OpenAI protocol as a test scripts."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

CHAT = "/v1/chat/completions"


@dataclass(frozen=True)
class Reply:
    """What the server sends back: a status, a body (text, or an object to be sent as JSON), headers, after a while.

    ``broken`` names how it ends: ``reset`` sends nothing but a reset of the connection, ``cut`` half of the body.
    """

    body: Any = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    after: float = 0.0
    broken: str = ""


def completion(text: str, finish_reason: str = "stop") -> Reply:
    """Return the reply that carries one finished choice."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": finish_reason}
    usage = {"prompt_tokens": 11, "completion_tokens": 7, "prompt_tokens_details": {"cached_tokens": 5}}
    return Reply({"object": "chat.completion", "choices": [choice], "usage": usage})


@dataclass
class Endpoint:
    """A running server: its address, and each request's headers and body with the time it came."""

    base_url: str
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)


@contextlib.contextmanager
def serve(answer: Callable[[dict[str, Any], int], Reply]) -> Iterator[Endpoint]:
    """Run a server whose ``answer`` gets a request's body and how many requests came before it."""
    lock = threading.Lock()
    endpoint = Endpoint("")

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with lock:
                number = len(endpoint.requests)
                endpoint.requests.append(body)
                endpoint.headers.append(dict(self.headers))
                endpoint.times.append(time.monotonic())
            reply = answer(body, number) if self.path == CHAT else Reply("no such path", 404)
            time.sleep(reply.after)
            if reply.broken == "reset":
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                os.close(self.connection.detach())
                self.close_connection = True
                return
            content = (reply.body if isinstance(reply.body, str) else json.dumps(reply.body)).encode()
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                self.send_response(reply.status)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content[: len(content) // 2] if reply.broken else content)
                self.close_connection = bool(reply.broken)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    endpoint.base_url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield endpoint
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
