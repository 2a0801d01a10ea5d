"""Runs a regression in the manner of GNU Go: `regress.py FILE ENGINE...`.

A line is a command of GTP. Below one with a number stands what its answer must be: `#? [a regular expression]`, which must
match all of it, or with `!` before it must not. Line breaks in answers count as spaces.
"""

import re
import subprocess
import sys


def main():
    file, *engine = sys.argv[1:]
    process = subprocess.Popen(engine, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    answer, command, failed, passed = "", "", 0, 0
    for number, line in enumerate(open(file, encoding="utf-8"), 1):
        line = line.strip()
        if line.startswith("#?"):
            wanted = line[2:].strip()[1:-1]
            negated, wanted = wanted.startswith("!"), wanted.removeprefix("!")
            found = re.fullmatch(wanted, answer)
            if bool(found) == negated:
                print(f"{file}:{number}: `{command}` is answered `{answer}`, not `{wanted}`")
                failed += 1
            else:
                passed += 1
        elif line and not line.startswith("#"):
            command = line
            process.stdin.write(line + "\n")
            process.stdin.flush()
            lines = []
            while text := process.stdout.readline().rstrip("\n"):
                lines.append(text)
            answer = " ".join(lines)
            assert answer[:1] in ("=", "?"), f"{command}: {answer!r}"
            if answer[0] == "?" and not line[0].isdigit():
                print(f"{file}:{number}: `{command}` is refused: {answer}")
                failed += 1
            answer = answer[1:].lstrip("0123456789").strip()
    process.stdin.write("quit\n")
    process.stdin.close()
    process.wait(timeout=10)
    print(f"{file}: {passed} answers as they should be, {failed} not")
    sys.exit(failed != 0)


main()
