"""What `agon.same` promises: with the extension and without it the same answers, also of games in Python."""

from __future__ import annotations

import dataclasses
import os
import signal
import sys
import threading
import time
import unittest
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import agon
from agon import _command
from agon._backend import native

# By its module: the package has the function of that name.
from agon.same import _commanded

from . import heaps

HERE = Path(__file__).parent
#: How long anything may take that is waited for, in seconds.
PATIENCE = 60
#: Of tic-tac-toe, as `agon same` prints it. It changes only if what is hashed does.
TIC_TAC_TOE = "4eb05f90a648155e72ff5439714f9823856545ee900b17444f2b33396b29a86f"


class Piles(agon.Rules):
    """The nim of one heap and two, with other words for everything, and moves in another order."""

    name, start, max_plies = "piles", "two one; first", 3
    misere = False

    def turn(self, position: str) -> agon.rules.Turn:
        piles, _, mover = position.partition("; ")
        if piles != "none none":
            return 1 if mover == "first" else 2
        last = 2 if mover == "first" else 1
        return agon.over(1, seat=3 - last if self.misere else last)

    def moves(self, position: str) -> agon.rules.Outcomes:
        one, other = position.partition("; ")[0].split()
        words = [f"left to {word}" for word in self.below(one)] + [f"right to {word}" for word in self.below(other)]
        return words[::-1]

    def play(self, position: str, move: str) -> str:
        piles, _, mover = position.partition("; ")
        one, other = piles.split()
        side, _, word = move.partition(" to ")
        after = f"{word} {other}" if side == "left" else f"{one} {word}"
        return f"{after}; {'second' if mover == 'first' else 'first'}"

    @staticmethod
    def below(word: str) -> list[str]:
        words = ["none", "one", "two"]
        return words[: words.index(word)]


class Misere(Piles):
    """The same, where whoever takes the last loses: other payoffs at the ends, and nothing else."""

    name, misere = "misere piles", True


class OpenCard(heaps.Card):
    """A game of cards in which seat 1 sees both."""

    def view(self, position: str, seat: int) -> str:
        return position if seat == 1 else super().view(position, seat)


class Marked(heaps.Card):
    """A game of cards that draws them with other odds."""

    def moves(self, position: str) -> agon.rules.Outcomes:
        return [(card, 1) for card in "123"] if position == "--" else super().moves(position)


class Seatless(heaps.Heap):
    """A game that nobody can play."""

    name, seats = "seatless", 0


def has_programs() -> bool:
    return '"program"' in _command.run(["games", "--json"])


def both_ways(one: str | agon.Game | agon.Rules, other: str | agon.Game | agon.Rules, **options: object) -> agon.Sameness:
    """What this backend answers, which is what the command does, where there is one that plays these games."""
    found = agon.same(one, other, **options)  # type: ignore[arg-type]
    if has_programs():
        numbers: list[tuple[str, int | None]] = [(f"--{name}", value) for name, value in options.items() if isinstance(value, int) and value is not True]
        switches = [f"--{name}" for name, value in options.items() if value is True]
        document = _commanded([one, other], numbers, switches)
        told = {"games": [dataclasses.asdict(game) for game in found.games], "same": found.same, "depth": found.depth,
                "seats": None if found.seats is None else list(found.seats), "difference": None}
        if found.difference is not None:
            told["difference"] = {**dataclasses.asdict(found.difference), "plays": [list(play) for play in found.difference.plays],
                                  "positions": list(found.difference.positions)}
        document.pop("schema")
        unittest.TestCase().assertEqual(told, document)
    return found


class Same(unittest.TestCase):
    def setUp(self) -> None:
        if native is None and not has_programs():
            self.skipTest("this `agon` is built without games that are programs")

    def test_a_crate_and_a_sheet_of_one_game_have_one_fingerprint(self) -> None:
        found = both_ways("tic-tac-toe", agon.game("gdl"))
        self.assertTrue(found)
        self.assertEqual((found.same, found.depth, found.seats, found.difference), (True, None, None, None))
        self.assertEqual([game.positions for game in found.games], [5478, 5478])
        self.assertEqual({game.fingerprint for game in found.games}, {TIC_TAC_TOE})
        self.assertEqual(found.games[0], agon.fingerprint("tic-tac-toe"))
        self.assertEqual(str(found), "the same game")
        with self.assertRaises(dataclasses.FrozenInstanceError):
            found.same = False  # type: ignore[misc]

    def test_a_class_is_the_game_of_a_crate_and_with_a_fault_it_is_not(self) -> None:
        nim = "nim(heaps=1+2)"
        found = both_ways(Piles(), nim)
        self.assertTrue(found, found)
        self.assertEqual(len({game.fingerprint for game in found.games}), 1)
        self.assertEqual(found.games[0], agon.fingerprint(Piles()))
        self.assertTrue(both_ways(Misere(), "nim(heaps=2+1, misere=true)"))
        found = both_ways(Misere(), nim)
        assert found.difference is not None
        self.assertFalse(found)
        self.assertEqual(found.difference.kind, "payoffs")
        self.assertEqual(found.difference.text, "the game is over: there the seats get 1, -1, here -1, 1")
        # The plays lead to the ends that they name, in the words of each game, and no other is shorter.
        position = "two one; first"
        for move in found.difference.plays[0]:
            self.assertIn(move, Misere().moves(position))
            position = Misere().play(position, move)
        self.assertEqual(position, found.difference.positions[0])
        there = agon.game(nim).start
        for move in found.difference.plays[1]:
            there = there.play(move)
        self.assertEqual((there.text, there.payoffs()), (found.difference.positions[1], [-1, 1]))
        self.assertEqual([len(play) for play in found.difference.plays], [2, 2])
        self.assertEqual(str(found).splitlines()[::3], ["not the same game", found.difference.text])

    def test_two_classes_differ_in_what_is_seen_and_in_the_odds(self) -> None:
        self.assertTrue(both_ways(heaps.Card(), heaps.Card()))
        cases: list[tuple[str | agon.Rules, str]] = [(OpenCard(), "sight"), (Marked(), "odds"), ("kuhn", "acting"), (Piles(), "acting")]
        for other, kind in cases:
            found = both_ways(heaps.Card(), other)
            assert found.difference is not None
            self.assertEqual(found.difference.kind, kind, found)
        self.assertNotEqual(agon.fingerprint(heaps.Card()).fingerprint, agon.fingerprint(OpenCard()).fingerprint)

    def test_what_is_not_walked_to_its_end_names_its_depth(self) -> None:
        found = both_ways("chess", "chess", depth=2)
        self.assertEqual((found.same, found.depth), (True, 2))
        self.assertEqual([(game.positions, game.depth) for game in found.games], [(421, 2), (421, 2)])
        self.assertEqual(str(found), "the same game for 2 plies")
        walked = agon.fingerprint("othello", limit=100)
        self.assertEqual((walked.depth, walked.fingerprint), (3, agon.fingerprint("othello", depth=3).fingerprint))
        self.assertFalse(both_ways("nim(heaps=1+2)", "nim(heaps=9+9+9)", limit=40))

    def test_seats_and_payoffs_may_be_others_where_that_is_asked_for(self) -> None:
        one, other = "tree([[1,2],[3,4]])", "tree([[-1,-2],[-3,-4]]@2)"
        self.assertFalse(both_ways(one, other))
        found = both_ways(one, other, seats=True)
        self.assertEqual((found.same, found.seats), (True, (2, 1)))
        self.assertEqual(str(found), "the same game, with the seats 2, 1 of the second")
        one, other = "tree([(2,8),(8,2)])", "tree([(4,16),(16,4)])"
        self.assertFalse(both_ways(one, other))
        self.assertTrue(both_ways(one, other, scale=True))

    def test_mistakes_are_told(self) -> None:
        mistakes: list[tuple[Callable[[], object], type[agon.AgonError], str]] = [
            (lambda: agon.same("nimm", "nim"), agon.RulesError, "did you mean `nim`"),
            (lambda: agon.fingerprint("nim(heaps=x)"), agon.RulesError, "heaps"),
            (lambda: agon.same("nim", 3), agon.RulesError, "not int"),  # type: ignore[arg-type]
            (lambda: agon.same("nim", heaps.Card), agon.RulesError, "not type"),  # type: ignore[arg-type]
            (lambda: agon.same("nim", "nim", depth=0), agon.AgonError, "depth 0: accepted: 1 to 4294967295"),
            (lambda: agon.fingerprint("nim", limit=1 << 32), agon.AgonError, "limit 4294967296: accepted: 1 to 2147483648"),
            (lambda: agon.same(heaps.Stumbling(), heaps.Heap()), agon.Breakdown,
             r"the game `stumbling` of Python: ValueError: seven is too many \(heaps.py, line \d+\)"),
            (lambda: agon.same(heaps.Greedy(), "nim"), agon.Breakdown,
             "the game `greedy heap` of Python: .*payoff 5 is outside what the game declared"),
            (lambda: agon.fingerprint(Seatless()), agon.RulesError,
             "^the game `seatless` of Python: `seats` and `max_plies` are at least 1$"),
        ]
        for mistake, kind, words in mistakes:
            with self.assertRaisesRegex(kind, words):
                mistake()

    def test_a_command_without_programs_says_so(self) -> None:
        with mock.patch.object(_command, "ended", return_value=(2, "", "unknown game `program`; accepted: nim")):
            with self.assertRaisesRegex(agon.AgonError, "the feature `engines`; this one is without it"):
                _commanded([heaps.Heap()], [], [])

    @unittest.skipUnless(hasattr(signal, "pthread_kill"), "signals go to no thread here")
    def test_ctrl_c_ends_it_wherever_it_is(self) -> None:
        def raises(*_: object) -> None:
            raise KeyboardInterrupt

        endless = heaps.Endless()

        def later() -> None:
            time.sleep(2)

        def asked() -> None:
            self.assertTrue(endless.asked.wait(PATIENCE))

        # While rules think, while positions are walked, and while they are told apart.
        asks: list[tuple[Callable[[], object], Callable[[], None]]] = [
            (lambda: agon.same(endless, "nim"), asked),
            (lambda: agon.same("chess", "chess", limit=1 << 31), later),
            (lambda: agon.fingerprint("connect-four", limit=3_000_000), later),
        ]
        for ask, wait in asks:
            pressed: list[float] = []

            def press() -> None:
                wait()
                pressed.append(time.monotonic())
                signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGUSR1)

            was = signal.signal(signal.SIGUSR1, raises)
            presser = threading.Thread(target=press)
            presser.start()
            try:
                with self.assertRaises(KeyboardInterrupt):
                    ask()
            finally:
                presser.join()
                signal.signal(signal.SIGUSR1, was)
            # Soon: a walk to the end would take minutes, and gigabytes.
            self.assertLess(time.monotonic() - pressed[0], 20)
        endless.is_slow = False
        self.assertTrue(agon.same(heaps.Heap(), endless))

    @unittest.skipIf(native is None, "the command walks in another process in any case")
    def test_other_threads_go_on_meanwhile(self) -> None:
        counted, is_over = [0], threading.Event()

        def count() -> None:
            while not is_over.is_set():
                counted[0] += 1

        counter = threading.Thread(target=count)
        counter.start()
        before = counted[0]
        self.assertTrue(agon.same("connect-four", "connect-four", limit=200_000))
        is_over.set()
        counter.join()
        self.assertGreater(counted[0] - before, 1000)

    def test_programs_are_compared_by_the_command(self) -> None:
        if not has_programs():
            self.skipTest("this `agon` is built without games that are programs")
        term = f'program("{sys.executable} {HERE / "heaps.py"} Heap")'
        with mock.patch.dict(os.environ, {"AGON_PROGRAMS": "yes"}):
            found = agon.same(heaps.Heap(), term)
        self.assertTrue(found, found)
        self.assertTrue(found.games[0].game.startswith('python(object="heap '), found.games)
        self.assertTrue(found.games[1].game.startswith("program("), found.games)


if __name__ == "__main__":
    unittest.main()
