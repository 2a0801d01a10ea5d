"""Checks a certificate of `agon solve --certificate` a second time, in another language: by the rules alone.

`python3 check_certificate.py FILE` says what each seat is sure of. It knows no solver and no other checker.
"""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path

import agon


def worth(here: agon.Position, seat: int, answers: dict[str, str], known: dict[str, Fraction | None]) -> Fraction:
    """What the seat gets at least by these answers, whatever the others do; with chance on average, exactly."""
    if here.text in known:
        found = known[here.text]
        if found is None:
            raise ValueError(f"a play comes back to {here.text}")
        return found
    known[here.text] = None
    if here.is_over:
        found = Fraction(here.payoff(seat))
    elif here.node == "chance":
        chances = here.chances().items()
        parts = [(Fraction(share).limit_denominator(10**6), here.play(m)) for m, share in chances]
        found = sum((weight * worth(after, seat, answers, known) for weight, after in parts), Fraction(0))
        found /= sum(weight for weight, _ in parts)
    elif here.seat == seat:
        found = worth(here.play(answers.pop(here.text)), seat, answers, known)
    else:
        found = min(worth(here.play(m), seat, answers, known) for m in here.moves())
    known[here.text] = found
    return found


def check(path: str) -> list[tuple[int, float]]:
    """The seats and what each is sure of; an error where the certificate does not show it."""
    lines = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
    start = agon.game(lines[0]["game"]).position(lines[0]["position"])
    claims, at = [], 1
    while at < len(lines):
        claim, own = lines[at], lines[at + 1 : at + 1 + lines[at]["answers"]]
        answers = {line["position"]: line["move"] for line in own}
        if worth(start, claim["seat"], answers, {}) < Fraction(claim["least"]) or answers or len(own) < claim["answers"]:
            raise ValueError(f"line {at + 1}: the answers do not show it")
        claims.append((claim["seat"], claim["least"]))
        at += 1 + len(own)
    return claims


if __name__ == "__main__":
    sys.setrecursionlimit(100_000)
    for seat, least in check(sys.argv[1]):
        print(f"seat {seat} gets at least {least}")
