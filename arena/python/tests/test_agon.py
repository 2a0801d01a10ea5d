"""What the package promises: positions as values, players at the table, tournaments, programs in other languages."""

from __future__ import annotations

import copy
import importlib.util
import pickle
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Callable
from pathlib import Path

import agon
from agon import _command, _rules

from .table import play

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
PROTOCOL = HERE.parents[1] / "protocol" / "examples"
MINIMAX = [sys.executable, str(EXAMPLES / "minimax.py")]


class Positions(unittest.TestCase):
    def test_positions_are_values(self) -> None:
        start = agon.game("tic-tac-toe").start
        one, other = start.play("a1").play("b2"), start.play("a1").play("b2")
        self.assertEqual(one, other)
        self.assertEqual({one: 1}[other], 1)
        self.assertNotEqual(one, start)
        self.assertEqual(pickle.loads(pickle.dumps(one)), copy.deepcopy(one))
        self.assertEqual(start, agon.game("tic-tac-toe").start)
        self.assertEqual(one.seat, 1)
        self.assertEqual(len(one.moves()), 7)
        self.assertIn("X", one.drawing())
        self.assertTrue(one._repr_svg_().startswith("<svg"))

    def test_the_rules_come_from_agon(self) -> None:
        position = agon.game("chess").start
        for move in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]:
            position = position.play(move)
        self.assertTrue(position.is_over)
        self.assertEqual(position.payoffs(), [1, -1])
        self.assertEqual((position.payoff(2), position.moves(), position.seat), (-1, [], None))

    def test_chance_has_probabilities(self) -> None:
        chances = agon.game("pig(target=6)").start.chances()
        self.assertEqual(list(chances), ["1", "2", "3", "4", "5", "6"])
        self.assertAlmostEqual(sum(chances.values()), 1)
        self.assertEqual(agon.game("nim").start.chances(), {})

    def test_mistakes_are_told(self) -> None:
        start = agon.game("nim").start
        mistakes: list[tuple[Callable[[], object], str]] = [
            (lambda: agon.game("nimm"), "did you mean `nim`"),
            (lambda: start.play("z9"), "is not legal"),
            (lambda: start.payoffs(), "nobody got anything yet"),
            (lambda: agon.game("nim").position("x"), "is not a position"),
            (lambda: agon.game("chess").start.estimates("materiel"), "did you mean `material`"),
        ]
        for mistake, words in mistakes:
            with self.assertRaisesRegex(agon.RulesError, words):
                mistake()

    def test_a_level_is_asked_at_once_and_says_the_same(self) -> None:
        level = [agon.game("connect-four").start]
        for _ in range(3):
            level = [after for position in agon.expand(level, estimates=True) for after in position.successors()]
        self.assertEqual(len(level), 343)
        asked_alone = agon.Position("connect-four", level[100].text)
        self.assertEqual(asked_alone.estimates(), level[100].estimates())
        self.assertEqual(asked_alone.moves(), level[100].moves())

    def test_a_player_of_the_arena_is_asked(self) -> None:
        position = agon.game("tic-tac-toe").position("XX./OO./...")
        advice = position.ask("alpha-beta(depth=9)")
        self.assertEqual((advice.move, advice.value, advice.line[0]), ("c3", 1, "c3"))
        self.assertEqual(advice.values["c3"], 1)
        self.assertLessEqual(position.ask("mcts(iterations=100000)", nodes=500, seed=3).nodes, 500)
        self.assertIsNone(position.ask("random").value)
        with self.assertRaisesRegex(agon.AgonError, "did you mean `random`"):
            position.ask("randum")

    def test_what_the_page_shows_runs(self) -> None:
        page = (HERE.parents[2] / "docs" / "python.md").read_text(encoding="utf-8")
        blocks = [block.partition("```")[0] for block in page.split("```python\n")[1:]]
        self.assertGreaterEqual(len(blocks), 3)
        known: dict[str, object] = {"__name__": "notebook"}
        for block in blocks:
            if "frame()" in block and importlib.util.find_spec("pandas") is None:
                block = block.replace("result.frame()", "")
            exec(block, known)

    def test_perft_by_asking(self) -> None:
        level = [agon.game("chess").start]
        for count in [20, 400, 8902]:
            level = [after for position in agon.expand(level) for after in position.successors()]
            self.assertEqual(len(level), count)

    def test_a_hundred_thousand_questions_a_second_or_what_this_machine_makes_of_it(self) -> None:
        texts = [after.text for after in agon.game("tic-tac-toe").start.successors()] * 2000
        begun = time.monotonic()
        answers = _rules.ask("tic-tac-toe", texts, ["moves"])
        self.assertEqual(len(answers), len(texts))
        self.assertEqual(len(answers[0]["moves"]), 8)
        print(f"{len(texts) / (time.monotonic() - begun):,.0f} questions a second")


class Programs(unittest.TestCase):
    def test_a_students_minimax_never_loses_and_mostly_wins(self) -> None:
        results = [play(MINIMAX, "tic-tac-toe", seed)[0][0] for seed in range(4)]
        self.assertGreaterEqual(min(results), 0)
        self.assertGreater(sum(results), 2)
        won = play(MINIMAX, "connect-four", 1, seat=2)
        self.assertEqual(won[0], [-1, 1])
        self.assertGreater(won[1].asked, 10)

    def test_a_program_in_c(self) -> None:
        compiler = shutil.which("cc") or shutil.which("gcc")
        if compiler is None:
            self.skipTest("no C compiler")
        with tempfile.TemporaryDirectory() as folder:
            program = str(Path(folder, "greedy"))
            flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-O1"]
            subprocess.run([compiler, *flags, "-o", program, str(PROTOCOL / "greedy.c")], check=True)
            for game in ["tic-tac-toe", "nim", "pig(target=20)", "backgammon(setup=hypergammon)"]:
                self.assertEqual(len(play([program], game)[0]), 2, game)
            wins = sum(play([program], "tic-tac-toe", seed)[0][0] for seed in range(12))
            self.assertGreater(wins, 4)

    def test_a_program_in_javascript(self) -> None:
        node = shutil.which("node")
        if node is None:
            self.skipTest("no Node.js")
        program = [node, str(PROTOCOL / "looker.js")]
        for game in ["tic-tac-toe", "nim", "pig(target=10)"]:
            self.assertEqual(len(play(program, game)[0]), 2, game)
        self.assertEqual(play(program, "connect-four", 3)[0], [1, -1])


class Adapters(unittest.TestCase):
    """Those of other libraries, by their own tests; they run where the libraries are installed."""

    def run_example(self, library: str, name: str, *arguments: str) -> str:
        if importlib.util.find_spec(library) is None:
            self.skipTest(f"{library} is not installed")
        done = subprocess.run(
            [sys.executable, str(EXAMPLES / name), *arguments], capture_output=True, text=True, timeout=300
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_a_game_of_ours_passes_openspiels_test(self) -> None:
        games = ["connect-four(width=5,height=4)", "tic-tac-toe", "pig(target=10)"]
        self.assertEqual(self.run_example("pyspiel", "openspiel_game.py", *games).count("holds"), 3)

    def test_a_game_of_ours_passes_pettingzoos_test(self) -> None:
        said = self.run_example("pettingzoo", "pettingzoo_env.py", "connect-four", "nim", "pig(target=10)")
        self.assertEqual(said.count("API test holds"), 3)

    def test_a_bot_of_openspiel_plays_by_our_rules(self) -> None:
        if importlib.util.find_spec("pyspiel") is None:
            self.skipTest("pyspiel is not installed")
        bot = [sys.executable, str(EXAMPLES / "openspiel_bot.py"), "50"]
        results = [play(bot, game, seed, seat)[0][seat - 1] for game, seed, seat in
                   [("connect-four", 1, 1), ("connect-four", 2, 2), ("tic-tac-toe", 3, 1), ("tic-tac-toe", 4, 2)]]
        self.assertGreater(sum(results), 1)


class Resigner(agon.Player):
    def choose(self, position: agon.Position, turn: agon.Turn) -> str:
        raise agon.Resign


class Tournaments(unittest.TestCase):
    def test_results_are_plain_objects(self) -> None:
        result = agon.run_tournament(["nim", "tic-tac-toe"], {"weak": "random", "strong": "minimax"}, openings=3)
        self.assertEqual(result.games, 12)
        best = result.standings[0]
        self.assertEqual((best.game, best.name, best.points, best.faults), ("nim", "strong", 6, 0))
        self.assertEqual(len(result.rows()), 4)
        self.assertIn("<td>strong</td>", result._repr_html_())
        again = agon.run_tournament(["nim", "tic-tac-toe"], {"weak": "random", "strong": "minimax"}, openings=3)
        self.assertEqual(result.fingerprint, again.fingerprint)
        if importlib.util.find_spec("pandas"):
            self.assertEqual(list(result.frame()["place"]), [1, 2, 1, 2])

    def test_a_wrong_name_is_told(self) -> None:
        with self.assertRaisesRegex(agon.AgonError, "did you mean `random`"):
            agon.run_tournament("nim", ["randum", "minimax"])

    def test_players_of_this_process_sit_at_the_arenas_table(self) -> None:
        if '"process"' not in _command.run(["players", "--json"]):
            self.skipTest("this `agon` is built without players by process")
        sys.path.insert(0, str(EXAMPLES))
        from minimax import Minimax

        result = agon.run_tournament("tic-tac-toe", [Minimax(9), Resigner(), "random"], openings=2, jobs=2)
        self.assertEqual(result.standings[0].name, "Minimax")
        self.assertEqual(result.points("Resigner"), 0)


if __name__ == "__main__":
    unittest.main()
