"""The rules of our games beside those of OpenSpiel's: whether they are one game, and where not, the play that shows it. `openspiel.csv`
of the docs has what is found here, and the page on the games those that differ."""

from __future__ import annotations

import csv
import importlib.util
import unittest
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import agon
from agon._backend import native

DOCS = Path(__file__).parents[3] / "docs"
#: More positions of each game are never walked: no case here has as many.
MOST = 40_000
#: Games in which too much is alike to find which move is which.
UNFOLLOWED = {"breakthrough", "chess", "nine-mens-morris", "2048"}


@dataclass(frozen=True)
class Pair:
    """A game of ours and one of OpenSpiel's."""

    ours: str
    theirs: str
    #: How many plies are walked; None for all.
    depth: int | None = None

    @property
    def followed(self) -> tuple[int, int]:
        """How many random plays are followed beyond the walk, and how many have too many like them to try all."""
        return (0, 0) if self.depth is None else (0, 1) if self.ours in UNFOLLOWED else (1, 0)

    def compared(self) -> agon.Comparison:
        return agon.compare(self.ours, openspiel=self.theirs, depth=self.depth, limit=MOST, plays=1, seats=self.ours == "chess")

    def row(self, found: str) -> list[str]:
        """Its row in the data."""
        return [self.ours, self.theirs, found]


SAME = [
    Pair("tic-tac-toe", "tic_tac_toe"),
    Pair("tic-tac-toe(4, 4, 3)", "mnk(m=4,n=4,k=3)", 4),
    Pair("amoba(5, 4)", "gomoku(size=5,connect=4)", 3),
    Pair("connect-four", "connect_four", 6),
    Pair("connect-four(4, 4)", "connect_four(rows=4,columns=4)", 9),
    Pair("breakthrough", "breakthrough", 3),
    Pair("breakthrough(3, 6)", "breakthrough(rows=6,columns=3)", 6),
    Pair("hex(3)", "hex(board_size=3)"),
    Pair("hex(3, swap=true)", "hex(board_size=3,swap=True)"),
    Pair("othello", "othello", 6),
    Pair("nim(1+3+5)", "nim(pile_sizes=1;3;5,is_misere=False)"),
    Pair("nim(1+3+5, misere=true)", "nim(pile_sizes=1;3;5)"),
    Pair("kalah(empty-capture=false)", "mancala", 6),
    Pair("dots-and-boxes(2, 2)", "dots_and_boxes"),
    Pair("dots-and-boxes(2, 2, payoff=margin)", "dots_and_boxes(utility_margin=True)"),
    Pair("chess", "chess", 3),
    Pair("go(5)", "go(board_size=5,komi=7.0)", 3),
    Pair("go(9)", "go(board_size=9,komi=7.0)", 2),
    Pair("nine-mens-morris", "nine_mens_morris", 3),
    Pair("2048", "2048", 4),
    Pair("kuhn", "kuhn_poker"),
    Pair("kuhn(3)", "kuhn_poker(players=3)"),
    Pair("leduc", "leduc_poker(suit_isomorphism=True)"),
    Pair("leduc(suits=true)", "leduc_poker"),
    Pair("liars-dice(sides=3)", "liars_dice(dice_sides=3)"),
    Pair("liars-dice", "liars_dice", 3),
    Pair("goofspiel(3)", "goofspiel(num_cards=3)"),
    Pair("goofspiel(4, order=descending, open=false)", "goofspiel(num_cards=4,imp_info=True,points_order=descending)"),
    Pair("oshi-zumo(4, 1)", "oshi_zumo(coins=4,size=1,min_bid=1)"),
    Pair("blotto", "blotto"),
    Pair("pennies", "matrix_mp"),
    Pair("rps", "matrix_rps"),
    Pair("battleship(2, 2, ships=1, shots=2)",
         "battleship(board_width=2,board_height=2,ship_sizes=[1],ship_values=[1],num_shots=2,allow_repeated_shots=False)"),
    Pair("phantom-tic-tac-toe", "phantom_ttt", 4),
    Pair("phantom-tic-tac-toe(abrupt=true)", "phantom_ttt(gameversion=abrupt)", 4),
    Pair("dark-hex(2, 2)", "dark_hex(num_rows=2,num_cols=2)"),
    Pair("dark-hex(2, 2, abrupt=true)", "dark_hex(num_rows=2,num_cols=2,gameversion=adh)"),
    Pair("dark-hex", "dark_hex", 4),
    Pair("tiny-bridge", "tiny_bridge_2p", 3),
]


@dataclass(frozen=True)
class Unlike:
    """Two games that are not the same, and the play that shows it."""

    pair: Pair
    #: What is otherwise, for the table.
    why: str
    kind: Literal["acting", "payoffs", "moves", "odds", "sight", "hidden"]
    plays: tuple[str, str]
    #: What differs there, or how it begins.
    text: str


def told() -> list[list[str]]:
    """The rows of the data."""
    with (DOCS / "data" / "openspiel.csv").open(encoding="utf-8", newline="") as rows:
        return list(csv.reader(rows))


DIFFERENT = [
    Unlike(Pair("kalah", "mancala", 6), "a last seed in an empty house stays there if nothing lies opposite", "moves",
           ("6 1 2 2", "6 8 2 9"), "there 4 moves, here 5"),
    Unlike(Pair("checkers", "checkers", 6), "each jump of a capture is a move of its own", "acting",
           ("9-13 21-17 6-9 17-14 9x18 23x14", "g3h4 h6g5 f2g3 g5f4 g3e5 f6d4"), "there seat 1 to move, here seat 2 to move"),
    Unlike(Pair("chinese-checkers(4, seats=2)", "chinese_checkers", 3), "each jump of a move is a move of its own", "moves",
           ("c1-e5 n1-m5", "3=>14 111->102"), "there 26 moves"),
    Unlike(Pair("pig(20)", "pig(winscore=20)", 4), "a turn may be ended before its first roll", "acting",
           ("", ""), "there chance to draw, here seat 1 to move"),
    Unlike(Pair("backgammon(gammons=false)", "backgammon", 1), "the first roll says who begins", "moves",
           ("", ""), "there 15 outcomes, here 30"),
    Unlike(Pair("2048", "2048", 6), "what two tiles made does not count when the next move is looked for", "moves",
           ("b1=2 b2=4 down b1=2 down", "2 added to row 1 column 2; 4 added to row 2 column 2; Down; 2 added to row 1 column 2; Up"),
           "there 28 outcomes, here 28 (2 added to row 1 column 1, "),
    Unlike(Pair("breakthrough(3, 5)", "breakthrough(rows=5,columns=3)", 3), "with fewer than six rows each seat has one row of men", "moves",
           ("b2-a3", "a5a4"), "there 6 moves, here 7"),
    Unlike(Pair("oshi-zumo(4, 1)", "oshi_zumo(coins=4,size=1)", 2), "nothing may be bid", "moves",
           ("", ""), "there 4 moves, here 5"),
]


@unittest.skipIf(native is None, "the extension is not installed")
@unittest.skipUnless(importlib.util.find_spec("pyspiel"), "OpenSpiel is not installed")
class BesideOpenSpiel(unittest.TestCase):
    def test_games_that_both_have_are_the_same_as_far_as_the_data_say(self) -> None:
        rows = told()
        for pair in SAME:
            with self.subTest(pair.ours, theirs=pair.theirs):
                found = pair.compared()
                self.assertTrue(found, found)
                self.assertEqual(found.checked.depth, pair.depth)
                self.assertEqual((found.checked.plays, found.checked.unfollowed), pair.followed)
                self.assertEqual(found.seats, (2, 1) if pair.ours == "chess" else None)
                self.assertIn(pair.row("to their ends" if pair.depth is None else f"for {pair.depth} plies"), rows)

    def test_the_others_differ_where_the_page_says(self) -> None:
        rows = told()
        page = (DOCS / "games.md").read_text(encoding="utf-8").splitlines()
        for unlike in DIFFERENT:
            with self.subTest(unlike.pair.ours, theirs=unlike.pair.theirs):
                found = unlike.pair.compared()
                assert found.difference is not None, found
                self.assertEqual(found.difference.kind, unlike.kind, found)
                ours, theirs = found.difference.plays
                between = "; " if ";" in unlike.plays[1] else " "
                self.assertEqual((" ".join(ours), between.join(theirs)), unlike.plays)
                self.assertTrue(found.difference.text.startswith(unlike.text), found)
                after = f"after `{unlike.plays[0]}`" if unlike.plays[0] else "from the start"
                self.assertIn(unlike.pair.row(f"no, {after}: {unlike.why}"), rows)
                self.assertIn(f"| `{unlike.pair.ours}` | `{unlike.pair.theirs}` | {after}: {unlike.why} |", page)

    def test_what_is_shown_at_the_end_is_all_that_the_poker_of_both_tells_apart(self) -> None:
        found = agon.compare("kuhn", openspiel="kuhn_poker", ends=True)
        assert found.difference is not None
        self.assertEqual((found.difference.kind, found.difference.plays[0]), ("sight", ("1", "2", "p", "p")))
        self.assertTrue(agon.game("kuhn").position(found.difference.positions[0]).is_over)


if __name__ == "__main__":
    unittest.main()
