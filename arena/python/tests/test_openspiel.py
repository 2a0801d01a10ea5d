"""The rules of our games beside those of OpenSpiel's: whether they are one game, and where not, the play that shows it. `openspiel.csv`
of the docs has what is found here, and the page on the games those that differ."""

from __future__ import annotations

import csv
import importlib
import importlib.util
import unittest
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import agon
from agon._backend import native
from agon.openspiel import OpenSpielRules, _weights

DOCS = Path(__file__).parents[3] / "docs"
#: More positions of each game are never walked: no case here has as many.
MOST = 40_000


class Merged(OpenSpielRules):
    """A game of OpenSpiel in which positions transpose: those that it writes alike are one, the first that was met."""

    def __init__(self, name: str) -> None:
        pyspiel = importlib.import_module("pyspiel")
        super().__init__(pyspiel, pyspiel.load_game(name), resample=False)
        self._first: dict[tuple[str, int, tuple[float, ...]], str] = {}

    def turn(self, position: str) -> agon.rules.Turn:
        turn = super().turn(position)
        return _paid(turn.of_all(self.seats)) if isinstance(turn, agon.Over) else turn

    def play(self, position: str, move: str) -> str:
        after = super().play(position, move)
        state = self._state(after)
        paid = tuple(state.returns()) if state.is_terminal() else ()
        return self._first.setdefault((str(state), state.current_player(), paid), after)


class Unshown(Merged):
    """A game of OpenSpiel that hides something: positions are as many as there are plays, and at the end a seat sees what it got and
    nothing else, as nobody decides anything then."""

    def play(self, position: str, move: str) -> str:
        return OpenSpielRules.play(self, position, move)

    def view(self, position: str, seat: int) -> str:
        turn = self.turn(position)
        return _got(turn, seat) if isinstance(turn, agon.Over) else super().view(position, seat)


class Ours(agon.Rules):
    """A game of ours as a class, which shows as little at the end."""

    def __init__(self, term: str) -> None:
        game = agon.game(term)
        self.term, self.name, self.start, self.seats, self.max_plies = game.term, game.name, game.start_text, game.seats, game.max_plies
        self.chance, self.hidden, self.sum = game.chance, game.hidden, 0 if game.sum == "zero" else None
        self.min_payoff, self.max_payoff = game.min_payoff, game.max_payoff

    def turn(self, position: str) -> agon.rules.Turn:
        here = agon.Position(self.term, position)
        return _paid(here.payoffs()) if here.is_over else here.seat or agon.CHANCE

    def moves(self, position: str) -> agon.rules.Outcomes:
        here = agon.Position(self.term, position)
        if here.node != "chance":
            return here.moves()
        chances = here.chances()
        weights = _weights(dict(enumerate(chances.values())))
        return [(move, weights[number]) for number, move in enumerate(chances)]

    def play(self, position: str, move: str) -> str:
        return agon.Position(self.term, position).play(move).text

    def view(self, position: str, seat: int) -> str:
        turn = self.turn(position)
        return _got(turn, seat) if isinstance(turn, agon.Over) else agon.Position(self.term, position).view(seat)


def _paid(payoffs: list[float]) -> agon.Over:
    """The game is over. A mean over deals, in floating point, may be a little more or less than it is."""
    return agon.over([round(payoff, 9) for payoff in payoffs])


def _got(over: agon.Over, seat: int) -> str:
    return f"over: {over.of_all(seat)[seat - 1]:g}"


@dataclass(frozen=True)
class Pair:
    """A game of ours and one of OpenSpiel's."""

    ours: str
    theirs: str
    #: How many plies are compared; None for all.
    depth: int | None = None
    #: Whether something is hidden: then what is shown at the end is left out.
    hidden: bool = False

    def compared(self) -> agon.Sameness:
        seats = self.ours == "chess"
        if self.hidden:
            return agon.same(Ours(self.ours), Unshown(self.theirs), depth=self.depth, limit=MOST)
        return agon.same(self.ours, Merged(self.theirs), depth=self.depth, limit=MOST, seats=seats)

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
    Pair("kuhn", "kuhn_poker", hidden=True),
    Pair("kuhn(3)", "kuhn_poker(players=3)", hidden=True),
    Pair("leduc", "leduc_poker(suit_isomorphism=True)", hidden=True),
    Pair("leduc(suits=true)", "leduc_poker", hidden=True),
    Pair("liars-dice(sides=3)", "liars_dice(dice_sides=3)", hidden=True),
    Pair("liars-dice", "liars_dice", 3, hidden=True),
    Pair("goofspiel(3)", "goofspiel(num_cards=3)", hidden=True),
    Pair("goofspiel(4, order=descending, open=false)", "goofspiel(num_cards=4,imp_info=True,points_order=descending)", hidden=True),
    Pair("oshi-zumo(4, 1)", "oshi_zumo(coins=4,size=1,min_bid=1)", hidden=True),
    Pair("blotto", "blotto", hidden=True),
    Pair("pennies", "matrix_mp", hidden=True),
    Pair("rps", "matrix_rps", hidden=True),
    Pair("battleship(2, 2, ships=1, shots=2)",
         "battleship(board_width=2,board_height=2,ship_sizes=[1],ship_values=[1],num_shots=2,allow_repeated_shots=False)", hidden=True),
    Pair("phantom-tic-tac-toe", "phantom_ttt", 4, hidden=True),
    Pair("phantom-tic-tac-toe(abrupt=true)", "phantom_ttt(gameversion=abrupt)", 4, hidden=True),
    Pair("dark-hex(2, 2)", "dark_hex(num_rows=2,num_cols=2)", hidden=True),
    Pair("dark-hex(2, 2, abrupt=true)", "dark_hex(num_rows=2,num_cols=2,gameversion=adh)", hidden=True),
    Pair("dark-hex", "dark_hex", 4, hidden=True),
    Pair("tiny-bridge", "tiny_bridge_2p", 3, hidden=True),
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
           "there 28 outcomes, here 28 (2 added to row 3 column 2 like no other)"),
    Unlike(Pair("breakthrough(3, 5)", "breakthrough(rows=5,columns=3)", 3), "with fewer than six rows each seat has one row of men", "moves",
           ("b2-a3", "a5a4"), "there 6 moves, here 7"),
    Unlike(Pair("oshi-zumo(4, 1)", "oshi_zumo(coins=4,size=1)", 2, hidden=True), "nothing may be bid", "moves",
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
                self.assertEqual(found.depth, pair.depth)
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
        found = agon.same("kuhn", agon.from_openspiel("kuhn_poker"))
        assert found.difference is not None
        self.assertEqual((found.difference.kind, found.difference.plays[0]), ("sight", ("1", "2", "p", "p")))
        self.assertTrue(agon.game("kuhn").position(found.difference.positions[0]).is_over)


if __name__ == "__main__":
    unittest.main()
