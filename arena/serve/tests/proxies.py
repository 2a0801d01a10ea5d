#!/usr/bin/env python3
"""Puts `agon serve` behind the proxies whose configurations are in docs/server.md, as they are there but for names and ports.

AGON names the command to test, NGINX and CADDY the proxies, which are looked for in the path unless given; one that is missing is
not run, and said so. Exit codes: 0 all hold, 1 one does not.
"""

import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

docs = open(os.path.join(os.path.dirname(__file__), "../../../docs/server.md"), encoding="utf-8").read()
failures = 0


def expect(holds, what):
    global failures
    failures += not holds
    print(("ok     " if holds else "FAILED ") + what, flush=True)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def block(kind):
    return re.search(rf"```{kind}\n(.*?)```", docs, re.S).group(1)


def nginx(place, program, port, behind):
    text = re.sub(r"\n +ssl_.*?;", "", block("nginx")).replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
    text = text.replace("8317", str(behind))
    temporary = "".join(f"{what}_temp_path {place}/{what}; " for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    with open(f"{place}/nginx.conf", "w") as out:
        out.write(f"daemon off; pid {place}/pid; error_log {place}/errors; events {{}}\nhttp {{ access_log off; {temporary}\n{text}}}\n")
    return [program, "-c", f"{place}/nginx.conf", "-p", place, "-e", f"{place}/errors"]


def caddy(place, program, port, behind):
    text = block("caddy").replace("arena.example.org {", f"http://arena.example.org:{port} {{\n    bind 127.0.0.1").replace("8317", str(behind))
    with open(f"{place}/Caddyfile", "w") as out:
        out.write("{\n    admin off\n}\n" + text)
    return [program, "run", "--adapter", "caddyfile", "--config", f"{place}/Caddyfile"]


def tried(name, configured, program):
    place, port, behind = tempfile.mkdtemp(prefix="agon-proxies-"), free_port(), free_port()
    site = f"arena.example.org:{port}"
    told, started = [], []

    def ask(method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20, source_address=("127.0.0.9", 0))
        connection.request(method, path, body and json.dumps(body), {"Host": site, "Content-Type": "application/json", **(headers or {})})
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()

    try:
        command = [os.environ["AGON"], "serve", "--port", str(behind), "--folder", f"{place}/games", "--behind-proxy", f"http://{site}"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        started.append(server)
        threading.Thread(target=lambda: told.extend(iter(server.stderr.readline, "")), daemon=True).start()
        address = server.stdout.readline().strip()
        expect(address.startswith(f"http://{site}/?key="), f"{name}: its address is the public one")
        environment = {**os.environ, "HOME": place, "XDG_CONFIG_HOME": place, "XDG_DATA_HOME": place}
        started.append(subprocess.Popen(configured(place, program, port, behind), stderr=subprocess.DEVNULL, env=environment))
        for _ in range(200):
            try:
                if ask("GET", "/health")[0] == 200:
                    break
            except OSError:
                pass
            time.sleep(0.05)
        forged = {"X-Forwarded-For": "203.0.113.5", "X-Forwarded-Proto": "https"}
        status, _, _ = ask("GET", "/refused", headers=forged)
        expect(status == 401, f"{name}: without the key {status}")
        status, headers, _ = ask("GET", "/?" + address.split("?")[1], headers=forged)
        cookies = headers.get_all("set-cookie") or []
        expect(status == 303 and len(cookies) == 2 and not any("Secure" in one for one in cookies), f"{name}: with the key {status}, {len(cookies)} cookies for a way that is not encrypted")
        own = {"Cookie": "; ".join(one.split(";")[0] for one in cookies)}
        own["X-Agon-Token"] = json.loads(ask("GET", "/api/v1/token", headers=own)[2])["token"]
        own["Origin"] = f"http://{site}"
        table = json.loads(ask("POST", "/api/v1/tables", {"game": "nim", "seats": ["me", "me"]}, own)[2])
        stream = socket.create_connection(("127.0.0.1", port), timeout=20)
        stream.sendall(f"GET /api/v1/tables/{table['id']}/events HTTP/1.1\r\nHost: {site}\r\nCookie: {own['Cookie']}\r\n\r\n".encode())
        heard, move = b"", table["legal"][0]["move"]
        while b'"moves":[]' not in heard and (part := stream.recv(65536)):
            heard += part
        status, _, _ = ask("POST", f"/api/v1/tables/{table['id']}/moves", {"move": move}, own)
        # A state may be told twice; what matters is that the move comes, and before the stream ends.
        told_move, begun = f'"line":"{move}"'.encode(), time.time()
        while told_move not in heard and (part := stream.recv(65536)):
            heard += part
        is_told = status == 200 and told_move in heard and not heard.endswith(b"\r\n0\r\n\r\n")
        expect(is_told, f"{name}: a move is told while the stream is open, after {1000 * (time.time() - begun):.0f} ms ({status}, {heard.count(b'data:')} events)")
        stream.close()
        server.send_signal(signal.SIGTERM)
        expect(server.wait(10) == 0, f"{name}: closed")
        time.sleep(0.2)
        lines = [line for line in told if " /refused 401 key-wanted" in line]
        expect(len(lines) == 1 and " 127.0.0.9 GET " in lines[0], f"{name}: who asked is whom the proxy names: {lines}")
    finally:
        for process in reversed(started):
            # A proxy that is killed leaves its workers behind.
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(place, ignore_errors=True)


for name, configured in (("nginx", nginx), ("caddy", caddy)):
    program = os.environ.get(name.upper()) or shutil.which(name)
    if program:
        tried(name, configured, program)
    else:
        print(f"{name}: not run, it is not here", flush=True)
sys.exit(1 if failures else 0)
