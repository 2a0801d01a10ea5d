"""Checks a certificate of `agon solve --certificate` a second time, in another language: by the rules alone.

`python3 check_certificate.py FILE` says what each seat is sure of. It knows no solver and no other checker.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

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


class Shares:
    """What each seat does where it sees something, as the certificate says."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, str], dict[str, Fraction]] = {}
        self.met: set[tuple[int, str]] = set()

    def odds(self, here: agon.Position) -> dict[str, Fraction]:
        """How likely each move is, of a seat or of chance."""
        if here.seat is None:
            exact = {m: Fraction(share).limit_denominator(10**6) for m, share in here.chances().items()}
            return {m: share / sum(exact.values()) for m, share in exact.items()}
        place = (here.seat, here.view(here.seat))
        self.met.add(place)
        if not self.known[place].keys() <= set(here.moves()):
            raise ValueError(f"seat {here.seat} has other moves at {place[1]}")
        return self.known[place]

    def ends(self, here: agon.Position, reach: Fraction, own: int | None) -> Iterator[tuple[agon.Position, Fraction]]:
        """Where plays end, or `own` seat is to act first, each with how likely the others make it."""
        if here.is_over or (own is not None and here.seat == own):
            yield here, reach
            return
        odds = self.odds(here)
        for m in here.moves():
            yield from self.ends(here.play(m), reach * odds.get(m, 0), own)

    def best(self, reached: Iterator[tuple[agon.Position, Fraction]], seat: int, met: set[str]) -> Fraction:
        """What the seat gets by its best response, from positions to which the same choices of its own lead."""
        total, sets = Fraction(0), defaultdict(list)
        for here, reach in reached:
            if here.is_over:
                total += reach * Fraction(here.payoff(seat))
            else:
                sets[here.view(seat)].append((here, reach))
        if met & sets.keys():
            raise ValueError(f"seat {seat} forgets what it did: {met & sets.keys()}")
        met |= sets.keys()
        for known in sets.values():
            worths = []
            for m in known[0][0].moves():
                below = (end for here, reach in known for end in self.ends(here.play(m), reach, seat))
                worths.append(self.best(below, seat, met))
            total += max(worths)
        return total


def check_equilibrium(start: agon.Position, claim: dict[str, Any], sets: list[dict[str, Any]]) -> list[tuple[int, Fraction]]:
    """The seats and what each gets; an error where the strategies do not show it."""
    shares = Shares()
    for line in sets:
        place = (line["seat"], line["view"])
        moves = {share["move"]: Fraction(share["parts"], line["of"]) for share in line["moves"]}
        if sum(moves.values()) != 1 or min(moves.values()) < 0 or place in shares.known or len(moves) < len(line["moves"]):
            raise ValueError(f"what seat {place[0]} does at {place[1]} is said twice, or does not add up to one")
        shares.known[place] = moves
    plays = list(shares.ends(start, Fraction(1), None))
    seats = range(1, len(plays[0][0].payoffs()) + 1)
    values = [sum((reach * Fraction(end.payoff(seat)) for end, reach in plays), Fraction(0)) for seat in seats]
    gain = sum(shares.best(shares.ends(start, Fraction(1), seat), seat, set()) for seat in seats) - sum(values)
    is_whole = len(sets) == claim["sets"] and shares.met == shares.known.keys()
    if not is_whole or values != [Fraction(value) for value in claim["values"]] or Fraction(claim["nash_conv"]) < gain:
        raise ValueError(f"line 2: the strategies do not show it; the values are {values}, and {gain} is gained")
    return list(zip(seats, values, strict=True))


def check(path: str) -> list[tuple[int, float]] | list[tuple[int, Fraction]]:
    """The seats and what each is sure of; an error where the certificate does not show it."""
    lines = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
    start = agon.game(lines[0]["game"]).position(lines[0]["position"])
    if "nash_conv" in lines[1]:
        return check_equilibrium(start, lines[1], lines[2:])
    claims, at = [], 1
    while at < len(lines):
        if "worths" in lines[at]:
            raise ValueError(f"line {at + 1}: where plays can go round, worths are checked by `agon verify` only")
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
        print(f"seat {seat} gets {'' if isinstance(least, Fraction) else 'at least '}{least}")
