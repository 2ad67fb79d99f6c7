"""A server of files on 127.0.0.1 that answers ranges, counts what it gives, and fails when told to."""

import contextlib
import hashlib
import http.server
import os
import re
import threading
import time


class Server(http.server.ThreadingHTTPServer):
    """Its files are in `folder`. What a test changes:"""

    daemon_threads = True

    def __init__(self, folder):
        super().__init__(('127.0.0.1', 0), Handler)
        self.folder, self.lock = folder, threading.Lock()
        self.url = f'http://127.0.0.1:{self.server_address[1]}/'
        self.reset()

    def reset(self):
        self.requests = []      # (offset, size) of each that was answered
        self.sent = 0           # bytes of files
        self.ranges = True      # False: whole files only
        self.suffixes = True    # False: bytes=-N is refused
        self.busy = 0           # so many requests are answered with 503
        self.retry_after = None
        self.drops = 0          # so many answers break off
        self.drop_after = 1000  # behind so many bytes
        self.tags = True        # ETag and Last-Modified are told
        self.user = None        # Authorization that is asked for
        self.wait = 0           # seconds for which an answer waits for others, which end it
        self.at_once = self.most_at_once = 0
        self.other = None       # another server's address: /away/ goes there
        self.shift = 0          # so many bytes behind what was asked for, and said so
        self.more = b''         # behind what was asked for, and not said
        self.told = []          # Authorization and X-Api-Key that came with each request

    def take(self, name):
        """One of so many failures, if there are any left."""
        with self.lock:
            left = getattr(self, name)
            setattr(self, name, max(0, left - 1))
            return left > 0

    def handle_error(self, request, client_address):
        pass


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def log_message(self, *_):
        pass

    def refuse(self, status, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace('_', '-'), value)
        self.send_header('Content-Length', '0')
        self.end_headers()

    def do_GET(self):
        server = self.server
        with server.lock:
            server.at_once += 1
            server.most_at_once = max(server.most_at_once, server.at_once)
        end = time.monotonic() + server.wait
        while time.monotonic() < end and server.most_at_once < 2:
            time.sleep(0.01)
        try:
            self.answer(server)
        finally:
            with server.lock:
                server.at_once -= 1

    def answer(self, server):
        server.told.append((self.headers.get('Authorization'), self.headers.get('X-Api-Key')))
        if server.user is not None and self.headers.get('Authorization') != server.user:
            return self.refuse(401)
        if self.path.startswith('/away/'):
            return self.refuse(302, Location=server.other + self.path[len('/away/'):])
        if self.path.startswith('/moved/'):
            return self.refuse(302, Location=self.path[len('/moved'):])
        path = os.path.join(server.folder, os.path.basename(self.path))
        if not os.path.isfile(path):
            return self.refuse(404)
        if server.take('busy'):
            return self.refuse(503, **({'Retry_After': server.retry_after} if server.retry_after else {}))
        with open(path, 'rb') as file:
            return self.answer_from(server, file)

    def answer_from(self, server, file):
        size = os.fstat(file.fileno()).st_size
        asked = re.match(r'bytes=(\d*)-(\d*)$', self.headers.get('Range', ''))
        start, stop = 0, size
        if asked and server.ranges:
            if asked[1]:
                start, stop = int(asked[1]), min(size, int(asked[2]) + 1 if asked[2] else size)
            elif server.suffixes:
                start = max(0, size - int(asked[2]))
            else:
                return self.refuse(416, Content_Range=f'bytes */{size}')
            start, stop = start + server.shift, stop + server.shift
            if start >= size:
                return self.refuse(416, Content_Range=f'bytes */{size}')
            self.send_response(206)
            self.send_header('Content-Range', f'bytes {start}-{stop - 1}/{size}')
        else:
            self.send_response(200)
        # A test may cut the file meanwhile.
        data = os.pread(file.fileno(), stop - start, start)
        if server.tags:
            self.send_header('ETag', '"' + hashlib.md5(file.read()).hexdigest() + '"')
        self.send_header('Content-Length', str(len(data) + len(server.more)))
        self.end_headers()
        with server.lock:
            server.requests.append((start, len(data)))
        if server.take('drops'):
            self.wfile.write(data[:server.drop_after])
            self.wfile.flush()
            server.sent += min(len(data), server.drop_after)
            self.close_connection = True
            self.connection.shutdown(2)
            return None
        server.sent += len(data)
        self.wfile.write(data + server.more)
        return None


@contextlib.contextmanager
def serving(folder):
    server = Server(folder)
    thread = threading.Thread(target=server.serve_forever, kwargs={'poll_interval': 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
