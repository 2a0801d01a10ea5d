"""`python -m agon.bridge PORT KEY`: hands lines on between the arena and a player that lives in another process."""

from __future__ import annotations

import os
import socket
import sys
import threading


def main() -> None:
    with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as line:
        line.sendall(sys.argv[2].encode() + b"\n")

        def there() -> None:
            while block := os.read(sys.stdin.fileno(), 1 << 16):
                line.sendall(block)
            line.shutdown(socket.SHUT_WR)

        threading.Thread(target=there, daemon=True).start()
        while block := line.recv(1 << 16):
            sys.stdout.buffer.write(block)
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
