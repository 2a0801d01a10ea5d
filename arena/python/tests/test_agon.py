"""What the package promises: positions as values, players at the table, tournaments, programs in other languages."""

from __future__ import annotations

import copy
import doctest
import importlib
import importlib.util
import io
import json
import multiprocessing
import os
import pickle
import runpy
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import warnings
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any
from unittest import mock

import agon
from agon import _beside, _command, _rules
from agon._backend import native

from .table import play

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
PROTOCOL = HERE.parents[1] / "protocol" / "examples"
MINIMAX = [sys.executable, str(EXAMPLES / "minimax.py")]


class Docs(unittest.TestCase):
    def test_examples_in_docstrings_are_so(self) -> None:
        tried = [doctest.testmod(importlib.import_module(name)) for name in ("agon", "agon.game", "agon.position")]
        self.assertEqual(sum(result.failed for result in tried), 0)
        self.assertGreaterEqual(sum(result.attempted for result in tried), 8)


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

    def test_a_seat_sees_its_own_card_alone(self) -> None:
        position = agon.game("kuhn").position("31/pb")
        self.assertEqual([position.view(1), position.view(2), position.public_view()], ["3?/pb", "?1/pb", "??/pb"])
        self.assertEqual(agon.game("kuhn").position("32/pb").view(1), position.view(1))
        with self.assertRaisesRegex(agon.RulesError, "accepted: 1 to 2"):
            position.view(3)
        self.assertTrue(agon.game("kuhn").hidden)
        start = agon.game("nim").start
        self.assertEqual((agon.game("nim").hidden, start.view(2), start.public_view()), (False, start.text, start.text))

    def test_mistakes_are_told(self) -> None:
        start = agon.game("nim").start
        mistakes: list[tuple[Callable[[], object], str]] = [
            (lambda: agon.game("nimm"), "did you mean `nim`"),
            (lambda: start.play("z9"), "is not legal"),
            (lambda: start.payoffs(), "nobody got anything yet"),
            (lambda: agon.game("nim").position("x"), "is not a position"),
            (lambda: agon.game("chess").start.estimates("materiel"), "did you mean `material`"),
            (lambda: agon.game("pig(target=6)").start.ask("expectiminimax(depth=1)"), "chance moves next in"),
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

    def test_what_is_hidden_stays_hidden_from_who_solves(self) -> None:
        # With everything in sight, whoever chooses second wins.
        rps = agon.game("rps").start.solve()
        self.assertEqual((rps.values, rps.nash_conv, rps.move), ([0.0, 0.0], 0.0, None))
        assert rps.strategy is not None
        self.assertEqual([len(seat) for seat in rps.strategy], [1, 1])
        for likely in [*rps.strategy[0].values(), *rps.strategy[1].values()]:
            self.assertEqual([round(chance, 6) for chance in likely.values()], [0.333333] * 3)
        kuhn = agon.game("kuhn").start.solve()
        assert kuhn.strategy is not None and kuhn.nash_conv is not None
        self.assertAlmostEqual(kuhn.values[0], -1 / 18, 4)
        self.assertLess(kuhn.nash_conv, 0.001)
        self.assertEqual([len(seat) for seat in kuhn.strategy], [6, 6])
        self.assertGreater(kuhn.strategy[1]["?3/b"]["b"], 0.999)
        with self.assertRaisesRegex(agon.AgonError, "more than 20 positions"):
            agon.game("kuhn").start.solve(limit=20)
        nim = agon.game("nim").start.solve()
        self.assertEqual((nim.nash_conv, nim.strategy), (None, None))

    def test_what_the_page_shows_runs(self) -> None:
        pages = [HERE.parents[2] / "docs" / "python.md", HERE.parent / "README.md"]
        text = "".join(page.read_text(encoding="utf-8") for page in pages)
        blocks = [block.partition("```")[0] for block in text.split("```python\n")[1:]]
        self.assertGreaterEqual(len(blocks), 3)
        known: dict[str, object] = {"__name__": "notebook"}
        # What it writes is written elsewhere.
        here = os.getcwd()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.chdir(folder.name)
        self.addCleanup(os.chdir, here)
        needs = {"numpy": "numpy", "playouts": "numpy", "agon.pettingzoo": "pettingzoo", "agon.gymnasium": "gymnasium", "openspiel=": "pyspiel"}
        for block in blocks:
            if native is None and any(word in block for word in ["agon.batch", "agon.compare", "agon.Rules", "game.actions", "AgonEnv", "AgonParallelEnv", "AgonVectorEnv"]):
                continue
            if any(word in block and importlib.util.find_spec(needed) is None for word, needed in needs.items()):
                continue
            if "frame()" in block and importlib.util.find_spec("pandas") is None:
                block = "\n".join(line for line in block.splitlines() if "frame()" not in line)
            exec(block, known)
        corner = agon.game("tic-tac-toe").start.play("b2").play("a1").play("c3")
        value: Any = known["value"]
        self.assertEqual([m for m in corner.moves() if value(corner.play(m), 2) == 0], ["c1", "a3"])

    def test_another_project_s_agon_in_the_same_folder_is_told(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                Path(folder, "agon_arena-0.1.0.dist-info").mkdir()
                _beside.tell(Path(folder))
            Path(folder, "agon-0.4.dist-info").mkdir()
            with self.assertWarnsRegex(UserWarning, "agon 0.4 of Python's index .* pip uninstall agon agon-arena"):
                _beside.tell(Path(folder))

    def test_the_command_of_the_environment_is_found_before_another_on_the_path(self) -> None:
        with tempfile.TemporaryDirectory() as own, tempfile.TemporaryDirectory() as other:
            for folder in [own, other]:
                program = Path(folder, "agon.exe" if os.name == "nt" else "agon")
                program.write_text("#!/bin/sh\n")
                program.chmod(0o755)
            with mock.patch.dict(os.environ, {"PATH": other}), mock.patch("sysconfig.get_path", return_value=own):
                os.environ.pop("AGON", None)
                self.assertEqual(Path(_command.command()).parent, Path(own))
                Path(_command.command()).unlink()
                self.assertEqual(Path(_command.command()).parent, Path(other))
                os.environ["AGON"] = "nowhere"
                with self.assertRaisesRegex(agon.AgonError, "neither in this Python's environment nor on the path"):
                    _command.command()

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


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def _three_plies(first: str) -> list[str]:
    position = agon.game("connect-four").start.play(first)
    for _ in range(2):
        position = position.successors()[3]
    return [first, *position.moves()]


@unittest.skipUnless(native is None, "the extension answers, and no process")
class Processes(unittest.TestCase):
    """What happens to the process that answers, while it is asked."""

    def test_after_an_interrupt_every_answer_is_to_its_own_question(self) -> None:
        start = agon.game("chess").start
        many = [after.text for after in start.successors()] * 20
        was = signal.signal(signal.SIGALRM, _interrupt)
        try:
            interrupted = 0
            for n in range(12):
                signal.setitimer(signal.ITIMER_REAL, 0.0005 * (n + 1))
                try:
                    _rules.ask("chess", many, ["moves", "successors"])
                    signal.setitimer(signal.ITIMER_REAL, 0)
                except KeyboardInterrupt:
                    interrupted += 1
                nim = f"nim(heaps={n + 1}+1)"
                self.assertEqual(len(agon.Position(nim, agon.game(nim).start_text).moves()), n + 2)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, was)
        self.assertGreater(interrupted, 6)

    @unittest.skipUnless(hasattr(os, "killpg"), "there are no groups of processes here")
    def test_ctrl_c_goes_to_the_whole_group_and_the_same_process_answers_on(self) -> None:
        program = """import os, signal, time
import agon
from agon import _rules
agon.game("nim")
asked = _rules._own
try:
    os.killpg(0, signal.SIGINT)
    time.sleep(60)
except KeyboardInterrupt:
    pass
assert agon.game("hex").start.moves()
assert _rules._own is asked
"""
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, start_new_session=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_an_answer_to_another_question_is_none(self) -> None:
        with mock.patch.object(_rules.RulesProcess, "_read", return_value={"type": "game", "id": -1}):
            with self.assertRaisesRegex(agon.AgonError, "was given the answer to -1"):
                agon.Position("nim", "3+4+5 1").moves()
        self.assertTrue(agon.Position("nim", "3+4+5 1").moves())

    @unittest.skipUnless(hasattr(os, "fork"), "there are no forks here")
    def test_forked_processes_ask_for_themselves(self) -> None:
        alone = [_three_plies(first) for first in "abcdefg"]
        with multiprocessing.get_context("fork").Pool(4) as pool:
            self.assertEqual(pool.map_async(_three_plies, "abcdefg" * 5).get(timeout=60), alone * 5)
        self.assertEqual(_three_plies("d"), alone[3])


class Programs(unittest.TestCase):
    def test_a_students_minimax_never_loses_and_mostly_wins(self) -> None:
        results = [play(MINIMAX, "tic-tac-toe", seed)[0][0] for seed in range(4)]
        self.assertGreaterEqual(min(results), 0)
        self.assertGreater(sum(results), 2)
        won = play(MINIMAX, "connect-four", 1, seat=2)
        self.assertEqual(won[0], [-1, 1])
        # With the extension it need not ask.
        self.assertTrue(won[1].asked > 10 if native is None else won[1].asked == 0)

    def test_a_students_minimax_plays_where_there_is_no_heuristic(self) -> None:
        self.assertEqual(agon.game("nim").heuristics, ())
        self.assertEqual(len(play(MINIMAX, "nim")[0]), 2)

    def test_a_player_with_second_tries_is_told_what_was_wrong_and_asked_again(self) -> None:
        told = []

        class Hasty(agon.Player):
            def illegal(self, move: str, why: str, left: int) -> None:
                told.append((move, why, left))

            def choose(self, position: agon.Position, turn: agon.Turn) -> str:
                turn.think(usage={"tokens": 7})
                assert turn.time is not None and turn.time <= 60
                return "b2" if told else "Z9"

        question = {"type": "choose", "position": "1+2 1", "moves": ["a1", "b1", "b2"], "seat": 1, "ply": 0, "time": 60000}
        wrong = {"type": "illegal", "move": "Z9", "why": "it is no legal move", "left": 2}
        lines = "".join(json.dumps(message) + "\n" for message in (question, wrong, {"type": "quit"}))
        out = io.StringIO()
        agon.serve(Hasty(), io.StringIO(lines), out)
        answers = [json.loads(line) for line in out.getvalue().splitlines()]
        self.assertEqual([answer["move"] for answer in answers], ["Z9", "b2"])
        self.assertEqual(answers[1]["usage"], {"tokens": 7})
        self.assertEqual(told, [("Z9", "it is no legal move", 2)])

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

    def test_a_bot_of_openspiel_plays_by_our_rules(self) -> None:
        if importlib.util.find_spec("pyspiel") is None:
            self.skipTest("pyspiel is not installed")
        bot = [sys.executable, str(EXAMPLES / "openspiel_bot.py"), "50"]
        results = [play(bot, game, seed, seat)[0][seat - 1] for game, seed, seat in
                   [("connect-four", 1, 1), ("connect-four", 2, 2), ("tic-tac-toe", 3, 1), ("tic-tac-toe", 4, 2)]]
        self.assertGreater(sum(results), 1)


class Redeals(unittest.TestCase):
    def test_redeals_by_the_command_are_those_of_the_extension(self) -> None:
        from agon._text import TextPosition

        for game in ["kuhn", "goofspiel(cards=4)"]:
            position, text = agon.game(game).start, TextPosition(game)
            for number in range(4):
                for seat in (1, 2):
                    drawn = [text.redeal(seat, seed).text for seed in range(5)]
                    self.assertEqual(drawn, [position.redeal(seat, seed).text for seed in range(5)])
                    self.assertEqual({TextPosition(game, other).view(seat) for other in drawn}, {text.view(seat)})
                move = position.moves()[-1]
                position, text = position.play(move), TextPosition(game, position.play(move).text)
        with self.assertRaisesRegex(agon.RulesError, "no seat 3"):
            TextPosition("kuhn").redeal(3)


class Resigner(agon.Player):
    def choose(self, position: agon.Position, turn: agon.Turn) -> str:
        raise agon.Resign


class Seer(agon.Player):
    """Plays by what it sees, and keeps what that was."""

    hidden = True
    redeals = 4

    def choose(self, position: agon.View, turn: agon.Turn) -> str:
        assert isinstance(position, agon.View) and len(position.redeals) == 4, position
        assert {redeal.view(turn.seat) for redeal in position.redeals} == {position.text}, position
        assert position.redeals[0].moves() == position.moves()
        return position.moves()[-1]


class Tournaments(unittest.TestCase):
    def test_a_player_of_this_process_is_given_views_where_something_is_hidden(self) -> None:
        if '"process"' not in _command.run(["players", "--json"]):
            self.skipTest("this `agon` is built without players by process")
        result = agon.run_tournament(["kuhn", "goofspiel(cards=3)"], [Seer(), "random"], openings=4, random_plies=0)
        self.assertEqual([standing.faults for standing in result.standings], [0, 0, 0, 0])
        with self.assertRaisesRegex(agon.AgonError, "hides something"):
            agon.run_tournament("kuhn", [Resigner(), "random"])

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

    def test_a_result_says_first_what_is_not_to_be_believed(self) -> None:
        fine = agon.run_tournament("nim", ["random", "minimax"], openings=1)
        self.assertEqual((fine.void, fine.too_long, fine.faults), (0, 0, []))
        self.assertTrue(str(fine).startswith("nim: 1. "), fine)
        document = json.loads(json.dumps(fine.document))
        document["games"] = 6
        document["sections"][0].update(void=4, too_long=2)
        detail = "ZeroDivisionError: <it> (mine.py, line 3)"
        document["faults"] = [
            {"number": 0, "game": "nim", "name": "random", "ended": "illegal"},
            {"number": 1, "game": "nim", "ended": "void", "detail": detail},
        ]
        result = agon.Tournament(document)
        self.assertEqual((result.void, result.too_long), (4, 2))
        self.assertEqual(result.faults[0], agon.Fault(0, "nim", "random", "illegal", None))
        self.assertEqual(result.faults[1].detail, detail)
        first, second, third = str(result).splitlines()[:3]
        self.assertEqual(first, f"4 of 6 games are void and count for nobody: {detail}")
        self.assertEqual(second, "2 of 6 games were too long, and were ended at the most plies")
        self.assertTrue(third.startswith("nim: 1. "), third)
        drawn = result._repr_html_()
        self.assertLess(drawn.index("4 of 6 games are void"), drawn.index("<table>"))
        self.assertIn("ZeroDivisionError: &lt;it>", drawn)

    def test_players_are_a_list_or_have_names(self) -> None:
        with self.assertRaisesRegex(agon.AgonError, "players: .*accepted: a list"):
            agon.run_tournament("nim", "random")
        with self.assertRaisesRegex(agon.AgonError, "players: .*accepted: a list"):
            agon.run_tournament("nim", Resigner())  # type: ignore[arg-type]
        with self.assertRaisesRegex(agon.AgonError, "not int"):
            agon.run_tournament("nim", ["random", 3])  # type: ignore[list-item]

    def test_a_wrong_name_is_told(self) -> None:
        with self.assertRaisesRegex(agon.AgonError, "did you mean `random`"):
            agon.run_tournament("nim", ["randum", "minimax"])

    def test_a_certificate_is_checked_a_second_time(self) -> None:
        module = runpy.run_path(str(EXAMPLES / "check_certificate.py"))
        check = module["check"]
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder, "a.certificate")
            for game, claims in [("nim(heaps=1+2)", [(1, 1.0)]), ("connect-four(width=4, height=4)", [(1, 0.0), (2, 0.0)])]:
                place.unlink(missing_ok=True)
                _command.run(["solve", game, "--certificate", str(place)])
                self.assertEqual(check(str(place)), claims)
            _command.run(["solve", "pig(target=6, turns=6)", "--certificate", str(place)])
            self.assertEqual(len(check(str(place))), 2)
            _command.run(["solve", "nim(heaps=1+2+4)", "--certificate", str(place)])
            lines = place.read_text().splitlines()
            for gone in range(2, len(lines)):
                Path(folder, "b").write_text("\n".join(lines[:gone] + lines[gone + 1 :]))
                with self.assertRaises((ValueError, KeyError)):
                    check(str(Path(folder, "b")))
            Path(folder, "b").write_text("\n".join(lines).replace('"least":1.0', '"least":1.5'))
            with self.assertRaises(ValueError):
                check(str(Path(folder, "b")))

    def test_an_equilibrium_is_checked_a_second_time(self) -> None:
        check = runpy.run_path(str(EXAMPLES / "check_certificate.py"))["check"]
        with tempfile.TemporaryDirectory() as folder:
            place, other = Path(folder, "a.certificate"), Path(folder, "b")
            _command.run(["solve", "rps", "--method", "cfr", "--certificate", str(place)])
            self.assertEqual(check(str(place)), [(1, 0), (2, 0)])
            place.unlink()
            _command.run(["solve", "kuhn", "--method", "cfr", "--certificate", str(place)])
            (_, first), (_, second) = check(str(place))
            self.assertTrue(first + second == 0 and abs(first + Fraction(1, 18)) < Fraction(1, 1000))
            lines = place.read_text().splitlines()
            self.assertEqual(len(lines), 14)
            for number in range(2, 14):
                for damaged in (lines[:number] + lines[number + 1 :], [*lines, lines[number]]):
                    other.write_text("\n".join(damaged))
                    with self.assertRaises((ValueError, KeyError)):
                        check(str(other))
            for key, value in (("nash_conv", "0"), ("values", ["-1/18", "1/18"]), ("sets", 13)):
                claim = {**json.loads(lines[1]), key: value}
                other.write_text("\n".join([lines[0], json.dumps(claim), *lines[2:]]))
                with self.assertRaises(ValueError):
                    check(str(other))

    def test_a_game_is_learned_into_a_file(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, 'it\'s a "b".agon')
            model = agon.learn("tic-tac-toe", path, games=300, jobs=2)
            self.assertEqual(model.path, path)
            by_command = Path(folder, "c.agon")
            words = ["learn", "tic-tac-toe", "-o", str(by_command), "--games", "300", "--unmeasured", "--json"]
            self.assertEqual(json.loads(_command.run(words))["sha256"], model.sha256)
            self.assertEqual(by_command.read_bytes(), path.read_bytes())
            best = agon.learn("tic-tac-toe", Path(folder, "best.agon"), games=2100, keep="best", jobs=2)
            words = ["learn", "tic-tac-toe", "-o", str(Path(folder, "d.agon")), "--games", "2100", "--keep", "best", "--unmeasured"]
            self.assertEqual(json.loads(_command.run([*words, "--json"]))["sha256"], best.sha256)
            with self.assertRaisesRegex(agon.AgonError, "accepted: last, best|--keep"):
                agon.learn("tic-tac-toe", Path(folder, "e.agon"), games=10, keep="worst")  # type: ignore[arg-type]
            with self.assertRaisesRegex(agon.AgonError, "would be lost.*force=True"):
                agon.learn("tic-tac-toe", path, games=10)
            self.assertEqual(by_command.read_bytes(), path.read_bytes())
            self.assertEqual(agon.learn("tic-tac-toe", path, games=300, force=True), model)
            player = f"greedy(heuristic={model.heuristic})"
            self.assertIn(agon.game("tic-tac-toe").start.ask(player).move, agon.game("tic-tac-toe").start.moves())
            result = agon.run_tournament("tic-tac-toe", [player, "random"], openings=20)
            self.assertGreater(result.standings[0].points, 25)
            self.assertTrue(result.standings[0].name.startswith("greedy"), result.standings)
            before = sorted(Path(folder).iterdir())
            with self.assertRaises(agon.AgonError):
                agon.learn("kuhn", Path(folder, "kuhn.agon"), games=10)
            with self.assertRaisesRegex(agon.AgonError, "games"):
                agon.learn("nim", Path(folder, "nim.agon"), games=0)
            self.assertEqual(sorted(Path(folder).iterdir()), before)

    def test_nets_are_learned_as_by_the_command(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path, by_command = Path(folder, "a.agon"), Path(folder, "b.agon")
            model = agon.learn("othello(size=4)", path, games=40, model="net", hidden=16, residual=True, depth=2, seed=3)
            words = ["learn", "othello(size=4)", "-o", str(by_command), "--games", "40", "--unmeasured", "--json", "--model", "net"]
            answer = json.loads(_command.run([*words, "--hidden", "16", "--residual", "--depth", "2", "--seed", "3"]))
            self.assertEqual(answer["sha256"], model.sha256)
            self.assertEqual(by_command.read_bytes(), path.read_bytes())
            kinds: list[Any] = [{"hidden": 16}, {"residual": True}, {"model": "net", "hidden": 12}, {"model": "weight"}, {"depth": 7}]
            for wrong in kinds:
                with self.assertRaises(agon.AgonError):
                    agon.learn("othello(size=4)", Path(folder, "c.agon"), games=10, **wrong)
            self.assertFalse(Path(folder, "c.agon").exists())

    def test_players_of_this_process_sit_at_the_arenas_table(self) -> None:
        if '"process"' not in _command.run(["players", "--json"]):
            self.skipTest("this `agon` is built without players by process")
        sys.path.insert(0, str(EXAMPLES))
        from minimax import Minimax

        result = agon.run_tournament("tic-tac-toe", [Minimax(9), Resigner(), "random"], openings=2, jobs=2)
        self.assertEqual(result.standings[0].name, "Minimax")
        self.assertEqual(result.points("Resigner"), 0)

    def test_python_may_live_in_any_folder(self) -> None:
        if '"process"' not in _command.run(["players", "--json"]):
            self.skipTest("this `agon` is built without players by process")
        with tempfile.TemporaryDirectory() as folder:
            python = Path(folder, "it's a \"b\" \\ c", "python3")
            python.parent.mkdir()
            python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
            python.chmod(0o755)
            with mock.patch.object(sys, "executable", str(python)):
                # Where a journal is kept the command plays, and asks by a program.
                result = agon.run_tournament("nim", [Resigner(), "random"], jobs=1, journal=Path(folder, "journal"))
            self.assertEqual(result.points("random"), 2)


if __name__ == "__main__":
    unittest.main()
