"""Vector environments of Gymnasium: what `SyncVectorEnv` makes of single ones is the oracle."""

from __future__ import annotations

import contextlib
import importlib.util
import signal
import subprocess
import sys
import threading
import time
import unittest
import warnings
from pathlib import Path
from typing import Any

import agon
from agon._backend import native

from .test_native import known_terms

EXAMPLES = Path(__file__).parent.parent / "examples"
LONG = "mcts(iterations=100000000)"
#: A term, the options of an environment, and how often an illegal action is tried.
CASES: list[tuple[str, dict[str, Any], float]] = [
    ("connect-four", {}, 0.02),
    ("connect-four", {"seat": 2}, 0),
    ("tic-tac-toe", {"seat": 2, "opponent": "greedy"}, 0.1),
    ("tic-tac-toe", {"opponent": "mcts(iterations=20)"}, 0.1),
    ("backgammon(setup=hypergammon)", {}, 0.02),
    ("pig(target=20, players=3)", {"seat": 3}, 0),
    ("pig(target=20, players=3)", {"opponent": "greedy"}, 0.05),
    ("kuhn", {"seat": 2}, 0.1),
    ("kuhn", {"opponent": "pimc"}, 0.1),
    ("goofspiel(4, seats=3)", {"seat": 2}, 0.05),
    ("leduc", {"seat": 2, "opponent": "ismcts(iterations=10)"}, 0.05),
    ("2048", {}, 0.02),
]


@unittest.skipIf(native is None or importlib.util.find_spec("gymnasium") is None,
                 "the extension or Gymnasium is not installed")
class Vectors(unittest.TestCase):
    def assert_same(self, one: Any, other: Any) -> None:
        """The same values in the same types, all the way down."""
        import numpy as np

        self.assertIs(type(one), type(other))
        if isinstance(one, dict):
            self.assertEqual(one.keys(), other.keys())
            for key in one:
                with self.subTest(key):
                    self.assert_same(one[key], other[key])
        elif isinstance(one, tuple):
            self.assertEqual(len(one), len(other))
            for a, b in zip(one, other):
                self.assert_same(a, b)
        elif isinstance(one, np.ndarray):
            self.assertEqual((one.dtype, one.shape), (other.dtype, other.shape))
            if one.dtype == object:
                self.assert_same(tuple(one), tuple(other))
            else:
                np.testing.assert_array_equal(one, other)
        else:
            self.assertEqual(one, other)

    def pair(self, term: str, number: int, mode: Any, **options: Any) -> tuple[Any, Any]:
        """So many single environments, and the vector of as many."""
        from agon.gymnasium import AgonEnv, AgonVectorEnv
        from gymnasium.vector import SyncVectorEnv

        singles = SyncVectorEnv([lambda: AgonEnv(term, **options)] * number, autoreset_mode=mode)
        return singles, AgonVectorEnv(term, number, autoreset_mode=mode, **options)

    def walk(self, pair: tuple[Any, Any], steps: int, wrong: float = 0) -> dict[str, int]:
        """Steps both by the same actions, some of them illegal, as far as they go: what was met."""
        import numpy as np
        from gymnasium.vector import AutoresetMode

        draws = np.random.default_rng(3)
        one, other = pair
        met = {"ended": 0, "illegal": 0, "final": 0}
        seen = one.reset(seed=11)
        self.assert_same(seen, other.reset(seed=11))
        infos = seen[1]
        masks = infos["action_mask"].copy()
        for _ in range(steps):
            actions = np.array([draws.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
            for n, mask in enumerate(masks):
                if draws.random() < wrong:
                    actions[n] = draws.choice([*np.flatnonzero(mask == 0), len(mask), -1])
            try:
                seen = one.step(actions)
            except agon.AgonError as error:
                # A game that is over before the seat has chosen.
                with self.assertRaisesRegex(agon.AgonError, str(error)):
                    other.step(actions)
                break
            self.assert_same(seen, other.step(actions))
            ended, infos = seen[2], seen[4]
            masks = infos["action_mask"].copy()
            met["ended"] += int(ended.sum())
            met["illegal"] += int("illegal" in infos or "illegal" in infos.get("final_info", {}))
            met["final"] += int("final_obs" in infos)
            if ended.any() and one.autoreset_mode == AutoresetMode.DISABLED:
                seeds = [int(draws.integers(100)) if draws.random() < 0.5 else None for _ in masks]
                seen = one.reset(seed=seeds, options={"reset_mask": ended})
                self.assert_same(seen, other.reset(seed=seeds, options={"reset_mask": ended}))
                masks = np.where(ended[:, None], seen[1]["action_mask"], masks)
        return met

    def test_it_is_what_single_environments_make(self) -> None:
        from gymnasium.vector import AutoresetMode

        for term, options, wrong in CASES:
            for mode in AutoresetMode:
                with self.subTest(f"{term} {options} {mode}"):
                    met = self.walk(self.pair(term, 5, mode, **options), 60 if "opponent" in options else 120, wrong)
                    self.assertGreater(met["ended"], 0)
                    self.assertEqual(met["final"] > 0, mode == AutoresetMode.SAME_STEP)
                    self.assertEqual(met["illegal"] > 0, wrong > 0)

    def test_so_it_is_at_every_game(self) -> None:
        held = 0
        for term in known_terms():
            if agon.game(term).actions == 0:
                continue
            with self.subTest(term):
                self.walk(self.pair(term, 2, "NextStep"), 25)
                held += 1
        print(f"vectors are what single environments make at {held} games")

    def test_so_it_is_of_many_on_all_cores(self) -> None:
        from gymnasium.vector import AutoresetMode

        self.walk(self.pair("pig(target=30, players=3)", 400, AutoresetMode.SAME_STEP), 12)

    def test_without_a_seed_nothing_is_repeated(self) -> None:
        import numpy as np
        from agon.gymnasium import AgonVectorEnv

        first, second = AgonVectorEnv("backgammon", 4, seat=2), AgonVectorEnv("backgammon", 4, seat=2)
        self.assertFalse(np.array_equal(first.reset()[0], second.reset()[0]))
        # With one the first games are, and later ones go on from there.
        begun = first.reset(seed=1)[0]
        again = first.reset()[0]
        self.assertFalse(np.array_equal(begun, again))
        second.reset(seed=1)
        np.testing.assert_array_equal(second.reset()[0], again)

    def test_an_episode_that_is_over_is_not_played_on(self) -> None:
        import numpy as np
        from agon.gymnasium import AgonVectorEnv

        envs = AgonVectorEnv("tic-tac-toe", 3, seat=2, autoreset_mode="Disabled", render_mode="ansi")
        with self.assertRaisesRegex(agon.AgonError, "environment 0: the game is over: call reset"):
            envs.step([0, 0, 0])
        _, infos = envs.reset(seed=1)
        actions = infos["action_mask"].argmax(1)
        _, rewards, ended, _, infos = envs.step([actions[0], 9, actions[2]])
        self.assertEqual((rewards.tolist(), ended.tolist()), ([0, -1, 0], [False, True, False]))
        self.assertEqual((infos["illegal"].tolist(), infos["_illegal"].tolist()), ([False, True, False],) * 2)
        shown = envs.render()
        wrong: list[Any] = [[-1, 9, 2**40], infos["action_mask"].argmax(1)]
        for actions in wrong:
            with self.assertRaisesRegex(agon.AgonError, "environment 1: the game is over: call reset"):
                envs.step(actions)
            self.assertEqual(envs.render(), shown)
        _, infos = envs.reset(options={"reset_mask": np.array([False, True, False])})
        self.assertEqual(infos["_action_mask"].tolist(), [False, True, False])
        self.assertEqual([text == was for text, was in zip(envs.render(), shown)], [True, False, True])

    def test_a_failed_step_plays_nothing(self) -> None:
        from agon.gymnasium import AgonVectorEnv

        envs = AgonVectorEnv("kuhn", 6, max_bytes=3, render_mode="ansi")
        _, infos = envs.reset(seed=1)
        shown = envs.render()
        with self.assertRaisesRegex(agon.AgonError, "what is seen has [45] bytes, and there is room for 3: max_bytes="):
            envs.step(infos["action_mask"].argmax(1))
        self.assertEqual(envs.render(), shown)
        envs = AgonVectorEnv("connect-four", 6, render_mode="ansi")
        envs.reset(seed=1)
        shown = envs.render()
        refused: list[tuple[Any, type[Exception]]] = [
            ([0.0] * 6, TypeError), ([0] * 5, agon.RulesError), ([[0] * 6], agon.RulesError)
        ]
        for actions, kind in refused:
            with self.assertRaises(kind):
                envs.step(actions)
            self.assertEqual(envs.render(), shown)

    @unittest.skipUnless(threading.current_thread() is threading.main_thread(), "signals come to the first thread")
    def test_a_signal_ends_a_step(self) -> None:
        from agon.gymnasium import AgonVectorEnv

        def raises(*_: object) -> None:
            raise KeyboardInterrupt

        envs = AgonVectorEnv("connect-four", 4, opponent=LONG, render_mode="ansi")
        envs.reset(seed=1)
        shown, begun = envs.render(), time.monotonic()
        was = signal.signal(signal.SIGALRM, raises)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            with self.assertRaises(KeyboardInterrupt):
                envs.step([3] * 4)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, was)
        self.assertLess(time.monotonic() - begun, 10)
        self.assertEqual(envs.render(), shown)

    def test_it_says_what_it_cannot(self) -> None:
        import numpy as np
        from agon.gymnasium import AgonVectorEnv

        for arguments, words in [
            (("connect-for",), "did you mean `connect-four`"),
            (("connect-four", 0), "num_envs=0; accepted: 1 or more"),
            (("connect-four", 2, {"seat": 3}), "connect-four has no seat 3; accepted: 1 to 2"),
            (("connect-four", 2, {"opponent": "randum"}), "did you mean `random`"),
            (("backgammon", 2, {"opponent": "alpha-beta"}), "alpha-beta"),
            (("connect-four", 10**15), "environments of connect-four take .* and there is room for"),
        ]:
            *given, options = arguments if isinstance(arguments[-1], dict) else (*arguments, {})
            with self.subTest(words), self.assertRaisesRegex(agon.AgonError, words):
                AgonVectorEnv(*given, **options)  # type: ignore[arg-type]
        envs = AgonVectorEnv("connect-four", 2)
        with self.assertRaisesRegex(ValueError, "3 seeds for 2 environments"):
            envs.reset(seed=[1, 2, 3])
        for mask in (np.zeros(2, np.bool_), np.ones(3, np.bool_)):
            with self.assertRaisesRegex(ValueError, "accepted: 2 of them, one or more True"):
                envs.reset(options={"reset_mask": mask})
        with self.assertRaisesRegex(TypeError, "an array of np.bool_"):
            envs.reset(options={"reset_mask": [True, False]})

    def test_arrays_are_shared_without_a_copy_and_stay(self) -> None:
        import numpy as np
        from agon.gymnasium import AgonVectorEnv

        envs = AgonVectorEnv("connect-four", 8)
        observations, infos = envs.reset(seed=1)
        arrays = [observations, infos["action_mask"], infos["_action_mask"]]
        observations, rewards, ended, cut, infos = envs.step([3] * 8)
        arrays += [observations, rewards, ended, cut, infos["action_mask"]]
        for array in arrays:
            self.assertEqual(np.from_dlpack(array).__array_interface__["data"][0], array.__array_interface__["data"][0])
        before = [array.copy() for array in arrays]
        for column in (3, 2, 1):
            envs.step([column] * 8)
        for array, was in zip(arrays, before):
            np.testing.assert_array_equal(array, was)

    def test_gymnasium_makes_every_game_by_its_name(self) -> None:
        import agon.gymnasium
        import gymnasium

        made = 0
        for name in agon.games():
            with self.subTest(name), warnings.catch_warnings(), contextlib.suppress(agon.RulesError):
                warnings.simplefilter("error")
                warnings.filterwarnings("ignore", category=DeprecationWarning)
                # Some need options, as a file.
                if agon.game(name).actions == 0:
                    with self.assertRaisesRegex(agon.AgonError, "have no numbers"):
                        gymnasium.make(f"agon/{name}-v0")
                    continue
                env = gymnasium.make(f"agon/{name}-v0")
                _, info = env.reset(seed=3)
                envs = gymnasium.make_vec(f"agon/{name}-v0", num_envs=2)
                self.assertIsInstance(envs, agon.gymnasium.AgonVectorEnv)
                self.assert_same(envs.reset(seed=3)[1]["action_mask"][0], info["action_mask"])
                env.step(int(info["action_mask"].argmax()))
                made += 1
        self.assertGreater(made, 30)
        hex5: dict[str, Any] = {"game": "hex(size=5)", "seat": 2, "opponent": "greedy"}
        self.assertEqual(gymnasium.make("agon/game-v0", **hex5).reset(seed=1)[0].shape, (25,))
        envs = gymnasium.make_vec("agon/game-v0", num_envs=3, autoreset_mode="SameStep", **hex5)
        self.assertEqual(envs.reset(seed=1)[0].shape, (3, 25))
        self.assertIn("agon/game-v0", repr(envs))
        self.assertEqual(gymnasium.make_vec("agon/nim-v0", num_envs=2, vectorization_mode="sync").reset(seed=1)[0].shape[0], 2)

    def test_gymnasium_imports_the_package_where_the_name_says_so(self) -> None:
        program = "import gymnasium\nprint(gymnasium.make('agon.gymnasium:agon/connect-four-v0').reset(seed=1)[0].shape)"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stdout), (0, "(42,)\n"), done.stderr)

    def test_a_policy_learns_from_it(self) -> None:
        def told() -> str:
            command = [sys.executable, str(EXAMPLES / "reinforce.py"), "150"]
            done = subprocess.run(command, capture_output=True, text=True, timeout=120)
            self.assertEqual(done.returncode, 0, done.stderr)
            return done.stdout

        lines = told()
        before, after = (float(line.split()[-2]) for line in (lines.splitlines()[0], lines.splitlines()[-1]))
        self.assertGreater(after, before + 10, lines)
        self.assertEqual(told(), lines)


if __name__ == "__main__":
    unittest.main()
