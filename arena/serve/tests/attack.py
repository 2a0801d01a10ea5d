#!/usr/bin/env python3
"""Attacks `agon serve`: what is foreign, malformed, oversized, slow or endless must leave it as it was.

AGON names the command to test. Nothing but Python is needed; figures that a loaded machine would change, such as how
soon pages are there while eight attack, are told and not judged. Exit codes: 0 it holds, 1 it does not.
"""

import atexit
import http.client
import json
import os
import re
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

folder = tempfile.mkdtemp(prefix="agon-attack-")
own = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (min(1024, own[0]) if own[0] != resource.RLIM_INFINITY else 1024, own[1]))
server = subprocess.Popen(
    [os.environ["AGON"], "serve", "--port", "0", "--folder", folder, "--jobs", "2"],
    stdout=subprocess.PIPE,
    stderr=subprocess.DEVNULL,
)
# In this order at the end, also where something here goes wrong: the last is called first.
atexit.register(shutil.rmtree, folder, ignore_errors=True)
atexit.register(server.wait)
atexit.register(server.kill)
port = int(re.search(r":(\d+)/", server.stdout.readline().decode()).group(1))
failures = 0
# The server makes room for its connections itself; here there are more.
most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (most if most == resource.RLIM_INFINITY else min(most, 8192), most))


def expect(holds, what):
    global failures
    failures += not holds
    print(("ok     " if holds else "FAILED ") + what, flush=True)


def memory():
    with open(f"/proc/{server.pid}/status") as about:
        return int(re.search(r"VmRSS:\s+(\d+)", about.read()).group(1)) // 1024


def threads():
    return len(os.listdir(f"/proc/{server.pid}/task"))


def processor():
    with open(f"/proc/{server.pid}/stat") as about:
        figures = about.read().rsplit(")", 1)[1].split()
    return (int(figures[11]) + int(figures[12])) / os.sysconf("SC_CLK_TCK")


def busy(seconds=1.0):
    before = processor()
    time.sleep(seconds)
    return (processor() - before) / seconds


def ask(method, path, body=None, headers=None, timeout=60, source="127.0.0.1"):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout, source_address=(source, 0))
    headers = dict(headers or {})
    if isinstance(body, (dict, list)):
        body = json.dumps(body)
    if body is not None:
        headers.setdefault("Content-Type", "application/json")
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    return answer.status, answer.headers, answer.read()


def told_to(source):
    """What somebody is told who comes from there: of those who come at once not all are told anything."""
    for _ in range(10):
        try:
            status, _, told = ask("GET", "/", source=source, timeout=10)
            return status, told
        except OSError:
            time.sleep(0.5)
    return "nothing", b""


def guest(source="127.0.0.1"):
    _, headers, body = ask("GET", "/api/v1/token", source=source)
    cookie = headers["set-cookie"].split(";")[0]
    return {"Cookie": cookie, "X-Agon-Token": json.loads(body)["token"]}


def wire(text, source="127.0.0.1"):
    connection = socket.create_connection(("127.0.0.1", port), source_address=(source, 0))
    connection.sendall(text.encode())
    return connection


def is_closed(connection):
    connection.setblocking(False)
    try:
        while connection.recv(65536):
            pass
        return True
    except BlockingIOError:
        return False
    except OSError:
        return True


own = guest()
new = {"game": "nim"}

# Foreign names, foreign pages, foreign tokens.
for what, wanted, body, headers in [
    ("a foreign Host", 421, None, {"Host": "evil.example"}),
    ("no token", 403, new, {}),
    ("a foreign Origin", 403, new, {**own, "Origin": "http://evil.example"}),
    ("a request across sites", 403, new, {**own, "Sec-Fetch-Site": "cross-site"}),
    ("an image on a page of another site", 403, None, {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}),
    ("the token of another", 403, new, {"Cookie": own["Cookie"], "X-Agon-Token": guest()["X-Agon-Token"]}),
]:
    status, _, _ = ask("GET" if body is None else "POST", "/" if body is None else "/api/v1/tables", body, headers)
    expect(status == wanted, f"{what}: {status}")
_, headers, _ = ask("GET", "/")
expect("default-src 'none'" in headers["content-security-policy"], "a strict content security policy")

for back in ("/%09/evil.example/", "//evil.example/", "/%5cevil.example/"):
    status, headers, _ = ask("GET", f"/language/en?back={back}")
    expect(headers["location"] == "/", f"a way back to {back}: {status} {headers['location']}")

# Ways out of the house.
for path in [
    "/assets/../Cargo.toml", "/assets/%2e%2e%2fetc%2fpasswd", "/assets/..%5c..", "/tables/../../etc",
    "/api/v1/tables/" + "a" * 32, "/api/v1/tables/%00", "/tournaments/..%2f..%2fx",
    "/api/v1/tournaments/journal-1/files/..%2f..",
]:
    status, _, _ = ask("GET", path)
    expect(status in (400, 404), f"{path}: {status}")

# Bodies that are none, or too much.
status, _, _ = ask("POST", "/api/v1/tables", "x" * (1 << 20), own)
expect(status == 413, f"a body of 1 MB: {status}")
for body in [
    "{", "[]", "null", '{"game":1}', '{"game":"nim","x":1}', '{"game":"' + "(" * 50000 + '"}',
    '{"game":"nim","moves":"' + "a " * 40000 + '"}', '{"game":"nim","seats":["me"]}', '{"game":"nim","seed":-1}',
    "\xff", '{"game":"tree(' + "[" * 3000 + "1" + "]" * 3000 + ')"}', '{"game":"go(size=99999)"}',
]:
    status, _, told = ask("POST", "/api/v1/tables", body.encode("latin1"), own)
    expect(status in (400, 413, 422) and "error" in json.loads(told), f"{body[:30]!r}: {status}")

# Players that run something, ask somebody, or want too much.
for player in [
    "human", "epsilon(human)", "mcts(iterations=1000000000)", "alpha-beta(table=64GB)",
    "perfect(limit=1000000000)", "best-response(limit=1000000000)", 'uci(command="ls")',
    'process(command="ls")', 'epsilon(uci(command="ls"))', 'xboard(command="ls")', 'gtp(command="ls")',
]:
    status, _, told = ask("POST", "/api/v1/tables", {"game": "connect-four", "seats": ["me", player]}, own)
    expect(status in (400, 403), f"{player}: {status} {json.loads(told)['error'][:70]}")
for text in ['players = ["random", "human"]\ngames = ["nim"]', 'opening-file = "/etc/passwd"\nplayers = ["random", "minimax"]\ngames = ["nim"]']:
    status, _, _ = ask("POST", "/api/v1/tournaments", {"file": text}, own)
    expect(status in (400, 403), f"a tournament with {text[:24]!r}: {status}")
try:
    status, _, _ = ask("GET", "/" + "x" * 200000)
except (OSError, http.client.HTTPException) as error:
    status = type(error).__name__
expect(status in (414, 431) or isinstance(status, str), f"a long address: {status}")

# Clients that never finish what they say, and clients that never read.
slow = [wire("GET / HTTP/1.1\r\nHost: localhost\r\nX: ") for _ in range(150)]
cookies = f"Cookie: {own['Cookie']}\r\nX-Agon-Token: {own['X-Agon-Token']}\r\n"
head = f"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\nContent-Type: application/json\r\n{cookies}\r\n"
slow += [wire(head + "{") for _ in range(150)]
begun = time.time()
status, _, _ = ask("GET", "/")
expect(status == 200, f"others while 300 clients are slow: {status} after {1000 * (time.time() - begun):.0f} ms")
time.sleep(14)
closed = sum(map(is_closed, slow))
expect(closed == 300, f"{closed} of 300 slow clients are closed after 14 s")
for connection in slow:
    connection.close()

# Downloads that nobody reads: a few begin, whoever wants more is told when to ask again, and none is in memory.
large = {"file": 'openings = 1\nplayers = ["random", "greedy"]\ngames = ["nim"]\n'}
large = json.loads(ask("POST", "/api/v1/tournaments", large, own)[2])["id"]
while json.loads(ask("GET", f"/api/v1/tournaments/{large}")[2])["stage"] != "over":
    time.sleep(0.2)
with open(f"{folder}/tournaments/{large}.journal", "r+b") as journal:
    journal.truncate(30 << 20)
before = memory()
unread = [wire(f"GET /api/v1/tournaments/{large}/files/tournament.journal HTTP/1.1\r\nHost: localhost\r\n\r\n", f"127.0.0.{2 + number % 8}") for number in range(40)]
time.sleep(4)
answers = [connection.recv(12)[9:].decode() for connection in unread]
expect(set(answers) <= {"200", "429", "503"} and "200" in answers, f"40 downloads: { {code: answers.count(code) for code in set(answers)} }")
expect(memory() < 400, f"while nobody reads them: {memory()} MB, and {before} before")
# Nor does a byte now and then keep a place.
for _ in range(50):
    for connection in unread:
        try:
            connection.recv(1)
        except OSError:
            pass
    time.sleep(1)
status = ask("GET", f"/api/v1/tournaments/{large}/files/tournament.journal")[0]
expect(status == 200, f"after 50 s in which they were read a byte at a time, another download: {status}")
for connection in unread:
    connection.close()

# Rules that somebody brings, of a hundred thousand facts each: who has too many of them in memory waits.
names = "".join(f"(n {number})" for number in range(316))
sheet = f"(role r){names}(<= (init (f ?a ?b)) (n ?a) (n ?b))(<= (next (f ?a ?b)) (true (f ?a ?b)))(legal r x)(goal r 50)(<= terminal (true (f a a)))"
before, answers, bringer = memory(), [], guest()
for number in range(30):
    new = {"game": f'gdl(sheet="{sheet}(extra {number})")', "seats": ["me"]}
    answers.append(ask("POST", "/api/v1/tables", new, bringer)[0])
expect(set(answers) <= {201, 429, 503} and 201 in answers, f"30 sheets of 100,000 facts: { {code: answers.count(code) for code in set(answers)} }")
expect(memory() < 400, f"with them: {memory()} MB, and {before} before")

# Searches that never end, and everybody leaves.
endless = "alpha-beta(depth=unlimited, nodes=100000000)"
names = []
for _ in range(20):
    _, _, told = ask("POST", "/api/v1/tables", {"game": "chess", "seats": [endless, "me"]}, own)
    names.append(json.loads(told)["id"])
listeners = [wire(f"GET /api/v1/tables/{name}/events HTTP/1.1\r\nHost: localhost\r\n\r\n") for name in names]
time.sleep(2)
status = json.loads(ask("GET", "/api/v1/status")[2])
# Two at a time, and what has had its slice beside them, less than half of what there is room for.
expect(2 <= status["thinking"] <= 3, f"20 endless searches: {status}, {threads()} threads, {memory()} MB")
begun = time.time()
ask("GET", "/")
print(f"       others meanwhile: {1000 * (time.time() - begun):.0f} ms")
for connection in listeners:
    connection.close()
time.sleep(4)
used = busy()
status = json.loads(ask("GET", "/api/v1/status")[2])
expect(used < 0.1 and status["thinking"] == 0, f"4 s after all have left: {used:.3f} of a processor, {status}")
hinted = {"game": "chess", "seats": ["me", "me"], "hints": endless}
hinted = json.loads(ask("POST", "/api/v1/tables", hinted, own)[2])["id"]
for what, path, body in [
    ("a tree", "/api/v1/trees", {"game": "chess", "player": endless}),
    ("a hint", f"/api/v1/tables/{hinted}/hint", {}),
]:
    body = json.dumps(body)
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n{cookies}\r\n"
    connection = wire(head + body)
    time.sleep(1.5)
    connection.close()
    time.sleep(2)
    used = busy()
    status = json.loads(ask("GET", "/api/v1/status")[2])
    expect(used < 0.1 and status["thinking"] == 0, f"2 s after who asked for {what} has left: {used:.3f} of a processor")

# One guest asks for more than all threads can do: the others still get an answer.
body = json.dumps({"game": "chess", "player": endless})
head = f"POST /api/v1/trees HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n{cookies}\r\n"
greedy = [wire(head + body) for _ in range(300)]
time.sleep(2)
status = json.loads(ask("GET", "/api/v1/status")[2])
expect(status["waiting"] <= 40, f"300 questions of one guest: {status}")
for connection in greedy:
    connection.close()
time.sleep(2)
status = json.loads(ask("GET", "/api/v1/status")[2])
expect(status["waiting"] == 0 and status["thinking"] == 0, f"2 s after it has left: {status}")

# Two endless searches of one guest, and another at the same address who plays: an answer waits for no search.
searches = [wire(head + body) for _ in range(2)]
time.sleep(1)
for what, who in (("another guest", guest()), ("the same guest", own)):
    table = json.loads(ask("POST", "/api/v1/tables", {"game": "tic-tac-toe", "seats": ["me", "level:easy"]}, who)[2])
    listener, begun = wire(f"GET /api/v1/tables/{table['id']}/events HTTP/1.1\r\nHost: localhost\r\n\r\n"), time.time()
    ask("POST", f"/api/v1/tables/{table['id']}/moves", {"move": table["legal"][0]["move"]}, who)
    while len(json.loads(ask("GET", f"/api/v1/tables/{table['id']}")[2])["moves"]) < 2 and time.time() - begun < 60:
        time.sleep(0.01)
    took = time.time() - begun
    expect(took < 5, f"beside two endless searches {what} has an answer after {1000 * took:.0f} ms")
    listener.close()
for connection in searches:
    connection.close()

# A tournament of games of a million moves is stopped within one.
sheet = "(role one) (init (at 0)) (legal one a) (legal one b) (<= (next (at 0)) (true (at 0))) (<= terminal (true (at 9))) (goal one 50)"
long_games = {"file": f"""openings = 100\nplayers = ["random"]\ngames = ['gdl(sheet="{sheet}", plies=1000000)']\n"""}
long_games = "/api/v1/tournaments/" + json.loads(ask("POST", "/api/v1/tournaments", long_games, own)[2])["id"]


def stage():
    return json.loads(ask("GET", long_games)[2])["stage"]


while stage() != "running":
    time.sleep(0.01)
time.sleep(1)
begun = time.time()
ask("POST", long_games + "/stop", {}, own)
while stage() != "stopped" and time.time() - begun < 60:
    time.sleep(0.01)
took = time.time() - begun
expect(took < 5, f"a tournament stops within a game after {1000 * took:.0f} ms")

# A thousand games, each with a listener.
games = ["tic-tac-toe", "connect-four", "chess", "go", "hex", "nim", "othello", "checkers", "dots-and-boxes", "amoba"]
begun, held = time.time(), memory()
tables = []
for number in range(1000):
    status, _, told = ask("POST", "/api/v1/tables", {"game": games[number % 10], "seats": ["me", "me"]}, own)
    if status == 201:
        tables.append(json.loads(told))
expect(len(tables) == 1000, f"{len(tables)} games in {time.time() - begun:.1f} s: {memory()} MB, {threads()} threads")
played = 0
for table in tables:
    move = {"move": table["legal"][0]["move"]}
    status, _, _ = ask("POST", f"/api/v1/tables/{table['id']}/moves", move, own)
    played += status == 200
expect(played == 1000, f"a move in {played} of them")
stream = "GET /api/v1/tables/{}/events HTTP/1.1\r\nHost: localhost\r\n\r\n"


def listening():
    """A listener at each table, from two addresses."""
    return [wire(stream.format(table["id"]), f"127.0.0.{2 + number % 2}") for number, table in enumerate(tables)]


listeners = listening()
time.sleep(4)
# What was held before is not theirs: after large searches the allocator holds much of what was freed.
taken = memory() - held
expect(taken < 64, f"with a listener at each: {taken} MB more, {memory()} MB in all, {threads()} threads")
status, _, _ = ask("GET", "/")
expect(status == 200, f"others meanwhile: {status}")

# Work whose size a request chooses. Eight ask for it all the time, from one address, and leave when they have waited
# for a while; meanwhile somebody elsewhere looks at other pages.
ATTACKERS, HONEST = "127.0.0.7", "127.0.0.9"
PAGES = ["/", "/players", "/games/nim", "/new?game=hex", "/tournaments", "/api/v1/games", "/api/v1/position?game=chess"]


def asked(who, method, path, body=None, patience=2.0):
    """Asks, and leaves after that long; what was answered by then, if it is whole."""
    connection = socket.create_connection(("127.0.0.1", port), source_address=(ATTACKERS, 0))
    text = "" if body is None else json.dumps(body)
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: {who['Cookie']}\r\n"
    head += f"X-Agon-Token: {who['X-Agon-Token']}\r\n"
    if body is not None:
        head += f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n"
    answer, until = b"", time.time() + patience
    try:
        connection.sendall((head + "\r\n" + text).encode())
        while (left := until - time.time()) > 0:
            connection.settimeout(left)
            part = connection.recv(65536)
            if not part:
                break
            answer += part
    except OSError:
        pass
    connection.close()
    return answer


def under(what, attack, seconds=8.0):
    """How quickly other pages are there while eight attack, and how much memory that takes; the most threads that there
    were, and what the attackers were answered."""
    over, told = threading.Event(), []

    def work(number):
        who = guest(ATTACKERS)
        while not over.is_set():
            told.append(attack(who, number)[9:12])

    attackers = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for attacker in attackers:
        attacker.start()
    time.sleep(1)
    times, wrong, most, begun = [], [], 0, time.time()
    while time.time() - begun < seconds:
        path = PAGES[len(times) % len(PAGES)]
        asked_at = time.time()
        try:
            status, _, _ = ask("GET", path, source=HONEST, timeout=30)
        except OSError as error:
            status = type(error).__name__
        times.append(time.time() - asked_at)
        if status != 200:
            wrong.append(f"{path}: {status}")
        most = max(most, threads())
        time.sleep(0.005)
    over.set()
    for attacker in attackers:
        attacker.join()
    times.sort()
    middle, last = (1000 * times[int(len(times) * share)] for share in (0.5, 0.99))
    answers = {code.decode(): told.count(code) for code in set(told)}
    expect(not wrong, f"{what}: other pages are answered {wrong[:3]}")
    print(f"       {len(times)} pages, median {middle:.0f} ms, p99 {last:.0f} ms; {memory()} MB, {most} threads; the attackers: {answers}")
    return most, answers


def quiet(what):
    """Whether nobody works any more, soon after all have left."""
    for _ in range(100):
        status = json.loads(ask("GET", "/api/v1/status")[2])
        if status["thinking"] == 0 and status["waiting"] == 0:
            return
        time.sleep(0.1)
    expect(False, f"nobody works after {what}: {status}")


# A tournament that is over, whose pages, games and files are asked for; and a large tree.
played = {"file": 'openings = 2000\nplayers = ["random", "greedy"]\ngames = ["tic-tac-toe", "nim"]\n'}
played = json.loads(ask("POST", "/api/v1/tournaments", played, own)[2])["id"]
while json.loads(ask("GET", f"/api/v1/tournaments/{played}")[2])["stage"] != "over":
    time.sleep(0.2)

tree = {"game": "chess", "player": "alpha-beta(depth=5)", "limit": 100000}
tree = json.loads(ask("POST", "/api/v1/trees", tree, own)[2])
LONG_DRAWN = 'openings = 65536\nrandom-plies = 11\nplayers = ["random", "greedy"]\ngames = ["nim(255)"]\n'
# Just within what is solved here: 98,260 positions, each with up to 57 moves.
SOLVED = "/api/v1/solved.svg?game=nim%2816%2B16%2B16%2B9%29&draw=graph"
status, _, told = ask("GET", SOLVED)
expect(status == 200, f"a game to be solved: {status} {told[:80]}")
before = threads()
for what, attack in [
    ("nothing", lambda who, n: time.sleep(0.1) or b""),
    ("tournaments that are long to lay out", lambda who, n: asked(who, "POST", "/api/v1/tournaments", {"file": LONG_DRAWN})),
    ("exports", lambda who, n: asked(who, "GET", f"/api/v1/tournaments/{played}/files/{('games.jsonl', 'games.csv', 'games.pgn')[n % 3]}")),
    ("pages of a tournament", lambda who, n: asked(who, "GET", f"/tournaments/{played}{('', '/wall', '/games', '/games/7')[n % 4]}")),
    ("comparisons", lambda who, n: asked(who, "GET", f"/compare?one={played}&other={played}")),
    ("games to be solved", lambda who, n: asked(who, "GET", SOLVED)),
    ("worksheets", lambda who, n: asked(who, "GET", f"/worksheet?count=20&difficulty=hard&seed={n}")),
    ("moments of a large tree", lambda who, n: asked(who, "GET", f"/api/v1/trees/{tree['id']}/moments/{n * 997}")),
    ("endless searches", lambda who, n: asked(who, "POST", "/api/v1/trees", {"game": "chess", "player": endless})),
    ("players with 256 threads", lambda who, n: asked(who, "POST", "/api/v1/trees", {"game": "chess", "player": f"epsilon(player={endless[:-1]}, threads=256))"})),
]:
    most, answers = under(what, attack)
    # What is refused for what it says costs nothing, and is no attack.
    is_refused = what == "players with 256 threads"
    expect(is_refused or "400" not in answers, f"{what}: none is refused for what it asks for")
    expect(most <= before + 16, f"{what}: {most} threads, and {before} before")
    quiet(what)
# With what the stage keeps of searches, and a thousand games.
expect(memory() < 800, f"after all that: {memory()} MB")

# A thousand names at one address: they have the turns of one address, and its room. They find connections, too.
for connection in listeners:
    connection.close()
time.sleep(2)
names = [guest(ATTACKERS) for _ in range(1000)]
body = json.dumps({"game": "chess", "player": endless})
head = "POST /api/v1/trees HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
head += f"Content-Length: {len(body)}\r\n"
crowd = []
for who in names[:700]:
    crowd.append(wire(f"{head}Cookie: {who['Cookie']}\r\nX-Agon-Token: {who['X-Agon-Token']}\r\n\r\n{body}", ATTACKERS))
time.sleep(2)
status = json.loads(ask("GET", "/api/v1/status")[2])
expect(status["waiting"] <= 128, f"questions of 700 names at one address: {status}")
honest = guest(HONEST)
under("700 names that ask", lambda who, n: time.sleep(0.1) or b"")
for connection in crowd:
    connection.close()
quiet("700 names")
begun, refused = time.time(), 0
new = {"game": "nim", "seats": ["me", "me"]}
for number in range(10_100):
    status, _, _ = ask("POST", "/api/v1/tables", new, names[number % 1000], source=ATTACKERS)
    refused += status == 503
expect(refused == 100, f"10,100 games of 1,000 names at one address: {refused} refused, {time.time() - begun:.0f} s, {memory()} MB")
status, _, told = ask("POST", "/api/v1/tables", new, honest, source=HONEST)
expect(status == 201, f"a game of somebody elsewhere: {status} {told[:80]}")

# More connections than there may be: who comes is told so, and one address does not take all.
listeners = listening()
time.sleep(2)
greedy = [wire(stream.format(tables[0]["id"]), "127.0.0.2") for _ in range(300)]
time.sleep(1)
for source in ("127.0.0.2", "127.0.0.4"):
    status, told = told_to(source)
    expect(status == 503 and b"connections" in told, f"one more connection from {source}: {status}")
for connection in greedy + listeners[::2]:
    connection.close()
time.sleep(2)
greedy = [wire(stream.format(tables[0]["id"]), "127.0.0.5") for _ in range(800)]
time.sleep(1)
status, _ = told_to("127.0.0.4")
expect(status == 503, f"all connections in use: {status}")
for connection in listeners[1::2]:
    connection.close()
time.sleep(2)
greedy += [wire(stream.format(tables[0]["id"]), "127.0.0.5") for _ in range(300)]
time.sleep(1)
for source, wanted in (("127.0.0.5", 503), ("127.0.0.4", 200)):
    status, _ = told_to(source)
    expect(status == wanted, f"where one address has as many as it may, one more from {source}: {status}")
listeners = [wire(stream.format(tables[0]["id"]), "127.0.0.6") for _ in range(300)]
time.sleep(1)

# A clean end with as many streams open as there may be.
begun = time.time()
server.terminate()
code = server.wait(15)
expect(code == 0, f"closed with all streams open after {time.time() - begun:.1f} s, exit code {code}")
sys.exit(1 if failures else 0)
