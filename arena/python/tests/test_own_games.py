"""What games in Python promise: in its own process they are played as they are by a process, and so are those of OpenSpiel."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import io
import json
import linecache
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal
from unittest import mock

import agon
from agon import _command
from agon._backend import native
from agon._content import content
from agon._text import TextPosition

from . import heaps

HERE = Path(__file__).parent
#: How long anything may take that is waited for, in seconds.
PATIENCE = 60


def program(name: str) -> str:
    """The same game as a program."""
    return f'program("{sys.executable} {HERE / "heaps.py"} {name}")'


def knows_programs() -> bool:
    return '"program"' in _command.run(["games", "--json"])


@unittest.skipIf(native is None, "the extension is not installed")
class OwnGames(unittest.TestCase):
    def test_they_are_played_here_as_they_are_by_a_process(self) -> None:
        if not knows_programs():
            self.skipTest("this `agon` is built without games that are programs")
        cases: list[tuple[agon.Rules, list[str]]] = [
            (heaps.Heap(), ["alpha-beta(depth=4)", "mcts(iterations=50)", "random"]),
            (heaps.Card(), ["ismcts(iterations=50)", "random"]),
        ]
        for rules, players in cases:
            documents = []
            with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, {"AGON_PROGRAMS": "yes"}):
                term = program(type(rules).__name__)
                games: list[tuple[str | agon.Rules, Path | None]] = [(rules, None), (term, Path(folder, "journal"))]
                for game, journal in games:
                    document = agon.run_tournament(game, players, openings=3, seed=5, random_plies=2, journal=journal).document
                    # These two tell terms apart.
                    del document["fingerprint"], document["schedule"]
                    for section in document["sections"]:
                        section["game"] = "it"
                    documents.append(json.dumps(document))
            self.assertEqual(documents[0], documents[1])
            self.assertIn('"faults": []', documents[0])

    def test_players_that_wish_it_are_told_their_rules(self) -> None:
        if not knows_programs():
            self.skipTest("this `agon` is built without games that are programs")
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, {"AGON_PROGRAMS": "yes"}):
            heard = Path(folder, "heard")
            reader = f'process("{sys.executable} {HERE / "reader.py"} {heard}")'
            # A game of this process seats no programs.
            result = agon.run_tournament(program("Heap"), [reader, "random"], openings=1)
            self.assertEqual(result.document["faults"], [])
            self.assertIn("Who takes the last wins.", heard.read_text())

    def test_whatever_is_asked_about_them_has_the_answer_of_the_process(self) -> None:
        if not knows_programs():
            self.skipTest("this `agon` is built without games that are programs")
        here, there = agon.game(heaps.Heap()).start, TextPosition(program("Heap"), heaps.Heap.start)
        for player in ["alpha-beta(depth=5)", "mcts(iterations=100)", "pns"]:
            self.assertEqual(here.ask(player), there.ask(player))
        self.assertEqual(here.solve(), there.solve())
        self.assertEqual(here.solve().values, [-1, 1])
        one, other = (str(position.search_tree("alpha-beta(depth=3)")).split("\n", 1)[1] for position in (here, there))
        self.assertEqual(one, other)

    def test_they_are_games_like_any_other(self) -> None:
        rules = heaps.Heap()
        game = agon.game(rules)
        self.assertEqual((game, game.seats, game.start_text), (agon.game(game.term), 2, "12 1"))
        # Nor do two objects that say the same make two games.
        self.assertEqual(game.term, agon.game(heaps.Heap()).term)
        start = game.start
        self.assertEqual([after.text for after in start.successors()], ["11 2", "10 2", "9 2"])
        self.assertEqual(start.play("3").play("1"), game.position("8 1"))
        self.assertEqual(pickle.loads(pickle.dumps(start)), start)
        with self.assertRaisesRegex(agon.RulesError, "how many are left"):
            game.position("13 1")
        self.assertTrue(start.playout(3).is_over)
        self.assertNotIn("python", agon.games())
        self.assertIn(agon.game(heaps.Card()).start.play("1").play("3").redeal(2, seed=4).text, ["13", "23"])
        result = agon.run_tournament([rules, "nim"], {"best": "alpha-beta(depth=12)", "none": "random"}, openings=2)
        self.assertEqual({standing.game for standing in result.standings}, {game.term, agon.game("nim").term})

    def test_the_moves_that_are_looked_at_are_played_and_no_others(self) -> None:
        class Wide(heaps.Heap):
            start, max_plies = "99 1", 99

            def __init__(self) -> None:
                self.lock = threading.Lock()
                self.asked, self.played = 0, 0

            def check(self, text: str) -> None:
                pass

            def moves(self, position: str) -> agon.rules.Outcomes:
                self.asked += 1
                return [str(number) for number in range(1, 1 + min(20, int(position.split()[0])))]

            def play(self, position: str, move: str) -> str:
                self.played += 1
                return super().play(position, move)

        rules = Wide()
        start = agon.game(rules).start
        before = rules.asked
        end = start.playout(3)
        plies = rules.played - 20
        # The start is asked about in full, to see whether its answer is the same; and every position but the last for its moves.
        self.assertTrue(5 <= plies <= 40, plies)
        self.assertEqual(rules.asked - before, plies)
        self.assertEqual(start.playout(3), end)
        self.assertEqual(rules.played, plies + 20)
        # Whoever looks at all moves has them played once.
        self.assertEqual(len(agon.game(rules).position("10 2").successors()), 10)
        self.assertLessEqual(rules.played, plies + 20 + 10 + 10)

    def test_a_mistake_at_a_move_is_met_where_that_is_played(self) -> None:
        class Threes(heaps.Heap):
            def play(self, position: str, move: str) -> str:
                if move == "3" and position == "12 1":
                    raise ValueError("no three")
                return super().play(position, move)

        start = agon.game(Threes()).start
        self.assertEqual(start.play("1").play("3").text, "8 1")
        for _ in range(2):
            with self.assertRaisesRegex(agon.Breakdown, r"ValueError: no three \(.*\), asked about `12 1`"):
                start.play("3")
        with self.assertRaisesRegex(agon.AgonError, "no three"):
            start.solve()
        with self.assertRaisesRegex(agon.AgonError, "no three"):
            agon.check_laws(Threes())

        class Both(Threes, heaps.Greedy):
            pass

        # What was raised at a move that nobody plays is no cause of what is wrong elsewhere.
        game = agon.game(Both())
        self.assertEqual([game.start.play(move).text for move in "12"], ["11 2", "10 2"])
        with self.assertRaisesRegex(agon.Breakdown, "outside what the game declared") as caught:
            game.position("1 2").play("1")
        self.assertIsNone(caught.exception.__cause__)

    def test_a_tournament_of_games_that_do_not_end_says_so(self) -> None:
        class Round(heaps.Heap):
            def play(self, position: str, move: str) -> str:
                return position

        result = agon.run_tournament(Round(), {"a": "random", "b": "random"}, openings=1, random_plies=0)
        self.assertEqual((result.too_long, result.void), (2, 0))
        self.assertIn("2 of 2 games were too long", str(result).splitlines()[0])

    def test_a_program_is_played_by_the_command_without_being_asked_for(self) -> None:
        if not knows_programs():
            self.skipTest("this `agon` is built without games that are programs")
        with mock.patch.dict(os.environ, {"AGON_PROGRAMS": "yes"}):
            result = agon.run_tournament(program("Heap"), ["random", "greedy"], openings=2)
        self.assertEqual((result.games, result.void), (4, 0))
        with mock.patch.dict(os.environ, {"AGON": "no-such-command"}):
            for games, players in [("nimm", ["random"]), ("nim", ["randum"])]:
                with self.assertRaisesRegex(agon.AgonError, "did you mean `(nim|random)`"):
                    agon.run_tournament(games, players)

    def test_players_in_python_play_them(self) -> None:
        seen: list[str] = []

        class Last(agon.Player):
            def choose(self, position: agon.Position, turn: agon.Turn) -> str:
                seen.append(position.text)
                return position.moves()[-1]

        result = agon.run_tournament(heaps.Heap(), [Last(), "random"], openings=2, random_plies=0, jobs=2)
        self.assertEqual(sum(standing.faults for standing in result.standings), 0)
        self.assertIn("12 1", seen)
        self.assertNotIn("0 1", seen)

    def test_laws_are_checked(self) -> None:
        agon.check_laws(heaps.Heap())
        agon.check_laws(heaps.Card())
        agon.check_laws("nim")
        for rules in (heaps.Greedy(), heaps.Stumbling()):
            with self.assertRaisesRegex(agon.AgonError, "outside what the game declared|seven is too many"):
                agon.check_laws(rules)

    def test_faults_are_planted_and_who_finds_them_is_told(self) -> None:
        def perft() -> None:
            game = agon.game(heaps.Heap())
            self.assertEqual(len(game.start.moves()), 3)
            for text, payoffs in [("0 1", [-1, 1]), ("0 2", [1, -1])]:
                self.assertEqual(game.position(text).payoffs(), payoffs)

        found = {mutant.name: mutant for mutant in agon.mutants(heaps.Heap(), perft)}
        exchanged, unread, late = found["payoffs-exchanged"], found["words-unread"], found["move-left-out"]
        self.assertEqual((exchanged.kind, exchanged.differs, exchanged.laws), ("rules", True, None))
        self.assertIn("AssertionError", str(exchanged.tests))
        self.assertFalse(exchanged.is_unseen)
        self.assertEqual(unread.kind, "promise")
        self.assertIn("notation", str(unread.laws))
        self.assertTrue(late.differs and late.is_unseen, late)
        self.assertFalse(found["redeal-is-the-truth"].differs)
        # Afterwards nothing is planted, and tests that could find nothing are refused.
        perft()
        with self.assertRaisesRegex(agon.AgonError, "pass where no game answers"):
            agon.mutants("nim", lambda: None)
        with self.assertRaisesRegex(agon.AgonError, "without a fault they raise ValueError: no"):
            agon.mutants("nim", self.refuse)
        self.assertEqual({m.laws is None for m in agon.mutants("nim(1+2)") if m.kind == "rules"}, {True})

    @staticmethod
    def refuse() -> None:
        raise ValueError("no")

    def test_an_exception_makes_a_game_void_and_names_the_line(self) -> None:
        line = next(number for number, text in enumerate(Path(heaps.__file__).read_text().splitlines(), 1) if "raise ValueError(\"seven" in text)
        said = f"ValueError: seven is too many (heaps.py, line {line})"
        result = agon.run_tournament(heaps.Stumbling(), ["random", "greedy"], openings=8, random_plies=0)
        section = result.document["sections"][0]
        self.assertGreater(section["void"], 0)
        self.assertIn(said, json.dumps(result.document["faults"]))
        self.assertEqual(sum(standing.faults for standing in result.standings), 0)
        self.assertEqual((result.void, result.too_long), (section["void"], 0))
        self.assertEqual({fault.ended for fault in result.faults}, {"void"})
        self.assertIn(f"{section['void']} of 16 games are void and count for nobody: ", str(result).splitlines()[0])
        self.assertIn(said, str(result).splitlines()[0])
        with self.assertRaisesRegex(agon.Breakdown, "seven is too many") as caught:
            agon.game(heaps.Stumbling()).position("8 1").play("1").moves()
        self.assertIsInstance(caught.exception.__cause__, ValueError)
        with self.assertRaisesRegex(agon.AgonError, "seven is too many"):
            agon.game(heaps.Stumbling()).start.solve()

    def test_ctrl_c_ends_rules_that_think_for_ever(self) -> None:
        def raises(*_: object) -> None:
            raise KeyboardInterrupt

        asks: list[Callable[[heaps.Endless], object]] = [
            lambda rules: agon.run_tournament(rules, ["random", "alpha-beta(depth=9)"], openings=4),
            lambda rules: agon.game(rules).start.solve(),
            lambda rules: agon.game(rules).position("10 1").play("1").moves(),
        ]
        for ask in asks:
            rules = heaps.Endless()
            agon.game(rules)

            def press() -> None:
                if rules.asked.wait(PATIENCE):
                    signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGUSR1)

            was = signal.signal(signal.SIGUSR1, raises)
            presser = threading.Thread(target=press)
            presser.start()
            try:
                with self.assertRaises(KeyboardInterrupt):
                    ask(rules)
            finally:
                presser.join()
                signal.signal(signal.SIGUSR1, was)
            # Nothing of it is kept.
            rules.is_slow = False
            self.assertEqual(agon.game(rules).start.solve().values, [-1, 1])

    def test_what_cannot_be_said_so(self) -> None:
        with self.assertRaisesRegex(agon.AgonError, "without `journal` and `options`"):
            agon.run_tournament(heaps.Heap(), ["random"], options=["--no-journal"])
        with self.assertRaisesRegex(agon.RulesError, "no game here is called `nobody`"):
            agon.game('python(object="nobody")')
        with self.assertRaisesRegex(agon.RulesError, "not int"):
            agon.game(3)  # type: ignore[arg-type]

        class Seatless(heaps.Heap):
            seats = 0

        with self.assertRaisesRegex(agon.RulesError, "`seats` and `max_plies` are at least 1"):
            agon.game(Seatless())


#: A cell of a notebook, and how it may be edited.
CELL = """
import re, agon
MOST = 2
WORDS = {"one", "two", "three"}                # nothing looks at these words

def left(position):
    return int(position.split()[0])

class Table:
    pattern = re.compile("[0-9]+")
    rows = [(1, 2), {"a": None}]

class Base(agon.Rules):
    name, start, max_plies = "cell", "7 1", 7
    table = Table()

    def play(self, position, move):
        return f"{left(position) - int(move)} {3 - int(position.split()[1])}"

class Cell(Base):
    def __init__(self, first=1):
        self.first = first
        self.known = {}
        self.marks = {"a", "b", "c"}

    def turn(self, position):
        seat = int(position.split()[1])
        return seat if left(position) else agon.over(1, seat=3 - seat)

    def moves(self, position):
        return [m for m in "12" if int(m) <= min(MOST, left(position))]
"""
EDITS = [("MOST = 2", "MOST = 1"), ("return int(position", "return +int(position"), ("[0-9]+", "[0-8]+"),
         ("(1, 2)", "(1, 3)"), ("None", "0"), ('"7 1", 7', '"7 1", 8'), ("3 - int(position", "2 + 1 - int(position"),
         ("first=1", "first=2"), ("known = {}", "known = []"), ('for m in "12"', 'for m in "21"[::-1]')]


def run(cell: str, is_known: bool = True) -> Any:
    """The class that a cell defines, in a notebook or, where its text is not known, by `exec` alone."""
    place = f"<cell {hash(cell)}>"
    if is_known:
        linecache.cache[place] = (len(cell), None, cell.splitlines(True), place)
    defined: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(cell, place, "exec"), defined)
    return defined["Cell"]


class Addresses(unittest.TestCase):
    def test_the_same_text_is_the_same_and_every_edit_is_another(self) -> None:
        for is_known in (True, False):
            of = content(run(CELL, is_known)())
            self.assertEqual(content(run(CELL, is_known)()), of)
            self.assertNotEqual(content(run(CELL, is_known)(first=3)), of)
            met = {of}
            for old, new in EDITS:
                self.assertIn(old, CELL)
                met.add(content(run(CELL.replace(old, new), is_known)()))
            self.assertEqual(len(met), len(EDITS) + 1)
        heap = content(heaps.Heap())
        self.assertEqual(content(heaps.Heap()), heap)
        self.assertEqual(len({heap, *(content(kind()) for kind in (heaps.Card, heaps.Stumbling, heaps.Greedy))}), 4)
        with self.assertRaises(TypeError):
            content(heaps.Endless())

    def test_whatever_else_is_about_does_not_matter(self) -> None:
        # Names of attributes are no names of the module, and what is never looked up says nothing.
        more = CELL + "\nfirst = known = object()\nWORDS = None\n"
        self.assertEqual(content(run(more)()), content(run(CELL)()))
        # Nor does the process, of which sets and hashes have another order.
        program = "from tests.test_own_games import *\nprint(content(run(CELL)()), content(heaps.Heap()))"
        said = set()
        for seed in ("1", "2", "3"):
            done = subprocess.run([sys.executable, "-c", program], cwd=HERE.parent, capture_output=True, text=True, timeout=60,
                                  env={**os.environ, "PYTHONHASHSEED": seed})
            self.assertEqual(done.returncode, 0, done.stderr)
            said.add(done.stdout)
        self.assertEqual(said, {f"{content(run(CELL)())} {content(heaps.Heap())}\n"})

    @unittest.skipIf(native is None, "the extension is not installed")
    def test_a_notebook_that_is_run_again_has_the_fingerprints_of_its_first_run(self) -> None:
        def played(cell: str) -> agon.Tournament:
            return agon.run_tournament(run(cell)(), ["random", "mcts(iterations=20)"], openings=5)

        first, again = played(CELL), played(CELL)
        self.assertEqual((first.fingerprint, first.standings), (again.fingerprint, again.standings))
        self.assertRegex(first.standings[0].game, r'^python\(object="cell [0-9a-f]{16}"\)$')
        other = played(CELL.replace("MOST = 2", "MOST = 1"))
        self.assertNotEqual(first.fingerprint, other.fingerprint)
        self.assertNotEqual(first.standings[0].game, other.standings[0].game)
        # What cannot be told, such as a lock, is another game each time.
        self.assertNotEqual(agon.game(heaps.Endless()).term, agon.game(heaps.Endless()).term)

    @unittest.skipIf(native is None, "the extension is not installed")
    def test_a_file_that_was_edited_since_it_was_read_is_another_game(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "mine.py")
            edited = CELL.replace('for m in "12"', 'for m in "21"')
            found = []
            for text, later in [(CELL, edited), (edited, edited)]:
                file.write_text(text, encoding="utf-8")
                defined: dict[str, Any] = {"__name__": "mine"}
                exec(compile(text, str(file), "exec"), defined)
                file.write_text(later, encoding="utf-8")
                linecache.checkcache(str(file))
                found.append(agon.game(defined["Cell"]()))
        self.assertNotEqual(found[0].term, found[1].term)
        self.assertEqual([game.start.moves() for game in found], [["1", "2"], ["2", "1"]])


@unittest.skipIf(native is None, "the extension is not installed")
@unittest.skipUnless(importlib.util.find_spec("pyspiel"), "OpenSpiel is not installed")
class FromOpenSpiel(unittest.TestCase):
    def test_its_games_keep_our_laws(self) -> None:
        for name in ["tic_tac_toe", "kuhn_poker", "matrix_rps", "catch"]:
            with self.subTest(name):
                agon.check_laws(agon.from_openspiel(name))

    def test_tic_tac_toe_there_is_ours(self) -> None:
        there, here = agon.game(agon.from_openspiel("tic_tac_toe")).start, agon.game("tic-tac-toe").start
        # Its positions are all ways to get there: from here on they are few.
        for place in (4, 0, 1):
            there, here = (position.play(position.moves()[place]) for position in (there, here))
        self.assertEqual(there.solve().values, here.solve().values)
        for ours, theirs in zip(here.successors(), there.successors()):
            self.assertEqual(theirs.ask("alpha-beta(depth=9)").value, ours.ask("alpha-beta(depth=9)").value)

    def test_our_players_meet_at_its_games(self) -> None:
        for name, players in [
            ("tic_tac_toe", ["alpha-beta(depth=4)", "mcts(iterations=100)", "random"]),
            ("kuhn_poker", ["ismcts(iterations=50)", "pimc", "random"]),
            ("pig(winscore=12)", ["expectiminimax(depth=3)", "random"]),
            ("backgammon", ["random", "greedy"]),
        ]:
            result = agon.run_tournament(agon.from_openspiel(name), players, openings=1)
            self.assertEqual(result.document["faults"], [], name)
            self.assertEqual(result.document["sections"][0]["void"], 0, name)
        best = agon.run_tournament(agon.from_openspiel("tic_tac_toe"), {"best": "alpha-beta(depth=4)", "r": "random"}, openings=4)
        self.assertEqual(best.standings[0].name, "best")

    def test_redeals_are_those_of_the_walk_and_of_openspiel(self) -> None:
        for resample in (False, True):
            dealt = agon.game(agon.from_openspiel("kuhn_poker", resample=resample)).start.play("Deal:1").play("Deal:0")
            texts = {dealt.redeal(1, seed=seed).text for seed in range(50)}
            self.assertEqual(texts, {"1 0", "1 2"})

    def test_what_is_no_position_is_refused(self) -> None:
        game = agon.game(agon.from_openspiel("tic_tac_toe"))
        self.assertEqual(game.position("4 0").play("x(0 1)").text, "4 0 1")
        for text in ("9", "4 4", "x", "04", "4 0 1 2 3 5 6 7 8 8"):
            with self.assertRaises(agon.RulesError):
                game.position(text)


class Results(unittest.TestCase):
    def test_progress_is_told_until_the_end(self) -> None:
        if native is None:
            self.skipTest("the extension is not installed")
        told: list[tuple[int, int]] = []
        native.run_tournament(
            ["nim"], [("", "random"), ("", "greedy")], openings=20, seed=1, progress=lambda over, all: told.append((over, all))
        )
        self.assertEqual(told[-1], (40, 40))
        self.assertEqual(told, sorted(told))

        def fails(over: int, planned: int) -> None:
            raise ValueError("no more")

        with self.assertRaisesRegex(ValueError, "no more"):
            native.run_tournament(["nim"], [("", "random"), ("", "greedy")], openings=2, seed=1, progress=fails)

    @unittest.skipUnless(importlib.util.find_spec("tqdm"), "tqdm is not installed")
    def test_a_bar_is_drawn_where_it_is_wished(self) -> None:
        if native is None:
            self.skipTest("the extension is not installed")
        for wished, drawn in [(True, True), (None, False), (False, False)]:
            errors = io.StringIO()
            with contextlib.redirect_stderr(errors):
                agon.run_tournament("nim", ["random", "greedy"], openings=3, progress=wished)
            self.assertEqual("6/6" in errors.getvalue(), drawn)

    def result(self) -> agon.Tournament:
        return agon.run_tournament("tic-tac-toe", ["random", "greedy", "mcts(iterations=20)"], openings=6)

    def test_frames_are_of_pandas_or_polars(self) -> None:
        result = self.result()
        libraries: list[Literal["pandas", "polars"]] = ["pandas", "polars"]
        for library in libraries:
            if importlib.util.find_spec(library):
                frame = result.frame(library)
                self.assertEqual(list(frame["name"]), [standing.name for standing in result.standings])
                self.assertEqual(type(frame).__module__.split(".")[0], library)

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "matplotlib is not installed")
    def test_ratings_and_learning_curves_are_drawn(self) -> None:
        importlib.import_module("matplotlib").use("Agg")
        result = self.result()
        known = [rating for rating in result.ratings() if rating.elo is not None]
        axes = result.plot()
        self.assertEqual([label.get_text() for label in axes.get_yticklabels()], [rating.name for rating in known])
        with tempfile.TemporaryDirectory() as folder:
            model = agon.Model(Path(folder, "nim.agon"), "")
            with self.assertRaisesRegex(agon.AgonError, "nim.agon.curve.json: there is none"):
                model.plot()
            model.path.with_name("nim.agon.curve.json").write_text(json.dumps({"points": [point(games) for games in (100, 200)]}))
            axes = model.plot()
            self.assertEqual([list(line.get_xdata()) for line in axes.get_lines()], [[100, 200]])
            self.assertEqual(axes.get_legend().get_texts()[0].get_text(), "against random")
            # What is known of all positions is drawn, too, with or without games.
            best = {"positions": 9, "optimal": 0.5, "regret": 0.1}
            exact: list[dict[str, Any]] = [{"games": games, "measured": [], "exact": best} for games in (16, 32)]
            for points, names in [([*exact, point(100)], ["against random", "best moves"]), (exact, ["best moves"])]:
                model.path.with_name("nim.agon.curve.json").write_text(json.dumps({"points": points}))
                axes = model.plot()
                self.assertEqual([text.get_text() for text in axes.get_legend().get_texts()], names)
                self.assertEqual(list(axes.get_lines()[-1].get_xdata()), [16, 32])
                self.assertEqual(list(axes.get_lines()[-1].get_ydata()), [0.5, 0.5])


def point(games: int) -> dict[str, Any]:
    measured = {"player": "it", "against": "random", "games": 10, "value": 0.6, "low": 0.5, "high": 0.7}
    return {"games": games, "measured": [measured]}


if __name__ == "__main__":
    unittest.main()
