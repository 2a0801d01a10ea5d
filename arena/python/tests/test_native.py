"""What the extension promises: the answers of the command `agon`, sooner, from threads, forks and loops; and what is built on
it, batches and environments, by the tests of those who made these."""

from __future__ import annotations

import contextlib
import copy
import importlib.util
import inspect
import io
import json
import multiprocessing
import os
import pickle
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import agon
from agon import _command, _rules
from agon._backend import native
from agon._text import TextPosition

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
#: How many questions are put to both; CI asks more.
QUESTIONS = int(os.environ.get("AGON_QUESTIONS", "20000"))
HAS_NUMPY = importlib.util.find_spec("numpy") is not None
LONG = "alpha-beta(depth=60, pvs=true)"


def all_games() -> list[str]:
    """Every game that can be played by its name alone, and others of their options."""
    document = json.loads(_command.run(["games", "--json"]))
    listed = document["games"] if isinstance(document, dict) else document
    names = [game["name"] for game in listed]
    return [name for name in names if name != "program"]


OTHERS = ["chess(959)", "hex(size=5, swap=false)", "goofspiel(4, seats=3)", "tic-tac-toe(4, 4, 3, 3)", "pig(target=12, players=3)",
          "backgammon(setup=hypergammon)", "connect-four(9, 7, 5)", "tree([[3,12,8],[2,4,6],[14,5,2]])", "go(size=5)"]


def known_terms() -> list[str]:
    """The same, and some with options, of the games that this build has. An option that there is not is an error."""
    names = all_games()
    return names + [agon.game(term).term for term in OTHERS if term.partition("(")[0] in names]


def walk(start: agon.Position, draws: random.Random, most: int) -> Iterator[agon.Position]:
    """Positions along random games."""
    position = start
    for _ in range(most):
        yield position
        position = start if position.is_over else position.play(draws.choice(position.moves()))


@unittest.skipIf(native is None, "the extension is not installed")
class Native(unittest.TestCase):
    """Has the extension, and an oracle that asks the command."""


class SameAnswers(Native):
    def test_a_position_has_one_interface_whichever_is_behind_it(self) -> None:
        names = [name for name in vars(agon.Position) if not name.startswith("__") and not name.startswith("_abc")]
        self.assertGreater(len(names), 20)
        start = agon.game("nim").start
        self.assertIsInstance(start, agon.Position)
        self.assertNotIsInstance(start, TextPosition)
        for name in names:
            promised = inspect.getattr_static(agon.Position, name)
            found = getattr(type(start), name)
            self.assertEqual(inspect.getdoc(promised), inspect.getdoc(found), name)
            if isinstance(promised, property):
                self.assertTrue(inspect.isgetsetdescriptor(found), name)
            else:
                wanted = [(p.name, p.kind, p.default) for p in inspect.signature(promised).parameters.values()]
                had = [(p.name, p.kind, p.default) for p in inspect.signature(found).parameters.values()]
                self.assertEqual([w[0] for w in wanted], [h[0] for h in had], name)
                self.assertEqual([w[2] for w in wanted], [h[2] for h in had], name)

    def test_games_and_players_are_those_of_the_command(self) -> None:
        listed = [{known["name"]: known["summary"] for known in json.loads(_command.run([what, "--json"]))}
                  for what in ("games", "players")]
        self.assertEqual(agon.games(), {name: words for name, words in listed[0].items() if name != "program"})
        # Programs, persons and networks sit at the command's table.
        self.assertLessEqual(agon.players().items(), listed[1].items())
        self.assertGreater(len(agon.players()), 20)

    def test_random_questions_have_the_same_answers(self) -> None:
        terms = known_terms()
        wants = ["position", "moves", "successors", "features", "drawing", "views"]
        each = QUESTIONS // (len(terms) * (len(wants) + 1)) + 1
        asked = 0
        for number, term in enumerate(terms):
            game = agon.game(term)
            self.assertEqual(_rules.about(term)["max_plies"], game.max_plies)
            want = [*wants, "estimates"] if game.heuristics else wants
            positions = list(walk(game.start, random.Random(number), each))
            for position, told in zip(positions, _rules.ask(term, [p.text for p in positions], want)):
                self.agrees(position, told)
                asked += len(want)
        self.assertGreaterEqual(asked, QUESTIONS * 0.8)
        print(f"{asked:,} questions at {len(terms)} games, answered alike")

    def agrees(self, position: agon.Position, told: dict[str, Any]) -> None:
        where = repr(position)
        self.assertEqual(position.text, told["position"], where)
        self.assertEqual(position.node, told["node"], where)
        self.assertEqual(position.seat, told.get("seat"), where)
        self.assertEqual(position.moves(), told["moves"], where)
        self.assertEqual(position.features(), told["features"], where)
        self.assertEqual(position.drawing(), told["drawing"], where)
        seats = range(1, len(told["views"]) + 1)
        self.assertEqual([position.view(seat) for seat in seats], told["views"], where)
        self.assertEqual(position.public_view(), told["public_view"], where)
        if "estimates" in told:
            self.assertEqual(position.estimates(), told["estimates"], where)
        if position.is_over:
            self.assertEqual(position.payoffs(), told["payoffs"], where)
        if position.node == "chance":
            weights = told["weights"]
            chances = {move: weight / sum(weights) for move, weight in zip(told["moves"], weights)}
            self.assertEqual(position.chances(), chances, where)
        successors = [(after.text, after.node, after.seat) for after in position.successors()]
        expected = [(after["position"], after["node"], after.get("seat")) for after in told["successors"]]
        self.assertEqual(successors, expected, where)

    def test_numbers_of_moves_are_dense_and_mean_the_same_everywhere(self) -> None:
        for number, term in enumerate(known_terms()):
            game, meaning = agon.game(term), dict[str, int]()
            if game.actions == 0:
                self.assertIn(game.name, ("gdl", "module"))
                continue
            for position in walk(game.start, random.Random(number), 120):
                actions, moves = position.actions(), position.moves()
                self.assertEqual(len(set(actions)), len(moves))
                if position.node == "chance":
                    self.assertEqual(actions, list(range(len(moves))))
                    continue
                self.assertTrue(all(0 <= action < game.actions for action in actions))
                n = number % max(1, len(moves))
                if moves:
                    self.assertEqual(position.action(moves[n]), actions[n])
                    self.assertEqual(position.play(actions[n]), position.play(moves[n]))
                if term in ("connect-four", "othello", "nim", "go"):
                    for move, action in zip(moves, actions):
                        self.assertEqual(meaning.setdefault(move, action), action, (term, move))

    def test_drawings_are_those_of_the_command(self) -> None:
        for number, term in enumerate(all_games()):
            position = list(walk(agon.game(term).start, random.Random(number), 8))[-1]
            told = _command.run(["show", term, "--position", position.text, "--to", "svg"])
            self.assertEqual(position._repr_svg_(), told, term)

    def test_players_answer_alike(self) -> None:
        for term, player, nodes in [
            ("tic-tac-toe", "alpha-beta(depth=9)", None),
            ("connect-four", "strong(nodes=3000)", None),
            ("chess", "alpha-beta(depth=3)", None),
            ("othello", "mcts(iterations=200)", None),
            ("connect-four", "mcts(iterations=100000)", 500),
            ("kuhn", "pimc", None),
            ("backgammon", "expectiminimax(depth=2)", 2000),
            ("goofspiel", "ismcts(iterations=200)", None),
            ("nim", "random", None),
        ]:
            draws = random.Random(term)
            position = agon.game(term).start
            while position.node != "decision" or draws.random() < 0.7:
                position = position.play(draws.choice(position.moves()))
                if position.is_over:
                    position = agon.game(term).start
            asked = TextPosition(term, position.text)
            for seed in (0, 7):
                self.assertEqual(
                    position.ask(player, nodes=nodes, seed=seed), asked.ask(player, nodes=nodes, seed=seed), (term, player)
                )

    def test_advice_says_which_values_are_bounds(self) -> None:
        root = agon.game("tree([[3,12,8],[2,4,6],[14,5,2]])").start
        advice = root.ask("alpha-beta")
        self.assertEqual(advice.values, {"1": 3.0, "2": 2.0, "3": 2.0})
        self.assertEqual(advice.bounds, {"1": "exact", "2": "upper", "3": "upper"})

    def test_models_come_with_games(self) -> None:
        learned = agon.game("othello").start.ask("alpha-beta(depth=1, heuristic=learned)")
        self.assertNotEqual(learned.value, agon.game("othello").start.ask("alpha-beta(depth=1)").value)

    def test_trees_are_those_of_the_command(self) -> None:
        for term, player, more in [
            ("tree([[3,12,8],[2,4,6],[14,5,2]])", "alpha-beta", {}),
            ("tic-tac-toe", "alpha-beta(depth=3)", {"depth": 2}),
            ("connect-four", "mcts(iterations=100)", {"depth": 1, "seed": 3}),
            ("pig(target=6)", "expectiminimax(depth=3)", {}),
        ]:
            start = agon.game(term).start
            drawn, told = start.search_tree(player, **more), TextPosition(start.game, start.text).search_tree(player, **more)
            self.assertEqual((drawn.svg, str(drawn)), (told.svg, str(told)), term)
            self.assertTrue(drawn._repr_svg_().startswith("<svg"))
        with self.assertRaisesRegex(agon.AgonError, "reports nothing"):
            agon.game("nim").start.search_tree("random")

    def test_solutions_are_those_of_the_command(self) -> None:
        for term, text in [("tic-tac-toe", None), ("nim(heaps=3+4+5)", None), ("grundy(9)", None), ("pig(target=6)", None),
                           ("tic-tac-toe", "XX./OO./..."), ("connect-four(4, 4)", None), ("rps", None), ("kuhn", None),
                           ("kuhn", "31/pb"), ("pennies", None)]:
            position = agon.Position(term, text)
            self.assertEqual(position.solve(), TextPosition(term, position.text).solve(), term)
        for ended in [agon.Position("kuhn", "31/pp"), TextPosition("kuhn", "31/pp")]:
            with self.assertRaisesRegex(agon.AgonError, "nobody has anything to choose here"):
                ended.solve()
        with self.assertRaisesRegex(agon.AgonError, "more than 1000 positions"):
            agon.game("tic-tac-toe").start.solve(limit=1000)
        for term in ("tic-tac-toe", "kuhn"):
            start = agon.game(term).start
            self.assertEqual(start.solve(limit=2**64 - 1), start.solve())

    def test_results_of_tournaments_are_the_bytes_of_the_command(self) -> None:
        assert native is not None
        for games, players, more in [
            (["connect-four", "othello(size=6)"], ["random", "alpha-beta(depth=2)", "mcts(iterations=50)"], {}),
            (["kuhn"], ["ismcts(iterations=50)", "pimc", "random"], {"random_plies": 0}),
            (["nim", "pig(target=20)"], ["random", "greedy"], {"nodes": 1000}),
        ]:
            played = native.run_tournament(games, [("", p) for p in players], openings=3, seed=7, **more)
            arguments = ["run", "--json", "--quiet", "--no-journal", "--openings", "3", "--seed", "7"]
            arguments += [word for key, value in more.items() for word in ("--" + key.replace("_", "-"), str(value))]
            arguments += [word for game in games for word in ("-g", game)] + [word for p in players for word in ("-p", p)]
            self.assertEqual(played, _command.run(arguments))
        result = agon.run_tournament("nim", {"a": "random", "b": "perfect"}, openings=2, jobs=1)
        self.assertEqual(result.standings[0].name, "b")


class Values(Native):
    def test_files_are_read_anew(self) -> None:
        sheets = HERE.parents[2] / "games" / "gdl" / "src" / "sheets"
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "mine.kif")
            term = f'gdl(sheet="{file}")'
            for name, moves in [("tic-tac-toe", 9), ("rock-paper-scissors", 3)]:
                file.write_text((sheets / f"{name}.kif").read_text(encoding="utf-8"), encoding="utf-8")
                start = agon.game(term).start
                self.assertEqual(len(start.moves()), moves)
                file.unlink()
                self.assertEqual(pickle.loads(pickle.dumps(start)), start)
            with self.assertRaisesRegex(agon.RulesError, "mine.kif"):
                agon.game(term)

    def test_positions_are_hashed_copied_and_pickled(self) -> None:
        for number, term in enumerate(all_games()):
            for position in walk(agon.game(term).start, random.Random(number), 20):
                again = agon.Position(position.game, position.text)
                self.assertEqual((again, hash(again), repr(again)), (position, hash(position), repr(position)))
                self.assertEqual({position: 1}[again], 1)
                self.assertEqual(pickle.loads(pickle.dumps(position)), position)
                self.assertIs(copy.deepcopy(position), position)
                self.assertIs(copy.copy(position), position)
        nim, chess = agon.game("nim").start, agon.game("chess").start
        self.assertNotEqual(nim, chess)
        self.assertNotEqual(nim, nim.text)
        with self.assertRaises(TypeError):
            sorted([nim, nim.play(nim.moves()[0])])  # type: ignore[type-var]

    def test_redeals_have_the_same_view(self) -> None:
        position = agon.game("kuhn").position("31/pb")
        redeals = [position.redeal(1, seed) for seed in range(20)]
        self.assertEqual({redeal.view(1) for redeal in redeals}, {position.view(1)})
        self.assertEqual({redeal.view(2) for redeal in redeals}, {"?1/pb", "?2/pb"})
        self.assertEqual(redeals, [position.redeal(1, seed) for seed in range(20)])

    def test_mistakes_have_types_and_words(self) -> None:
        assert native is not None
        start = agon.game("nim").start
        mistakes: list[tuple[Callable[[], object], type[Exception], str]] = [
            (lambda: agon.Position("nimm", "x"), agon.RulesError, "did you mean `nim`"),
            (lambda: agon.Position("nim(", "x"), agon.RulesError, ""),
            (lambda: agon.Position("nim", "x\0y\U0001F600"), agon.RulesError, "is not a position"),
            (lambda: start.play("z9"), agon.RulesError, "is not legal"),
            (lambda: start.play(10**9), agon.RulesError, "action 1000000000 is not legal"),
            (lambda: start.play(-1), agon.RulesError, "accepted: "),
            (lambda: start.play(10**30), OverflowError, ""),
            (lambda: start.play(None), TypeError, ""),  # type: ignore[arg-type]
            (lambda: start.play(1.5), TypeError, ""),  # type: ignore[arg-type]
            (lambda: start.payoffs(), agon.RulesError, "nobody got anything yet"),
            (lambda: start.payoff(3), agon.RulesError, "accepted: 1 to 2"),
            (lambda: start.view(0), agon.RulesError, "accepted: 1 to 2"),
            (lambda: start.estimates(), agon.RulesError, "has no heuristic"),
            (lambda: start.ask("randum"), agon.RulesError, "did you mean `random`"),
            (lambda: start.ask("alpha-beta(depht=3)"), agon.RulesError, "did you mean `depth`"),
            (lambda: start.ask("random", nodes=0), agon.AgonError, "1 or more"),
            (lambda: start.ask("max-n").line and agon.game("kuhn").position("31/pb").ask("minimax"), agon.AgonError, "hid|cannot"),
            (lambda: agon.run_tournament("nim", ["random", "randum"]), agon.AgonError, "did you mean `random`"),
            (lambda: agon.run_tournament("nim", ["random", "greedy"], openings=0), agon.AgonError, "1 or more"),
            # A panic that nobody guards against.
            (lambda: native.break_down(), agon.Breakdown, "asked to"),
        ]
        for number, (mistake, kind, words) in enumerate(mistakes):
            with self.assertRaisesRegex(kind, words, msg=f"mistake {number}"):
                mistake()

    def test_without_numpy_there_are_no_arrays_and_all_the_rest(self) -> None:
        program = "import sys\nsys.modules['numpy'] = None\nimport agon\nstart = agon.game('nim').start\nstart.playout()\n" \
                  "for question in [lambda: start.playouts(3), lambda: agon.batch('nim', 2)]:\n" \
                  "    try: question()\n    except ImportError as error: print('ImportError', '[arrays]' in str(error))"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "ImportError True\n" * 2, ""))

    def test_a_million_positions_leave_no_memory_behind(self) -> None:
        def a_hundred_thousand() -> int:
            position, draws = agon.game("chess").start, random.Random(1)
            for _ in range(1000):
                for _ in range(50):
                    after = position.successors() if draws.random() < 0.02 else [position.play(position.actions()[0])]
                    position = after[0]
                    if position.is_over:
                        break
                position = agon.game("chess").start
                for _ in range(50):
                    position.play(0 if not position.moves() else position.moves()[-1])
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

        a_hundred_thousand()
        before = a_hundred_thousand()
        after = [a_hundred_thousand() for _ in range(8)][-1]
        self.assertLess(after - before, 8 << 10)


class Interrupts(Native):
    def interrupted(self, question: Callable[[], object], seconds: float = 0.2) -> float:
        def raises(*_: object) -> None:
            raise KeyboardInterrupt

        was = signal.signal(signal.SIGALRM, raises)
        begun = time.monotonic()
        try:
            signal.setitimer(signal.ITIMER_REAL, seconds)
            with self.assertRaises(KeyboardInterrupt):
                question()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, was)
        return time.monotonic() - begun

    def test_a_signal_ends_whatever_takes_long(self) -> None:
        start = agon.game("chess").start
        long: list[Callable[[], object]] = [
            lambda: start.ask(LONG),
            lambda: start.ask("mcts(iterations=1000000000)"),
            lambda: start.search_tree(LONG, depth=1),
            lambda: agon.game("othello").start.solve(limit=100_000_000),
            lambda: agon.run_tournament("chess", [LONG, "mcts(iterations=100000000)"], openings=1),
            lambda: agon.run_tournament("nim", [Endless(), "random"], openings=1),
            lambda: agon.learn("othello", Path(tempfile.gettempdir(), "never"), games=100_000_000),
        ]
        if HAS_NUMPY:
            # An import that is interrupted leaves half a NumPy behind.
            importlib.import_module("numpy")
            long.append(lambda: start.playouts(3_000_000))
        for number, question in enumerate(long):
            self.assertLess(self.interrupted(question), 3, f"question {number}")
            self.assertEqual(agon.game("tic-tac-toe").start.ask("alpha-beta(depth=9)").value, 0)

    def test_python_ends_while_a_search_goes_on(self) -> None:
        program = f"import agon, threading, time\nstart = agon.game('chess').start\n" \
                  f"threading.Thread(target=start.ask, args=[{LONG!r}], daemon=True).start()\ntime.sleep(0.3)\nprint('ends')"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=30)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "ends\n", ""))

    def test_threads_search_side_by_side_and_python_goes_on(self) -> None:
        start = agon.game("connect-four").start
        alone = [start.play(move).ask("alpha-beta(depth=9)") for move in start.moves()]
        found: dict[int, agon.Advice] = {}
        counted = 0

        def ask(number: int, move: str) -> None:
            found[number] = start.play(move).ask("alpha-beta(depth=9)")

        threads = [threading.Thread(target=ask, args=(n, move)) for n, move in enumerate(start.moves())]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            counted += 1
            time.sleep(0)
        self.assertEqual([found[n] for n in range(len(alone))], alone)
        # As long as one thread searches and keeps the lock, nothing is counted.
        self.assertGreater(counted, 100)

    @unittest.skipUnless(hasattr(os, "fork"), "there are no forks here")
    def test_forked_and_spawned_processes_go_on(self) -> None:
        alone = [_in_a_process(move) for move in "abcdefg"]
        for way in ("fork", "spawn"):
            with multiprocessing.get_context(way).Pool(2) as pool:
                self.assertEqual(pool.map_async(_in_a_process, "abcdefg").get(timeout=120), alone, way)


class Endless(agon.Player):
    def choose(self, position: agon.Position, turn: agon.Turn) -> str:
        while True:
            pass


class Follower(agon.Player):
    """Plays the last move or one at random, and remembers the moves it was sent, in a list that its copies share."""

    follows = True
    random = True

    def __init__(self, told: list[tuple[object, ...]]) -> None:
        self.told = told

    def __deepcopy__(self, memo: object) -> Follower:
        return Follower(self.told)

    def begin(self, game: agon.Game, seat: int) -> None:
        self.told.append(("begin", game.term, seat))

    def choose(self, position: agon.Position, turn: agon.Turn) -> str:
        self.told.append(("choose", position.text, turn.seat, turn.ply, turn.nodes, turn.time))
        turn.think(value=0.5, depth=3, nodes=7, pv=[])
        return turn.random.choice(position.moves())

    def played(self, move: str, position: agon.Position) -> None:
        self.told.append(("played", move, position.text))

    def end(self, position: agon.Position, payoffs: list[float]) -> None:
        self.told.append(("end", position.text, tuple(payoffs)))


# What each `Keeper` knew, whenever it was asked.
REPORTS: list[list[str]] = []


class Keeper(agon.Player):
    """Plays games that hide something, and reports all that it was ever shown."""

    hidden = True

    def __init__(self) -> None:
        self.seen: list[str] = []

    def choose(self, view: agon.View, turn: agon.Turn) -> str:
        self.seen.append(view.text)
        REPORTS.append(list(self.seen))
        return view.moves()[-1]


class Faulty(agon.Player):
    """Does what must not bring down a tournament."""

    def __init__(self, fault: str) -> None:
        self.fault = fault

    def begin(self, game: agon.Game, seat: int) -> None:
        if self.fault == "begins badly":
            raise ValueError("not today")

    def choose(self, position: agon.Position, turn: agon.Turn) -> Any:
        if self.fault == "raises":
            raise ValueError("my own mistake")
        if self.fault == "leaves":
            sys.exit(3)
        if self.fault == "thinks nonsense":
            turn.think(depth="deep")  # type: ignore[arg-type]
        if self.fault == "says nothing it may":
            return "z99"
        return [] if self.fault == "returns a list" else position.moves()[0]


class OwnPlayers(Native):
    def test_they_play_here_as_they_play_by_the_command(self) -> None:
        if '"process"' not in _command.run(["players", "--json"]):
            self.skipTest("this `agon` is built without players by process")
        games = ["nim", "pig(target=20)", "tic-tac-toe"]
        secret = "000102030405060708090a0b0c0d0e0f"
        answers = []
        with tempfile.TemporaryDirectory() as folder:
            here, by_command = None, Path(folder, "journal")
            for given, journal in [(None, here), (None, by_command), (secret, here), (secret, Path(folder, "secret"))]:
                told: list[tuple[object, ...]] = []
                players: list[str | agon.Player] = [Follower(told), "random", "greedy"]
                result = agon.run_tournament(games, players, openings=2, seed=4, secret=given, nodes=50, jobs=1, journal=journal)
                self.assertEqual(result.document.get("secret"), given)
                rows = [{key: row[key] for key in row if key != "faults"} for row in result.rows()]
                # A copy on each seat: with the command each receives its messages in a thread of its own.
                answers.append((rows, result.pairs, sorted(map(str, (what for what in told if what[0] != "begin")))))
                self.assertEqual({row["faults"] for row in result.rows()}, {0})
        self.assertEqual(answers[0], answers[1])
        self.assertEqual(answers[2], answers[3])
        self.assertNotEqual(answers[0], answers[2])
        with self.assertRaisesRegex(agon.AgonError, "secret: .*`x`.*32 hexadecimal digits, or `none`"):
            agon.run_tournament("nim", ["random", "greedy"], secret="x")
        self.assertEqual({what.split("'")[1] for what in answers[0][2]}, {"choose", "played", "end"})

    def test_whatever_they_do_costs_their_own_game_alone(self) -> None:
        faults = {
            "raises": "my own mistake", "leaves": "SystemExit", "says nothing it may": "z99",
            "returns a list": "", "thinks nonsense": "",
        }
        # After three games without an answer the fourth is not played, and nobody has points for it.
        won = {"raises": 3, "leaves": 3, "thinks nonsense": 3}
        for fault, told in faults.items():
            errors = io.StringIO()
            with self.subTest(fault), contextlib.redirect_stderr(errors):
                result = agon.run_tournament("nim", {"it": Faulty(fault), "random": "random"}, openings=2)
                self.assertEqual((result.points("random"), result.points("it")), (won.get(fault, 4), 0))
                self.assertEqual(sum(s.faults for s in result.standings if s.name == "it"), 4)
                self.assertIn(told, errors.getvalue() + json.dumps(result.document))
        # Who cannot even begin is found out before the first game.
        with self.assertRaisesRegex(agon.AgonError, "not today"), contextlib.redirect_stderr(io.StringIO()):
            agon.run_tournament("nim", {"it": Faulty("begins badly"), "random": "random"})

    def test_who_cannot_be_copied_for_a_seat_is_told_so(self) -> None:
        player = Faulty("")
        player.lock = threading.Lock()  # type: ignore[attr-defined]
        with self.assertRaisesRegex(agon.AgonError, "cannot be copied for a seat: .*lock.*__deepcopy__"):
            agon.run_tournament("nim", [player, "random"])

    def test_who_wants_too_many_redeals_is_told_so(self) -> None:
        player = Keeper()
        player.redeals = 1001
        with self.assertRaisesRegex(agon.AgonError, "wants 1001 redeals; .*up to 1000"):
            agon.run_tournament("kuhn", [player, "random"])

    def test_a_copy_remembers_nothing_from_an_earlier_game_that_hides_something(self) -> None:
        REPORTS.clear()
        # All pairs and seatings play the same deals.
        agon.run_tournament("leduc", [Keeper(), "random", "pimc(random, deals=2)"], openings=3, random_plies=0, jobs=1)
        self.assertLessEqual(8, len(REPORTS))
        for report in REPORTS:
            shown = report[-1].split("/")[0]
            for view in report:
                cards = view.split("/")[0]
                self.assertTrue(all(card in "-?" or card == now for card, now in zip(cards, shown, strict=True)), report)

    def test_they_go_when_the_tournament_is_over(self) -> None:
        told: list[tuple[object, ...]] = []
        player = Follower(told)
        agon.run_tournament("nim", [player, "random"], jobs=2)
        self.assertEqual(sys.getrefcount(player), 2)
        self.assertNotIn("python", agon.players())
        with self.assertRaisesRegex(agon.AgonError, "Follower"):
            agon.run_tournament("nim", ['python(object="Follower")', "random"])

    def test_two_of_a_name_are_told_apart(self) -> None:
        result = agon.run_tournament("nim", {"one": Follower([]), "other": Follower([])}, openings=2)
        self.assertEqual(sorted(standing.name for standing in result.standings), ["one", "other"])


def _in_a_process(move: str) -> tuple[object, ...]:
    position = agon.game("connect-four").start.play(move)
    rows: object = None
    if HAS_NUMPY:
        batch = agon.batch("connect-four", 300, seed=1)
        batch.step(batch.draw())
        rows = (position.playouts(300, seed=2).sum(), batch.observations.sum())
    result = agon.run_tournament("nim", ["random", "greedy"], openings=2)
    return position, position.ask("alpha-beta(depth=5)"), rows, result.fingerprint


@unittest.skipUnless(HAS_NUMPY, "numpy is not installed")
class Batches(Native):
    def test_a_batch_plays_the_games_that_positions_play(self) -> None:
        import numpy as np

        for term in known_terms():
            game = agon.game(term)
            if game.actions == 0:
                continue
            batch = agon.batch(term, 5, seed=3)
            self.assertEqual((len(batch), batch.game, batch.actions), (5, game.term, game.actions))
            begun = 0
            for _ in range(60):
                before = [batch[n] for n in range(5)]
                for n, position in enumerate(before):
                    self.assertEqual(batch.seats[n], position.seat)
                    self.assertEqual(np.flatnonzero(batch.masks[n]).tolist(), sorted(position.actions()))
                    seen = position.observation()
                    self.assertEqual(bytes(batch.observations[n]), seen + bytes(batch.observations.shape[1] - len(seen)))
                actions = batch.draw()
                observations, masks, rewards, dones = batch.step(actions)
                self.assertIs(observations, batch.observations)
                for n, position in enumerate(before):
                    after = position.play(int(actions[n]))
                    if after.node == "decision":
                        self.assertEqual((after, dones[n], rewards[n].any()), (batch[n], False, False))
                    elif after.is_over:
                        begun += 1
                        self.assertTrue(dones[n])
                        self.assertEqual(rewards[n].tolist(), np.array(after.payoffs(), np.float32).tolist())
                    elif not dones[n]:
                        self.assertFalse(rewards[n].any())
            if game.max_plies < 100:
                self.assertGreater(begun, 0, term)

    def test_what_happens_does_not_depend_on_the_number_of_cores(self) -> None:
        import numpy as np

        def played() -> list[Any]:
            batch = agon.batch("backgammon", 600, seed=5)
            told = []
            for _ in range(20):
                observations, _, rewards, _ = batch.step(batch.draw())
                told.append((observations.copy(), rewards.copy()))
            return [*told, agon.game("pig").start.playouts(1000, seed=2)]

        cores = os.sched_getaffinity(0)
        many = played()
        try:
            os.sched_setaffinity(0, {min(cores)})
            one = played()
        finally:
            os.sched_setaffinity(0, cores)
        for (seen, paid), (also_seen, also_paid) in zip(many[:-1], one[:-1]):
            self.assertTrue(np.array_equal(seen, also_seen) and np.array_equal(paid, also_paid))
        self.assertTrue(np.array_equal(many[-1], one[-1]))

    def test_a_refused_action_plays_nothing(self) -> None:
        import numpy as np

        batch = agon.batch("connect-four", 1000)
        actions = batch.draw()
        before = batch.observations.copy()
        actions[700] = 7
        with self.assertRaisesRegex(agon.RulesError, "game 700: action 7 is not legal"):
            batch.step(actions)
        self.assertTrue(np.array_equal(batch.observations, before))
        self.assertEqual(batch[3], agon.game("connect-four").start)
        for wrong, kind in [([0] * 999, agon.RulesError), (None, TypeError), (["a"] * 1000, Exception)]:
            with self.assertRaises(kind):
                batch.step(wrong)  # type: ignore[arg-type]
        batch.step([0] * 1000)
        batch.step(np.ones(1000, np.int32))
        self.assertEqual(batch[-1].moves(), batch[0].moves())
        with self.assertRaises(IndexError):
            batch[1000]

    def test_a_failed_step_leaves_the_batch_as_it_was(self) -> None:
        import numpy as np

        def state(batch: Any) -> list[Any]:
            arrays = [batch.observations, batch.masks, batch.rewards, batch.dones, batch.seats]
            return [[batch[n].text for n in range(len(batch))], *(array.tolist() for array in arrays)]

        def fails(batch: Any, actions: Any, kind: type[Exception], words: str) -> None:
            before = state(batch)
            with self.assertRaisesRegex(kind, words):
                batch.step(actions)
            self.assertEqual(state(batch), before)

        batch = agon.batch("connect-four", 8, seed=1)
        for _ in range(30):
            batch.step(batch.draw())
        for name in ["observations", "masks", "rewards", "dones", "seats"]:
            getattr(batch, name).setflags(write=False)
            fails(batch, batch.draw(), agon.RulesError, f"batch.{name}: .*not writeable")
            before = state(batch)
            with self.assertRaisesRegex(agon.RulesError, "not writeable"):
                batch.reset(seed=5)
            self.assertEqual(state(batch), before)
            getattr(batch, name).setflags(write=True)
        batch.seats.resize(4, refcheck=False)
        fails(batch, batch.draw(), agon.RulesError, "batch.seats: it has another shape")
        batch.seats.resize(8, refcheck=False)
        batch.reset(seed=5)
        for actions, words in [
            ([3.0] * 8, "accepted: a list or an array of integers, not of float64"),
            (np.full(8, np.nan), "integers, not of float64"),
            (np.ones(8, np.float32), "integers, not of float32"),
            (batch.masks, "integers, not of bool"),
            (batch.masks[:, 0], "integers, not of bool"),
            (None, "integers, not of object"),
            ([10**30] * 8, "integers, not of object"),
        ]:
            fails(batch, actions, TypeError, words)
        fails(batch, [], agon.RulesError, "0 actions for 8 games")
        fails(batch, np.ones((8, 7), np.int64), agon.RulesError, "one for each of 8 games")
        fails(batch, 3, agon.RulesError, "one for each of 8 games")
        fails(batch, np.full(8, 2**64 - 1, np.uint64), agon.RulesError, "game 0: action -1 is not legal")
        for kind in (np.int8, np.uint8, np.int32, np.uint64):
            batch.step(batch.draw().astype(kind))
        batch.step(np.repeat(batch.draw(), 2)[::2])

        # The first views have three bytes, the next four.
        narrow, wide = agon.batch("kuhn", 8, seed=1, width=3), agon.batch("kuhn", 8, seed=1)
        for _ in range(2):
            fails(narrow, narrow.draw(), agon.RulesError, "what is seen of game 0 has 4 bytes, and there is room for 3")
        self.assertEqual([narrow[n] for n in range(8)], [wide[n] for n in range(8)])

    def test_what_no_machine_has_room_for_is_refused_before_it_is_asked_for(self) -> None:
        # Elsewhere, because a process that asks for too much is ended.
        program = "import agon\nstart = agon.game('chess').start\n" \
                  "for ask in [lambda: agon.batch('chess', 10**15), lambda: agon.batch('kuhn', 4, width=10**15),\n" \
                  "            lambda: agon.batch('connect-four', 2**60), lambda: start.playouts(10**15), lambda: start.playouts(2**61)]:\n" \
                  "    try: ask()\n    except agon.AgonError as error: print(error)"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        said = done.stdout.splitlines()
        self.assertEqual(len(said), 5, said)
        for line in said:
            self.assertRegex(line, r"take \d+ bytes, \d+ each, and there is room for \d+; accepted: \d+ or fewer")
        self.assertIn("1000000000000000 playouts take 8000000000000000 bytes, 8 each", said[3])
        # Such a limit is nobody's.
        self.assertEqual(agon.game("nim").start.playouts(0).shape, (0, 2))

    def test_a_saved_batch_goes_on_as_the_batch_itself(self) -> None:
        for term in ("backgammon", "kuhn", "whist", "chess", "connect-four"):
            batch = agon.batch(term, 6, seed=3)
            for _ in range(25):
                batch.step(batch.draw())
            others = [copy.copy(batch), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
            for _ in range(40):
                arrays = [batch.observations, batch.masks, batch.rewards, batch.dones, batch.seats]
                told = [array.tobytes() for array in arrays]
                for other in others:
                    also = [other.observations, other.masks, other.rewards, other.dones, other.seats]
                    self.assertEqual([array.tobytes() for array in also], told, term)
                actions = [each.draw().tolist() for each in (batch, *others)]
                self.assertEqual(actions[1:], actions[:1] * 3, term)
                for each in (batch, *others):
                    each.step(actions[0])
        saved = agon.batch("kuhn", 2).save()
        for at in range(len(saved)):
            with self.assertRaisesRegex(agon.RulesError, "no batch: .*; accepted: the bytes that a batch wrote"):
                type(batch).restored(saved[:at] + bytes([saved[at] ^ 1]) + saved[at + 1:])
            with self.assertRaises(agon.RulesError):
                type(batch).restored(saved[:at])

    def test_a_batch_says_what_it_cannot(self) -> None:
        refused: list[tuple[Callable[[], object], str]] = [
            (lambda: agon.batch("kuhn", 10, width=2), "there is room for 2"),
            (lambda: agon.batch("connect-four", 10, width=2), "width is for games"),
            (lambda: agon.batch("nim", 0), "one game or more"),
            (lambda: agon.batch("nimm", 1), "did you mean `nim`"),
        ]
        for make, words in refused:
            with self.assertRaisesRegex(agon.RulesError, words):
                make()

    def test_playouts_are_the_games_of_their_numbers(self) -> None:
        start = agon.game("connect-four").start
        many = start.playouts(400, seed=9)
        self.assertEqual(many[0].tolist(), start.playout(seed=9).payoffs())
        self.assertEqual(many[:100].tolist(), start.playouts(100, seed=9).tolist())
        self.assertTrue(0.4 < (many[:, 0] > 0).mean() < 0.7)


    def test_what_was_learned_from_batches_never_loses(self) -> None:
        done = subprocess.run([sys.executable, str(EXAMPLES / "q_learning.py")], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("against every way to play"), 2)
        self.assertNotIn("-1.0", done.stdout)


@unittest.skipUnless(importlib.util.find_spec("gymnasium") and importlib.util.find_spec("pettingzoo"),
                     "PettingZoo and Gymnasium are not installed")
class Environments(Native):
    def test_every_game_passes_pettingzoos_tests(self) -> None:
        from agon.pettingzoo import AgonEnv
        from pettingzoo.test import api_test, render_test, seed_test  # type: ignore[import-untyped]

        passed = 0
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            for term in known_terms():
                if agon.game(term).actions == 0:
                    continue
                with self.subTest(term):
                    api_test(AgonEnv(term), num_cycles=300, verbose_progress=False)
                    seed_test(lambda: AgonEnv(term), num_cycles=100)
                    passed += 1
            render_test(lambda render_mode=None: AgonEnv("connect-four", render_mode=render_mode))
        print(f"PettingZoo's tests hold at {passed} games")

    @staticmethod
    def seen_from(env: Any) -> list[str]:
        """All that is seen of a game from one seed. PettingZoo's own test of seeds asks for what is not legal."""
        import numpy as np

        told: list[str] = []
        draws = np.random.default_rng(7)
        shown, _ = env.reset(seed=5)
        while env.agents and len(told) < 30:
            masks = {agent: np.flatnonzero(seen["action_mask"]) for agent, seen in shown.items()}
            shown, *rest = env.step({agent: draws.choice(m) if len(m) else 0 for agent, m in masks.items()})
            told.append(str([(agent, bytes(seen["observation"])) for agent, seen in shown.items()]) + str(rest))
        return told

    def test_every_game_passes_the_test_of_parallel_environments(self) -> None:
        from agon.pettingzoo import AgonParallelEnv
        from pettingzoo.test import parallel_api_test

        passed = 0
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            for term in known_terms():
                # Masks of these have so many bytes for every seat and step that the tests take minutes.
                if not 0 < agon.game(term).actions < 10_000:
                    continue
                with self.subTest(term):
                    parallel_api_test(AgonParallelEnv(term), num_cycles=100)
                    self.assertEqual(self.seen_from(AgonParallelEnv(term)), self.seen_from(AgonParallelEnv(term)))
                    passed += 1
        print(f"PettingZoo's tests of parallel environments hold at {passed} games")

    def test_who_chooses_at_the_same_time_acts_in_one_step(self) -> None:
        from agon.pettingzoo import AgonParallelEnv

        for term, at_once in [("rps", 2), ("goofspiel(3)", 2), ("goofspiel(4, seats=3)", 3), ("blotto", 2), ("kuhn", 1),
                              ("tic-tac-toe", 1), ("whist", 1)]:
            env = AgonParallelEnv(term)
            shown, _ = env.reset(seed=3)
            self.assertEqual(sum(bool(seen["action_mask"].any()) for seen in shown.values()), at_once, term)
        env = AgonParallelEnv("rps")
        for first in range(3):
            for second in range(3):
                env.reset(seed=1)
                _, rewards, ended, _, _ = env.step({"seat_1": first, "seat_2": second})
                after = agon.game("rps").start.play(first).play(second)
                self.assertEqual(list(rewards.values()), after.payoffs())
                self.assertEqual((ended, env.agents), ({"seat_1": True, "seat_2": True}, []))
        env.reset(seed=1)
        with self.assertRaises(agon.RulesError):
            env.step({"seat_1": 7, "seat_2": 0})
        # What the others choose is seen by nobody before all have chosen: a step would say so.
        for term in ("goofspiel(4, seats=3)", "oshi-zumo", "battleship", "liars-dice"):
            self.assertTrue(self.seen_from(AgonParallelEnv(term)), term)

    def test_every_game_passes_gymnasiums_test(self) -> None:
        from agon.gymnasium import AgonEnv
        from gymnasium.utils.env_checker import check_env

        passed = 0
        for term in known_terms():
            if agon.game(term).actions == 0:
                continue
            with self.subTest(term), warnings.catch_warnings():
                warnings.simplefilter("error")
                warnings.filterwarnings("ignore", category=DeprecationWarning)
                warnings.filterwarnings("ignore", message=".*(not in the range|render|spec).*")
                check_env(AgonEnv(term, render_mode="ansi"))
                passed += 1
        print(f"Gymnasium's test holds at {passed} games")

    def test_a_seat_meets_players_of_the_arena(self) -> None:
        from agon.gymnasium import AgonEnv

        env = AgonEnv("tic-tac-toe", seat=2, opponent="perfect")
        for seed in range(5):
            env.reset(seed=seed)
            is_over, reward = False, 0.0
            while not is_over:
                action = int(env.np_random.choice(env.action_masks().nonzero()[0]))
                _, reward, is_over, _, _ = env.step(action)
            self.assertLessEqual(reward, 0)
        env.reset(seed=1)
        taken = next(action for action in range(9) if not env.action_masks()[action])
        _, reward, is_over, _, info = env.step(taken)
        self.assertEqual((reward, is_over, info["illegal"]), (-1, True, True))
        # The episode is over, though somebody could still move.
        for ended in (env, AgonEnv("tic-tac-toe")):
            with self.assertRaisesRegex(agon.AgonError, "call reset"):
                ended.step(0)
        env.reset(seed=1)
        self.assertFalse(env.step(int(env.action_masks().argmax()))[2])

    def test_observations_are_what_a_seat_sees_and_no_more(self) -> None:
        from agon.pettingzoo import AgonEnv

        # Two positions that the first seat cannot tell apart, and the second can.
        kuhn = agon.game("kuhn")
        env = AgonEnv("kuhn", render_mode="ansi")
        env.reset(seed=1)

        def observed(text: str) -> list[bytes]:
            env.stand_at(kuhn.position(text))
            self.assertEqual(env.render(), "??/pb")
            return [bytes(env.observe(agent)["observation"]).rstrip(b"\0") for agent in env.possible_agents]

        self.assertEqual(observed("31/pb"), [b"3?/pb", b"?1/pb"])
        self.assertEqual(observed("32/pb"), [b"3?/pb", b"?2/pb"])

    def test_nothing_is_cut_silently(self) -> None:
        from agon.pettingzoo import AgonEnv

        env = AgonEnv("kuhn", max_bytes=1)
        env.reset(seed=1)
        with self.assertRaisesRegex(agon.AgonError, "bytes, and there is room for 1"):
            env.observe("seat_1")


@unittest.skipUnless(importlib.util.find_spec("pyspiel"), "OpenSpiel is not installed")
class OpenSpiel(Native):
    def test_games_of_ours_pass_openspiels_test(self) -> None:
        games = ["connect-four", "tic-tac-toe", "pig(target=10)", "kuhn", "leduc", "nim", "othello(size=4)"]
        done = subprocess.run([sys.executable, str(EXAMPLES / "openspiel_game.py"), *games],
                              capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr)
        self.assertEqual(done.stdout.count("holds"), len(games))

    def test_information_states_are_views(self) -> None:
        sys.path.insert(0, str(EXAMPLES))
        pyspiel = importlib.import_module("pyspiel")
        there = pyspiel.load_game(importlib.import_module("openspiel_game").register("kuhn"))
        self.assertEqual(there.get_type().information, pyspiel.GameType.Information.IMPERFECT_INFORMATION)
        states = [there.new_initial_state() for _ in range(2)]
        for state, text in zip(states, ["31/pb", "32/pb"]):
            state.position = agon.game("kuhn").position(text)
        seen = [[state.information_state_string(seat) for seat in range(2)] for state in states]
        self.assertEqual(seen, [["3?/pb", "?1/pb"], ["3?/pb", "?2/pb"]])


class House(unittest.TestCase):
    def test_one_version_is_said_everywhere(self) -> None:
        said = {line for file in ["pyproject.toml", "native/Cargo.toml", "../../Cargo.toml"]
                for line in (HERE.parent / file).read_text(encoding="utf-8").splitlines() if line.startswith("version = ")}
        self.assertEqual(len(said), 1, said)


class Fallback(unittest.TestCase):
    def test_without_the_extension_a_process_answers_and_says_what_it_cannot(self) -> None:
        program = "import agon, agon._backend\nassert agon._backend.native is None\nstart = agon.game('nim').start\n" \
                  "print(start.play('a1').text)\nfor question in [start.actions, start.playout, lambda: agon.batch('nim', 2)]:\n" \
                  "    try: question()\n    except agon.AgonError as error: print(error)"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60,
                              env={**os.environ, "AGON_NATIVE": "no"})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(done.stdout.splitlines()), 4)
        self.assertEqual(done.stdout.count("needs the extension"), 3)

    def test_pickles_are_read_whoever_answers(self) -> None:
        position = agon.game("chess").start.play("e4")
        pickled = pickle.dumps(position)
        program = "import pickle, sys\nprint(pickle.load(sys.stdin.buffer).text)"
        done = subprocess.run([sys.executable, "-c", program], input=pickled, capture_output=True, timeout=60,
                              env={**os.environ, "AGON_NATIVE": "no"})
        self.assertEqual(done.stdout.decode().strip(), position.text)

    def test_a_game_that_only_the_arena_knows_is_asked_there(self) -> None:
        class Table:
            def ask(self, message: dict[str, Any]) -> dict[str, Any]:
                answer = {"position": "3 1", "node": "decision", "seat": 1, "moves": ["1"],
                          "successors": [{"position": "2 2", "node": "decision", "seat": 2}]}
                return {"type": "answers", "id": message["id"], "answers": [answer]}

        with mock.patch.object(_rules._local, "asker", Table(), create=True):
            position = agon.Position('program("python3 mine.py")', "3 1")
            self.assertIsInstance(position, agon.Position)
            self.assertEqual((position.moves(), position.play("1").text), (["1"], "2 2"))


if __name__ == "__main__":
    unittest.main()
