"""What `agon.compare` promises: the same game is called the same, and each difference that was planted is found where it is."""

from __future__ import annotations

import importlib.util
import unittest
from concurrent.futures import ThreadPoolExecutor
from unittest import mock

import agon
from agon import _ruled
from agon._backend import native

from . import heaps
from .test_same import Marked, Misere, OpenCard, Piles


class Dearer(heaps.Card):
    """A game of cards that pays more for the pair of 3 and 1 after a bet."""

    max_payoff, min_payoff = 3, -3

    def turn(self, position: str) -> agon.rules.Turn:
        return agon.over(3, seat=1) if position == "31b" else super().turn(position)


class Held(heaps.Card):
    """A game of cards in which who has a 3 cannot pass."""

    def moves(self, position: str) -> agon.rules.Outcomes:
        return ["bet"] if position in ("31", "32") else super().moves(position)


class Turned(heaps.Card):
    """A game of cards in which seat 2 bets if it has a 1."""

    def turn(self, position: str) -> agon.rules.Turn:
        return 2 if position in ("21", "31") else super().turn(position)


class Blind(heaps.Card):
    """A game of cards in which seat 1 does not see its own."""

    def view(self, position: str, seat: int) -> str:
        return "??" if seat == 1 and len(position) == 2 and "-" not in position else super().view(position, seat)


class LateCard(heaps.Card):
    """A game of cards that are shown when it is over to nobody."""

    def view(self, position: str, seat: int) -> str:
        return super().view(position[:2], seat) + position[2:]


class Loser(heaps.Heap):
    """A heap of which who takes the last loses: nothing differs before the end."""

    def turn(self, position: str) -> agon.rules.Turn:
        left, seat = map(int, position.split())
        return agon.over(1, seat=seat) if left == 0 else seat


class Pointed(heaps.Heap):
    """A heap whose points somebody must say."""

    def __init__(self, points: int) -> None:
        self.max_payoff = points


#: Each fault in the game of cards, of which kind it is, and what is said of it where the moves are given, and where not: draws in
#: a row are one draw then, and the draw is named that leads to the fault.
PLANTED: list[tuple[agon.Rules, str, str, str]] = [
    (Dearer(), "payoffs", "the game is over: there the seats get 2, -2, here 3, -3", "there 6 outcomes, here 6 (3 1 like no other)"),
    (Marked(), "odds", "chance draws `1` there with probability 0.5, here with 0.333333", "chance draws what is alike with other odds"),
    (Held(), "moves", "there 2 moves, here 1 move", "there 6 outcomes, here 6 (3 1, 3 2 like no other)"),
    (Turned(), "acting", "there seat 1 to move, here seat 2 to move", "there 6 outcomes, here 6 (2 1, 3 1 like no other)"),
    (OpenCard(), "sight", "here seat 1 tells it from the position after `1 2`, there it cannot",
     "seat 1 cannot tell the same positions from this one in both"),
    (Blind(), "sight", "there seat 1 tells it from the position after `1 2`, here it cannot",
     "seat 1 cannot tell the same positions from this one in both"),
]


def in_piles(position: str, move: str) -> str:
    """What a move at two heaps is called in `Piles`."""
    left, right = map(int, position.partition(" ")[0].split("+"))
    side, before = ("left", left) if move[0] == "a" else ("right", right)
    return f"{side} to {['none', 'one', 'two'][before - int(move[1:])]}"


def own_name(position: str, move: str) -> str:
    return move


@unittest.skipIf(native is None, "the extension is not installed")
class Compare(unittest.TestCase):
    def leads_there(self, rules: agon.Rules, difference: agon.Difference) -> None:
        """The second play of a difference leads to the position that it names."""
        position = rules.start
        for move in difference.plays[1]:
            self.assertIn(move, [outcome if isinstance(outcome, str) else outcome[0] for outcome in rules.moves(position)])
            position = rules.play(position, move)
        self.assertEqual(position, difference.positions[1])

    def test_the_same_game_has_no_difference_whatever_it_calls_its_moves(self) -> None:
        found = agon.compare("nim(heaps=1+2)", Piles)
        self.assertTrue(found, found)
        self.assertEqual((found.same, found.seats, found.difference, found.doubt), (True, None, None, None))
        self.assertEqual(found.games, ("nim(heaps=1+2)", "piles"))
        walked = agon.same("nim(heaps=1+2)", Piles())
        self.assertEqual(found.checked, agon.Checked(walked.games[0].positions, None, 0, 0, None))
        found.raise_for_difference()
        self.assertEqual(str(found).splitlines()[0], "nim(heaps=1+2) and piles: no difference found")
        self.assertTrue(agon.compare(agon.game("tic-tac-toe"), "gdl"))
        for moves in (None, own_name):
            found = agon.compare(heaps.Card(), heaps.Card(), moves=moves, ends=True)
            self.assertTrue(found, found)
            self.assertEqual((found.checked.depth, found.checked.infosets), (None, 3))
        # Draws in a row are one ply, however the moves were paired.
        far = [agon.compare(heaps.Card(), heaps.Card(), moves=moves, depth=1, plays=0).checked.depth for moves in (None, own_name)]
        self.assertEqual(far, [1, 1])

    def test_games_are_kept_no_longer_than_they_are_compared_and_told_apart_in_threads(self) -> None:
        agon.compare(heaps.Card(), heaps.Card())
        kept = len(_ruled._objects)
        with ThreadPoolExecutor(4) as threads:
            others = [heaps.Card(), Marked(), OpenCard(), Dearer()] * 5
            found = list(threads.map(lambda other: agon.compare(heaps.Card(), other).difference, others))
        kinds = [None if difference is None else difference.kind for difference in found]
        self.assertEqual(kinds, [None, "odds", "sight", "moves"] * 5)
        self.assertEqual(len(_ruled._objects), kept)

    def test_a_planted_difference_is_found_where_it_is(self) -> None:
        for planted, kind, text, unnamed in PLANTED:
            for moves in (None, own_name):
                with self.subTest(type(planted).__name__, moves=moves):
                    found = agon.compare(heaps.Card(), planted, moves=moves)
                    self.assertFalse(found)
                    assert found.difference is not None
                    self.leads_there(planted, found.difference)
                    self.assertEqual(found.difference.text, unnamed if moves is None else text)
                    if moves is not None or "outcomes" not in unnamed:
                        self.assertEqual(found.difference.kind, kind)
                    with self.assertRaisesRegex(agon.AgonError, "card and card are not the same game"):
                        found.raise_for_difference()

    def test_what_is_shown_at_the_end_counts_only_where_that_is_asked_for(self) -> None:
        for moves in (None, own_name):
            self.assertTrue(agon.compare(heaps.Card(), LateCard(), moves=moves))
            found = agon.compare(heaps.Card(), LateCard(), moves=moves, ends=True)
            assert found.difference is not None
            self.assertEqual((found.difference.kind, len(found.difference.positions[1])), ("sight", 3))

    def test_a_difference_beyond_the_walk_is_found_by_a_random_play(self) -> None:
        for moves in (None, own_name):
            with self.subTest(moves=moves):
                found = agon.compare(heaps.Heap(), Loser(), depth=2, moves=moves, plays=5)
                assert found.difference is not None, found
                self.assertEqual((found.difference.kind, found.checked.depth), ("payoffs", 2))
                self.leads_there(Loser(), found.difference)
                self.assertEqual(str(found), str(agon.compare(heaps.Heap(), Loser(), depth=2, moves=moves, plays=5)))
                found = agon.compare(heaps.Heap(), heaps.Heap(), depth=2, moves=moves, plays=5)
                self.assertTrue(found, found)
                self.assertEqual((found.checked.depth, found.checked.plays), (2, 5))
                self.assertTrue(agon.compare(heaps.Heap(), Loser(), depth=2, moves=moves, plays=0))

    def test_what_cannot_be_followed_is_told_and_decided_by_the_moves(self) -> None:
        four, five = "connect-four", "connect-four(line=5)"
        found = agon.compare(four, five, depth=2, plays=3, seed=1)
        self.assertTrue(found)
        assert found.doubt is not None, found
        self.assertEqual(found.checked.plays + found.checked.unfollowed, 3)
        self.assertIn("not followed to the end: 400 tries found no play like it.", str(found))
        found = agon.compare(four, five, depth=2, plays=3, seed=1, moves=own_name)
        assert found.difference is not None
        self.assertEqual(found.difference.kind, "acting")
        self.assertEqual(found.difference.text, "there the game is over, here seat 2 to move" if len(found.difference.plays[0]) % 2 else
                         "there the game is over, here seat 1 to move")
        self.assertTrue(agon.compare(four, four, depth=2, plays=3, moves=own_name))

    def test_seats_may_have_other_numbers_and_not_be_fewer(self) -> None:
        one, other = "tree([[1,2],[3,4]])", "tree([[-1,-2],[-3,-4]]@2)"
        for moves in (None, own_name):
            self.assertFalse(agon.compare(one, other, moves=moves))
            found = agon.compare(one, other, moves=moves, seats=True)
            self.assertEqual((found.same, found.seats), (True, (2, 1)), found)
        found = agon.compare("kuhn", "kuhn(3)")
        assert found.difference is not None
        self.assertEqual(found.difference.text, "there 2 seats, here 3")

    def test_every_fault_that_makes_another_game_is_found(self) -> None:
        for term, other in (("nim(2+1)", Piles()), ("nim(heaps=2+1, misere=true)", Misere())):
            judged = agon.mutants(term, lambda: agon.compare(term, other, moves=in_piles).raise_for_difference())
            faults = [mutant for mutant in judged if mutant.differs and mutant.kind == "rules"]
            self.assertTrue(faults)
            self.assertEqual([fault.name for fault in faults if fault.tests is None], [])

    def test_mistakes_are_told(self) -> None:
        with self.assertRaisesRegex(agon.AgonError, "one second game: other=.* or openspiel="):
            agon.compare("nim")
        with self.assertRaisesRegex(agon.AgonError, "one second game"):
            agon.compare("nim", "nim", openspiel="nim")
        with self.assertRaisesRegex(agon.RulesError, "did you mean `nim`"):
            agon.compare("nimm", "nim")
        with self.assertRaisesRegex(agon.RulesError, "not int"):
            agon.compare("nim", 3)  # type: ignore[arg-type]
        with self.assertRaisesRegex(agon.RulesError, "Pointed: give an object of the class"):
            agon.compare("nim", Pointed)
        with self.assertRaisesRegex(agon.AgonError, "depth 0: accepted: 1 to"):
            agon.compare("nim", "nim", depth=0)
        with self.assertRaisesRegex(agon.AgonError, "limit 0: accepted: 1 to"):
            agon.compare("nim", "nim", limit=0, moves=own_name)
        with self.assertRaisesRegex(agon.AgonError, "plays -1: accepted: 0 or more"):
            agon.compare("nim", "nim", plays=-1)
        found = agon.compare("nim", "nim", moves=lambda position, move: "z9")
        assert found.difference is not None
        self.assertTrue(found.difference.text.startswith("`a1` there is said to be `z9`, which is no move here; here are a1, a2"), found)
        with self.assertRaisesRegex(agon.AgonError, "`a1` and `a2` are both said to be `a1` at"):
            agon.compare("nim", "nim", moves=lambda position, move: "a1")

    def test_without_openspiel_it_says_what_to_install(self) -> None:
        with mock.patch.dict("sys.modules", {"pyspiel": None}), self.assertRaisesRegex(ImportError, "pip install open_spiel"):
            agon.compare("kuhn", openspiel="kuhn_poker")

    @unittest.skipUnless(importlib.util.find_spec("pyspiel"), "OpenSpiel is not installed")
    def test_a_game_that_openspiel_does_not_have_is_told(self) -> None:
        with self.assertRaisesRegex(agon.RulesError, "OpenSpiel has no game `kuhn_pokr`; did you mean `kuhn_poker`"):
            agon.compare("kuhn", openspiel="kuhn_pokr")
        with self.assertRaisesRegex(agon.RulesError, "player"):
            agon.compare("kuhn", openspiel="kuhn_poker(player=3)")
        with self.assertRaisesRegex(agon.RulesError, "not int"):
            agon.compare("kuhn", openspiel=3)

    @unittest.skipUnless(importlib.util.find_spec("pyspiel"), "OpenSpiel is not installed")
    def test_every_fault_in_poker_is_found_beside_openspiel(self) -> None:
        # With the moves named, OpenSpiel itself is asked, in which no fault is planted.
        def in_openspiel(position: str, move: str) -> str:
            return {"p": "Pass", "b": "Bet"}.get(move) or f"Deal:{int(move) - 1}"

        found = agon.compare("kuhn", openspiel="kuhn_poker", moves=in_openspiel)
        self.assertTrue(found, found)
        self.assertEqual((found.checked.depth, found.checked.infosets), (None, 12))
        def tests() -> None:
            agon.compare("kuhn", openspiel="kuhn_poker", moves=in_openspiel, limit=1000).raise_for_difference()

        judged = agon.mutants("kuhn", tests)
        faults = [mutant for mutant in judged if mutant.differs and (mutant.kind == "rules" or mutant.name.startswith("sees-"))]
        self.assertEqual(len([fault for fault in faults if fault.kind == "promise"]), 2)
        self.assertGreater(len(faults), 5)
        self.assertEqual([fault.name for fault in faults if fault.tests is None], [])
        for fault in faults:
            self.assertIn("kuhn and kuhn_poker are not the same game", fault.tests or "")


if __name__ == "__main__":
    unittest.main()
