#!/usr/bin/env python3
"""How `agon serve` stands a full lecture hall: 200 pages that watch one tournament, and 50 people who play.

    AGON=target/debug/agon tests/load.py [--pages 200] [--games 50] [--seconds 30]

Every page is a stream of events that is read to its end; every person moves as soon as it is their turn, against the
level `easy`, at one of five games. Told are, in milliseconds, how long it takes until a page is there, until a move is
taken, and until the player has answered; the memory of the server at its highest; and how many events arrived. Nothing
but Python is needed. Exit codes: 0 nobody was turned away, 1 somebody was.
"""

import argparse
import http.client
import json
import os
import random
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

GAMES = ["tic-tac-toe", "connect-four", "othello", "hex", "nim"]

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
for name, value in [("pages", 200), ("games", 50), ("seconds", 30)]:
    parser.add_argument(f"--{name}", type=int, default=value)
wanted = parser.parse_args()

folder = tempfile.mkdtemp(prefix="agon-load-")
server = subprocess.Popen(
    [os.environ.get("AGON", "target/debug/agon"), "serve", "--port", "0", "--folder", folder],
    stdout=subprocess.PIPE,
    stderr=subprocess.DEVNULL,
)
port = int(re.search(r":(\d+)/", server.stdout.readline().decode()).group(1))
is_over = threading.Event()
lock = threading.Lock()
times = {"page": [], "move": [], "answer": []}
failures = []
events = 0
highest = 0


class Guest:
    """A browser: a cookie, a token, one connection."""

    def __init__(self):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.headers = {}
        status, headers, body = self.ask("GET", "/api/v1/token")
        self.headers["Cookie"] = headers["set-cookie"].split(";")[0]
        self.headers["X-Agon-Token"] = json.loads(body)["token"]

    def ask(self, method, path, body=None):
        headers = dict(self.headers)
        if body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(body)
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        return answer.status, answer.headers, answer.read()

    def timed(self, kind, method, path, body=None):
        begun = time.monotonic()
        status, _, text = self.ask(method, path, body)
        with lock:
            times[kind].append(1000 * (time.monotonic() - begun))
            if status >= 400:
                failures.append(f"{method} {path}: {status} {text[:200]}")
        return json.loads(text) if path.startswith("/api/") and status < 400 else None


def watch(path):
    """A page: it is fetched, and then told what changes."""
    global events
    try:
        Guest().timed("page", "GET", path)
        stream = socket.create_connection(("127.0.0.1", port), timeout=1)
        stream.sendall(f"GET {path}/live HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        while not is_over.is_set():
            try:
                data = stream.recv(1 << 16)
            except TimeoutError:
                continue
            if not data:
                raise OSError("a stream ended")
            with lock:
                events += data.count(b"event: tournament")
    except OSError as error:
        with lock:
            failures.append(f"{path}: {error}")


def play(number):
    """A person: game after game."""
    draw = random.Random(number)
    guest = Guest()
    try:
        while not is_over.is_set():
            new = {"game": GAMES[number % len(GAMES)], "seats": ["me", "level:easy"], "seed": number}
            status, _, text = guest.ask("POST", "/api/v1/tables", new)
            if status != 201:
                raise OSError(f"no game: {status} {text[:200]}")
            table = json.loads(text)
            path = f"/api/v1/tables/{table['id']}"
            moved = time.monotonic()
            while table and not table["ended"] and not is_over.is_set():
                if table["your_turn"]:
                    move = draw.choice(table["legal"])["move"]
                    table = guest.timed("move", "POST", f"{path}/moves", {"move": move})
                    moved = time.monotonic()
                    continue
                _, _, text = guest.ask("GET", f"{path}?since={table['version']}&wait=5")
                table = json.loads(text)
                if table["your_turn"] or table["ended"]:
                    with lock:
                        times["answer"].append(1000 * (time.monotonic() - moved))
    except (OSError, http.client.HTTPException, KeyError) as error:
        with lock:
            failures.append(f"a game: {error!r}")


def remember():
    global highest
    while not is_over.is_set():
        with open(f"/proc/{server.pid}/status") as about:
            highest = max(highest, int(re.search(r"VmRSS:\s+(\d+)", about.read()).group(1)) // 1024)
        time.sleep(0.2)


teacher = Guest()
league = 'seed = 1\nopenings = 20000\nrandom-plies = 3\nplayers = ["random", "greedy", "mcts(iterations=100)"]\ngames = ["connect-four"]\n'
_, _, text = teacher.ask("POST", "/api/v1/tournaments", {"name": "load", "file": league})
watched = f"/tournaments/{json.loads(text)['id']}"
threads = [threading.Thread(target=watch, args=(watched,)) for _ in range(wanted.pages)]
threads += [threading.Thread(target=play, args=(number,)) for number in range(wanted.games)]
threads.append(threading.Thread(target=remember))
for thread in threads:
    thread.start()
time.sleep(wanted.seconds)
is_over.set()
for thread in threads:
    thread.join()
status = json.loads(Guest().ask("GET", f"/api/v1{watched}")[2])
server.terminate()
server.wait(20)
shutil.rmtree(folder, ignore_errors=True)

print(f"{wanted.pages} pages on one tournament, {wanted.games} games against players, {wanted.seconds} s on {os.cpu_count()} cores:")
for kind, words in [("page", "a page is there"), ("move", "a move is taken"), ("answer", "the player has answered")]:
    all_times = sorted(times[kind]) or [float("nan")]
    late = all_times[min(len(all_times) - 1, int(0.95 * len(all_times)))]
    print(f"  {words:24} median {statistics.median(all_times):6.0f} ms, 95 % {late:6.0f} ms, worst {all_times[-1]:6.0f} ms, {len(all_times)} times")
print(f"  {events} events of the tournament arrived, {status['games']} games of it were played; at most {highest} MB")
for failure in failures[:10]:
    print(f"FAILED {failure}")
sys.exit(1 if failures else 0)
