#!/usr/bin/env python3
"""How `agon serve` stands a full lecture hall: 200 pages that watch one tournament, and 50 people who play.

    AGON=target/debug/agon tests/load.py [--pages 200] [--games 50] [--seconds 30]

Every page is a stream of events that is read to its end; every person is a page of a game, which hears what changes and
moves as soon as it is their turn, against the level `easy`, at one of five games. Told are, in milliseconds, how long it
takes until a page is there, until a move is taken, and until the page has heard of the player's answer to it; the memory
of the server at its highest; the processor time of both sides; and how many events arrived. All people are one thread
that writes and reads plain sockets, before which the server gives way, and a thing arrives when it can be read: what is
measured is the server, and not the people's waiting for each other or for a processor. Nothing but Python is needed.
Exit codes: 0 nobody was turned away, 1 somebody was.
"""

import argparse
import collections
import json
import os
import random
import re
import selectors
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
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
    preexec_fn=lambda: os.nice(5),
)
port = int(re.search(r":(\d+)/", server.stdout.readline().decode()).group(1))
times = {"page": [], "move": [], "answer": []}
failures = []
events = 0


class Guest:
    """A browser: a cookie, a token, one connection. Its `story` yields questions, and is told their answers."""

    def __init__(self, story=None):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.head = "Host: localhost\r\n"
        self.text = b""
        answer = self.ask("GET", "/api/v1/token")
        cookie = re.search(rb"(?i)set-cookie: ([^;\r]+)", answer.head).group(1).decode()
        self.head += f"Cookie: {cookie}\r\nX-Agon-Token: {answer.json()['token']}\r\n"
        self.story = story(self) if story else None
        self.events = None

    def ask(self, method, path, body=None):
        """Asks, and waits for the answer."""
        self.send(method, path, body)
        while (answer := self.heard(self.socket.recv(1 << 16), time.monotonic())) is None:
            pass
        return answer

    def send(self, method, path, body=None):
        data = b"" if body is None else json.dumps(body).encode()
        kind = "Content-Type: application/json\r\nPrefer: return=minimal\r\n" if data else ""
        head = f"{method} {path} HTTP/1.1\r\n{self.head}{kind}Content-Length: {len(data)}\r\n\r\n"
        self.asked = time.monotonic()
        self.socket.sendall(head.encode() + data)

    def heard(self, data, now):
        """Takes what arrived: an answer, if it is whole."""
        if not data:
            raise OSError("a connection ended")
        self.text += data
        head, found, body = self.text.partition(b"\r\n\r\n")
        if not found:
            return None
        length = re.search(rb"(?i)content-length: (\d+)", head)
        length = int(length.group(1)) if length else 0
        if len(body) < length:
            return None
        self.text = body[length:]
        return Answer(int(head[9:12]), head, body[:length], self.asked, now)

    def go_on(self, told):
        """Goes on with the story, which asks the next thing or waits for an event."""
        question = self.story.send(told)
        if question is not None:
            self.send(*question)


class Events:
    """What the page of a game hears: each event says how the document before becomes the next."""

    def __init__(self, guest, path):
        self.guest = guest
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.socket.sendall(f"GET {path} HTTP/1.1\r\n{guest.head}\r\n".encode())
        self.text, self.document, self.documents, self.is_awaited = b"", b"", [], False
        there.register(self.socket, selectors.EVENT_READ, self)

    def close(self):
        there.unregister(self.socket)
        self.socket.close()

    def hear(self, data, now):
        if not data:
            raise OSError("a stream ended")
        self.text += data
        while b"\n\n" in self.text:
            event, _, self.text = self.text.partition(b"\n\n")
            if b"event: table" in event:
                self.document = edited(self.document, re.findall(rb"(?m)^data: (.*)$", event))
                self.documents.append((json.loads(self.document.decode("utf-16-le"))["view"], now))
        if self.documents and self.is_awaited:
            self.is_awaited = False
            self.guest.go_on(self.documents.pop(0))


def edited(old, lines):
    """What becomes of a document, in UTF-16 as the lines count."""
    parts, at = [], 0
    for line in lines:
        if line[:1] == b"+":
            parts.append(line[1:].decode().encode("utf-16-le"))
            continue
        begun, at = at, at + 2 * int(line[1:])
        if line[:1] == b"=":
            parts.append(old[begun:at])
    return b"".join(parts)


class Answer:
    """What the server said, and after how many milliseconds."""

    def __init__(self, status, head, body, asked, now):
        self.status, self.head, self.body, self.now, self.took = status, head, body, now, 1000 * (now - asked)
        if status >= 400:
            failures.append(f"{status}: {body[:200]}")

    def json(self):
        return json.loads(self.body)


def watch(path):
    """A page: it is fetched, and then told what changes."""

    def story(guest):
        times["page"].append((yield "GET", path).took)
        guest.story = None
        yield "GET", f"{path}/live"

    return story


def play(number):
    """A person: game after game."""

    def story(guest):
        draw = random.Random(number)
        while True:
            new = {"game": GAMES[number % len(GAMES)], "seats": ["me", "level:easy"], "seed": number}
            name = (yield "POST", "/api/v1/tables", new).json()["id"]
            guest.events = Events(guest, f"/tables/{name}/live")
            view, now = yield from next_of(guest)
            while not view["ended"]:
                move = draw.choice(view["legal"])[0]
                answer = yield "POST", f"/api/v1/tables/{name}/moves", {"move": move}
                times["move"].append(answer.took)
                known = len(view["moves"])
                while not view["ended"] and not (view["your_turn"] and known < len(view["moves"])):
                    view, now = yield from next_of(guest)
                times["answer"].append(1000 * (now - answer.now) + answer.took)
            guest.events.close()

    return story


def next_of(guest):
    """The next that the page of the guest's game hears, and when."""
    if guest.events.documents:
        return guest.events.documents.pop(0)
    guest.events.is_awaited = True
    return (yield None)


def about(pattern, name="status"):
    with open(f"/proc/{server.pid}/{name}") as file:
        return re.search(pattern, file.read()).groups()


def processor():
    """Seconds of the server and of the people."""
    ticks = about(r"^\d+ \(.*\)(?: \S+){11} (\d+) (\d+)", "stat")
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK"), time.process_time()


def hear(guest, data, now):
    """Goes on with the story of `guest`, for whom something arrived."""
    global events
    if isinstance(guest, Events):
        guest.hear(data, now)
        return
    if guest.story is None:
        if not data:
            raise OSError("a stream ended")
        events += data.count(b"event: tournament")
        return
    answer = guest.heard(data, now)
    if answer is not None:
        guest.go_on(answer)


teacher = Guest()
league = 'seed = 1\nopenings = 20000\nrandom-plies = 3\nplayers = ["random", "greedy", "mcts(iterations=100)"]\ngames = ["connect-four"]\n'
watched = f"/tournaments/{teacher.ask('POST', '/api/v1/tournaments', {'name': 'load', 'file': league}).json()['id']}"
guests = [Guest(watch(watched)) for _ in range(wanted.pages)] + [Guest(play(number)) for number in range(wanted.games)]
there = selectors.DefaultSelector()
before, begun = processor(), time.monotonic()
for guest in guests:
    guest.go_on(None)
    there.register(guest.socket, selectors.EVENT_READ, guest)
arrived = collections.deque()
while time.monotonic() < begun + wanted.seconds:
    # Whatever has arrived is noted before anybody thinks about it.
    for key, _ in there.select(0 if arrived else 1):
        try:
            arrived.append((key, key.fileobj.recv(1 << 16), time.monotonic()))
        except OSError as error:
            arrived.append((key, b"", time.monotonic()))
    if arrived:
        key, data, now = arrived.popleft()
        try:
            if key.fileobj.fileno() >= 0:
                hear(key.data, data, now)
        except (OSError, KeyError, ValueError) as error:
            failures.append(repr(error))
            there.unregister(key.fileobj)
used = [after - first for after, first in zip(processor(), before)]
highest = int(about(r"VmHWM:\s+(\d+)")[0]) // 1024
status = Guest().ask("GET", f"/api/v1{watched}").json()
server.terminate()
server.wait(20)
shutil.rmtree(folder, ignore_errors=True)

print(f"{wanted.pages} pages on one tournament, {wanted.games} games against players, {wanted.seconds} s on {os.cpu_count()} cores:")
for kind, words in [("page", "a page is there"), ("move", "a move is taken"), ("answer", "the answer is heard")]:
    all_times = sorted(times[kind]) or [float("nan")]
    late = all_times[min(len(all_times) - 1, int(0.95 * len(all_times)))]
    print(f"  {words:24} median {statistics.median(all_times):6.0f} ms, 95 % {late:6.0f} ms, worst {all_times[-1]:6.0f} ms, {len(all_times)} times")
print(f"  {events} events of the tournament arrived, {status['games']} games of it were played; at most {highest} MB")
print(f"  processor time: the server {used[0]:.1f} s, the people {used[1]:.1f} s")
for failure in failures[:10]:
    print(f"FAILED {failure}")
sys.exit(1 if failures else 0)
